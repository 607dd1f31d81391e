// Bits: a set of candidates of one unit, as words. All sets of a unit have the same size.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace gleaner::pattern {

struct Bits {
  std::vector<uint64_t> words;

  Bits() = default;
  explicit Bits(size_t size) : words((size + 63) / 64, 0) {}
  void set(size_t i) { words[i >> 6] |= uint64_t{1} << (i & 63); }
  bool test(size_t i) const { return words[i >> 6] >> (i & 63) & 1; }
  bool any() const {
    for (uint64_t w : words)
      if (w) return true;
    return false;
  }
  size_t count() const {
    size_t n = 0;
    for (uint64_t w : words) n += size_t(std::popcount(w));
    return n;
  }
  void clear() { words.assign(words.size(), 0); }
  Bits& operator|=(const Bits& o) {
    for (size_t i = 0; i < words.size(); ++i) words[i] |= o.words[i];
    return *this;
  }
  Bits& operator&=(const Bits& o) {
    for (size_t i = 0; i < words.size(); ++i) words[i] &= o.words[i];
    return *this;
  }
  Bits& minus(const Bits& o) {
    for (size_t i = 0; i < words.size(); ++i) words[i] &= ~o.words[i];
    return *this;
  }
  bool within(const Bits& o) const {
    for (size_t i = 0; i < words.size(); ++i)
      if (words[i] & ~o.words[i]) return false;
    return true;
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (size_t i = 0; i < words.size(); ++i)
      for (uint64_t w = words[i]; w; w &= w - 1) visit(uint32_t(i * 64 + size_t(std::countr_zero(w))));
  }
};

}  // namespace gleaner::pattern
