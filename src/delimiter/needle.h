// Needle: a delimiter prepared for searching: its two rarest bytes (by how often bytes stand in web pages)
// spread over a vector register, and its first eight bytes as a number for checking a hit.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gleaner::delimiter {

struct Needle {
  Needle() = default;
  explicit Needle(std::string_view text);

  alignas(32) std::array<char, 32> first_byte{};   // the byte at first_at, 32 times
  alignas(32) std::array<char, 32> second_byte{};  // the byte at second_at
  std::string text;
  uint32_t size = 0;
  uint32_t first_at = 0, second_at = 0;  // first_at <= second_at
  uint64_t word = 0, word_mask = 0;      // the first min(size, 8) bytes
};

}  // namespace gleaner::delimiter
