// Which way the characters of a sheet run, and the sheet turned so that most run to the right. Internal to
// layout.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "layout/page.h"

namespace gleaner::layout {

using Direction = std::array<int8_t, 2>;  // along x and y

// A glyph that shows nothing: controls and marks without width, too.
bool is_blank(uint32_t c);
// Hebrew, Arabic, Syriac, Thaana and their presentation forms.
bool is_leftward(uint32_t c);

// The direction of each character: that of its writing, or downwards where upright
// characters follow each other from above.
std::vector<Direction> directions_of(const Sheet& sheet);
// The direction in which most characters are written.
Turn turn_of(const Sheet& sheet, const std::vector<Direction>& directions, Direction& along);

// A place of a sheet of that size, as it stands when the sheet is turned.
Point turned(Turn turn, double w, double h, double x, double y);
Box turned(Turn turn, double w, double h, const Box& box);

}  // namespace gleaner::layout
