// Model: everything a byexample wrapper knows, as plain data. The learner makes it, the wrapper file holds
// it, extraction reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "byexample/avp.h"
#include "byexample/object.h"
#include "label/columns.h"
#include "wrap/schema.h"

namespace gleaner::byexample {

enum class Strategy : uint8_t { both, top_down, bottom_up };

std::string_view name_of(Strategy strategy);
std::optional<Strategy> strategy_of_name(std::string_view name);

inline constexpr uint32_t kNoIndex = 0xffffffff;

// A leaf of the objects: "articles.authors".
struct Attribute {
  std::string path;
  bool list = false;      // a list of plain values
  uint32_t shape = 0;     // its node in Model::shapes
  uint32_t level = 0;     // the node of the object or list element it belongs to
  uint32_t rank = 0;      // place in the usual order of the examples
  bool optional = false;  // some example lacks it
  enum class Digits : uint8_t { some, always, never } digits = Digits::some;  // in the labelled values
  // its widest window still matched this many values too many on the examples' pages; 0: none
  uint32_t over = 0;
};

// A node of the objects' structure, the root first, parents before children.
struct Shape {
  std::string name;
  bool list = false;
  uint32_t attribute = kNoIndex;  // leaf
  uint32_t parent = 0;
  std::vector<uint32_t> children;  // in the order of the labels

  // How the elements at this node are told apart (root and lists of records).
  // Tags ("li", "/tr") or "line", "blank line": between elements always, inside never
  std::vector<std::string> boundaries = {};
  // longest gap between two values of one element, with reserve; 0: not known
  uint32_t max_gap = 0;
  uint32_t least = 1;  // components an element must have to be believed
};

struct Model {
  std::vector<Shape> shapes;
  std::vector<Attribute> attributes;
  std::vector<AvpPattern> patterns;    // of one attribute: the most trusted first
  std::vector<ObjectPattern> objects;  // most frequent first
  Strategy strategy = Strategy::both;
  bool single = false;          // a page is one object
  label::Columns columns = {};  // of tables, by their headers
  bool html = true;             // learned from markup

  bool leaf(uint32_t shape) const { return shapes[shape].attribute != kNoIndex; }
  uint32_t child_of(uint32_t shape, std::string_view name) const;  // kNoIndex: it has none of that name
  // The root, or the nearest list of records that holds the node: where its values are assembled.
  uint32_t level_of(uint32_t shape) const;
  wrap::Schema schema() const;
};

}  // namespace gleaner::byexample
