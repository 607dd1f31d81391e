// See number_sets.h.
#include "grammar/number_sets.h"

#include <algorithm>

#include "base/hash.h"

namespace gleaner::grammar {

NumberSets::NumberSets() { keep({}); }

uint32_t NumberSets::keep(const std::vector<Run>& runs) {
  uint64_t hash = runs.size();
  for (const Run& r : runs) hash = mix(mix(hash, r.first), r.last);
  auto [at, end] = numbers_.equal_range(hash);
  for (; at != end; ++at) {
    const RunRange& place = places_[at->second];
    if (place.count == runs.size() &&
        std::equal(runs.begin(), runs.end(), runs_.begin() + ptrdiff_t(place.first)))
      return at->second;
  }
  const uint32_t number = uint32_t(places_.size());
  places_.push_back({runs_.size(), uint32_t(runs.size())});
  runs_.insert(runs_.end(), runs.begin(), runs.end());
  numbers_.emplace(hash, number);
  return number;
}

uint32_t NumberSets::with(uint32_t number) { return keep({{number, number}}); }

uint32_t NumberSets::unite(uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  const uint64_t both = uint64_t(a) << 32 | b;
  auto [at, fresh] = united_.try_emplace(both, 0);
  if (!fresh) return at->second;
  std::vector<Run> runs;
  const Run *x = begin(a), *y = begin(b), *const x_end = end(a), *const y_end = end(b);
  while (x != x_end || y != y_end) {
    const Run next = y == y_end || (x != x_end && x->first < y->first) ? *x++ : *y++;
    if (!runs.empty() && next.first <= uint64_t(runs.back().last) + 1)
      runs.back().last = std::max(runs.back().last, next.last);
    else runs.push_back(next);
  }
  return united_[both] = keep(runs);
}

uint32_t NumberSets::without_largest(uint32_t set) {
  std::vector<Run> runs(begin(set), end(set));
  if (runs.back().first == runs.back().last) runs.pop_back();
  else --runs.back().last;
  return keep(runs);
}

bool NumberSets::meet(uint32_t a, uint32_t b) const {
  const Run *x = begin(a), *y = begin(b), *const x_end = end(a), *const y_end = end(b);
  while (x != x_end && y != y_end) {
    if (x->last < y->first) ++x;
    else if (y->last < x->first) ++y;
    else return true;
  }
  return false;
}

bool NumberSets::holds(uint32_t set, uint32_t number) const {
  for (const Run* r = begin(set); r != end(set) && r->first <= number; ++r)
    if (number <= r->last) return true;
  return false;
}

}  // namespace gleaner::grammar
