// A page's skeleton: the set of its tag paths, each also with every class word of its last tag; and a sketch
// of this set, from which the likeness of two pages is estimated.
//
// It is read from the tags as they stand in the source, without a tree: wrappers that need no tree should not
// pay for one when they are checked. So paths are those that the page's author wrote. What pages leave open
// is closed where HTML would close it (li, td, tr, dd, option). Elements that are often left open or closed
// crosswise (p, and what only changes the type: b, font, a) count but hold nothing. A page of a hundred
// records has the paths of a page of ten.
//
// The sketch is one-permutation min-wise hashing (Broder 1997; Li, Owen, Zhang 2012): a path falls
// into one of kSketchSize bins, and each bin keeps its least hash. Cost: one pass over the page, one
// hash for each tag and class word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "page/document.h"

namespace gleaner::learn {

using Sketch = std::vector<uint16_t>;  // kSketchSize bins; kEmptyBin where no path fell

Sketch sketch_of(const Document& page);  // all bins empty for what is no HTML
// Share of the paths of both that either has (Jaccard), estimated; 1 for two empty ones, 0 for sketches of
// different sizes.
double similarity(const Sketch& a, const Sketch& b);

std::string format_sketch(const Sketch& sketch);  // four hex digits a bin
Sketch parse_sketch(std::string_view hex);        // what is no hex digit reads as 0

}  // namespace gleaner::learn
