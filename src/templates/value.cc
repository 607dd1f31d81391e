// See value.h. Reading a feature of a token as a value, and testing it.
#include "templates/value.h"

#include "base/text.h"
#include "tokens/features.h"
#include "tokens/number.h"

namespace gleaner::templates {
namespace {

using tokens::Token;
using tokens::Type;

bool has_upper(std::string_view text) {
  for (char c : text)
    if (c >= 'A' && c <= 'Z') return true;
  return false;
}

}  // namespace

bool read_feature(std::string_view text, const Token& token, std::string_view name,
                  const tokens::LexerFile* file, Arena& arena, Value& value) {
  const bool main = name.empty();
  if (main) name = tokens::main_feature(token.type);
  std::optional<Span> span = tokens::feature_span(text, token, name, file);
  if (!span) return false;
  value = Value();
  value.span = *span;
  value.located = true;
  value.text = span->of(text);
  const bool tag = token.type == Type::html || token.type == Type::html_end;
  const bool normal = name == "val" || name == "currency";
  if (tag && name == "tag" && has_upper(value.text)) {
    value.text = arena.copy(lower_ascii(value.text));
  } else if ((token.type == Type::integer || token.type == Type::real || token.type == Type::money) &&
             name == "val") {
    value.number = tokens::value_of_number(value.text);
    value.numeric = true;
  } else if (normal && (token.type == Type::date || token.type == Type::money)) {
    if (auto found = tokens::feature(text, token, name, file)) value.text = arena.copy(found->value);
  }
  return true;
}

bool fits(std::string_view text, const Token& token, const FeatureTest& test, const tokens::LexerFile* file,
          Arena& arena) {
  // The common case, without looking for the feature: a word, a punctuation mark.
  if (test.name.empty() && test.value.kind == Term::Kind::text &&
      (token.type == Type::word || token.type == Type::punct))
    return token.span.of(text) == test.value.text;
  Value value;
  if (!read_feature(text, token, test.name, file, arena, value)) return false;
  switch (test.value.kind) {
    case Term::Kind::text: {
      if (value.text == test.value.text) return true;
      const bool tag = test.name.empty() && (token.type == Type::html || token.type == Type::html_end);
      return (tag && equals_ignoring_case(value.text, test.value.text)) ||
             value.span.of(text) == test.value.text;
    }
    case Term::Kind::number:
      return value.numeric ? value.number == test.value.number : value.text == test.value.text;
    case Term::Kind::regex: return test.value.regex->find(value.text).has_value();
    default: return true;
  }
}

}  // namespace gleaner::templates
