// A page's skeleton string: one symbol for each start tag in the order of the source; no text, no attributes,
// no end tags (Lixto, section 3.1). Pages made by one template have skeletons of small edit distance
// (distance.h). learn/skeleton.h is another thing: the set of tag paths, for checking wrappers.
//
// Deviation: repeats are folded. A page with 40 reviews and one with 3 are of the same kind, but their plain
// skeletons are hundreds of edits apart, more than two kinds are. Of elements that stand beside each other
// and are built alike (a few edits apart: one review has a picture, another a reply) the first two are kept,
// the innermost first; then, of a stretch that stands three or more times in a row, with a period of at most
// kLongestPeriod tags, two as well: what is no element of its own, as a heading with its paragraph. What that
// gains is measured by bench/crawl. Cost: one pass, 64 byte comparisons at a time for each tag; for each
// element a look at the few kept beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "html/tag_walk.h"

namespace gleaner::crawl {

inline constexpr size_t kLongestPeriod = 64;  // of a repeat, in tags

// The tag's symbol: one of its own for each tag of the HTML standard, a shared one by hash for others.
char symbol_of(html::TagName name);

// `plain` with its repeats folded.
std::string folded(std::string_view plain);

// The skeleton of a page whose start tags are given one by one.
class SkeletonMaker {
 public:
  void add(const html::WalkedTag& tag);
  std::string finish();

 private:
  struct Stretch {  // of out_
    size_t begin = 0, end = 0;
  };
  struct Open {  // an element
    size_t begin = 0;
    std::vector<Stretch> inside;  // elements of it that were kept
  };
  void close_to(size_t depth);
  bool is_one_more(const std::vector<Stretch>& beside, std::string_view tags) const;

  std::string out_;
  std::vector<Open> open_{Open()};  // the page itself first
};

// Of a whole page.
std::string skeleton_of(std::string_view html);

}  // namespace gleaner::crawl
