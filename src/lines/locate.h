// Where the labelled texts of a record stand in its line.
//
// A text may stand in a line several times ("root" as user and as group), and a short one in many lines. The
// texts are placed in the order of their columns, without overlap; each placement costs something
// (weights.h): cutting a word most, what is left between the fields a little. If no placement is in order,
// the longest texts are placed first. Cost: bounded by kLocateSteps for a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace gleaner::lines {

struct Wanted {
  uint32_t field;            // column
  std::string text;          // white space collapsed, not empty
  std::optional<Span> span;  // where it stands in the line, if the label says so
};

struct FieldSpan {
  uint32_t field;
  Span span;          // in the line
  bool dash = false;  // what stands there is a dash: the line has no such value (dashes.h)
};

struct Placement {
  double cost = 0;
  double edges = 0;               // the part of the cost that comes from cut words and touched marks
  std::vector<FieldSpan> places;  // in the order of the line
};

// The cheapest first; none if a text is not in the line.
std::vector<Placement> locate(std::string_view line, const std::vector<Wanted>& wanted);

// The places of one text: any run of white space stands for a blank.
std::vector<Span> occurrences(std::string_view line, std::string_view text, size_t most);

}  // namespace gleaner::lines
