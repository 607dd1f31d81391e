// Numbers as people write them; shared by the readings of numbers and money. Internal to wrap.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gleaner::wrap {

struct NumberAt {
  size_t begin = 0, end = 0;  // in the text, sign included
  double number = 0;
  std::string digits = {};  // of a whole number that a double cannot hold, else empty
};

// The first number at or after `from`. `money`: "1.299" is 1299, since prices have no three decimals.
std::optional<NumberAt> find_number(std::string_view text, size_t from, bool money);

}  // namespace gleaner::wrap
