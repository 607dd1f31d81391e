// See needle.h. Which bytes of a delimiter are the rarest.
#include "delimiter/needle.h"

#include <algorithm>
#include <cstring>

namespace gleaner::delimiter {

// How common a byte is in web pages, 0 rare .. 255 everywhere. Rough on purpose: only the order matters.
static uint8_t commonness(unsigned char c) {
  if (c >= 0x80) return 40;
  constexpr std::string_view kOrder =
      " eatinorsl<>/\"=dch\n.upmfgbw-1y02v:5T3AkS4C96_8,7B;RD&EPMILNHFO%xWUG#jqz?'";
  size_t at = kOrder.find(char(c));
  return at == std::string_view::npos ? 20 : uint8_t(255 - 2 * at);
}

Needle::Needle(std::string_view needle) : text(needle), size(uint32_t(needle.size())) {
  if (size == 0) return;
  // The rarest byte, and the rarest other position (a different byte where there is one).
  size_t a = 0, b = size - 1;
  for (size_t i = 0; i < size; ++i)
    if (commonness(needle[i]) < commonness(needle[a])) a = i;
  auto cost = [&](size_t i) {
    return int(commonness(needle[i])) + (i == a ? 1000 : 0) + (needle[i] == needle[a] ? 300 : 0);
  };
  for (size_t i = size; i-- > 0;)
    if (cost(i) < cost(b)) b = i;
  first_at = uint32_t(std::min(a, b));
  second_at = uint32_t(std::max(a, b));
  first_byte.fill(needle[first_at]);
  second_byte.fill(needle[second_at]);
  size_t n = std::min<size_t>(size, 8);
  std::memcpy(&word, needle.data(), n);
  word_mask = n == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * n)) - 1;  // little endian, as x86 is
}

}  // namespace gleaner::delimiter
