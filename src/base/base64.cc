// See base64.h.
#include "base/base64.h"

#include <array>
#include <cstdint>

namespace gleaner {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int8_t, 256> make_values() {
  std::array<int8_t, 256> out{};
  for (int8_t& one : out) one = -1;
  for (size_t i = 0; i < kDigits.size(); ++i) out[uint8_t(kDigits[i])] = int8_t(i);
  return out;
}
constexpr std::array<int8_t, 256> kValues = make_values();

}  // namespace

std::string from_base64(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3 + 3);
  uint32_t bits = 0;
  int held = 0;
  for (char c : text) {
    const int value = kValues[uint8_t(c)];
    if (value < 0) continue;
    bits = bits << 6 | uint32_t(value);
    if ((held += 6) < 8) continue;
    held -= 8;
    out += char(bits >> held);
  }
  return out;
}

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    const size_t n = bytes.size() - i < 3 ? bytes.size() - i : 3;
    for (size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < n ? uint8_t(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= n ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

}  // namespace gleaner
