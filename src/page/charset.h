// Which charset a page is in, by the rules of the HTML standard (section "determining the character
// encoding"): byte-order mark, transport header, meta prescan of the first 1024 bytes, then detection; and
// decoding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "page/offset_map.h"

namespace gleaner {

enum class CharsetSource : uint8_t { bom, transport, meta, detected, fallback };

struct Charset {
  std::string name;  // canonical WHATWG name, lower case: "utf-8", "windows-1252"
  CharsetSource source = CharsetSource::fallback;
};

// Canonical name of a label ("latin1" -> "windows-1252"); nothing if there is no such charset.
std::optional<std::string> canonical_charset(std::string_view label);

Charset determine_charset(std::string_view bytes, std::string_view transport_charset, bool html);

struct Decoded {
  std::string text;  // empty when `identity`: the bytes from `skip` on are the text
  OffsetMap map;
  bool identity = false;
  uint32_t skip = 0;      // bytes of a byte-order mark
  uint32_t replaced = 0;  // malformed sequences that became U+FFFD
};
Decoded decode(std::string_view bytes, const std::string& charset);

}  // namespace gleaner
