// What tells the objects of a list apart, learned from examples: tags that always stand between two of them
// and never inside one, the longest gap inside, and how many components an object must have.
#pragma once

#include <string_view>
#include <vector>

#include "byexample/assemble.h"
#include "byexample/example.h"

namespace gleaner::byexample {

// Collects gaps of objects that are known to be right.
class LevelFacts {
 public:
  LevelFacts(const Model& model) : model_(model), levels_(model.shapes.size()) {}
  // Neighbours on one page, in order.
  void add(std::string_view text, const std::vector<Assembled>& objects) { add_level(text, objects); }
  bool knows_between(uint32_t shape) const { return levels_[shape].between > 0; }
  void write(Model& model) const;

 private:
  struct Level {
    std::vector<std::string> always;  // in all gaps between elements
    std::vector<std::string> inside;  // in some gap inside one
    uint32_t between = 0;             // gaps between elements seen
    uint32_t gap = 0;                 // longest inside
    uint32_t looked = 0;              // values whose wrapping tags were looked at
    uint32_t least = 0;               // fewest components of an element; 0: none seen
  };
  void add_level(std::string_view text, const std::vector<Assembled>& elements);
  static constexpr uint32_t kLookedAt = 60;  // a layout shows itself in a few values
  void add_wrappers(std::string_view text, const Assembled& element);
  void add_inside(std::string_view text, const Assembled& element);

  const Model& model_;
  std::vector<Level> levels_;
};

// An example as an object, to treat labels and extracted objects alike.
std::vector<Assembled> assembled_on(const Examples& examples, uint32_t page);

}  // namespace gleaner::byexample
