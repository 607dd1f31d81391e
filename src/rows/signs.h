// Values of signs: "★★★☆☆", "€€", "✓".
//
// A page's texts are compared by their letters and digits (page.h), so that a label is found however it is
// written. Stars, hearts, checks and signs of currencies are what is to be read where a text has nothing
// else; there they count as letters.
#pragma once

#include <string>
#include <string_view>

namespace gleaner::rows {

// Is a text made of such signs alone? Blanks may stand between them.
bool is_signs(std::string_view text);
// The letters and digits of a text, and the words of it that are signs.
std::string letters_and_signs(std::string_view text);

}  // namespace gleaner::rows
