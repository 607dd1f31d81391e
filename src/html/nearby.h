// The texts before and behind a place of a page, nearest first, read straight from the source.
//
// What stands beside a value ("Price:" before it, "In stock" behind it) is asked of a few places on every
// page of a site, and a tree costs ten times what a look around does. So tags are skipped in both directions
// by their signs alone, and what a reader does not see (scripts, styles, comments) as a whole. Misread
// markup ("a < b") gives other pieces, the same ones on every page of a site. Cost: the source that is
// looked at, at most kNearbyBytes to a side.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace gleaner::html {

inline constexpr size_t kNearbyBytes = 8192;

struct NearbyText {
  Span span;
  std::string text;  // decoded and collapsed; of the text that the place cuts the two words next to it
};

// Texts of at least two letters, not more than `most`.
std::vector<NearbyText> texts_before(std::string_view source, uint32_t at, size_t most);
std::vector<NearbyText> texts_behind(std::string_view source, uint32_t at, size_t most);

}  // namespace gleaner::html
