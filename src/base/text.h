// Small text helpers that more than one layer needs. UTF-8 throughout; white space is that of HTML
// plus no-break space where `collapse` says so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gleaner {

constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
// A byte inside a character of UTF-8, not its first.
constexpr bool is_utf8_tail(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
// Bytes of letters beyond ASCII count, whatever they are: near enough where a word ends (unicode.h is exact).
constexpr bool is_letter_byte(char c) { return is_alpha(c) || static_cast<unsigned char>(c) >= 0x80; }
constexpr bool is_word_byte(char c) { return is_letter_byte(c) || is_digit(c); }
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

bool is_all_digits(std::string_view text);           // one at least
size_t digits_at(std::string_view text, size_t at);  // how many stand there
std::string lower_ascii(std::string_view text);
bool equals_ignoring_case(std::string_view a, std::string_view b);
std::string_view trim(std::string_view text);
// The same of text[from, to), by moving its ends.
template <class At>
void trim_range(std::string_view text, At& from, At& to) {
  while (from < to && is_space(text[from])) ++from;
  while (to > from && is_space(text[to - 1])) --to;
}
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> words(std::string_view text);  // split at white space, none empty
// The same without a list: visit(word).
template <class Visit>
void for_each_word(std::string_view text, Visit&& visit) {
  for (size_t at = 0; at < text.size();) {
    while (at < text.size() && is_space(text[at])) ++at;
    const size_t from = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (at > from) visit(text.substr(from, at - from));
  }
}

// What `write` makes of each item, with a sign between them.
template <class Items, class Write>
std::string joined(const Items& items, Write&& write, std::string_view between = ", ") {
  std::string out;
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += between;
    out += write(item);
    first = false;
  }
  return out;
}

// As a person sees it: runs of white space (U+00A0 included) become one blank, none at the ends.
std::string collapse(std::string_view text);

// One code point at `at`; an invalid byte is U+FFFD of length 1. REQUIRES: at < text.size().
struct CodePoint {
  uint32_t value;
  uint32_t length;
};
CodePoint code_point_at(std::string_view text, size_t at);
void append_utf8(std::string& out, uint32_t code_point);
size_t count_code_points(std::string_view text);

// Length of the longest prefix without a byte above 0x7f.
size_t ascii_prefix(std::string_view text);
// Byte length of the longest valid UTF-8 prefix (== text.size() when all is valid).
size_t valid_utf8_prefix(std::string_view text);

// 64-bit FNV-1a: stable across machines and versions, for hashes written into files.
uint64_t stable_hash(std::string_view text, uint64_t seed = 14695981039346656037ull);
std::string hex(uint64_t value);

// In quotes, for people and for the languages of wrapper files: the quote, the backslash,
// line ends and tabs are escaped.
std::string in_quotes(std::string_view text, char quote = '"');

// What stands in quotes of either kind, without them.
std::vector<std::string> quoted_words(std::string_view text);

// For HTML text and quoted attribute values: & < > " become references.
void append_html(std::string& out, std::string_view text);
std::string escape_html(std::string_view text);

std::string ordinal(int n);  // "1st", "12th"

// Shell-style match of * ? [..] and ** over paths.
bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace gleaner
