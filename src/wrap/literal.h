// A number or a truth value that was written as such, as JSON has them: it has no text beside it, and
// goes out as it came in where the format can say it. Kept as a reading that says so: of type text where
// it was read back, which every writer leaves alone that does not ask for it; of the column's type in a
// column of readings (readings.h).
//
// And whole numbers that a double cannot hold: a reading keeps their digits in `normal`.
#pragma once

#include "value/number.h"
#include "wrap/record.h"

namespace gleaner::wrap {

inline void make_literal(Value& value, Type type = Type::text, double number = 0) {
  value.typed = Typed{type, number, "literal"};
}

using value::all_digits;
using value::exact_digits;
inline bool keeps_digits(const Typed& typed) {
  return (typed.type == Type::number || typed.type == Type::integer) && all_digits(typed.normal);
}
inline bool is_literal(const Value& value) { return value.typed && value.typed->normal == "literal"; }

}  // namespace gleaner::wrap
