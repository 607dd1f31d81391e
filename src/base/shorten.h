// Texts cut and filled up, for messages and tables.
#pragma once

#include <string>
#include <string_view>

namespace gleaner {

// At most `most` characters, whole ones; "..." at the end, counted too, where something was left out.
std::string shortened(std::string_view text, size_t most);
// With blanks behind it, so that it has at least `width` characters.
std::string padded(std::string_view text, size_t width);

}  // namespace gleaner
