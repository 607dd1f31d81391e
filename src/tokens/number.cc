// See number.h. The scan, the normal form and the value.
#include "tokens/number.h"

#include <charconv>
#include <string>

#include "base/text.h"

namespace gleaner::tokens {
namespace {

uint32_t digits_from(std::string_view text, uint32_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// "ddd" exactly, at `at`.
bool three_digits(std::string_view text, uint32_t at) { return digits_from(text, at) == at + 3; }

}  // namespace

Number scan_number(std::string_view text, uint32_t at) {
  Number number;
  const uint32_t first_end = digits_from(text, at);
  number.end = first_end;
  if (first_end + 1 >= text.size()) return number;
  // A later part of a list or version (1.2.3): see below.
  if (at >= 2 && (text[at - 1] == '.' || text[at - 1] == ',') && is_digit(text[at - 2])) return number;
  const char separator = text[first_end];
  if ((separator != '.' && separator != ',') || !is_digit(text[first_end + 1])) return number;
  const char other = separator == '.' ? ',' : '.';
  // Thousands: 1,234 1,234,567 1.234.567 1.234,5 1,234.5
  uint32_t end = first_end;
  int groups = 0;
  while (end < text.size() && text[end] == separator && three_digits(text, end + 1)) end += 4, ++groups;
  bool decimals = groups && end + 1 < text.size() && text[end] == other && is_digit(text[end + 1]);
  if (first_end - at <= 3 && groups && (separator == ',' || groups > 1 || decimals) &&
      !(end < text.size() && text[end] == separator && end + 1 < text.size() && is_digit(text[end + 1]))) {
    number.group = separator;
    number.end = end;
    if (decimals) {
      uint32_t stop = digits_from(text, end + 1);
      bool list =
          stop + 1 < text.size() && (text[stop] == '.' || text[stop] == ',') && is_digit(text[stop + 1]);
      if (!list) number.end = stop, number.point = other, number.real = true;
    }
    return number;
  }
  // A decimal point, unless more follows: 1.2.3 and 1,2,3 are lists of integers. A comma is one with one or
  // two digits.
  uint32_t stop = digits_from(text, first_end + 1);
  if (stop + 1 < text.size() && (text[stop] == '.' || text[stop] == ',') && is_digit(text[stop + 1]))
    return number;
  if (separator == ',' && stop - first_end > 3) return number;
  number.end = stop;
  number.point = separator;
  number.real = true;
  return number;
}

size_t normal_number(std::string_view number, char* out) {
  Number shape = scan_number(number, 0);
  size_t length = 0;
  for (char c : number.substr(0, shape.end)) {
    if (is_digit(c)) out[length++] = c;
    else if (c == shape.point) out[length++] = '.';
  }
  return length;
}

double value_of_number(std::string_view number) {
  char buffer[64];
  std::string large;
  char* out = buffer;
  if (number.size() > sizeof buffer) large.resize(number.size()), out = large.data();
  size_t length = normal_number(number, out);
  double value = 0;
  std::from_chars(out, out + length, value);
  return value;
}

}  // namespace gleaner::tokens
