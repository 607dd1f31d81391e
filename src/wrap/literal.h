// A number or a truth value that was written as such, as JSON has them: it has no text beside it, and goes out
// as it came in where the format can say it. Kept as a reading that says so: of type text where it was read
// back, which every writer leaves alone that does not ask for it; of the column's type in a column of readings
// (readings.h).
//
// And whole numbers that a double cannot hold: a reading keeps their digits in `normal`.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "wrap/record.h"

namespace gleaner::wrap {

inline void make_literal(Value& value, Type type = Type::text, double number = 0) {
  value.typed = Typed{type, number, "literal"};
}

inline bool all_digits(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}
// What `normal` of a number is that was written so.
inline std::string exact_digits(double number, std::string_view written) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  return std::fabs(number) >= kExact && all_digits(written) ? std::string(written) : std::string();
}
inline bool keeps_digits(const Typed& typed) {
  return (typed.type == Type::number || typed.type == Type::integer) && all_digits(typed.normal);
}
inline bool is_literal(const Value& value) { return value.typed && value.typed->normal == "literal"; }

}  // namespace gleaner::wrap
