// Decimal: a number as its digits, of any length, to compare numbers that a double would change.
//
// 0.DIGITS times ten to the exponent; no zeros at either end of the digits, none at all for zero. Two numbers
// are equal exactly when their decimals are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gleaner::script {

struct Decimal {
  bool negative = false;
  std::string digits;
  int64_t exponent = 0;
  bool operator==(const Decimal&) const = default;
};

// What [+-]DIGITS[.DIGITS][e[+-]DIGITS] writes; nothing if the text is anything else.
std::optional<Decimal> read_decimal(std::string_view text);
Decimal decimal_of(double finite);  // of its shortest writing
int compare(const Decimal& a, const Decimal& b);
std::string key_of(const Decimal& d);  // the same for equal numbers only

// The whole number, if it is one of up to 38 digits.
std::optional<__int128> whole_of(const Decimal& d);
std::string to_digits(__int128 n);

}  // namespace gleaner::script
