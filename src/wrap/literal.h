// A number or a truth value that was written as such, as JSON has them: it has no text beside it, and goes out
// as it came in where the format can say it. Kept as a reading of type text, which every writer leaves alone
// that does not ask for it.
#pragma once

#include "wrap/record.h"

namespace gleaner::wrap {

inline void make_literal(Value& value) { value.typed = Typed{Type::text, 0, "literal"}; }
inline bool is_literal(const Value& value) {
  return value.typed && value.typed->type == Type::text && !value.typed->normal.empty();
}

}  // namespace gleaner::wrap
