// See unicode.h.
#include "base/unicode.h"

#include "base/text.h"

namespace gleaner {
namespace {

// Lower case, and digits that are written small or wide as plain ones.
uint32_t folded(uint32_t c) {
  if (c == 0xb2 || c == 0xb3) return c - 0xb2 + '2';
  if (c == 0xb9) return '1';
  if (c >= 0xff10 && c <= 0xff19) return c - 0xff10 + '0';
  return lower(c);
}

// Blocks of punctuation, arrows, symbols, private use, presentation forms and emoji.
bool is_sign(uint32_t c) {
  return c == 0xd7 || c == 0xf7 || c == 0xfffd || c == 0xfeff || (c >= 0x2000 && c <= 0x2bff) ||
         (c >= 0x3000 && c <= 0x3004) || (c >= 0x3008 && c <= 0x3020) || (c >= 0xe000 && c <= 0xf8ff) ||
         (c >= 0xfe00 && c <= 0xfe6f) || (c >= 0xff01 && c <= 0xff0f) || (c >= 0xff1a && c <= 0xff20) ||
         (c >= 0xff3b && c <= 0xff40) || (c >= 0xff5b && c <= 0xff65) || (c >= 0xffe0 && c <= 0xffef) ||
         c == 0x30fb || c == 0x60c || c == 0x61b || c == 0x61f || (c >= 0x66a && c <= 0x66d) || c == 0x964 ||
         c == 0x965 || (c >= 0x1f000 && c <= 0x1faff);
}

}  // namespace

bool is_digit_point(uint32_t c) {
  if (c < 0x80) return is_digit(char(c));
  return (c >= 0x660 && c <= 0x669) || (c >= 0x6f0 && c <= 0x6f9) || (c >= 0x966 && c <= 0x96f) ||
         (c >= 0xff10 && c <= 0xff19);
}

bool is_letter(uint32_t c) {
  if (c < 0x80) return is_alpha(char(c));
  if (c < 0xc0) return c == 0xaa || c == 0xb5 || c == 0xba;
  return !is_sign(c) && !is_digit_point(c);
}

bool is_letter_or_digit(uint32_t c) {
  return is_letter(c) || is_digit_point(c) || c == 0xb2 || c == 0xb3 || c == 0xb9;
}

bool is_white(uint32_t c) {
  if (c < 0x80) return is_space(char(c));
  return c == 0xa0 || c == 0x85 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
         c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

uint32_t lower(uint32_t c) {
  if (c < 0x80) return uint32_t(to_lower(char(c)));
  if (c >= 0xc0 && c <= 0xde && c != 0xd7) return c + 32;
  if (c < 0x100) return c;
  if (c == 0x130 || c == 0x138 || c == 0x149) return c;
  if (c == 0x178) return 0xff;
  if (c <= 0x137 || (c >= 0x14a && c <= 0x177)) return c | 1;
  if (c <= 0x148 || (c >= 0x179 && c <= 0x17e)) return c % 2 ? c + 1 : c;
  if ((c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f)) return c + 32;
  if (c >= 0x400 && c <= 0x40f) return c + 80;
  if (c >= 0x1ea0 && c < 0x1f00) return c | 1;  // Vietnamese
  if (c >= 0xff21 && c <= 0xff3a) return c - 0xff21 + 'a';
  if (c >= 0xff41 && c <= 0xff5a) return c - 0xff41 + 'a';
  return c;
}

std::vector<Word> letter_words(std::string_view text) {
  std::vector<Word> words;
  bool inside = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    if (is_letter_or_digit(c.value)) {
      if (!inside) words.push_back({at, at, {}});
      append_utf8(words.back().folded, folded(c.value));
      words.back().end = at + c.length;
      inside = true;
    } else {
      inside = false;
    }
    at += c.length;
  }
  return words;
}

std::string lower_text(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    CodePoint point = code_point_at(text, i);
    append_utf8(out, lower(point.value));
    i += point.length;
  }
  return out;
}

bool has_letter(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    CodePoint point = code_point_at(text, i);
    if (is_letter(point.value)) return true;
    i += point.length;
  }
  return false;
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    if (is_letter_or_digit(c.value)) append_utf8(out, folded(c.value));
    at += c.length;
  }
  return out;
}

}  // namespace gleaner
