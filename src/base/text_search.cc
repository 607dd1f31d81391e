// See text_search.h.
#include "base/text_search.h"

#include <algorithm>
#include <bit>

namespace gleaner {

bool TextSearch::is_indexed(std::string_view needle) const {
  if (needle.size() < kGroup || text_.size() < needle.size() || text_.size() > UINT32_MAX) return false;
  if (searches_.fetch_add(1) < kSearchesToIndex) return false;
  std::call_once(made_, [&] { make(); });
  return true;
}

uint32_t TextSearch::bucket(const char* group) const {
  uint32_t bytes;
  std::memcpy(&bytes, group, kGroup);
  return (bytes * 2654435761u) >> shift_;
}

void TextSearch::make() const {
  const size_t groups = text_.size() - kGroup + 1;
  const auto bits = uint32_t(std::clamp(int(std::bit_width(groups / 2)), 8, 20));
  shift_ = 32 - bits;
  starts_.assign((size_t(1) << bits) + 1, 0);
  for (size_t i = 0; i < groups; ++i) ++starts_[bucket(text_.data() + i) + 1];
  for (size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  at_.resize(groups);
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (size_t i = 0; i < groups; ++i) at_[next[bucket(text_.data() + i)]++] = uint32_t(i);
}

TextSearch::Group TextSearch::rarest(std::string_view needle) const {
  constexpr size_t kLooked = 64;  // groups of a long needle
  Group best{0, UINT32_MAX, 0};
  const size_t groups = std::min(needle.size() - kGroup + 1, kLooked);
  for (size_t o = 0; o < groups && best.end - best.begin > 1; ++o) {
    const uint32_t b = bucket(needle.data() + o);
    if (starts_[b + 1] - starts_[b] < best.end - best.begin) best = {starts_[b], starts_[b + 1], uint32_t(o)};
  }
  return best;
}

}  // namespace gleaner
