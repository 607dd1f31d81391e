// Numbers as people write them; shared by the readings of numbers and money.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gleaner::value {

struct NumberAt {
  size_t begin = 0, end = 0;  // in the text, sign included
  double number = 0;
  std::string digits = {};  // of a whole number that a double cannot hold, else empty
};

// The first number at or after `from`. `money`: "1.299" is 1299, since prices have no three decimals.
std::optional<NumberAt> find_number(std::string_view text, size_t from, bool money);

// A word behind a number that multiplies it: "1.2 million", "3 Mio.", "5 bn".
struct Scale {
  double factor = 1;
  size_t length = 0;    // in bytes, blanks before it included; 0: none
  bool letter = false;  // a letter right behind the number, as in 4K and 12M: it may mean something else
};
Scale scale_after(std::string_view text);

// Only digits, after a sign perhaps.
bool all_digits(std::string_view text);
// The digits of a whole number that was written so and that a double cannot hold; else empty.
std::string exact_digits(double number, std::string_view written);

}  // namespace gleaner::value
