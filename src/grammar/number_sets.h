// NumberSets: sets of numbers as runs, each kept once, so that equal sets have equal
// numbers and are compared by them.
//
// SharedReading keeps a set of ends for every point and position; few of them differ, and the same two are
// united again and again: unions are looked up. A set is never freed before all are. Cost: a union is
// linear in the runs the first time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gleaner::grammar {

// 0 is the empty set.
class NumberSets {
 public:
  NumberSets();
  uint32_t with(uint32_t number);  // the set of this one alone
  uint32_t unite(uint32_t a, uint32_t b);
  bool holds(uint32_t set, uint32_t number) const;
  uint32_t largest(uint32_t set) const { return (end(set) - 1)->last; }  // REQUIRES: not empty
  uint32_t without_largest(uint32_t set);                                // likewise
  bool meet(uint32_t a, uint32_t b) const;
  struct Run {
    uint32_t first, last;
    bool operator==(const Run&) const = default;
  };
  std::vector<Run> runs(uint32_t set) const { return {begin(set), end(set)}; }
  uint32_t keep(const std::vector<Run>& runs);
  size_t bytes() const { return runs_.size() * sizeof(Run) + places_.size() * 56 + united_.size() * 40; }

 private:
  struct RunRange {  // of a set, in runs_
    size_t first;
    uint32_t count;
  };
  const Run* begin(uint32_t set) const { return runs_.data() + places_[set].first; }
  const Run* end(uint32_t set) const { return begin(set) + places_[set].count; }

  std::vector<Run> runs_;
  std::vector<RunRange> places_;
  std::unordered_multimap<uint64_t, uint32_t> numbers_;
  std::unordered_map<uint64_t, uint32_t> united_;
};

}  // namespace gleaner::grammar
