// Cuts: a value that is a part of a unit's text.
//
// "by Ann Lee in Boston" with the label "Ann Lee" is cut after "by" and before "in"; "4.5 of 5" at its first
// number; "6,828 bytes - 4/28/97 5:38 PM" one word behind "bytes -". What the cut stands at is compared as
// words, with any white space between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner::rows {

struct Cut {
  // "": the text's own beginning or end
  std::string begin = {}, end = {};
  bool with_begin = false, with_end = false;  // the words are part of the value
  int number = 0;                             // > 0: the text's n-th number instead
  int words_long = 0;                         // > 0: so many words from its beginning on; < 0: the last words
  std::string strip_begin = {}, strip_end = {};  // signs that are taken off where they stand

  struct Part {
    size_t from, to;
  };
  // Nothing where the text does not have what the cut stands at.
  std::optional<Part> apply(std::string_view text) const;
  bool strips() const { return !strip_begin.empty() || !strip_end.empty(); }
  bool quotes_digit() const;
  bool quotes_word() const;
  std::string words() const;  // "after "by", before "in""
  bool operator==(const Cut&) const = default;
};

// Cuts that give the value with these letters, written like this if it stands so, from the text.
std::vector<Cut> cuts_for(std::string_view text, std::string_view letters, std::string_view written);
// The letters of the word before this place, whatever signs stand between; "" where that is a number, or
// nothing.
std::string word_before(std::string_view text, size_t at);
std::string word_after(std::string_view text, size_t at);  // likewise behind it
// The signs around the value in a text of the same letters; nothing where there are none.
std::optional<Cut> signs_around(std::string_view text, std::string_view written);

}  // namespace gleaner::rows
