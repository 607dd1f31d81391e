// Which type the values of one field have, judged together: a column of prices is clearer than one price.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wrap/schema.h"

namespace gleaner::wrap {

struct TypeGuess {
  FieldSchema type;      // type and order of dates
  size_t values = 0;     // all of them read so
  std::string evidence;  // the value that decides, or the first
};

// Nothing where they are plain text, where fewer than two differ, or where one value cannot be read so.
std::optional<TypeGuess> guess_type(const std::vector<std::string>& values);

}  // namespace gleaner::wrap
