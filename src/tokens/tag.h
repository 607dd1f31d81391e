// The inside of a tag, by the HTML standard's tokenizer rules: name, then attributes; quotes count only after
// '='. Used by the lexer to find a tag's end and by the features to read its attributes, so both agree.
#pragma once

#include <cstring>
#include <string_view>

#include "base/span.h"
#include "base/text.h"

namespace gleaner::tokens {

struct TagAttribute {
  Span name;
  Span value;  // without quotes; empty and at the name's end when there is none
};

inline bool ends_name(char c) { return is_space(c) || c == '/' || c == '>'; }

// REQUIRES: text[at] is the first character of the tag's name. Gives the position after the name.
inline uint32_t skip_tag_name(std::string_view text, uint32_t at) {
  while (at < text.size() && !ends_name(text[at])) ++at;
  return at;
}

// Reads one attribute from `at` on. Gives false at the tag's end; `at` is then at '>' or at the end of the
// text.
inline bool next_attribute(std::string_view text, uint32_t& at, TagAttribute& attribute) {
  const uint32_t size = uint32_t(text.size());
  const char* data = text.data();
  while (at < size && (is_space(data[at]) || data[at] == '/')) ++at;
  if (at >= size || data[at] == '>') return false;
  attribute.name.begin = at++;  // a first '=' is part of the name
  while (at < size && !ends_name(data[at]) && data[at] != '=') ++at;
  attribute.name.end = at;
  attribute.value = {at, at};
  uint32_t look = at;
  while (look < size && is_space(data[look])) ++look;
  if (look >= size || data[look] != '=') return true;
  ++look;
  while (look < size && is_space(data[look])) ++look;
  at = look;
  if (at >= size || data[at] == '>') return true;
  if (data[at] == '"' || data[at] == '\'') {
    const void* close = std::memchr(data + at + 1, data[at], size - at - 1);
    uint32_t end = close ? uint32_t(static_cast<const char*>(close) - data) : size;
    attribute.value = {at + 1, end};
    at = close ? end + 1 : size;
    return true;
  }
  attribute.value.begin = at;
  while (at < size && !is_space(data[at]) && data[at] != '>') ++at;
  attribute.value.end = at;
  return true;
}

}  // namespace gleaner::tokens
