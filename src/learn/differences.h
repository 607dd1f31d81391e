// Differences: labels against what a wrapper gives, value by value, for people who write a wrapper or a
// grammar by hand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wrap/label.h"

namespace gleaner::learn {

struct Difference {
  size_t record = 0;  // of the labels, from 1; 0: a record that no label has
  std::string field;  // "": the whole record
  std::optional<std::string> expected, got;
  std::optional<Span> span;  // of what was given, else of what was expected
  uint32_t rule = 0;         // that gave it; index into Wrapper::rules()
};

// In the order of the labels. Records that share values belong together; between those, records belong
// together in order. Values are compared by place where the label has one, else by text.
std::vector<Difference> differences(const wrap::Label& label, const std::vector<wrap::Record>& given);

}  // namespace gleaner::learn
