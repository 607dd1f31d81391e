// Gutters: the white strips between columns, by votes of the lines. Internal to layout.
//
// A wide gap in a line votes for the strip it covers, a gap of a little more than a word space for less, ink
// against it; so spanning headings and section rows do not close a gutter, as they would with empty
// rectangles. Cost: sorting the ends of words, then linear.
#pragma once

#include <vector>

#include "layout/lines.h"

namespace gleaner::layout {

struct Gutter {
  double x = 0;                 // its middle
  double support = 0, ink = 0;  // votes for and against
  double width = 0;
};

struct GutterOptions {
  double opposition, votes, single;
};
GutterOptions gutter_options(const Settings& settings);

std::vector<Gutter> find_gutters(const std::vector<const Line*>& lines, double x0, double x1,
                                 const Settings& settings, const GutterOptions& options);
std::vector<Gutter> find_gutters(const std::vector<const Line*>& lines, double x0, double x1,
                                 const Settings& settings);

std::vector<const Line*> pointers(const std::vector<Line>& lines, size_t from, size_t to);

}  // namespace gleaner::layout
