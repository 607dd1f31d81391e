// See identifier.h. Check digits: ISO 2108 (ISBN-10: weights 10..1, modulo 11), GS1 General
// Specifications 7.9 (GTIN and ISBN-13: weights 3 and 1 from the right, modulo 10).
#include "value/identifier.h"

#include "base/text.h"

namespace gleaner::value {
namespace {

bool gs1_fits(std::string_view digits) {
  int sum = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    const int digit = digits[digits.size() - 1 - i] - '0';
    sum += i % 2 ? 3 * digit : digit;
  }
  return sum % 10 == 0;
}

bool isbn10_fits(std::string_view digits) {
  int sum = 0;
  for (size_t i = 0; i < 10; ++i) {
    const bool ten = digits[i] == 'X';
    if (ten && i != 9) return false;
    sum += int(10 - i) * (ten ? 10 : digits[i] - '0');
  }
  return sum % 11 == 0;
}

// Without the words before it ("ISBN-13:", "EAN "), hyphens and blanks; empty where anything else is left.
std::string bare_digits(std::string_view text, std::initializer_list<std::string_view> words, bool x) {
  std::string upper;
  for (char c : text) upper += c >= 'a' && c <= 'z' ? char(c - 32) : c;
  std::string_view rest = trim(upper);
  for (std::string_view word : words)
    if (rest.starts_with(word)) {
      rest.remove_prefix(word.size());
      break;
    }
  while (!rest.empty() && (rest[0] == ':' || rest[0] == ' ' || rest[0] == '#')) rest.remove_prefix(1);
  std::string digits;
  for (size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (is_digit(c) || (x && c == 'X')) digits += c;
    else if (c != '-' && c != ' ') {
      if (rest.substr(i, 3) != "\u2010" && rest.substr(i, 3) != "\u2013") return "";
      i += 2;  // a hyphen or dash of three bytes
    }
  }
  return digits;
}

}  // namespace

std::string read_isbn(std::string_view text) {
  std::string digits =
      bare_digits(text, {"ISBN-13", "ISBN-10", "ISBN 13:", "ISBN 10:", "ISBN13", "ISBN10", "ISBN"}, true);
  if (digits.size() == 10 && isbn10_fits(digits)) {
    digits = "978" + digits.substr(0, 9);
    for (char check = '0'; check <= '9'; ++check)
      if (gs1_fits(digits + check)) return digits + check;
    return "";
  }
  const bool thirteen = digits.size() == 13 && digits.find('X') == std::string::npos &&
                        (digits.starts_with("978") || digits.starts_with("979")) && gs1_fits(digits);
  return thirteen ? digits : "";
}

std::string read_gtin(std::string_view text) {
  const std::string digits = bare_digits(
      text, {"GTIN-13", "GTIN-14", "GTIN-12", "GTIN-8", "GTIN", "EAN-13", "EAN-8", "EAN", "UPC-A", "UPC"},
      false);
  const size_t n = digits.size();
  return (n == 8 || n == 12 || n == 13 || n == 14) && gs1_fits(digits) ? digits : "";
}

std::string read_phone(std::string_view text) {
  constexpr size_t kFewest = 7, kMost = 15;  // E.164 has at most 15
  std::string_view rest = trim(text);
  size_t at = 0;
  while (at < rest.size() && !is_digit(rest[at]) && rest[at] != '+' && rest[at] != '(') ++at;
  for (char c : rest.substr(0, at))  // "Tel.: ", "Phone "
    if (!is_alpha(c) && c != '.' && c != ':' && c != ' ' && static_cast<unsigned char>(c) < 0x80) return "";
  rest.remove_prefix(at);
  std::string digits;
  const bool plus = rest.starts_with('+');
  for (size_t i = plus ? 1 : 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (plus && rest.substr(i, 3) == "(0)") i += 2;  // not dialled behind the country
    else if (is_digit(c)) digits += c;
    else if (c != ' ' && c != '-' && c != '.' && c != '/' && c != '(' && c != ')') {
      if (rest.substr(i, 2) == "\u00a0") ++i;
      else if (rest.substr(i, 3) == "\u2011" || rest.substr(i, 3) == "\u2013") i += 2;
      else return "";
    }
  }
  if (digits.size() < kFewest || digits.size() > kMost) return "";
  if (plus) return "+" + digits;
  return digits.starts_with("00") ? "+" + digits.substr(2) : digits;
}

}  // namespace gleaner::value
