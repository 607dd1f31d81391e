// See sha1.h.
#include "web/sha1.h"

#include <bit>
#include <cstring>

namespace gleaner::web {
namespace {

using State = std::array<uint32_t, 5>;

void add_block(State& state, const uint8_t* block) {
  uint32_t w[80];
  for (int i = 0; i < 16; ++i)
    w[i] = uint32_t(block[4 * i]) << 24 | uint32_t(block[4 * i + 1]) << 16 | uint32_t(block[4 * i + 2]) << 8 |
           block[4 * i + 3];
  for (int i = 16; i < 80; ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  auto [a, b, c, d, e] = state;
  const auto round = [&](int i, uint32_t f, uint32_t k) {
    const uint32_t t = std::rotl(a, 5) + f + e + k + w[i];
    e = d, d = c, c = std::rotl(b, 30), b = a, a = t;
  };
  for (int i = 0; i < 20; ++i) round(i, (b & c) | (~b & d), 0x5A827999);
  for (int i = 20; i < 40; ++i) round(i, b ^ c ^ d, 0x6ED9EBA1);
  for (int i = 40; i < 60; ++i) round(i, (b & c) | (b & d) | (c & d), 0x8F1BBCDC);
  for (int i = 60; i < 80; ++i) round(i, b ^ c ^ d, 0xCA62C1D6);
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
}

}  // namespace

std::array<uint8_t, 20> sha1(std::string_view bytes) {
  State state = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  const uint8_t* data = reinterpret_cast<const uint8_t*>(bytes.data());
  size_t left = bytes.size();
  for (; left >= 64; left -= 64, data += 64) add_block(state, data);
  uint8_t tail[128] = {};
  std::memcpy(tail, data, left);
  tail[left] = 0x80;
  const size_t size = left < 56 ? 64 : 128;
  const uint64_t bits = uint64_t(bytes.size()) * 8;
  for (int i = 0; i < 8; ++i) tail[size - 1 - size_t(i)] = uint8_t(bits >> (8 * i));
  for (size_t at = 0; at < size; at += 64) add_block(state, tail + at);
  std::array<uint8_t, 20> out{};
  for (size_t i = 0; i < 20; ++i) out[i] = uint8_t(state[i / 4] >> (24 - 8 * (i % 4)));
  return out;
}

}  // namespace gleaner::web
