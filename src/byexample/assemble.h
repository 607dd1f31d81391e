// Objects from values: both strategies give the same kind of tree.
//
// top_down: object patterns over the page, whole objects only (the paper, section 4). Where several patterns
// match from the same place, one that does not run over the next object wins, then the one with more
// components, then the shorter.
//
// bottom_up (announced by the paper as its next work): all values first, then assembly. Values whose windows
// match nothing else are strong: they open objects and are never given up. A new object begins where a value
// comes a second time, where a boundary learned from the examples lies between two values, or where the gap
// is longer than any gap inside an example. Values of weak windows (alike in several columns of a row, say)
// fill the open places by the usual order. Order itself is not required of strong values, so missing,
// repeated and reordered components survive. Cost: linear in page and values (sorting aside).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "byexample/avp.h"
#include "byexample/model.h"

namespace gleaner::byexample {

struct FoundValue {
  uint32_t attribute = 0;
  Span span;
  uint32_t pattern = 0;
  auto operator<=>(const FoundValue&) const = default;
};

// An object, or an element of a list of records.
struct Assembled {
  uint32_t shape = 0;
  Strategy by = Strategy::both;
  uint32_t object_pattern = kNoIndex;
  Span extent;
  std::vector<FoundValue> cells;  // own values, in page order
  std::vector<Assembled> elements;
};

std::vector<Assembled> top_down(const Model& model, const Occurrences& occurrences, Budget& budget);
std::vector<Assembled> bottom_up(const Model& model, std::string_view text, const Occurrences& occurrences,
                                 Budget& budget);

// Where the two disagree, and what was taken.
struct Difference {
  Span extent;
  Strategy taken;
  int top_down_evidence = 0, bottom_up_evidence = 0;
};

// Unites both: equal objects are by `both`; where they differ, those with the better evidence (filled
// components, less what two objects run together would show). In page order.
std::vector<Assembled> combine(const Model& model, std::string_view text, const Occurrences& occurrences,
                               std::vector<Assembled> from_top, std::vector<Assembled> from_bottom,
                               std::vector<Difference>* differences);

// All by the model's strategy.
std::vector<Assembled> extract_objects(const Model& model, std::string_view text,
                                       const Occurrences& occurrences, Budget& budget,
                                       std::vector<Difference>* differences = nullptr);

// Attributes of the level (lists of records count as one, by the shape's name) that the element has none of.
std::vector<std::string> missing(const Model& model, const Assembled& object);
uint32_t components(const Assembled& object);  // filled ones, of its own level
void set_extent(Assembled& object);            // around its values and elements
// All its values and those of its elements, sorted, whatever found them.
std::vector<FoundValue> cells_of(const Assembled& object);

// A boundary of the model's list in text[gap]?
bool has_boundary(std::string_view text, Span gap, const std::vector<std::string>& boundaries);
// All boundaries a gap could be: names of its tags, "line", "blank line".
std::vector<std::string> boundaries_in(std::string_view text, Span gap, bool markup);

}  // namespace gleaner::byexample
