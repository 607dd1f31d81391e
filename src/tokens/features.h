// Features of a token: name and value, read from the text. A tag's features are `tag` and its attributes; the
// others have a main feature (txt, val or name, see token.h), and every token that is no tag answers `txt`
// with its source.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tokens/lexer_file.h"
#include "tokens/token.h"

namespace gleaner::tokens {

struct Feature {
  std::string_view name;  // as written for attributes; compare without case
  // normal form: numbers with '.', dates as ISO, tags in lower case; attributes as written
  std::string value;
  Span span;                     // where the value stands
  std::optional<double> number;  // integer, real, money
};

std::string_view name_of(Type type, const LexerFile* file = nullptr);
std::optional<Type> type_named(std::string_view name, const LexerFile* file = nullptr);
// "txt" for word, "tag" for html, ... The feature that the shorthand int(X) binds.
std::string_view main_feature(Type type);

// The feature of that name, if the token has it.
std::optional<Feature> feature(std::string_view text, const Token& token, std::string_view name,
                               const LexerFile* file = nullptr);
// Source range of a feature's value only: allocates nothing for built-in types.
std::optional<Span> feature_span(std::string_view text, const Token& token, std::string_view name,
                                 const LexerFile* file = nullptr);
// All of them, main feature first.
void for_each_feature(std::string_view text, const Token& token, const LexerFile* file,
                      const std::function<void(const Feature&)>& visit);

}  // namespace gleaner::tokens
