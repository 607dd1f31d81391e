// What a byte or character can begin. One table look-up decides the lexer's next step.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gleaner::tokens {

enum class Class : uint8_t { punct, space, digit, letter, less, amp, high };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> table{};
  for (int c = 0; c < 256; ++c) {
    Class what = Class::punct;
    if (c == ' ' || (c >= 9 && c <= 13)) what = Class::space;
    if (c >= '0' && c <= '9') what = Class::digit;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') what = Class::letter;
    if (c == '<') what = Class::less;
    if (c == '&') what = Class::amp;
    if (c >= 0x80) what = Class::high;
    table[c] = what;
  }
  return table;
}
inline constexpr std::array<Class, 256> kClasses = make_classes();
inline Class class_of(char c) { return kClasses[uint8_t(c)]; }

// A character outside ASCII: letter, white space or punctuation. By blocks rather than by the full Unicode
// tables: what stands in a block of symbols is punctuation, everything else is a letter. `length` is its
// bytes; REQUIRES valid UTF-8 or takes one byte.
Class class_of_high(const char* at, const char* end, uint32_t& length);

}  // namespace gleaner::tokens
