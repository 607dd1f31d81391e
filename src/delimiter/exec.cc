// See exec.h. The searches for each instruction set; which one runs is decided when a program is made.
#include "delimiter/exec.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#define GLEANER_DELIMITER_X86 1
#include <immintrin.h>
#endif

namespace gleaner::delimiter {

namespace {

constexpr size_t npos = std::string_view::npos;

// How common a byte is in web pages, 0 rare .. 255 everywhere. Rough on purpose: only the order matters.
uint8_t commonness(unsigned char c) {
  if (c >= 0x80) return 40;
  constexpr std::string_view kOrder =
      " eatinorsl<>/\"=dch\n.upmfgbw-1y02v:5T3AkS4C96_8,7B;RD&EPMILNHFO%xWUG#jqz?'";
  size_t at = kOrder.find(char(c));
  return at == std::string_view::npos ? 20 : uint8_t(255 - 2 * at);
}

namespace plain {
inline size_t find(const char* text, size_t size, size_t from, size_t stop, const Needle& n) {
  if (stop < size && stop + n.size <= size) size = stop + n.size - (n.size ? 1 : 0);
  const size_t at = std::string_view(text, size).find(n.text, from);
  return at < stop ? at : npos;
}
#include "delimiter/engine.inc"
}  // namespace plain

#ifdef GLEANER_DELIMITER_X86

namespace sse2 {
constexpr size_t kWidth = 16;
inline __m128i load(const void* at) { return _mm_loadu_si128(static_cast<const __m128i*>(at)); }
inline uint64_t hits(const char* p, const Needle& n) {
  const __m128i a = _mm_cmpeq_epi8(load(p + n.first_at), load(n.first_byte.data()));
  const __m128i b = _mm_cmpeq_epi8(load(p + n.second_at), load(n.second_byte.data()));
  return uint32_t(_mm_movemask_epi8(_mm_and_si128(a, b)));
}
#include "delimiter/engine_simd.inc"

#include "delimiter/engine.inc"
}  // namespace sse2

#ifdef __clang__  // which passes over the pragmas of gcc
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#endif
namespace avx2 {
constexpr size_t kWidth = 32;
inline __m256i load(const void* at) { return _mm256_loadu_si256(static_cast<const __m256i*>(at)); }
inline uint64_t hits(const char* p, const Needle& n) {
  const __m256i a = _mm256_cmpeq_epi8(load(p + n.first_at), load(n.first_byte.data()));
  const __m256i b = _mm256_cmpeq_epi8(load(p + n.second_at), load(n.second_byte.data()));
  return uint32_t(_mm256_movemask_epi8(_mm256_and_si256(a, b)));
}
#include "delimiter/engine_simd.inc"

#include "delimiter/engine.inc"
}  // namespace avx2
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif

}  // namespace

bool isa_available(Isa isa) {
  switch (isa) {
    case Isa::plain: return true;
#ifdef GLEANER_DELIMITER_X86
    case Isa::sse2: return true;
    case Isa::avx2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
#endif
    default: return false;
  }
}

Isa best_isa() {
  static const Isa best = [] {  // a fact of the machine, not state
    for (Isa isa : {Isa::avx2, Isa::sse2})
      if (isa_available(isa)) return isa;
    return Isa::plain;
  }();
  return best;
}

std::string_view name_of(Isa isa) {
  constexpr std::string_view kIsaNames[] = {"plain", "sse2", "avx2"};
  return kIsaNames[size_t(isa)];
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

Program::Program(const Delimiters& delimiters, Isa isa) : delimiters_(delimiters), isa_(isa) {
  needles_.head = Needle(delimiters.head);
  needles_.tail = Needle(delimiters.tail);
  needles_.open = Needle(delimiters.open);
  needles_.close = Needle(delimiters.close);
  for (const std::string& l : delimiters.left) needles_.left.emplace_back(l);
  for (const std::string& r : delimiters.right) needles_.right.emplace_back(r);
}

Outcome Program::run(std::string_view text, std::vector<Item>& items, size_t max_items) const {
  if (delimiters_.left.empty()) return {};
  switch (isa_) {
#ifdef GLEANER_DELIMITER_X86
    case Isa::sse2: return sse2::run_class(delimiters_.kind, needles_, text, items, max_items);
    case Isa::avx2: return avx2::run_class(delimiters_.kind, needles_, text, items, max_items);
#endif
    default: return plain::run_class(delimiters_.kind, needles_, text, items, max_items);
  }
}

size_t find(std::string_view text, const Needle& needle, size_t from, Isa isa) {
  if (from > text.size()) return npos;
  const size_t stop = text.size() + 1;
  switch (isa) {
#ifdef GLEANER_DELIMITER_X86
    case Isa::sse2: return sse2::find(text.data(), text.size(), from, stop, needle);
    case Isa::avx2: return avx2::find(text.data(), text.size(), from, stop, needle);
#endif
    default: return plain::find(text.data(), text.size(), from, stop, needle);
  }
}

}  // namespace gleaner::delimiter
