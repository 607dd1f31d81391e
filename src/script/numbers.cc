// See numbers.h.
#include "script/numbers.h"

#include <cmath>

#include "base/exact_number.h"
#include "base/text.h"

namespace gleaner::script {

Value Value::whole(int64_t n) {
  if (n >= -int64_t(kExact) && n <= int64_t(kExact)) return Value(double(n));
  Value out(0.0);
  out.whole_ = true;
  out.bits_.whole = n;
  return out;
}

Value number_value(double number, std::string_view written) {
  return read_number(written).value_or(Value(number));
}

std::optional<Value> as_number(const Value& v) {
  if (v.is_number() || v.is(Kind::exact)) return v;
  const auto number = to_number(v);
  if (!number) return std::nullopt;
  if (const auto whole = v.is_text() ? exact_number<int64_t>(trim(v.view())) : std::nullopt)
    return Value::whole(*whole);
  return Value(*number);
}

std::optional<int64_t> to_whole(const Value& v) {
  if (v.is_whole()) return v.whole();
  if (v.is_text()) return exact_number<int64_t>(trim(v.view()));
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
