// See slice_text.h.
#include "html/slice_text.h"

#include "base/text.h"
#include "html/char_refs.h"
#include "html/visible.h"

namespace gleaner::html {

namespace {

bool opens_tag(std::string_view text, size_t at) {
  if (at + 1 >= text.size()) return false;
  const char next = text[at + 1];
  return is_alpha(next) || next == '/' || next == '!' || next == '?';
}

// Behind the tag at `at`; npos if it does not end here.
size_t behind_tag(std::string_view text, size_t at) {
  if (text.substr(at, 4) == "<!--") {
    const size_t end = text.find("-->", at + 4);
    return end == std::string_view::npos ? end : end + 3;
  }
  const size_t end = text.find('>', at);
  return end == std::string_view::npos ? end : end + 1;
}

bool breaks_text(std::string_view tag) {
  size_t begin = tag.size() > 1 && tag[1] == '/' ? 2 : 1;
  size_t end = begin;
  while (end < tag.size() && is_alnum(tag[end])) ++end;
  if (end == begin) return false;  // a comment or declaration
  const TagId id = tag_id(lower_ascii(tag.substr(begin, end - begin)));
  return id != 0 && !is_formatting(id);
}

}  // namespace

std::string slice_text(const Document& document, Span span) {
  const std::string_view slice = document.text(span);
  if (!document.is_html()) return collapse(slice);
  if (slice.find_first_of("<&") == std::string_view::npos) return collapse(slice);
  std::string without;
  for (size_t at = 0; at < slice.size();) {
    const size_t open = slice.find('<', at);
    without += slice.substr(at, open == std::string_view::npos ? open : open - at);
    if (open == std::string_view::npos) break;
    const size_t end = opens_tag(slice, open) ? behind_tag(slice, open) : std::string_view::npos;
    if (end == std::string_view::npos) {
      without += '<';
      at = open + 1;
      continue;
    }
    if (breaks_text(slice.substr(open, end - open))) without += ' ';
    at = end;
  }
  return collapse(decode_text(without));
}

}  // namespace gleaner::html
