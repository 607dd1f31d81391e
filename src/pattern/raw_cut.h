// RawCut: a part of a node's text by what stands before and after it, byte for byte.
//
// For labels with exact places: "(520)704-0213" gives 520 between "(" and ")". Works on the decoded text as
// written, white space included, so that a place learned is a place found. Source: the delimiter idea of seed
// 001, within one node.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::pattern {

struct RawCut {
  std::string left, right;                   // "": the node's beginning, end
  bool trim_left = true, trim_right = true;  // with "": white space is left out
  bool last = false;                         // left is looked for from the end
  bool right_last = false;                   // right is: "Library, 2nd floor, " up to its last ", "
  int nth = 1;                               // which occurrence of left

  struct Part {
    size_t from = 0, to = 0;
  };
  std::optional<Part> apply(std::string_view raw) const;
  bool whole() const { return left.empty() && right.empty() && trim_left && trim_right; }
  std::string print() const;
  std::string words() const;
  static std::optional<RawCut> parse(std::string_view printed);
};

struct RawExample {
  std::string_view raw;
  size_t from = 0, to = 0;
  // other labelled values end before here and begin after here
  size_t after = 0, before = std::string_view::npos;
};

// A cut that gives exactly these parts. `as_written`: where nothing tells, white space at the ends belongs to
// the value.
std::optional<RawCut> learn_raw_cut(const std::vector<RawExample>& examples, bool as_written = false);

}  // namespace gleaner::pattern
