// Cuts: the last step of a pattern, when a value is a part of its node's text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::pattern {

struct Cut {
  enum class How : uint8_t {
    after_first,
    before_first,
    after_last,
    before_last,
    within,
    split,
    between
  } how = How::within;
  // separator; or the constants around; or the separator and what stands before the first part; or what the
  // text begins with and the separator that ends the value
  std::string a, b;

  struct Part {
    size_t from = 0, to = 0;
  };
  // The part of `text`; nothing when the cut does not apply. White space at its ends is left out.
  std::optional<Part> apply(std::string_view text) const;
  // All parts: more than one only for a split.
  std::vector<Part> parts(std::string_view text) const;
  std::string print() const;  // after first ", "
  std::string words() const;
  static std::optional<Cut> parse(std::string_view printed);
  bool operator==(const Cut&) const = default;
};

// One unit's view of the choice: the texts of its nodes and the values wanted of them.
struct CutExample {
  std::vector<std::string_view> texts;  // distinct
  std::vector<std::string> values;      // distinct
};
struct CutChoice {
  Cut cut;
  std::vector<std::vector<std::string>> whole;  // by example: the texts that stand for the values
};
// The split that gives all values of all examples, each from one text.
std::optional<CutChoice> find_split(const std::vector<CutExample>& examples);

// The one cut that explains most values, if it explains more than whole nodes do.
std::optional<CutChoice> find_cut(const std::vector<CutExample>& examples);

}  // namespace gleaner::pattern
