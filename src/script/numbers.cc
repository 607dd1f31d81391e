// See numbers.h.
#include "script/numbers.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::script {
namespace {

std::optional<int64_t> read_whole(std::string_view digits) {
  int64_t n = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  if (failed != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return n;
}

bool all_digits(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Of a large number: all its digits, without zeros before them.
std::string digits_of(const Value& v, double number) {
  if (v.is_whole()) return fmt::format("{}", v.whole());
  const std::string_view text = v.is_text() ? trim(v.view()) : std::string_view();
  if (!all_digits(text)) return fmt::format("{:.0f}", number);
  const bool negative = text[0] == '-';
  const std::string_view rest = text.substr(negative);
  return (negative ? "-" : "") + std::string(rest.substr(rest.find_first_not_of('0')));
}

}  // namespace

Value Value::whole(int64_t n) {
  if (n >= -int64_t(kExact) && n <= int64_t(kExact)) return Value(double(n));
  Value out(0.0);
  out.whole_ = true;
  out.bits_.whole = n;
  return out;
}

Value number_value(double number, std::string_view written) {
  if (std::fabs(number) < kExact || !all_digits(written)) return Value(number);
  if (const auto whole = read_whole(written)) return Value::whole(*whole);
  Value kept = Value::text(std::string(written));
  kept.as_text().whole_number = true;
  return kept;
}

std::optional<Value> as_number(const Value& v) {
  if (v.is_number()) return v;
  const auto number = to_number(v);
  if (!number) return std::nullopt;
  if (const auto whole = v.is_text() ? read_whole(trim(v.view())) : std::nullopt) return Value::whole(*whole);
  return Value(*number);
}

std::optional<int64_t> to_whole(const Value& v) {
  if (v.is_whole()) return v.whole();
  if (v.is_text()) return read_whole(trim(v.view()));
  const auto n = to_number(v);
  if (!n || *n != std::floor(*n) || !(*n >= -0x1p63 && *n < 0x1p63)) return std::nullopt;
  return int64_t(*n);
}

std::optional<Value> exact_arithmetic(char sign, const Value& a, const Value& b) {
  const auto x = to_whole(a), y = to_whole(b);
  if (!x || !y) return std::nullopt;
  int64_t out = 0;
  switch (sign) {
    case '+':
      if (__builtin_add_overflow(*x, *y, &out)) return std::nullopt;
      break;
    case '-':
      if (__builtin_sub_overflow(*x, *y, &out)) return std::nullopt;
      break;
    case '*':
      if (__builtin_mul_overflow(*x, *y, &out)) return std::nullopt;
      break;
    default:
      if (*y == 0 || *y == -1) return *y == -1 && sign == '/' ? exact_arithmetic('*', a, b) : std::nullopt;
      out = *x % *y;
      if (sign == '/') {
        if (out != 0) return std::nullopt;
        out = *x / *y;
      } else if (out != 0 && (out < 0) != (*y < 0)) {
        out += *y;  // of the divisor's sign, as with doubles
      }
  }
  return Value::whole(out);
}

int compare_numbers(const Value& a, double x, const Value& b, double y) {
  if (x != y) return x < y ? -1 : x > y ? 1 : 0;
  if (std::fabs(x) < kExact) return 0;
  const std::string left = digits_of(a, x), right = digits_of(b, y);
  const int longer = left.size() == right.size() ? left.compare(right) : left.size() < right.size() ? -1 : 1;
  const int sign = x < 0 ? -1 : 1;
  return longer == 0 ? 0 : longer < 0 ? -sign : sign;
}

std::string number_key(const Value& v, double number) {
  return "n" + (std::fabs(number) < kExact ? format_number(number) : digits_of(v, number));
}

void Sum::add(const Value& v, double number) {
  real_ += number;
  if (!whole_) return;
  const auto more = to_whole(v);
  int64_t total = 0;
  if (!more || __builtin_add_overflow(*whole_, *more, &total)) whole_.reset();
  else whole_ = total;
}

Value Sum::total() const { return whole_ ? Value::whole(*whole_) : Value(real_); }

}  // namespace gleaner::script
