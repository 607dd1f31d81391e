// Token: a piece of a page with a type and a span. Its features (a tag's attributes, a number's value) are
// read from the text when asked for, so a token is 12 bytes and making one allocates nothing. See spec:
// tokens as flat feature structures.
#pragma once

#include <cstdint>

#include "base/span.h"

namespace gleaner::tokens {

// Types from kFirstCustom on come from a lexer file (see lexer_file.h).
enum class Type : uint16_t {
  html,         // start tag; features: tag, and each attribute by its name
  html_end,     // end tag; tag
  word,         // letters, then letters and digits; txt
  integer,      // "118", "1,234"; val
  real,         // "12.40", "12,40", "1.234,5"; val
  punct,        // one character that is nothing else; txt
  whitespace,   // a run of it; val
  entity,       // "&eacute;" "&#233;"; name
  comment,      // "<!-- -->"; txt
  declaration,  // "<!doctype html>", "<?xml ?>"; txt
  date,         // "2024-03-12", "12.3.2024", "March 12, 2024"; val (ISO 8601 where the text decides it)
  money,        // "$1,234.50", "EUR 6.90", "650 DM"; val, currency
  url,          // "https://...", "www...."; val
  email,        // val
};
inline constexpr uint16_t kFirstCustom = 64;
inline constexpr uint16_t kBuiltInTypes = 14;

struct Token {
  Span span;
  Type type = Type::punct;

  bool custom() const { return uint16_t(type) >= kFirstCustom; }
  bool operator==(const Token&) const = default;
};

}  // namespace gleaner::tokens
