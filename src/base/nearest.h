// What a misspelt word was probably meant to be, for "did you mean".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner {

// The known word with the least edit distance, at most a third of the letters; longer words
// that begin with it count as near.
std::optional<std::string> nearest(std::string_view wrong, const std::vector<std::string>& known);
// "did you mean price?", or what is said where no known word is near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known,
                         std::string otherwise);

}  // namespace gleaner
