// Which mark is the decimal one: if both '.' and ',' stand in a number, the last; if one stands several
// times, none; if it stands once with other than three digits behind it, it; "1,234" is thousands, "1.234" a
// decimal (for money thousands). Blanks (also no-break and thin ones) and apostrophes group thousands: "1
// 234,50", "1'234.50".
#include "value/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "base/text.h"

namespace gleaner::value {
namespace {

// Length of a grouping mark between digits at `at`, 0 if none.
size_t group_mark(std::string_view text, size_t at) {
  if (text[at] == ' ' || text[at] == '\'') return 1;
  for (std::string_view mark : {"\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89", "\xe2\x80\x99"})
    if (text.substr(at, mark.size()) == mark) return mark.size();
  return 0;
}

bool three_digits(std::string_view text, size_t at) {
  if (at + 3 > text.size()) return false;
  for (size_t i = at; i < at + 3; ++i)
    if (!is_digit(text[i])) return false;
  return at + 3 == text.size() || !is_digit(text[at + 3]);
}

struct Scanned {
  size_t end;
  std::string digits;  // digits with '.' and ',' kept, groups by blanks joined
};

Scanned scan(std::string_view text, size_t at) {
  Scanned made{at, ""};
  bool grouped = false;
  while (at < text.size()) {
    const char c = text[at];
    if (is_digit(c)) {
      made.digits += c;
      made.end = ++at;
      continue;
    }
    const bool digit_before = !made.digits.empty() && is_digit(made.digits.back());
    if ((c == '.' || c == ',') && at + 1 < text.size() && is_digit(text[at + 1])) {
      made.digits += c;
      ++at;
      continue;
    }
    const size_t mark = digit_before ? group_mark(text, at) : 0;
    const size_t last_mark = made.digits.find_last_of(".,");
    if (mark && last_mark == std::string::npos && made.digits.size() <= 12 && three_digits(text, at + mark)) {
      // "1 234", but not "2010 123": the first group has at most three digits.
      if (grouped || made.digits.size() <= 3) {
        grouped = true;
        at += mark;
        continue;
      }
    }
    break;
  }
  return made;
}

// The position of the decimal mark in digits, or npos.
size_t decimal_mark(const std::string& digits, bool money) {
  const size_t dots = size_t(std::ranges::count(digits, '.'));
  const size_t commas = size_t(std::ranges::count(digits, ','));
  if (dots + commas == 0) return std::string::npos;
  const size_t last = digits.find_last_of(".,");
  if (dots && commas) return (digits[last] == '.' ? dots : commas) == 1 ? last : std::string::npos;
  if (dots + commas > 1) return std::string::npos;
  const bool three = digits.size() - last - 1 == 3 && last <= 3 && digits[0] != '0';
  if (three && (money || digits[last] == ',')) return std::string::npos;
  return last;
}

constexpr size_t kExactDigits = 15;  // whole numbers of so many digits are doubles

std::string without_zeros(const std::string& digits) {
  const size_t first = digits.find_first_not_of('0');
  return first == std::string::npos ? "0" : digits.substr(first);
}

// Thousands must come in threes behind one to three digits: "1,23,4" and "10.0.0.100" are no numbers. Indian
// grouping is one: 12,34,567.
bool groups_fit(const std::string& digits, size_t decimal) {
  const std::string_view whole = std::string_view(digits).substr(0, decimal);
  size_t end = whole.find_first_of(".,");
  if (end == std::string_view::npos) return true;
  if (end == 0 || end > 3) return false;
  const bool last_fits = whole.size() - whole.find_last_of(".,") - 1 == 3;
  bool threes = true, twos = true;
  for (size_t at = end + 1; (end = whole.find_first_of(".,", at)) != std::string_view::npos; at = end + 1) {
    threes &= end - at == 3;
    twos &= end - at == 2 && whole[end] == ',';
  }
  return last_fits && (threes || twos);
}

}  // namespace

std::optional<NumberAt> find_number(std::string_view text, size_t from, bool money) {
  for (size_t at = from; at < text.size(); ++at) {
    const bool point = text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]);
    if (!is_digit(text[at]) && !point) continue;
    const Scanned scanned = scan(text, at);
    const size_t decimal = decimal_mark(scanned.digits, money);
    if (!groups_fit(scanned.digits, decimal)) {
      // A list or a version, not one number: read up to the first mark.
      size_t end = at;
      while (end < text.size() && is_digit(text[end])) ++end;
      if (end == at) continue;
      NumberAt found{at, end};
      std::from_chars(text.data() + at, text.data() + end, found.number);
      return found;
    }
    std::string plain;
    for (size_t i = 0; i < scanned.digits.size(); ++i) {
      if (is_digit(scanned.digits[i])) plain += scanned.digits[i];
      else if (i == decimal) plain += '.';
    }
    NumberAt found{at, scanned.end};
    std::from_chars(plain.data(), plain.data() + plain.size(), found.number);
    const std::string_view minus = "\xe2\x88\x92";  // U+2212
    const auto starts_word = [&](size_t sign) {
      return sign == 0 || is_space(text[sign - 1]) || text[sign - 1] == '(';
    };
    if (at >= 1 && (text[at - 1] == '-' || text[at - 1] == '+') && starts_word(at - 1)) {
      found.begin = at - 1;
      if (text[at - 1] == '-') found.number = -found.number;
    } else if (at >= 3 && text.substr(at - 3, 3) == minus && starts_word(at - 3)) {
      found.begin = at - 3;
      found.number = -found.number;
    }
    if (decimal == std::string::npos && plain.size() > kExactDigits)
      found.digits = exact_digits(found.number, (found.number < 0 ? "-" : "") + without_zeros(plain));
    return found;
  }
  return std::nullopt;
}

Scale scale_after(std::string_view text) {
  struct Word {
    std::string_view text;
    double factor;
  };
  static constexpr Word kWords[] = {
      {"thousand", 1e3}, {"tsd", 1e3},       {"tausend", 1e3}, {"mille", 1e3}, {"million", 1e6},
      {"millions", 1e6}, {"millionen", 1e6}, {"mio", 1e6},     {"mln", 1e6},   {"mn", 1e6},
      {"billion", 1e9},  {"billions", 1e9},  {"bn", 1e9},      {"mrd", 1e9},   {"milliarden", 1e9},
      {"milliard", 1e9}, {"lakh", 1e5},      {"crore", 1e7},   {"k", 1e3},     {"m", 1e6},
      {"b", 1e9}};
  size_t begin = 0;
  while (begin < text.size() && (is_space(text[begin]) || text[begin] == '\xc2' || text[begin] == '\xa0'))
    ++begin;
  size_t end = begin;
  while (end < text.size() && is_alpha(text[end])) ++end;
  if (end < text.size() && (is_digit(text[end]) || uint8_t(text[end]) >= 0x80)) return {};
  const std::string word = lower_ascii(text.substr(begin, end - begin));
  for (const Word& one : kWords) {
    if (word != one.text) continue;
    const bool letter = word.size() == 1;
    if (letter && (begin > 0 || text[begin] == 'm' || text[begin] == 'b')) return {};  // 5 m, 5b
    if (end < text.size() && text[end] == '.' && !letter) ++end;
    return {one.factor, end, letter};
  }
  return {};
}

bool all_digits(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return is_all_digits(text);
}

std::string exact_digits(double number, std::string_view written) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  return std::fabs(number) >= kExact && all_digits(written) ? std::string(written) : std::string();
}

}  // namespace gleaner::value
