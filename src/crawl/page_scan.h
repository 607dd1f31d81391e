// What the crawl needs of a page, read in one pass over its source without a tree: the skeleton, the links
// with the place each stands in, and prints of the text by which pages are known again. Cost: 0.1 ms for 75
// KB.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/structure.h"

namespace gleaner::crawl {

struct ScannedLink {
  std::string href;  // decoded, as written
  // Where it stands: tags and class names of the link and of the elements around it, without numbers, which
  // of the lists of one look it is in, and which link of an item. Links of one list have one place; of a
  // short one (tabs, crumbs, a pager) the lowest bits say which of them it is (kPositions).
  uint32_t place = 0;
};

// Places are multiples of it; what is more is the position in a short list.
inline constexpr uint32_t kPositions = 16;
inline uint32_t list_of(uint32_t place) { return place / kPositions * kPositions; }

struct PageScan {
  std::string skeleton;            // folded, see skeleton.h
  Parts parts;                     // see structure.h
  Parts texts;                     // short ones without their digits, in the order of the page
  std::vector<ScannedLink> links;  // without rel=nofollow
  std::string base, canonical;     // <base href>, <link rel=canonical>: as written
  bool no_follow = false;          // <meta name=robots content=nofollow>
  uint64_t text = 0;               // hash of all visible text
  uint64_t near = 0;               // sketch of the stretches of text between tags and the paths of links
  uint64_t heading = 0;            // hash of the title and the first h1; 0: neither
  uint32_t text_size = 0;          // bytes that are no white space
};

PageScan scan_page(std::string_view html);
// Texts and paths of links that one of two pages has and the other lacks, by their sketches: about as many.
double changes_between(uint64_t near, uint64_t other);

}  // namespace gleaner::crawl
