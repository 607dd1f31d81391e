// A cell's text as words that can be compared.
//
// Folded first: one byte for each character, lower case, without accents; letters of other scripts become a
// byte of their hash, so that lengths are characters whatever the script. Then chunks (between blanks) and
// words (between punctuation); a number with its unit is one word ("13.6 megapixel" = "13.6mp"), thousands
// are joined ("1,299" = "1299").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::match {

// A number with a unit: 13.6 and the place of "mp" in the list of units.
struct Measure {
  float value = 0;
  uint8_t unit = 0;
  bool in_title = false;
  friend bool operator==(const Measure&, const Measure&) = default;
};

std::string fold(std::string_view text);
// REQUIRES: folded.
std::vector<std::string> chunks(std::string_view folded);
std::vector<std::string> words_of(std::string_view chunk);  // split at punctuation, but not inside 13.6
std::string squeeze(std::string_view text);                 // letters and digits alone
std::string plain_word(std::string_view word);              // as it is compared: v9.0, 9.0 and 9 are one
std::optional<Measure> measure_of(std::string_view word);
bool is_code(std::string_view squeezed);  // a digit, and letters or length: dscw300, 4770
// Bit of the colour a word names; 0: none.
uint32_t colour_of(std::string_view word);

bool is_plain_number(std::string_view value);             // "$ 1,299.00", "2004"
std::optional<double> number_in(std::string_view value);  // the first

uint64_t hash_of(std::string_view word);

}  // namespace gleaner::match
