// See base64.h.
#include "base/base64.h"

#include <array>
#include <cstdint>

#include "base/text.h"

namespace gleaner {
namespace {

constexpr std::string_view kBase64Letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int8_t, 256> base64_values() {
  std::array<int8_t, 256> out{};
  for (int8_t& one : out) one = -1;
  for (size_t i = 0; i < kBase64Letters.size(); ++i) out[uint8_t(kBase64Letters[i])] = int8_t(i);
  return out;
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    const uint32_t three = uint32_t(uint8_t(bytes[i])) << 16 |
                           (left > 1 ? uint32_t(uint8_t(bytes[i + 1])) << 8 : 0) |
                           (left > 2 ? uint32_t(uint8_t(bytes[i + 2])) : 0);
    out += kBase64Letters[three >> 18 & 63];
    out += kBase64Letters[three >> 12 & 63];
    out += left > 1 ? kBase64Letters[three >> 6 & 63] : '=';
    out += left > 2 ? kBase64Letters[three & 63] : '=';
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  static constexpr std::array<int8_t, 256> kValues = base64_values();
  std::string out;
  out.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  int count = 0, padding = 0;
  for (const char c : text) {
    if (is_space(c)) continue;
    if (c == '=') {
      if (++padding > 2) return {};
      continue;
    }
    const int8_t value = kValues[uint8_t(c)];
    if (value < 0 || padding) return {};
    bits = bits << 6 | uint32_t(value);
    if (++count % 4 == 0) {
      out += char(bits >> 16 & 255), out += char(bits >> 8 & 255), out += char(bits & 255);
      bits = 0;
    }
  }
  const int rest = count % 4;
  if (rest == 1 || (rest ? 4 - rest : 0) != padding) return {};
  if (rest == 2) out += char(bits >> 4 & 255);
  if (rest == 3) out += char(bits >> 10 & 255), out += char(bits >> 2 & 255);
  return out;
}

}  // namespace gleaner
