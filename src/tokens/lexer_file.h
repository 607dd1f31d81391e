// Lexer files: more token types by regular expression, a line each.
//
//   # a comment
//   isbn   /97[89][- ]?\d[- \d]{8,11}\d/
//   price  /(?<currency>EUR|USD)\s*(?<val>\d+(\.\d\d)?)/i
//   use basic                      (no built-in dates, money, URLs and emails)
//
// Named groups become features; `val` is the main one, the whole text when there is no such group. Flags: i
// (case does not matter), s (. matches a newline), m (^ and $ at lines). Rules are tried in file order,
// before the built-in types, at each place where a token may begin. `/` inside the expression is written
// `\/`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "regex/regex.h"

namespace gleaner::tokens {

class LexerFile {
 public:
  struct Rule {
    std::string name;
    regex::Regex regex;
    uint32_t line = 0;
  };

  // Errors carry file, line and column.
  static Result<LexerFile> parse(std::string_view text, const std::string& file);

  const std::vector<Rule>& rules() const { return rules_; }
  bool composites() const { return composites_; }
  const std::string& source() const { return source_; }  // as read

 private:
  Status parse_line(std::string_view line, const std::string& file, uint32_t number);

  std::vector<Rule> rules_;
  bool composites_ = true;
  std::string source_;
};

}  // namespace gleaner::tokens
