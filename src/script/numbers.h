// Numbers of the language: doubles, and whole numbers that a double cannot hold.
//
// A whole number beyond 2^53 keeps its 64 bits (Value::whole), so that the identifiers of a database come out
// as they went in. Sums, differences, products and remainders of whole numbers are exact while they fit into
// 64 bits; what does not becomes a double. Longer numbers, and decimals that a double would change, are kept
// as they are written (Exact); compare.h compares them all by their digits.
#pragma once

#include <optional>
#include <string_view>

#include "script/value.h"

namespace gleaner::script {

inline constexpr double kExact = 9007199254740992.0;  // 2^53: all whole numbers up to here are doubles

// `number` as it was written: whole and exact where it can be, kept as written (Exact) beyond that.
Value number_value(double number, std::string_view written);
// The number that a value is, exactly: numbers, booleans, and texts that are one.
std::optional<Value> as_number(const Value& value);
// The same as 64 bits, if it is whole and fits.
std::optional<int64_t> to_whole(const Value& value);

// `a sign b` for + - * / %, exactly; absent where they are not whole or the answer is not, or does not fit.
std::optional<Value> exact_arithmetic(char sign, const Value& a, const Value& b);

// A sum that is exact as long as everything added is whole and it fits.
class Sum {
 public:
  void add(const Value& value, double number);
  double real() const { return real_; }
  Value total() const;

 private:
  double real_ = 0;
  std::optional<int64_t> whole_ = 0;
};

}  // namespace gleaner::script
