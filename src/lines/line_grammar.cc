// See line_grammar.h.
#include "lines/line_grammar.h"

#include <fmt/format.h>

#include "lines/grammar_text.h"

namespace gleaner::lines {
namespace {

constexpr size_t kWidth = 110;

// Where a production may be broken: blanks that stand in no literal, set or parentheses.
std::vector<std::string> parts_of(const std::string& production) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char inside = 0;
  for (size_t i = 0; i < production.size(); ++i) {
    const char c = production[i];
    if (c == '\\' && inside) {
      parts.back() += c;
      if (i + 1 < production.size()) parts.back() += production[++i];
      continue;
    }
    if (inside) inside = c == inside ? 0 : inside;
    else if (c == '\'' || c == '"') inside = c;
    else if (c == '[') inside = ']';
    else if (c == '(') ++depth;
    else if (c == ')') --depth;
    if (c == ' ' && !inside && depth == 0) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

}  // namespace

std::string rule_text(const std::string& name, const std::string& production) {
  if (production.size() + name.size() < kWidth - 25)
    return fmt::format("strict rule {} is {} end\n", name, production);
  return fmt::format("strict rule {} is\n{}\nend\n", name, wrapped(production));
}

std::string wrapped(const std::string& production, size_t indent) {
  const std::string margin(indent, ' ');
  std::string out = margin;
  size_t column = indent;
  for (const std::string& part : parts_of(production)) {
    if (column > indent && column + part.size() + 1 > kWidth) {
      out += "\n" + margin;
      column = indent;
    }
    if (column > indent) out += ' ', ++column;
    out += part;
    column += part.size();
  }
  return out;
}

std::string LineGrammar::heading_rule() const {
  std::vector<std::string> patterns;
  for (const std::string& head : heads) patterns.push_back(literal(head));
  if (hash_lines == HashLines::comments) patterns.emplace_back("'#' [^\\n]*");
  if (hash_lines == HashLines::headings) patterns.emplace_back("'# ' [^\\n]*");
  if (patterns.empty()) return {};
  const std::string body = fmt::format("{}", fmt::join(patterns, " | "));
  return rule_text("heading", fmt::format("{} {}", patterns.size() > 1 ? "(" + body + ")" : body, kLineEnd));
}

std::string LineGrammar::text() const {
  std::string out;
  if (!comment.empty()) out += "// " + comment + "\n";
  out += helpers;
  if (kinds.size() == 1) out += rule_text("line", kinds[0]);
  std::string all;
  for (size_t i = 0; i < kinds.size() && kinds.size() > 1; ++i) {
    const std::string name = fmt::format("kind{}", i + 1);
    out += rule_text(name, kinds[i]);
    all += (all.empty() ? "" : " | ") + name + "()";
  }
  if (kinds.size() > 1) out += rule_text("line", all);
  out += heading_rule();
  out += "\nstrict rule skipped is [^\\n]+ '\\n' end  // a line of no kind\n";
  out += fmt::format("strict rule log is (lines += line() {0} | {1}skipped() | {0})* end\n", kLineEnd,
                     heading_call());
  return out;
}

}  // namespace gleaner::lines
