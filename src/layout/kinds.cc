// See kinds.h. Regular expressions, compiled once; each word is asked once.
#include "layout/kinds.h"

#include "base/text.h"
#include "regex/regex.h"

namespace gleaner::layout {
namespace {

// An expression of our own; that they all compile is tested.
struct Compiled {
  explicit Compiled(std::string_view pattern, bool ignore_case = false)
      : regex(regex::Regex::compile(pattern, {.ignore_case = ignore_case})) {}
  bool finds(std::string_view text) const { return regex.ok() && regex->find(text).has_value(); }
  Result<regex::Regex> regex;
};

// A character that begins a number of a column; quick enough to spare most words the expression.
bool may_be_number(std::string_view text) {
  if (text.empty()) return false;
  const unsigned char c = static_cast<unsigned char>(text[0]);
  if (c >= 0x80 || !is_alpha(char(c))) return true;
  return c == 'n' || c == 'N' || c == 'x' || c == 'X';
}

}  // namespace

bool is_number(std::string_view raw) {
  static const Compiled number(
      R"(^[\(\[<>≤≥~±+\-–—−$€£¥%*†‡]*\s*(\d[\d.,:/ \x{a0}\x{2009}]*|[.]\d+)\s*(%|[a-z*†‡]{0,2}|\([^)]*\)|pts?)?[\)\]*†‡]*$|^\d[\d.,]*%?\s?(-|–|to)\s?\d[\d.,]*%?$|^\d{1,4}-\d\d?-\d{1,4}$|^([-–—−.…*]+|n\.?[ad]\.?|n/a|\(?[xX]\)?|NA|N/A|\((NA|[DSZ])\))$)");
  static const Compiled zeros(R"(^\(0+\))");
  const std::string_view text = trim(raw);
  return may_be_number(text) && number.finds(text) && !zeros.finds(text);
}

bool is_pure_number(std::string_view text) {
  static const Compiled pure(R"(^[-–−$€£(]?[\d.,]*\d[%)]?$|^[-–—.]+$)");
  return may_be_number(text) && pure.finds(text);
}

bool is_data(std::string_view text) {
  static const Compiled data(R"(^[-–−+<>~$€£(]*\d[\d.,]*\s?\S{0,6}$|^[-–−$(]*\d[\d.,]*\s?[x×+/-].*$)");
  return data.finds(text);
}

bool is_year(std::string_view text) {
  static const Compiled year(R"(^(19|20)\d\d\b)");
  return year.finds(text);
}

bool is_year_alone(std::string_view text) {
  static const Compiled year(R"(^(19|20)\d\d(.{0,3}|[-–/](19|20)\d\d)$)");
  return year.finds(text);
}

bool is_list_mark(std::string_view text) {
  static const Compiled mark(
      R"(^([•●○◦▪■□–—\-*·o§]|\(?[0-9]{1,2}[.)]|\(?[a-zA-Z][.)]|\(?[ivx]{1,4}[.)]|[0-9]{1,2}(\.[0-9]{1,2})+\.?)$)");
  return mark.finds(text);
}

bool ends_open(std::string_view text) {
  static const Compiled open(R"((,|;|-|/|\b(and|or|of|the|for|in|to|a|an|by|with|from|on|per|than|as|at))$)",
                             true);
  return open.finds(text) && !text.ends_with(" A");  // "Group A" is no article
}

bool begins_lower(std::string_view text, bool signs) {
  static const Compiled lower(R"(^\p{Ll})");
  if (text.empty()) return false;
  if (signs && (text[0] == '(' || text[0] == '&')) return true;
  return lower.finds(text);
}

bool is_bracketed(std::string_view text) {
  return text.size() >= 2 && (text.front() == '(' || text.front() == '[') &&
         (text.back() == ')' || text.back() == ']');
}

namespace {

// Length of a leader's dot at `at`, 0 if there is none. `more`: also · and _.
size_t dot_at(std::string_view text, size_t at, bool more) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with('.') || (more && rest.starts_with('_'))) return 1;
  if (rest.starts_with("…")) return 3;
  return more && rest.starts_with("·") ? 2 : 0;
}
constexpr size_t kLeaderDots = 4;

}  // namespace

bool is_leader(std::string_view text) {
  size_t dots = 0;
  for (size_t at = 0; at < text.size(); ++dots) {
    const size_t length = dot_at(text, at, true);
    if (!length) return false;
    at += length;
  }
  return dots >= kLeaderDots;
}

std::optional<Span> leader_in(std::string_view text) {
  std::optional<Span> first;
  for (size_t at = 0; at < text.size();) {
    size_t end = at, dots = 0;
    while (end < text.size()) {
      const size_t length = dot_at(text, end, false);
      if (!length) break;
      end += length, ++dots;
    }
    if (dots >= kLeaderDots) {
      const Span found{uint32_t(at), uint32_t(end)};
      if (end == text.size()) return found;
      if (!first) first = found;
    }
    at = std::max(end, at + 1);
  }
  return first;
}

bool is_currency(std::string_view text) {
  return text == "$" || text == "€" || text == "£" || text == "US$" || text == "($" || text == "-$";
}

bool is_closing_sign(std::string_view text) { return text == "%" || text == ")" || text == "%)"; }

bool begins_number(std::string_view text) {
  static const Compiled number(R"(^[(\-–]?[\d.,*–—-])");
  return number.finds(text);
}

bool ends_in_digit(std::string_view text) { return !text.empty() && is_digit(text.back()); }

}  // namespace gleaner::layout
