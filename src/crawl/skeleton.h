// A page's skeleton string: one symbol for each start tag in the order of the source; no text, no attributes, no end tags (Lixto, section 3.1).
// Pages made by one template have skeletons of small edit distance (distance.h). learn/skeleton.h is another thing: the set of tag paths, for
// checking wrappers.
//
// Deviation: repeats are folded. A page with 40 reviews and one with 3 are of the same kind, but their plain skeletons are hundreds of edits apart, more
// than two kinds are. A stretch that stands three or more times in a row, with a period of at most kLongestPeriod tags, is kept twice.
// What that gains is measured by bench/crawl.
// Cost: one pass, 64 byte comparisons at a time for each tag.
#pragma once

#include <string>
#include <string_view>

#include "html/tag_walk.h"

namespace gleaner::crawl {

inline constexpr size_t kLongestPeriod = 64;  // of a repeat, in tags

// The tag's symbol: one of its own for each tag of the HTML standard, a shared one by hash for others.
char symbol_of(html::TagName name);

// `plain` with its repeats folded.
std::string folded(std::string_view plain);

// Of a whole page.
std::string skeleton_of(std::string_view html);

}  // namespace gleaner::crawl
