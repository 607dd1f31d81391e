// See column_reading.h.
#include "flow/column_reading.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::flow {
namespace {

constexpr size_t kMostDigits = 64;  // of one number

// Length of a sign between groups of digits: blank, no-break and narrow blanks, apostrophes. 0: none.
size_t group_sign(std::string_view text, size_t at) {
  if (at >= text.size()) return 0;
  if (text[at] == '\'' || text[at] == ' ') return 1;
  if (text.substr(at, 2) == "\xc2\xa0") return 2;                                       // no-break space
  for (const std::string_view sign : {"\xe2\x80\xaf", "\xe2\x80\x89", "\xe2\x80\x99"})  // narrow spaces, ’
    if (text.substr(at, 3) == sign) return 3;
  return 0;
}

// The shape of a number: its digits, and where dots and commas stand among them.
struct NumberShape {
  size_t end = 0;
  size_t dots = 0, commas = 0;
  char last = '\0';   // the last of them
  size_t behind = 0;  // digits behind it
  size_t before = 0;  // digits before the first
};

NumberShape shape_at(std::string_view text, size_t at) {
  NumberShape shape;
  shape.before = digits_at(text, at);
  at += shape.before;
  for (;;) {
    const char c = at < text.size() ? text[at] : '\0';
    if ((c == '.' || c == ',') && digits_at(text, at + 1)) {
      (c == '.' ? shape.dots : shape.commas) += 1;
      shape.last = c;
      shape.behind = digits_at(text, at + 1);
      at += 1 + shape.behind;
      continue;
    }
    const size_t sign = group_sign(text, at);
    if (sign && !shape.last && digits_at(text, at + sign) == 3) {  // 1 234 567: no dot or comma yet
      shape.before = 3;
      at += sign + 3;
      continue;
    }
    break;
  }
  shape.end = at;
  return shape;
}

// Which mark this number alone shows; 0: it could be either.
char mark_shown(const NumberShape& shape) {
  if (!shape.last) return '\0';
  if (shape.dots && shape.commas) return shape.last;                                  // 1.234,56
  if (shape.dots + shape.commas > 1) return shape.last == '.' ? ',' : '.';            // 1.234.567
  if (shape.behind != 3 || shape.before > 3 || shape.before == 0) return shape.last;  // 12,5
  return '\0';                                                                        // 1,234
}

}  // namespace

size_t number_begin(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && !is_digit(text[at])) ++at;
  if (at == text.size()) return std::string_view::npos;
  if (at > 0 && (text[at - 1] == '.' || text[at - 1] == ',') &&
      (at == 1 || is_space(text[at - 2]) || text[at - 2] == '-'))
    --at;  // .50
  if (at > 0 && (text[at - 1] == '-' || text[at - 1] == '+')) return at - 1;
  if (at >= 3 && text.substr(at - 3, 3) == "\xe2\x88\x92") return at - 3;  // the minus sign
  return at;
}

bool in_parentheses(std::string_view text, size_t begin) {
  constexpr ptrdiff_t kCode = 3;  // letters of a currency
  const size_t open = text.find('('), close = text.rfind(')');
  return open < begin && close != std::string_view::npos && close > begin &&
         std::none_of(text.begin() + ptrdiff_t(close), text.end(), is_digit) &&
         std::ranges::count_if(text, is_alpha) <= kCode;
}

void NumberStyle::see_parentheses(std::string_view text, size_t begin) {
  if (!enclosed_.empty() && !bare_.empty()) return;
  std::string& into = in_parentheses(text, begin) ? enclosed_ : bare_;
  if (into.empty()) into = text;
}

void NumberStyle::see(std::string_view text) {
  const bool known = !enclosed_.empty() && !bare_.empty();
  if (!comma_.empty() && !dot_.empty() && known) return;
  const size_t begin = number_begin(text);
  if (begin == std::string_view::npos) return;
  see_parentheses(text, begin);
  size_t at = begin;
  while (at < text.size() && !is_digit(text[at])) ++at;
  const char shows = mark_shown(shape_at(text, at));
  if (shows == ',' && comma_.empty()) comma_ = text;
  if (shows == '.' && dot_.empty()) dot_ = text;
}

std::string NumberStyle::evidence() const {
  const std::string mark = mark_evidence(), so = mark.empty() ? "" : "; ";
  if (enclosed_.empty()) return mark;
  if (bare_.empty()) return mark + so + "all stand in parentheses, which is taken to say nothing";
  return mark + so +
         fmt::format("\"{}\" is negative because \"{}\" stands without parentheses", enclosed_, bare_);
}

std::string NumberStyle::mark_evidence() const {
  if (said_) return fmt::format("the decimal mark is \"{}\" as the flow says", said_);
  if (mixed()) return fmt::format("both decimal marks occur: \"{}\" and \"{}\"", comma_, dot_);
  if (!comma_.empty()) return fmt::format("the decimal mark is \",\" because \"{}\" occurs", comma_);
  if (!dot_.empty()) return fmt::format("the decimal mark is \".\" because \"{}\" occurs", dot_);
  return {};
}

std::optional<double> read_number_at(std::string_view text, size_t& at, char decimal, bool money,
                                     bool& unsure) {
  bool negative = false;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) negative = text[at++] == '-';
  else if (text.substr(at, 3) == "\xe2\x88\x92") negative = true, at += 3;
  size_t first = at;
  if (at < text.size() && (text[at] == '.' || text[at] == ',')) ++first;  // .50
  const NumberShape shape = shape_at(text, first);
  if (shape.end == first) return {};
  char mark = mark_shown(shape);
  if (first > at) mark = text[at];
  if (!mark && shape.last) {
    if (decimal) mark = decimal;
    else if (money) mark = shape.last == '.' ? ',' : '.';  // prices have no three decimals
    else unsure = true;
  }
  if (unsure) return {};
  char digits[kMostDigits + 2];
  size_t n = 0;
  bool point = first > at;
  if (point) digits[n++] = '.';
  for (size_t i = first; i < shape.end && n < kMostDigits; ++i) {
    if (is_digit(text[i])) digits[n++] = text[i];
    else if (text[i] == mark && !point) digits[n++] = '.', point = true;
  }
  at = shape.end;
  // Up to 15 digits an integer holds them, and one division is exact enough: as strtod gives it.
  static constexpr double kTens[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  double value;
  if (n <= 15) {
    int64_t whole = 0;
    size_t behind = 0;
    bool counting = false;
    for (size_t i = 0; i < n; ++i) {
      if (digits[i] == '.') counting = true;
      else whole = whole * 10 + (digits[i] - '0'), behind += counting;
    }
    value = double(whole) / kTens[behind];
  } else {
    digits[n] = '\0';
    value = std::strtod(digits, nullptr);
  }
  // "12,–" and "12.-" mean no cents
  for (const std::string_view none : {",-", ".-", ",–", ".–", ",—"})
    if (text.substr(at, none.size()) == none) at += none.size();
  // "12,50-": some programs write the sign behind
  if (!negative && shape.last && text.substr(at, 1) == "-" && !digits_at(text, at + 1)) negative = true, ++at;
  return negative ? -value : value;
}

void DateStyle::see(std::string_view text) {
  if (!day_.empty() && !month_.empty()) return;
  // two numbers of one or two digits with a sign between them, then a year
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(text[at]) || (at && is_digit(text[at - 1]))) continue;
    const size_t one = digits_at(text, at);
    if (one > 2 || at + one >= text.size()) return;
    const char sign = text[at + one];
    if (sign != '/' && sign != '.' && sign != '-') return;
    const size_t two = digits_at(text, at + one + 1);
    if (two == 0 || two > 2 || at + one + 1 + two >= text.size() || text[at + one + 1 + two] != sign) return;
    const int a = std::stoi(std::string(text.substr(at, one))),
              b = std::stoi(std::string(text.substr(at + one + 1, two)));
    if (a > 12 && a <= 31 && b <= 12 && day_.empty()) day_ = text;
    if (b > 12 && b <= 31 && a <= 12 && month_.empty()) month_ = text;
    return;
  }
}

wrap::DateOrder DateStyle::order() const {
  if (said_ != wrap::DateOrder::unknown) return said_;
  if (day_.empty() == month_.empty()) return wrap::DateOrder::unknown;
  return day_.empty() ? wrap::DateOrder::month_first : wrap::DateOrder::day_first;
}

std::string DateStyle::evidence() const {
  if (said_ != wrap::DateOrder::unknown)
    return fmt::format("dates are {} as the flow says", said_ == wrap::DateOrder::day_first ? "d/m" : "m/d");
  if (mixed()) return fmt::format("days and months stand first by turns: \"{}\" and \"{}\"", day_, month_);
  if (!day_.empty()) return fmt::format("dates are d/m because \"{}\" occurs", day_);
  if (!month_.empty()) return fmt::format("dates are m/d because \"{}\" occurs", month_);
  return {};
}

}  // namespace gleaner::flow
