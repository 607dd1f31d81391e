// Terms as a person reads them in wrapper files and reports, and back.
//
// Words and symbols are quoted ("Price" ":"), a tag stands as it would in a page (<td class="price">), # is
// any number, ~ any run without blanks, ^ and $ are the edges of a line. The form is exact:
// parse_terms(print_terms(t)) == t.
#include "byexample/terms.h"

#include "base/text.h"

namespace gleaner::byexample {
namespace {

// Reads a quoted text at `at`, which it moves behind the closing quote.
bool read_quoted(std::string_view text, size_t& at, std::string& out) {
  if (at >= text.size() || text[at] != '"') return false;
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') return ++at, true;
    if (text[at] == '\\' && at + 1 < text.size()) {
      ++at;
      const size_t white = std::string_view("nrt").find(text[at]);
      out += white == std::string_view::npos ? text[at] : "\n\r\t"[white];
    } else {
      out += text[at];
    }
  }
  return false;
}

bool read_tag_term(std::string_view text, size_t& at, Term& term) {
  term.kind = Term::Kind::tag;
  size_t p = at + 1;
  while (p < text.size() && text[p] != ' ' && text[p] != '>') term.text += text[p++];
  while (p < text.size() && text[p] == ' ') {
    std::string name, value;
    for (++p; p < text.size() && text[p] != '='; ++p) name += text[p];
    if (p >= text.size() || !read_quoted(text, ++p, value)) return false;
    term.attributes.emplace_back(std::move(name), std::move(value));
  }
  if (p >= text.size() || text[p] != '>' || term.text.empty()) return false;
  at = p + 1;
  return true;
}

bool is_word_term(std::string_view text) {
  const auto terms = lex(text, {0, uint32_t(text.size())}, false);
  return terms.size() == 1 && terms[0].term.kind == Term::Kind::word && terms[0].span.size() == text.size();
}

}  // namespace

std::string print_term(const Term& term, bool line_begin) {
  std::string out;
  switch (term.kind) {
    case Term::Kind::line: return line_begin ? "^" : "$";
    case Term::Kind::number: return "#";
    case Term::Kind::run: return "~";
    case Term::Kind::word:
    case Term::Kind::symbol: return in_quotes(term.text);
    case Term::Kind::tag:
      out = "<" + term.text;
      for (const auto& [name, value] : term.attributes) out += " " + name + "=" + in_quotes(value);
      return out + ">";
  }
  return out;
}

std::string print_terms(const Terms& terms, bool line_begin) {
  std::string out;
  for (const Term& term : terms) {
    if (!out.empty()) out += ' ';
    out += print_term(term, line_begin);
  }
  return out;
}

bool parse_terms(std::string_view text, Terms& out) {
  out.clear();
  size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    Term term;
    if (c == ' ') {
      ++at;
      continue;
    }
    if (c == '^' || c == '$') {
      term.kind = Term::Kind::line;
      ++at;
    } else if (c == '#' || c == '~') {
      term.kind = c == '#' ? Term::Kind::number : Term::Kind::run;
      ++at;
    } else if (c == '<') {
      if (!read_tag_term(text, at, term)) return false;
    } else {
      if (!read_quoted(text, at, term.text) || term.text.empty()) return false;
      term.kind = is_word_term(term.text) ? Term::Kind::word : Term::Kind::symbol;
    }
    out.push_back(std::move(term));
  }
  return true;
}

}  // namespace gleaner::byexample
