// Terms outside Prolog: as texts for records, as Prolog would write them for people.
#include <algorithm>

#include "base/lists.h"
#include "base/text.h"
#include "logic/session.h"

namespace gleaner::logic {
namespace {

bool bare_atom(const std::string& text) {
  if (text == "[]" || text == "!" || text == "{}") return true;
  if (text.empty() || text[0] < 'a' || text[0] > 'z') return false;
  return std::ranges::all_of(text, [](char c) { return is_alnum(c) || c == '_'; });
}

bool is_operator(const std::string& name) {
  static constexpr std::string_view kOperators[] = {
      "=", "<", ">",  "=<", ">=", "=:=", "=\\=", "==",  "\\==", "\\=", "is", "-", "+",
      "*", "/", "@<", "@>", "#=", "#<",  "#>",   "#=<", "#>=",  ":",   "->", "^"};
  return contains(kOperators, name);
}

}  // namespace

bool Term::is_list() const {
  return (kind == Kind::compound && text == "[]") || (kind == Kind::atom && text == "[]");
}

std::vector<const Term*> Term::items() const {
  std::vector<const Term*> out;
  if (kind == Kind::compound && text == "[]")
    for (const Term& item : arguments) out.push_back(&item);
  return out;
}

std::string Term::to_text() const {
  return kind == Kind::atom || kind == Kind::string || kind == Kind::integer || kind == Kind::real
             ? text
             : to_prolog();
}

std::string Term::to_prolog() const {
  switch (kind) {
    case Kind::variable: return "_";
    case Kind::atom: return bare_atom(text) ? text : in_quotes(text, '\'');
    case Kind::string: return in_quotes(text, '"');
    case Kind::integer:
    case Kind::real: return text;
    case Kind::compound: break;
  }
  if (arguments.size() == 2 && is_operator(text)) {
    bool word = is_alpha(text[0]);
    bool wide = word || text.size() > 1 || text == "=" || text == "<" || text == ">";
    return arguments[0].to_prolog() + (wide ? " " : "") + text + (wide ? " " : "") + arguments[1].to_prolog();
  }
  if (arguments.size() == 2 && (text == "," || text == ";"))
    return "(" + arguments[0].to_prolog() + text + " " + arguments[1].to_prolog() + ")";
  std::string inside;
  for (const Term& one : arguments) inside += (inside.empty() ? "" : ", ") + one.to_prolog();
  if (is_list()) return "[" + inside + "]";
  return (bare_atom(text) ? text : in_quotes(text, '\'')) + "(" + inside + ")";
}

}  // namespace gleaner::logic
