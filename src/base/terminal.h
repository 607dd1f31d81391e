// Text of other people's pages on a terminal. A terminal obeys control characters: a page could retitle the
// window, hide lines or, in some terminals, type commands. show_controls makes them visible instead.
//
// Shown as \x1b and \u009b: C0 (but line ends and tabs), DEL, C1, bytes that are no UTF-8, and the marks that
// turn the direction of text round, with which one line can be made to read as another.
#pragma once

#include <string>
#include <string_view>

namespace gleaner {

std::string show_controls(std::string_view text);

}  // namespace gleaner
