// HashRanks: numbers for 64-bit hashes in the order they come, and afterwards their ranks. Open addressing, 12 bytes a
// slot: millions of words without a string being kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gleaner::match {

class HashRanks {
 public:
  HashRanks() : keys_(1024, 0), numbers_(1024, 0) {}

  // The number of a hash, a new one if it is new.
  uint32_t insert(uint64_t hash) {
    if (!hash) hash = 1;  // 0 marks an empty slot
    if ((hashes_.size() + 1) * 2 > keys_.size()) grow();
    size_t at = slot(hash);
    if (!keys_[at]) {
      keys_[at] = hash;
      numbers_[at] = uint32_t(hashes_.size());
      hashes_.push_back(hash);
    }
    return numbers_[at];
  }
  size_t size() const { return hashes_.size(); }

  std::vector<uint64_t> sorted() const {
    std::vector<uint64_t> out = hashes_;
    std::ranges::sort(out);
    return out;
  }
  // By number: the rank of its hash.
  std::vector<uint32_t> ranks() const {
    std::vector<uint32_t> order(hashes_.size()), rank(hashes_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return hashes_[a] < hashes_[b]; });
    for (size_t i = 0; i < order.size(); ++i) rank[order[i]] = uint32_t(i);
    return rank;
  }

 private:
  size_t slot(uint64_t hash) const {
    size_t at = (hash * 0x9e3779b97f4a7c15ull) >> 20 & (keys_.size() - 1);
    while (keys_[at] && keys_[at] != hash) at = (at + 1) & (keys_.size() - 1);
    return at;
  }
  void grow() {
    keys_.assign(keys_.size() * 2, 0);
    numbers_.assign(keys_.size(), 0);
    for (size_t i = 0; i < hashes_.size(); ++i) {
      const size_t at = slot(hashes_[i]);
      keys_[at] = hashes_[i];
      numbers_[at] = uint32_t(i);
    }
  }

  std::vector<uint64_t> keys_, hashes_;
  std::vector<uint32_t> numbers_;
};

}  // namespace gleaner::match
