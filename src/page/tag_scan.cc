// See tag_scan.h. The states of the tokenizer between a tag's name and its end.
#include "page/tag_scan.h"

#include <algorithm>
#include <array>

namespace gleaner {

namespace {

// Which characters end what: a table, for these loops run over every tag of a page whose spans are asked for.
enum : uint8_t { kBlank = 1, kSlash = 2, kClose = 4, kEquals = 8 };
constexpr std::array<uint8_t, 256> kKinds = [] {
  std::array<uint8_t, 256> kinds{};
  for (unsigned char c : {' ', '\t', '\n', '\f', '\r'}) kinds[c] = kBlank;
  kinds['/'] = kSlash;
  kinds['>'] = kClose;
  kinds['='] = kEquals;
  return kinds;
}();

// The first place from `at` on whose character is of one of these kinds, or of none of them.
uint32_t find_kind(std::string_view text, uint32_t at, uint8_t kinds) {
  while (at < text.size() && !(kKinds[static_cast<unsigned char>(text[at])] & kinds)) ++at;
  return at;
}
uint32_t skip_kind(std::string_view text, uint32_t at, uint8_t kinds) {
  while (at < text.size() && kKinds[static_cast<unsigned char>(text[at])] & kinds) ++at;
  return at;
}

}  // namespace

TagScan::TagScan(std::string_view text, uint32_t name_begin)
    : text_(text), at_(tag_name_end(text, name_begin)) {}

bool TagScan::next(ScannedAttribute& out) {
  if (done_) return false;
  const std::string_view text = text_;
  uint32_t at = skip_kind(text, at_, kBlank | kSlash);
  if (at >= text.size() || text[at] == '>') {
    at_ = at + (at < text.size());
    done_ = true;
    return false;
  }
  out.name.begin = at;
  at = find_kind(text, at + 1, kBlank | kSlash | kClose | kEquals);  // a name may begin with '='
  out.name.end = at;
  out.value = {at, at};
  at_ = at = skip_kind(text, at, kBlank);
  if (at >= text.size() || text[at] != '=') return true;
  at = skip_kind(text, at + 1, kBlank);
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const size_t close = std::min(text.find(text[at], at + 1), text.size());
    out.value = {at + 1, uint32_t(close)};
    at_ = uint32_t(std::min(close + 1, text.size()));
    return true;
  }
  out.value.begin = at;
  at_ = out.value.end = find_kind(text, at, kBlank | kClose);
  return true;
}

uint32_t tag_name_end(std::string_view text, uint32_t name_begin) {
  return find_kind(text, name_begin, kBlank | kSlash | kClose);
}

uint32_t tag_end(std::string_view text, uint32_t name_begin) {
  TagScan scan(text, name_begin);
  ScannedAttribute attribute;
  while (scan.next(attribute)) {
  }
  return scan.end();
}

uint32_t tag_begin(std::string_view text, uint32_t name_begin) {
  uint32_t at = name_begin;
  if (at && text[at - 1] == '/') --at;
  if (at && text[at - 1] == '<') --at;
  return at;
}

}  // namespace gleaner
