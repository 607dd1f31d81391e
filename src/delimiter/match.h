// How far texts agree: the one question that all delimiter learners ask. Everything is linear in what is
// looked at (Z-function, as in pattern matching by Main and Lorentz), whatever the texts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace gleaner::delimiter {

inline constexpr uint32_t kNowhere = 0xffffffff;

// Delimiters are made of whole characters: these keep a cut off the inside of one (UTF-8).
constexpr bool inside_character(std::string_view text, size_t at) {
  return at < text.size() && is_utf8_tail(text[at]);
}
constexpr size_t whole_characters(std::string_view text, size_t length) {
  while (length > 0 && inside_character(text, length)) --length;
  return length;
}

size_t common_prefix(std::string_view a, std::string_view b);
size_t common_suffix(std::string_view a, std::string_view b);

// A pattern that is matched again and again.
class Prefixes {
 public:
  explicit Prefixes(std::string_view pattern);

  std::string_view pattern() const { return pattern_; }
  // For each p in [from, to): how many first bytes of the pattern stand at text[p]. REQUIRES: to <=
  // text.size() + 1.
  template <class Visit>
  void each(std::string_view text, size_t from, size_t to, Visit&& visit) const;
  // The greatest of those; 0 if the range is empty.
  size_t longest(std::string_view text, size_t from, size_t to) const;

 private:
  std::string pattern_;
  std::vector<uint32_t> z_;
};

template <class Visit>
void Prefixes::each(std::string_view text, size_t from, size_t to, Visit&& visit) const {
  size_t left = from, right = from;  // text[left, right) agrees with the pattern's beginning
  for (size_t p = from; p < to; ++p) {
    size_t n = p < right ? std::min<size_t>(z_[p - left], right - p) : 0;
    if (p + n >= right) {
      while (n < pattern_.size() && p + n < text.size() && text[p + n] == pattern_[n]) ++n;
      left = p;
      right = p + n;
    }
    visit(p, n);
  }
}

// The same from the other side: a family of suffixes of one text, matched at ends. Ends are positions behind
// a match.
class Suffixes {
 public:
  // `reversed` pages are made once by the caller: a suffix question is a prefix question on the reversed
  // text.
  explicit Suffixes(std::string_view longest) : backwards_(reverse(longest)) {}

  static std::string reverse(std::string_view text) { return {text.rbegin(), text.rend()}; }

  size_t most() const { return backwards_.pattern().size(); }
  std::string suffix(size_t length) const { return reverse(backwards_.pattern().substr(0, length)); }

  // firsts[n]: the first end in [floor, ceiling] of an occurrence of the suffix of length n that begins at or
  // after floor; n = 0..most.
  std::vector<uint32_t> first_ends(std::string_view reversed, size_t floor, size_t ceiling) const;
  // The last such end.
  std::vector<uint32_t> last_ends(std::string_view reversed, size_t floor, size_t ceiling) const;
  // The longest suffix that ends in [floor, ceiling] and begins at or after floor. REQUIRES: floor <=
  // ceiling.
  size_t longest(std::string_view reversed, size_t floor, size_t ceiling) const;

 private:
  Prefixes backwards_;
};

}  // namespace gleaner::delimiter
