// HashSet: a fixed set of 64-bit hashes, asked far more often than it holds what is asked for.
// 0 is no member. A table at most a quarter full, so a miss is one or two loads.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace gleaner::pattern {

class HashSet {
 public:
  HashSet() : table_(1, 0) {}
  explicit HashSet(const std::vector<uint64_t>& members) {
    table_.assign(std::bit_ceil(members.size() * 4 + 1), 0);
    for (uint64_t h : members) {
      if (!h) continue;
      size_t at = h & mask();
      while (table_[at] && table_[at] != h) at = (at + 1) & mask();
      table_[at] = h;
      empty_ = false;
    }
  }
  bool empty() const { return empty_; }
  bool contains(uint64_t h) const {
    size_t at = h & mask();
    while (table_[at] && table_[at] != h) at = (at + 1) & mask();
    return table_[at] != 0;
  }

 private:
  size_t mask() const { return table_.size() - 1; }
  std::vector<uint64_t> table_;
  bool empty_ = true;
};

}  // namespace gleaner::pattern
