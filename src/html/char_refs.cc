// See char_refs.h. One character of source at a time: numeric and named references, line ends, NUL.
#include "html/char_refs.h"

#include <cstring>
#include <optional>

extern "C" {
#include <lexbor/core/sbst.h>
const lexbor_sbst_entry_static_t* gleaner_html_entity_table(void);
}

#include "base/text.h"

namespace gleaner::html {
namespace {

DecodedChar plain(std::string_view bytes, uint32_t source) {
  DecodedChar out{};
  std::memcpy(out.bytes, bytes.data(), bytes.size());
  out.length = uint8_t(bytes.size());
  out.source = source;
  return out;
}

// Numbers 0x80 to 0x9f mean windows-1252 (HTML standard, "numeric character reference end state").
constexpr uint16_t kC1[32] = {
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
};

std::optional<DecodedChar> decode_numeric(std::string_view source, size_t at) {
  size_t i = at + 2;
  bool hex = i < source.size() && (source[i] == 'x' || source[i] == 'X');
  if (hex) ++i;
  size_t digits = i;
  uint32_t value = 0;
  for (; i < source.size(); ++i) {
    char c = to_lower(source[i]);
    uint32_t digit;
    if (is_digit(c)) digit = uint32_t(c - '0');
    else if (hex && c >= 'a' && c <= 'f') digit = uint32_t(c - 'a' + 10);
    else break;
    if (value <= 0x10ffff) value = value * (hex ? 16 : 10) + digit;
  }
  if (i == digits) return {};
  if (i < source.size() && source[i] == ';') ++i;
  if (value >= 0x80 && value <= 0x9f) value = kC1[value - 0x80];
  if (!value) value = 0xfffd;
  std::string out;
  append_utf8(out, value);  // surrogates and what is out of range become U+FFFD
  return plain(out, uint32_t(i - at));
}

std::optional<DecodedChar> decode_named(std::string_view source, size_t at, CharRefs refs) {
  const auto* table = gleaner_html_entity_table();
  const lexbor_sbst_entry_static_t* entry = &table[1];
  const lexbor_sbst_entry_static_t* match = nullptr;
  size_t match_end = 0;
  for (size_t i = at + 1; i < source.size(); ++i) {
    entry = lexbor_sbst_entry_static_find(table, entry, lxb_char_t(source[i]));
    if (!entry) break;
    if (entry->value_len) match = entry, match_end = i + 1;
    entry = &table[entry->next];
  }
  if (!match) return {};
  bool closed = source[match_end - 1] == ';';
  if (refs == CharRefs::attribute && !closed && match_end < source.size() &&
      (source[match_end] == '=' || is_alnum(source[match_end])))
    return {};
  return plain({reinterpret_cast<const char*>(match->value), match->value_len}, uint32_t(match_end - at));
}

// Walks source and decoded together; gives false when they do not fit.
struct Walk {
  std::string_view source, decoded;
  CharRefs refs;
  size_t s = 0, d = 0;

  bool step() {
    DecodedChar c = decode_char(source, s, refs);
    if (c.length == 0) {  // NUL: replaced or dropped, the decoded text tells
      if (decoded.substr(d, 3) == "\xef\xbf\xbd") d += 3;
      s += c.source;
      return true;
    }
    if (decoded.substr(d, c.length) != std::string_view(c.bytes, c.length)) return false;
    s += c.source;
    d += c.length;
    return true;
  }
};

std::optional<Span> try_align(std::string_view source, std::string_view decoded, size_t from, size_t to,
                              CharRefs refs) {
  Walk walk{source, decoded, refs};
  std::optional<uint32_t> begin;
  while (walk.s < source.size() && walk.d < to) {
    uint32_t before = uint32_t(walk.s);
    size_t decoded_before = walk.d;
    if (!walk.step()) return {};
    if (!begin && walk.d > from && decoded_before <= from) begin = before;
  }
  if (walk.d < to) return {};
  return Span{begin.value_or(uint32_t(walk.s)), uint32_t(walk.s)};
}

}  // namespace

DecodedChar decode_char(std::string_view source, size_t at, CharRefs refs) {
  char c = source[at];
  if (c == '&' && refs != CharRefs::none && at + 1 < source.size()) {
    auto reference = source[at + 1] == '#' ? decode_numeric(source, at) : decode_named(source, at, refs);
    if (reference) return *reference;
  }
  if (c == '\r') return plain("\n", at + 1 < source.size() && source[at + 1] == '\n' ? 2 : 1);
  if (c == '\0') {
    DecodedChar nul{};
    nul.source = 1;
    return nul;
  }
  uint32_t length = uint8_t(c) < 0x80 ? 1 : code_point_at(source, at).length;
  return plain(source.substr(at, length), length);
}

Span align(std::string_view source, std::string_view decoded, size_t from, size_t to, CharRefs refs) {
  to = std::min(to, decoded.size());
  from = std::min(from, to);
  if (source == decoded) return {uint32_t(from), uint32_t(to)};
  if (from == 0 && to == decoded.size()) return {0, uint32_t(source.size())};
  if (auto span = try_align(source, decoded, from, to, refs)) return *span;
  if (auto span = try_align(source, decoded, from, to, CharRefs::none)) return *span;
  return {0, uint32_t(source.size())};
}

std::string decode_text(std::string_view source, CharRefs refs) {
  std::string out;
  out.reserve(source.size());
  for (size_t i = 0; i < source.size();) {
    size_t plain_end = source.find_first_of(std::string_view("&\r\0", 3), i);
    if (plain_end == std::string_view::npos) plain_end = source.size();
    out.append(source.substr(i, plain_end - i));
    i = plain_end;
    if (i >= source.size()) break;
    DecodedChar c = decode_char(source, i, refs);
    if (c.length) out.append(c.bytes, c.length);
    else out += "\xef\xbf\xbd";
    i += c.source;
  }
  return out;
}

}  // namespace gleaner::html
