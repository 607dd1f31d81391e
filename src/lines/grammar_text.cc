// See grammar_text.h.
#include "lines/grammar_text.h"

#include "base/contains.h"
#include "base/text.h"

namespace gleaner::lines {
namespace {

void append_escaped(std::string& out, char c, std::string_view special) {
  switch (c) {
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    default: break;
  }
  if (special.find(c) != std::string_view::npos) out += '\\';
  out += c;
}

// Each character once; - last, where it means itself.
std::string members(std::string_view marks) {
  std::string out, seen;
  bool dash = false;
  for (char c : marks) {
    if (seen.find(c) != std::string::npos) continue;
    seen += c;
    if (c == '-') dash = true;
    else append_escaped(out, c, "\\]^[");
  }
  return out + (dash ? "-" : "");
}

}  // namespace

std::string literal(std::string_view text) {
  std::string out = "'";
  for (char c : text) append_escaped(out, c, "\\'");
  return out + "'";
}

std::string none_of(std::string_view marks) {
  std::string all(marks);
  all += '\n';
  return "[^" + members(all) + "]";
}

std::string quoted_text(char quote) {
  const std::string mark(1, quote);
  return "(" + none_of(mark) + " | " + literal("\\" + mark) + ")*";
}

std::string one_of(std::string_view marks) { return "[" + members(marks) + "]"; }

std::string digits_and(std::string_view marks) { return "[0-9" + members(marks) + "]"; }

std::string variable_name(std::string_view name) {
  std::string out;
  for (char c : name) out += is_word_byte(c) || c == '_' ? c : '_';
  if (out.empty() || is_digit(out[0])) out = "f_" + out;
  static constexpr std::string_view kWords[] = {"rule", "strict", "is", "end", "do", "accept", "if", "prune"};
  if (contains(kWords, out)) out += '_';
  return out;
}

std::vector<std::string> variables_of(const std::vector<std::string>& fields) {
  std::vector<std::string> out;
  for (const std::string& field : fields) {
    std::string name = variable_name(field);
    while (contains(out, name)) name += '_';
    out.push_back(std::move(name));
  }
  return out;
}

}  // namespace gleaner::lines
