// See sha1.h.
#include "web/sha1.h"

#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

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

using AddBlock = void (*)(State& state, const uint8_t* block);

#if defined(__x86_64__)
// Four rounds at a time by the processor's own instructions: the words of four rounds from those of the
// sixteen before, and the fifth number of the state from the first four as they were four rounds ago.
__attribute__((target("sha,sse4.1"))) void add_block_by_processor(State& state, const uint8_t* block) {
  const __m128i big_endian = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  const __m128i abcd_before =
                    _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<__m128i*>(state.data())), 0x1b),
                e_before = _mm_set_epi32(int(state[4]), 0, 0, 0);
  __m128i w[20];
  for (int i = 0; i < 4; ++i)
    w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(block) + i), big_endian);
  for (int i = 4; i < 20; ++i)
    w[i] = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w[i - 4], w[i - 3]), w[i - 2]), w[i - 1]);
  __m128i abcd = abcd_before, four_ago = abcd, e = _mm_add_epi32(e_before, w[0]);
#pragma GCC unroll 20
  for (int i = 0; i < 20; ++i) {
    if (i) e = _mm_sha1nexte_epu32(four_ago, w[i]);
    four_ago = abcd;
    switch (i / 5) {
      case 0: abcd = _mm_sha1rnds4_epu32(abcd, e, 0); break;
      case 1: abcd = _mm_sha1rnds4_epu32(abcd, e, 1); break;
      case 2: abcd = _mm_sha1rnds4_epu32(abcd, e, 2); break;
      default: abcd = _mm_sha1rnds4_epu32(abcd, e, 3);
    }
  }
  e = _mm_sha1nexte_epu32(four_ago, e_before);
  abcd = _mm_shuffle_epi32(_mm_add_epi32(abcd, abcd_before), 0x1b);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), abcd);
  state[4] = uint32_t(_mm_extract_epi32(e, 3));
}

bool processor_can() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool sse41 = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_1);
  return sse41 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}
#endif

std::array<uint8_t, 20> digest_by(AddBlock add, std::string_view bytes) {
  State state = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  const uint8_t* data = reinterpret_cast<const uint8_t*>(bytes.data());
  size_t left = bytes.size();
  for (; left >= 64; left -= 64, data += 64) add(state, data);
  uint8_t tail[128] = {};
  std::memcpy(tail, data, left);
  tail[left] = 0x80;
  const size_t size = left < 56 ? 64 : 128;
  const uint64_t bits = uint64_t(bytes.size()) * 8;
  for (int i = 0; i < 8; ++i) tail[size - 1 - size_t(i)] = uint8_t(bits >> (8 * i));
  for (size_t at = 0; at < size; at += 64) add(state, tail + at);
  std::array<uint8_t, 20> out{};
  for (size_t i = 0; i < 20; ++i) out[i] = uint8_t(state[i / 4] >> (24 - 8 * (i % 4)));
  return out;
}

}  // namespace

std::array<uint8_t, 20> sha1(std::string_view bytes) {
#if defined(__x86_64__)
  static const AddBlock kAdd = processor_can() ? add_block_by_processor : add_block;
  return digest_by(kAdd, bytes);
#else
  return plain_sha1(bytes);
#endif
}

std::array<uint8_t, 20> plain_sha1(std::string_view bytes) { return digest_by(add_block, bytes); }

}  // namespace gleaner::web
