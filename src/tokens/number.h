// Numbers as people write them: "118", "1,234", "12.40", "12,40", "1.234,5", "1 234" is two numbers. One
// reading for all: a separator with three digits after it and one to three before groups thousands when it is
// a comma or occurs again or is followed by the other separator; otherwise it is the decimal point.
#pragma once

#include <cstdint>
#include <string_view>

namespace gleaner::tokens {

struct Number {
  uint32_t end = 0;
  bool real = false;
  char group = 0, point = 0;  // separators in it, 0: none
};

// REQUIRES: text[at] is a digit.
Number scan_number(std::string_view text, uint32_t at);
double value_of_number(std::string_view number);  // of what scan_number found
// The same in one way of writing: digits, '.' as the point. Gives the bytes written; `out` holds
// number.size().
size_t normal_number(std::string_view number, char* out);

}  // namespace gleaner::tokens
