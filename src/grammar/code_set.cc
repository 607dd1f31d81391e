// See code_set.h. Set operations on ranges, and the byte sequences of a range in UTF-8.
#include "grammar/code_set.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner::grammar {
namespace {

constexpr uint32_t kSurrogateFirst = 0xD800, kSurrogateLast = 0xDFFF;

uint32_t encode(uint32_t c, uint8_t out[4]) {
  std::string bytes;
  append_utf8(bytes, c);
  std::copy(bytes.begin(), bytes.end(), out);
  return uint32_t(bytes.size());
}

}  // namespace

CodeSet CodeSet::any() {
  CodeSet set;
  set.add(0, kLast);
  return set;
}

CodeSet CodeSet::of(uint32_t code_point) {
  CodeSet set;
  set.add(code_point, code_point);
  return set;
}

void CodeSet::add(uint32_t first, uint32_t last) {
  last = std::min(last, kLast);
  if (first > last) return;
  if (first <= kSurrogateLast && last >= kSurrogateFirst) {
    if (first < kSurrogateFirst) add(first, kSurrogateFirst - 1);
    if (last > kSurrogateLast) add(kSurrogateLast + 1, last);
    return;
  }
  ranges_.push_back({first, last});
  std::ranges::sort(ranges_);
  std::vector<CodeRange> merged;
  for (CodeRange r : ranges_) {
    if (!merged.empty() && r.first <= merged.back().last + 1)
      merged.back().last = std::max(merged.back().last, r.last);
    else merged.push_back(r);
  }
  ranges_ = std::move(merged);
}

void CodeSet::complement() {
  std::vector<CodeRange> old = std::move(ranges_);
  ranges_.clear();
  uint32_t next = 0;
  for (CodeRange r : old) {
    if (r.first > next) add(next, r.first - 1);
    next = r.last + 1;
  }
  if (next <= kLast) add(next, kLast);
}

bool CodeSet::contains(uint32_t c) const {
  auto at = std::upper_bound(ranges_.begin(), ranges_.end(), c,
                             [](uint32_t value, const CodeRange& r) { return value < r.first; });
  return at != ranges_.begin() && c <= std::prev(at)->last;
}

uint32_t CodeSet::size() const {
  uint32_t count = 0;
  for (CodeRange r : ranges_) count += r.last - r.first + 1;
  return count;
}

std::vector<ByteSequence> utf8_sequences(uint32_t first, uint32_t last) {
  // Split at the lengths of UTF-8, then so that each trailing byte spans its whole range or stands alone.
  static constexpr uint32_t kEnds[] = {0x7F, 0x7FF, 0xFFFF, 0x10FFFF};
  for (uint32_t end : kEnds) {
    if (first <= end && last > end) {
      auto out = utf8_sequences(first, end);
      auto rest = utf8_sequences(end + 1, last);
      out.insert(out.end(), rest.begin(), rest.end());
      return out;
    }
  }
  for (uint32_t bits = 6; first > 0x7F && bits <= 18; bits += 6) {
    const uint32_t mask = (1u << bits) - 1;
    if ((first & ~mask) == (last & ~mask)) continue;
    uint32_t cut = 0;
    if ((first & mask) != 0) cut = (first | mask);
    else if ((last & mask) != mask) cut = (last & ~mask) - 1;
    else continue;
    auto out = utf8_sequences(first, cut);
    auto rest = utf8_sequences(cut + 1, last);
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  }
  ByteSequence one;
  one.length = encode(first, one.low);
  encode(last, one.high);
  return {one};
}

}  // namespace gleaner::grammar
