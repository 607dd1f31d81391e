// How alike two sorted sets of features are: what they share of what either has.
#pragma once

#include <cstdint>
#include <vector>

namespace gleaner::rows {

inline double jaccard(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  if (a == b) return 1;
  size_t common = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++common, ++i, ++j;
    else if (a[i] < b[j]) ++i;
    else ++j;
  }
  return double(common) / double(a.size() + b.size() - common);
}

}  // namespace gleaner::rows
