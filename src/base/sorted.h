// Lists of like things: as sorted sets, what they share, their middle and their commonest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

namespace gleaner {

template <class T>
void sort_unique(std::vector<T>& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// How many two of them have in common.
template <class List>
size_t common_count(const List& a, const List& b) {
  size_t common = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++common, ++i, ++j;
    else if (a[i] < b[j]) ++i;
    else ++j;
  }
  return common;
}

// How alike they are: what they share of what either has.
template <class List>
double jaccard(const List& a, const List& b) {
  if (a == b) return 1;
  const size_t common = common_count(a, b);
  return double(common) / double(a.size() + b.size() - common);
}

// The larger of the two in the middle, where there are two. REQUIRES: !values.empty().
template <class T>
T upper_median(std::vector<T> values) {
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The commonest of the items, of several the one that comes first; and how often it comes.
template <class T>
T commonest(const std::vector<T>& items, size_t* times = nullptr) {
  std::map<T, size_t> counts;
  for (const T& item : items) ++counts[item];
  const T* best = nullptr;
  size_t most = 0;
  for (const T& item : items)
    if (counts[item] > most) best = &item, most = counts[item];
  if (times) *times = most;
  return best ? *best : T{};
}

}  // namespace gleaner
