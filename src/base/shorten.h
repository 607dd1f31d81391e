// Texts cut and filled up, for messages and tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gleaner {

// At most `most` characters, whole ones; "..." at the end, counted too, where something was left out.
std::string shortened(std::string_view text, size_t most);
// With blanks behind it, so that it has at least `width` characters.
std::string padded(std::string_view text, size_t width);

// A table for people: columns as wide as their cells need, two spaces between them.
void widen(std::vector<size_t>& widths, const std::vector<std::string>& cells);
// A line of it, with nothing behind its last word. `right`: columns whose cells end together, as numbers
// do. REQUIRES: the widths suffice.
std::string aligned(const std::vector<std::string>& cells, const std::vector<size_t>& widths,
                    const std::vector<bool>& right = {});

}  // namespace gleaner
