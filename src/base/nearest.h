// nearest: the known name that a misspelt one was meant to be, for "did you mean".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner {

// The name in `known` nearest to `wrong` (edit distance, case set aside), if one is near enough to be meant.
std::optional<std::string> nearest(std::string_view wrong, const std::vector<std::string>& known);

}  // namespace gleaner
