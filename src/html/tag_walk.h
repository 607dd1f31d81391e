// TagWalk: the start tags of a page as they stand in the source, with what is open
// around each, without making a tree.
//
// For work that looks at every page of a site and needs its tags alone: a tenth of what a tree costs. Paths
// are those that the page's author wrote: what pages leave open is closed where HTML would (li, td, tr, dd,
// option), and elements that are often left open or closed crosswise (p and what only changes the type: b,
// font, a) are told but hold nothing. Text of scripts, styles and the like is no tags. Cost: one pass; no
// memory beyond the open elements.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "page/tag_scan.h"

namespace gleaner::html {

using gleaner::ScannedAttribute;

// A tag's name as a number, lower case: eight letters are enough to tell all of
// HTML's apart that matter here.
using TagName = uint64_t;
constexpr TagName tag_name(std::string_view text) {
  TagName name = 0;
  for (size_t i = 0; i < text.size() && i < 8; ++i) name = name << 8 | uint8_t(to_lower(text[i]));
  return name;
}

struct WalkedTag {
  TagName name = 0;
  uint32_t begin = 0, end = 0;  // "<" and behind ">"
  size_t depth = 0;             // how many elements are open around it
  bool holds = false;           // it is open from here on: what follows may be inside
  bool raw = false;             // its text has no tags: [end, raw_end)
  uint32_t raw_end = 0;
  std::vector<ScannedAttribute> attributes;
};

class TagWalk {
 public:
  explicit TagWalk(std::string_view text) : text_(text) {}
  // The next start tag; false at the end.
  bool next(WalkedTag& tag);

 private:
  void start_tag(size_t begin, WalkedTag& tag);
  size_t end_tag(size_t begin);
  size_t comment_end(size_t begin) const;
  size_t raw_text_end(size_t at, std::string_view name) const;
  void close(TagName name, TagName or_name, TagName within);

  std::string_view text_;
  size_t at_ = 0;
  std::vector<TagName> open_;
};

}  // namespace gleaner::html
