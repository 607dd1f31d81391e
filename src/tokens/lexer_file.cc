// See lexer_file.h. The reader, line by line.
#include "tokens/lexer_file.h"

#include <algorithm>

#include "base/text.h"
#include "tokens/features.h"
#include "tokens/token.h"

namespace gleaner::tokens {
namespace {

Diagnostic wrong(const std::string& file, uint32_t line, size_t column, std::string message,
                 std::string hint = {}) {
  return error(Code::bad_input, std::move(message), {file, line, uint32_t(column) + 1, {}}, std::move(hint));
}

bool name_character(char c) { return is_alnum(c) || c == '_'; }

}  // namespace

Result<LexerFile> LexerFile::parse(std::string_view text, const std::string& file) {
  LexerFile made;
  made.source_ = text;
  uint32_t number = 0;
  for (size_t at = 0; at <= text.size(); ++number) {
    size_t end = std::min(text.find('\n', at), text.size());
    GLEANER_CHECK(made.parse_line(text.substr(at, end - at), file, number + 1));
    at = end + 1;
  }
  return made;
}

Status LexerFile::parse_line(std::string_view line, const std::string& file, uint32_t number) {
  size_t at = 0;
  auto skip = [&] {
    while (at < line.size() && is_space(line[at])) ++at;
  };
  skip();
  if (at == line.size() || line[at] == '#') return {};
  const size_t name_at = at;
  while (at < line.size() && name_character(line[at])) ++at;
  std::string name(line.substr(name_at, at - name_at));
  if (name.empty())
    return wrong(file, number, at, "a type's name is missing", "write: NAME /REGULAR EXPRESSION/");
  skip();
  if (name == "use" && trim(line.substr(at)) == "basic") {
    composites_ = false;
    return {};
  }
  if (is_digit(name[0]) || (name[0] >= 'A' && name[0] <= 'Z'))
    return wrong(file, number, name_at, "a type's name begins with a small letter: " + name);
  if (type_named(name))
    return wrong(file, number, name_at, "\"" + name + "\" is a built-in type", "choose another name");
  for (const Rule& rule : rules_)
    if (rule.name == name)
      return wrong(file, number, name_at, "\"" + name + "\" is defined twice", "alternatives: /a|b/");
  if (at == line.size() || line[at] != '/')
    return wrong(file, number, at, "expected / and a regular expression",
                 "write: " + name + " /REGULAR EXPRESSION/");
  const size_t open = ++at;
  while (at < line.size() && line[at] != '/') at += line[at] == '\\' ? 2 : 1;
  if (at >= line.size()) return wrong(file, number, open, "the regular expression is not closed by /");
  std::string_view source = line.substr(open, at - open);
  regex::Options options;
  for (++at; at < line.size() && !is_space(line[at]) && line[at] != '#'; ++at) {
    if (line[at] == 'i') options.ignore_case = true;
    else if (line[at] == 's') options.dot_all = true;
    else if (line[at] == 'm') options.multi_line = true;
    else return wrong(file, number, at, std::string("unknown flag ") + line[at], "flags are i, s and m");
  }
  skip();
  if (at < line.size() && line[at] != '#')
    return wrong(file, number, at, "unexpected text after the expression");
  auto regex = regex::Regex::compile(source, options);
  if (!regex.ok()) {
    const Diagnostic& why = regex.error();
    return wrong(file, number, open + why.where.column - 1, why.message);
  }
  if (uint16_t(rules_.size()) >= 0xffff - kFirstCustom) return wrong(file, number, 0, "too many types");
  rules_.push_back({std::move(name), std::move(regex).value(), number});
  return {};
}

}  // namespace gleaner::tokens
