// See signs.h.
#include "rows/signs.h"

#include "base/text.h"
#include "base/unicode.h"

namespace gleaner::rows {
namespace {

bool is_sign(uint32_t c) {
  constexpr uint32_t kRanges[][2] = {
      {'$', '$'},       {0xa2, 0xa5},     {0x20a0, 0x20cf},    // currencies
      {0xbd, 0xbd},     {0x2605, 0x2606}, {0x2729, 0x2730},    // a half, stars
      {0x2b50, 0x2b50}, {0x2661, 0x2665}, {0x2764, 0x2764},    // a star, hearts
      {0x2610, 0x2612}, {0x2713, 0x2718}, {0x1f300, 0x1faff},  // checks, pictures
      {0xfe0f, 0xfe0f},                                        // how a picture is shown
  };
  for (const auto& [first, last] : kRanges)
    if (first <= c && c <= last) return true;
  return false;
}

}  // namespace

bool is_signs(std::string_view text) {
  bool any = false;
  for (size_t at = 0; at < text.size();) {
    const auto c = code_point_at(text, at);
    if (!is_white(c.value)) {
      if (!is_sign(c.value)) return false;
      any = true;
    }
    at += c.length;
  }
  return any;
}

std::string letters_and_signs(std::string_view text) {
  std::string out;
  for (std::string_view word : words(text)) out += is_signs(word) ? std::string(word) : letters_of(word);
  return out;
}

}  // namespace gleaner::rows
