// Forms of a text that conditions compare: label form, shape, kind, own label.
//
// All are functions of the collapsed text alone, cost one pass, and are what a person would say about it: "a
// date", "the text after Price", "a number of 13 digits". Letters outside ASCII count as letters by
// code-point block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gleaner::pattern {

// --- hashing. Conditions are compared by 64-bit hashes, composed the same way from a page and from a wrapper
// file.
constexpr uint64_t mix(uint64_t a, uint64_t b) {
  a = ((a << 29) | (a >> 35)) ^ b;
  a *= 0x9E3779B97F4A7C15ull;
  return a ^ (a >> 32);
}
uint64_t hash_text(std::string_view text);

// Label form: lower case, letters only, plural s off; a text without letters stays as it is. At most `limit`
// bytes.
void plain_into(std::string& out, std::string_view text, size_t limit = 60);
std::string plain(std::string_view text, size_t limit = 60);

// "Aa", "A", "a" for words, "w" for several, 9 for digits, the rest as it is. Looks at 60 bytes.
std::string shape_of(std::string_view text);

enum class Kind : uint8_t {
  money,
  integer,
  number,
  date,
  url,
  digits,
  long_digits,
  word,
  words,
  long_text,
  figures
};
struct TextKind {
  Kind kind = Kind::word;
  uint8_t length = 0;  // integer: number of characters, at most 14
  bool operator==(const TextKind&) const = default;
  uint32_t code() const { return uint32_t(kind) * 16 + length; }
};
TextKind kind_of(std::string_view text);
std::string name_of(TextKind kind);  // "int4", "date", ...
bool parse_kind(std::string_view name, TextKind& kind);

// Families of kinds that never stand for each other.
enum class Coarse : uint8_t { integer, money, date, number, url, digits, text, figures };
Coarse coarse(TextKind kind);

// "Engine" of "Engine: 4.0L"; empty if the text does not begin with a label of its own.
std::string_view own_label(std::string_view text);
// Leading punctuation or "Label:"; empty if the text begins with a plain word.
std::string_view leading(std::string_view text);

bool is_dash(std::string_view text);       // alone: what pages write where a value would stand
bool has_word(std::string_view text);      // a letter or digit anywhere
bool ends_cut_off(std::string_view text);  // "..." or U+2026

std::string mask_digits(std::string_view text);
void mask_digits_into(std::string& out, std::string_view text);  // the same, in a string used again

// "/shop/item/12345?x=1" -> "/shop/item" with path parts that hold digits as 9; and the names of its query.
std::string link_form(std::string_view href);
std::string query_form(std::string_view href);

size_t length_class(std::string_view text);  // how long it is, roughly: 0 to 6
// Is the text the page's title ("eq"), a part of it ("in"), neither ("no")?
std::string_view in_title(std::string_view title, std::string_view text);
// The last one or two keys of a path of data: "offer.price" of "items.offer.price".
std::string_view last_keys(std::string_view path, int count);

// Cuts at a code-point border at or before `limit` bytes.
std::string_view clip(std::string_view text, size_t limit);

}  // namespace gleaner::pattern
