// Values that variables are bound to, and how they compare (unification of constants). A value knows where it
// stands; its text is its normal form (tag names in lower case, dates as ISO), a view of the page or of the
// matcher's arena. Two numbers are equal by value ("1,200" and "1200"), everything else by text.
#pragma once

#include <string_view>

#include "base/arena.h"
#include "base/span.h"
#include "templates/ast.h"
#include "tokens/token.h"

namespace gleaner::templates {

struct Value {
  std::string_view text;
  Span span;
  double number = 0;
  bool numeric = false;
  bool located = false;  // span is where it stands; false for constants and results of code calls
  bool tokens = false;   // bound by X = P: text is source, tags and entities included
};

inline bool same(const Value& a, const Value& b) {
  return a.numeric && b.numeric ? a.number == b.number : a.text == b.text;
}

// The value of a feature; false if the token has none of that name ("" is the main one).
bool read_feature(std::string_view text, const tokens::Token& token, std::string_view name,
                  const tokens::LexerFile* file, Arena& arena, Value& value);
// Does a constant (text, number or regex) fit that feature?
bool fits(std::string_view text, const tokens::Token& token, const FeatureTest& test,
          const tokens::LexerFile* file, Arena& arena);

}  // namespace gleaner::templates
