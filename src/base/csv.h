// Rows of CSV as RFC 4180 writes them, with any sign between the cells: read and written.
//
// A cell in quotes may hold the sign, line ends and quotes (two for one). Quotes inside of a cell that has
// none around it are text. Cost: one pass.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gleaner {

// One row; `at` moves behind its line end, `line` with it. An error names a quote that is never closed.
Status csv_row(std::string_view text, size_t& at, char separator, uint32_t& line, const std::string& file,
               std::vector<std::string>& row);
// A cell, in quotes where the text needs them.
std::string csv_cell(std::string_view text, char separator = ',');
// A text without the mark that some programs put before UTF-8.
std::string_view without_mark(std::string_view text);

}  // namespace gleaner
