// Decoding of source text by the tokenizer's rules, a character at a time, to map decoded positions back to
// the source: character references, CR LF, NUL. Only stretches whose decoded length differs from the source's
// need it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/span.h"

namespace gleaner::html {

enum class CharRefs : uint8_t { text, attribute, none };

struct DecodedChar {
  char bytes[8];    // what it decodes to: at most two code points
  uint8_t length;   // of bytes; 0 for a dropped NUL
  uint32_t source;  // bytes of source it took
};
// REQUIRES: at < source.size(). A NUL gives length 0: the caller knows whether it was dropped or became
// U+FFFD.
DecodedChar decode_char(std::string_view source, size_t at, CharRefs refs);

// Source range, within `source`, of decoded[from, to). `decoded` is what the source decoded to. If the source
// turns out to have been read otherwise (script text, CDATA), character references are taken literally.
Span align(std::string_view source, std::string_view decoded, size_t from, size_t to, CharRefs refs);

// All of it decoded; NULs become U+FFFD.
std::string decode_text(std::string_view source, CharRefs refs = CharRefs::text);

}  // namespace gleaner::html
