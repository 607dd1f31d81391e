// mix: adds a number to a hash of several. After boost's hash_combine and the finisher of MurmurHash3.
#pragma once

#include <cstdint>

namespace gleaner {

constexpr uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ull + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdull;
}

}  // namespace gleaner
