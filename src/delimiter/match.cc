// See match.h. The Z-function, forwards for prefixes and on reversed texts for suffixes.
#include "delimiter/match.h"

#include <algorithm>

namespace gleaner::delimiter {

size_t common_prefix(std::string_view a, std::string_view b) {
  const size_t n = std::min(a.size(), b.size());
  return size_t(std::mismatch(a.begin(), a.begin() + std::ptrdiff_t(n), b.begin()).first - a.begin());
}

size_t common_suffix(std::string_view a, std::string_view b) {
  const size_t n = std::min(a.size(), b.size());
  return size_t(std::mismatch(a.rbegin(), a.rbegin() + std::ptrdiff_t(n), b.rbegin()).first - a.rbegin());
}

Prefixes::Prefixes(std::string_view pattern) : pattern_(pattern), z_(pattern.size()) {
  size_t left = 0, right = 0;
  for (size_t i = 1; i < pattern_.size(); ++i) {
    size_t n = i < right ? std::min<size_t>(z_[i - left], right - i) : 0;
    while (i + n < pattern_.size() && pattern_[i + n] == pattern_[n]) ++n;
    if (i + n > right) left = i, right = i + n;
    z_[i] = uint32_t(n);
  }
  if (!z_.empty()) z_[0] = uint32_t(pattern_.size());
}

size_t Prefixes::longest(std::string_view text, size_t from, size_t to) const {
  size_t most = 0;
  each(text, from, to, [&](size_t, size_t n) { most = std::max(most, n); });
  return most;
}

std::vector<uint32_t> Suffixes::first_ends(std::string_view reversed, size_t floor, size_t ceiling) const {
  std::vector<uint32_t> ends(most() + 1, kNowhere);
  if (floor > ceiling) return ends;
  // Positions of the reversed text go up while ends go down: what is written last is the first end. A shorter
  // suffix ends wherever a longer one does, so the answer is a minimum over the longer ones.
  const size_t n = reversed.size();
  backwards_.each(reversed.substr(0, n - floor), n - ceiling, n - floor + 1,
                  [&](size_t p, size_t length) { ends[length] = uint32_t(n - p); });
  for (size_t length = most(); length-- > 0;) ends[length] = std::min(ends[length], ends[length + 1]);
  return ends;
}

std::vector<uint32_t> Suffixes::last_ends(std::string_view reversed, size_t floor, size_t ceiling) const {
  std::vector<uint32_t> ends(most() + 1, kNowhere);
  if (floor > ceiling) return ends;
  const size_t n = reversed.size();
  backwards_.each(reversed.substr(0, n - floor), n - ceiling, n - floor + 1, [&](size_t p, size_t length) {
    if (ends[length] == kNowhere) ends[length] = uint32_t(n - p);
  });
  for (size_t length = most(); length-- > 0;)
    if (ends[length] == kNowhere || (ends[length + 1] != kNowhere && ends[length + 1] > ends[length]))
      ends[length] = ends[length + 1];
  return ends;
}

size_t Suffixes::longest(std::string_view reversed, size_t floor, size_t ceiling) const {
  const size_t n = reversed.size();
  return backwards_.longest(reversed.substr(0, n - floor), n - ceiling, n - floor + 1);
}

}  // namespace gleaner::delimiter
