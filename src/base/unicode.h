// Letters, white space and case of code points, near enough for deciding what a word is: by
// blocks, no tables. And texts by their letters and digits alone: what is left when punctuation,
// case and white space are ignored.
//
// People copy labels by hand, and pages write the same value with other blanks, dashes and quotes; two texts
// with the same letters and digits are the same text to them. Case is folded for Latin, Greek and Cyrillic;
// full-width forms and superscript digits are read as plain ones. Cost: one pass.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner {

bool is_letter(uint32_t code_point);           // of any script
bool is_digit_point(uint32_t code_point);      // ASCII, Arabic, Persian, Devanagari, full width
bool is_letter_or_digit(uint32_t code_point);  // superscript digits included
bool is_white(uint32_t code_point);            // white space of HTML, no-break and typographic blanks
uint32_t lower(uint32_t code_point);           // Latin, Greek, Cyrillic, full width
std::string lower_text(std::string_view text);
bool has_letter(std::string_view text);

// "$ 1,299.00 (New)" -> "129900new".
std::string letters_of(std::string_view text);

// A run of letters and digits: where it stands, and folded.
struct Word {
  size_t begin = 0, end = 0;
  std::string folded;
};
std::vector<Word> letter_words(std::string_view text);

}  // namespace gleaner
