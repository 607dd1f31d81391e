// Names and values: forms set "Invoice:" and "5580" side by side, line under line. They look like two columns
// of text and are read line by line. Internal to layout.
#pragma once

#include <vector>

#include "layout/lines.h"

namespace gleaner::layout {

// For every line the chunks that are a name whose value is the next chunk. A colon or bold letters tell a
// name, and a line above or below that is set in the same way.
std::vector<std::vector<size_t>> find_pairs(const std::vector<Line>& lines);

}  // namespace gleaner::layout
