// See decimal.h. Also how numbers are read from texts (value.h: read_number, is_number_written).
#include "script/decimal.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "script/value.h"

namespace gleaner::script {

constexpr int64_t kMaxExponent = 1'000'000'000;  // beyond it a number is no number to anybody
constexpr size_t kSafeDigits = 15;               // so many digits always survive a double

std::optional<Decimal> read_decimal(std::string_view s) {
  Decimal d;
  size_t at = 0;
  if (at < s.size() && (s[at] == '-' || s[at] == '+')) d.negative = s[at++] == '-';
  const size_t whole = digits_at(s, at);
  d.digits = s.substr(at, whole);
  at += whole;
  size_t parts = 0;
  if (at < s.size() && s[at] == '.') {
    parts = digits_at(s, ++at);
    d.digits += s.substr(at, parts);
    at += parts;
  }
  if (whole + parts == 0) return std::nullopt;
  int64_t power = 0;
  if (at < s.size() && (s[at] == 'e' || s[at] == 'E')) {
    const bool plus = ++at < s.size() && s[at] == '+';
    auto [end, failed] = std::from_chars(s.data() + at + plus, s.data() + s.size(), power);
    if (failed != std::errc() || std::abs(power) > kMaxExponent) return std::nullopt;
    at = size_t(end - s.data());
  }
  if (at != s.size()) return std::nullopt;
  d.exponent = int64_t(whole) + power;
  const size_t zeros = std::min(d.digits.find_first_not_of('0'), d.digits.size());
  d.digits.erase(0, zeros);
  d.exponent -= int64_t(zeros);
  while (d.digits.ends_with('0')) d.digits.pop_back();
  if (d.digits.empty()) d = {};
  return d;
}

Decimal decimal_of(double n) { return read_decimal(fmt::format("{}", n)).value_or(Decimal{}); }

int compare(const Decimal& a, const Decimal& b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  int c = 0;
  if (a.digits.empty() || b.digits.empty()) c = int(!a.digits.empty()) - int(!b.digits.empty());
  else if (a.exponent != b.exponent) c = a.exponent < b.exponent ? -1 : 1;
  else c = a.digits.compare(b.digits);
  c = c < 0 ? -1 : c > 0;
  return a.negative ? -c : c;
}

std::string key_of(const Decimal& d) {
  return fmt::format("{}{}e{}", d.negative ? "-" : "", d.digits, d.exponent);
}

std::optional<__int128> whole_of(const Decimal& d) {
  constexpr int64_t kDigits = 38;
  if (d.digits.empty()) return 0;
  if (d.exponent < int64_t(d.digits.size()) || d.exponent > kDigits) return std::nullopt;
  unsigned __int128 n = 0;
  for (int64_t i = 0; i < d.exponent; ++i)
    n = n * 10 + (i < int64_t(d.digits.size()) ? unsigned(d.digits[size_t(i)] - '0') : 0u);
  return d.negative ? -__int128(n) : __int128(n);
}

std::string to_digits(__int128 n) { return fmt::format("{}", n); }

std::optional<Value> read_number(std::string_view written) {
  const auto d = read_decimal(trim(written));
  if (!d) return std::nullopt;
  double n = 0;
  const std::string_view s = trim(written);
  const size_t sign = s.starts_with('+');
  auto [end, failed] = std::from_chars(s.data() + sign, s.data() + s.size(), n);
  if (failed == std::errc() && (d->digits.size() <= kSafeDigits || decimal_of(n) == *d))
    return Value(n == 0 ? 0.0 : n);
  int64_t whole64 = 0;
  if (auto [last, wrong] = std::from_chars(s.data() + sign, s.data() + s.size(), whole64);
      wrong == std::errc() && last == s.data() + s.size())
    return Value::whole(whole64);
  return Value(new Exact(std::string(s)));
}

bool is_number_written(std::string_view text) {
  std::string_view s = trim(text);
  if (s.starts_with('-')) s.remove_prefix(1);
  const size_t whole = digits_at(s, 0);
  if (whole == 0 || (whole > 1 && s[0] == '0')) return false;
  size_t at = whole;
  if (at < s.size() && s[at] == '.') {
    const size_t parts = digits_at(s, at + 1);
    if (parts == 0) return false;
    at += 1 + parts;
  }
  if (at < s.size() && (s[at] == 'e' || s[at] == 'E')) {
    ++at;
    if (at < s.size() && (s[at] == '-' || s[at] == '+')) ++at;
    const size_t power = digits_at(s, at);
    constexpr size_t kLongestPower = 4;
    if (power == 0 || power > kLongestPower) return false;
    at += power;
  }
  return at == s.size();
}

}  // namespace gleaner::script
