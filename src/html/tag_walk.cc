// See tag_walk.h.
#include "html/tag_walk.h"

namespace gleaner::html {
namespace {

// Open elements that an end tag is looked for in: hostile nesting must not cost its square
constexpr size_t kLookUp = 64;

// How a start tag is read.
struct Manner {
  bool holds_nothing = false;     // void, or often left open or closed crosswise
  bool raw = false;               // its text has no tags
  TagName ends = 0, or_ends = 0;  // what it closes,
  TagName within = 0;             // ... as far as this
};

constexpr Manner manner_of(TagName name) {
  switch (name) {
    case tag_name("a"):
    case tag_name("b"):
    case tag_name("i"):
    case tag_name("u"):
    case tag_name("p"):
    case tag_name("br"):
    case tag_name("em"):
    case tag_name("tt"):
    case tag_name("hr"):
    case tag_name("big"):
    case tag_name("col"):
    case tag_name("img"):
    case tag_name("font"):
    case tag_name("base"):
    case tag_name("link"):
    case tag_name("meta"):
    case tag_name("nobr"):
    case tag_name("area"):
    case tag_name("code"):
    case tag_name("wbr"):
    case tag_name("embed"):
    case tag_name("input"):
    case tag_name("param"):
    case tag_name("small"):
    case tag_name("track"):
    case tag_name("source"):
    case tag_name("strike"):
    case tag_name("strong"): return {.holds_nothing = true};
    case tag_name("script"):
    case tag_name("style"):
    case tag_name("textarea"):
    case tag_name("title"):
    case tag_name("xmp"):
    case tag_name("iframe"):
    case tag_name("noembed"): return {.raw = true};
    case tag_name("li"): return {.ends = name, .within = tag_name("ul")};
    case tag_name("td"):
    case tag_name("th"):
      return {.ends = tag_name("td"), .or_ends = tag_name("th"), .within = tag_name("table")};
    case tag_name("tr"): return {.ends = name, .within = tag_name("table")};
    case tag_name("tbody"): return {.ends = name, .or_ends = tag_name("thead"), .within = tag_name("table")};
    case tag_name("dt"):
    case tag_name("dd"): return {.ends = tag_name("dt"), .or_ends = tag_name("dd"), .within = tag_name("dl")};
    case tag_name("option"): return {.ends = name, .within = tag_name("select")};
    default: return {};
  }
}

}  // namespace

bool TagWalk::next(WalkedTag& tag) {
  while ((at_ = text_.find('<', at_)) != std::string_view::npos && at_ + 1 < text_.size()) {
    const char next = text_[at_ + 1];
    if (is_alpha(next)) return start_tag(at_ + 1, tag), true;
    if (next == '/') at_ = end_tag(at_ + 2);
    else if (next == '!' || next == '?') at_ = comment_end(at_ + 1);
    else ++at_;
  }
  return false;
}

void TagWalk::start_tag(size_t begin, WalkedTag& tag) {
  const size_t end = tag_name_end(text_, uint32_t(begin));
  tag.name = tag_name(text_.substr(begin, end - begin));
  tag.begin = uint32_t(begin - 1);
  const Manner manner = manner_of(tag.name);
  if (manner.ends) close(manner.ends, manner.or_ends, manner.within);
  tag.depth = open_.size();
  tag.attributes.clear();
  size_t behind = end + 1;
  if (end >= text_.size() || text_[end] != '>') {
    TagScan scan = TagScan::behind_name(text_, uint32_t(end));
    ScannedAttribute attribute;
    while (scan.next(attribute)) tag.attributes.push_back(attribute);
    behind = scan.end();
  }
  tag.end = uint32_t(behind);
  tag.raw = manner.raw;
  tag.holds = !manner.raw && !manner.holds_nothing;
  at_ = behind;
  if (tag.raw) at_ = raw_text_end(behind, text_.substr(begin, end - begin));
  tag.raw_end = uint32_t(at_);
  if (tag.holds) open_.push_back(tag.name);
}

size_t TagWalk::end_tag(size_t begin) {
  const size_t end = tag_name_end(text_, uint32_t(begin));
  close(tag_name(text_.substr(begin, end - begin)), 0, 0);
  const size_t behind = text_.find('>', end);
  return behind == std::string_view::npos ? text_.size() : behind + 1;
}

size_t TagWalk::comment_end(size_t begin) const {
  const bool whole = text_.substr(begin, 3) == "!--";
  const size_t end = text_.find(whole ? "-->" : ">", begin + (whole ? 1 : 0));
  return end == std::string_view::npos ? text_.size() : end;
}

size_t TagWalk::raw_text_end(size_t at, std::string_view name) const {
  while ((at = text_.find("</", at)) != std::string_view::npos) {
    if (equals_ignoring_case(text_.substr(at + 2, name.size()), name)) return at;
    at += 2;
  }
  return text_.size();
}

// Closes the innermost element of either name, and what is open in it.
void TagWalk::close(TagName name, TagName or_name, TagName within) {
  for (size_t i = open_.size(), n = 0; i > 0 && n < kLookUp; --i, ++n) {
    const TagName here = open_[i - 1];
    if (here == name || (or_name && here == or_name)) return open_.resize(i - 1);
    if (within && here == within) return;
  }
}

}  // namespace gleaner::html
