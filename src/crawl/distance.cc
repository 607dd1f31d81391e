// See distance.h.
#include "crawl/distance.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gleaner::crawl {
namespace {

constexpr uint32_t kFewEdits = 24;     // up to which diagonals are quicker than bit vectors
constexpr uint32_t kNarrowEdits = 63;  // up to which a band has room in one word
constexpr int kWord = 64;

// How much the one has more than the other, and the other way round; the larger of both.
template <size_t kBins>
uint32_t surplus(const std::array<uint8_t, kBins>& a, const std::array<uint8_t, kBins>& b) {
#if defined(__SSE2__)
  __m128i more = _mm_setzero_si128(), less = _mm_setzero_si128();
  for (size_t i = 0; i < a.size(); i += 16) {
    const __m128i x = _mm_load_si128(reinterpret_cast<const __m128i*>(&a[i]));
    const __m128i y = _mm_load_si128(reinterpret_cast<const __m128i*>(&b[i]));
    more = _mm_add_epi64(more, _mm_sad_epu8(_mm_subs_epu8(x, y), _mm_setzero_si128()));
    less = _mm_add_epi64(less, _mm_sad_epu8(_mm_subs_epu8(y, x), _mm_setzero_si128()));
  }
  const auto sum = [](__m128i v) {
    return uint32_t(_mm_cvtsi128_si32(v)) + uint32_t(_mm_cvtsi128_si32(_mm_srli_si128(v, 8)));
  };
  return std::max(sum(more), sum(less));
#else
  uint32_t more = 0, less = 0;
  for (size_t i = 0; i < a.size(); ++i)
    (a[i] > b[i] ? more : less) += uint32_t(std::abs(int(a[i]) - int(b[i])));
  return std::max(more, less);
#endif
}

template <size_t kBins>
void count(std::array<uint8_t, kBins>& counts, uint64_t run) {
  uint8_t& bin = counts[run * 0x9E3779B97F4A7C15ull >> (64 - std::bit_width(kBins - 1))];
  if (bin < 255) ++bin;
}

uint32_t length_difference(std::string_view a, std::string_view b) {
  return uint32_t(a.size() > b.size() ? a.size() - b.size() : b.size() - a.size());
}

// Of 16 symbols, those that are the same: one bit each.
uint32_t same_of_16(const char* a, const char* b) {
#if defined(__SSE2__)
  const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(a));
  const __m128i y = _mm_loadu_si128(reinterpret_cast<const __m128i*>(b));
  return uint32_t(_mm_movemask_epi8(_mm_cmpeq_epi8(x, y)));
#else
  uint32_t same = 0;
  for (size_t i = 0; i < 16; ++i) same |= uint32_t(a[i] == b[i]) << i;
  return same;
#endif
}

size_t common_prefix(std::string_view a, std::string_view b) {
  const size_t n = std::min(a.size(), b.size());
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    if (const uint32_t same = same_of_16(a.data() + i, b.data() + i); same != 0xffff)
      return i + size_t(__builtin_ctz(~same));
  while (i < n && a[i] == b[i]) ++i;
  return i;
}

size_t common_suffix(std::string_view a, std::string_view b) {
  const size_t n = std::min(a.size(), b.size());
  const char *end_a = a.data() + a.size(), *end_b = b.data() + b.size();
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    if (const uint32_t same = same_of_16(end_a - i - 16, end_b - i - 16); same != 0xffff)
      return i + size_t(__builtin_clz(~same << 16));
  while (i < n && a[a.size() - 1 - i] == b[b.size() - 1 - i]) ++i;
  return i;
}

// All of the common end, of the beginning a multiple of `step`: it is all the same to the distance.
size_t cut_common_ends(std::string_view& a, std::string_view& b, size_t step) {
  const size_t end = common_suffix(a, b);
  a.remove_suffix(end);
  b.remove_suffix(end);
  const size_t begin = common_prefix(a, b) / step * step;
  a.remove_prefix(begin);
  b.remove_prefix(begin);
  return begin;
}

// Ukkonen's diagonals: for each number of edits, how far each diagonal of the table can be followed.
uint32_t by_diagonals(std::string_view a, std::string_view b, uint32_t limit) {
  const int n = int(a.size()), m = int(b.size()), most = int(limit);
  const int middle = most + 1, goal = middle + m - n;
  std::array<int, 2 * kFewEdits + 3> reach,
      before;  // rows of `a` reached on diagonal d - middle = column - row
  before.fill(-2);
  for (int edits = 0; edits <= most; ++edits) {
    reach.fill(-2);
    for (int d = middle - edits; d <= middle + edits; ++d) {
      int row = edits == 0
                    ? 0
                    : std::max({before[size_t(d)] + 1, before[size_t(d) - 1], before[size_t(d) + 1] + 1});
      row = std::min({row, n, m - (d - middle)});
      if (row < 0 || row + d - middle < 0) continue;
      row += int(common_prefix(a.substr(size_t(row)), b.substr(size_t(row) + size_t(d) - size_t(middle))));
      reach[size_t(d)] = row;
    }
    if (goal >= middle - edits && goal <= middle + edits && reach[size_t(goal)] >= n) return uint32_t(edits);
    before = reach;
  }
  return limit + 1;
}

// One column of 64 rows: vertical differences +1 and -1 as bits, and the value in the last row.
struct Block {
  uint64_t plus = ~0ull, minus = 0;
  int32_t bottom = 0;
};

// Horizontal differences that go from a block into the one below it: +1, -1 or none, as bits.
struct Carry {
  uint64_t plus = 0, minus = 0;
};

// Myers' step. `row`: the block's last row.
inline void advance(Block& block, uint64_t equal, Carry& carry, int row) {
  const uint64_t x = equal | block.minus;
  equal |= carry.minus;
  const uint64_t h = (((equal & block.plus) + block.plus) ^ block.plus) | equal;
  uint64_t up = block.minus | ~(h | block.plus);
  uint64_t down = block.plus & h;
  const Carry out{up >> row & 1, down >> row & 1};
  up = up << 1 | carry.plus;
  down = down << 1 | carry.minus;
  block.plus = down | ~(x | up);
  block.minus = up & x;
  block.bottom += int32_t(out.plus) - int32_t(out.minus);
  carry = out;
}

class BandedMyers {
 public:
  // `rows`: from symbol `first` of what `bits` were made of, which is a multiple of 64.
  BandedMyers(const SymbolRows& bits, size_t first, std::string_view rows, std::string_view columns)
      : bits_(bits), first_(first / kWord), rows_(rows), columns_(columns) {
    blocks_ = int(rows.size() + kWord - 1) / kWord;
  }

  // The band in one word that goes down a row with each column (Hyyrö 2003): bit 63 is its lowest diagonal,
  // along which the distance is counted until it meets the last row, then along that row. REQUIRES: limit <=
  // kNarrowEdits.
  uint32_t run_narrow(uint32_t limit) const {
    const int n = int(rows_.size()), m = int(columns_.size()), k = int(limit);
    if (std::abs(m - n) > k) return limit + 1;
    const int below = (k - (m - n)) / 2, above = m - n + below;
    uint64_t plus = ~0ull << (kWord - 1 - below), minus = 0;
    int found = std::min(below, n);  // in column 0
    for (int column = 1; column <= m; ++column) {
      const uint64_t* equal = bits_.of(columns_[size_t(column - 1)]) + first_;
      const int from = column + below - kWord;  // of `rows_`: the row of bit 0
      const uint64_t same = from < 0            ? equal[0] << -from
                            : from % kWord == 0 ? equal[from / kWord]
                                                : equal[from / kWord] >> (from % kWord) |
                                                      equal[from / kWord + 1] << (kWord - from % kWord);
      const uint64_t diagonal =
          (((same & plus) + plus) ^ plus) | same | minus;  // no edit on the way from the upper left
      const uint64_t up = minus | ~(diagonal | plus), down = diagonal & plus;
      if (const int over = column + below - n; over <= 0) {
        found += !(diagonal >> (kWord - 1));
        if (found > k + above) return limit + 1;  // each column of the last row takes one off at most
      } else {
        found += int(up >> (kWord - 1 - over) & 1) - int(down >> (kWord - 1 - over) & 1);
      }
      plus = down | ~(diagonal >> 1 | up);
      minus = diagonal >> 1 & up;
    }
    return found <= k ? uint32_t(found) : limit + 1;
  }

  // A way of at most k edits passes no entry from which the end is further away than what is left of k
  // (Ukkonen 1985: each step off the straight way has to be undone). Blocks without any other entry leave the
  // band, so it narrows as edits are spent; entries on the way that is looked for are exact.
  uint32_t run(uint32_t limit) {
    n_ = int(rows_.size()), m_ = int(columns_.size());
    const int k = int(limit);
    work_.resize(size_t(blocks_));
    int first = 0, last = -1;
    for (int column = 1; column <= m_; ++column) {
      const uint64_t* equal = bits_.of(columns_[size_t(column - 1)]) + first_;
      Carry carry{1, 0};  // above the band the differences count as +1
      const int whole = std::min(last, blocks_ - 2);
      for (int b = first; b <= whole; ++b) advance(work_[size_t(b)], equal[b], carry, kWord - 1);
      if (last == blocks_ - 1) advance(work_[size_t(last)], equal[last], carry, last_bit(last));
      if (column % kLookEvery != 1) continue;
      while (last < blocks_ - 1 && (last < 0 || through(last, column) <= k + kMayLose)) {
        const int above = last < 0 ? column : work_[size_t(last)].bottom;
        Block& block = work_[size_t(++last)];  // so far every row of it was one more than the one above
        block = {~0ull, 0, above - int(carry.plus) + int(carry.minus) + last_bit(last) + 1};
        advance(block, equal[last], carry, last_bit(last));
      }
      while (last > first && end_of(last - 1) >= goal(column) && through(last - 1, column) > k + kMayLose)
        --last;
      while (first <= last && end_of(first) <= goal(column) && through(first, column) > k) ++first;
      if (first > last) return limit + 1;
    }
    const uint32_t found = uint32_t(work_.back().bottom);
    return last == blocks_ - 1 && found <= limit ? found : limit + 1;
  }

 private:
  static constexpr int kLookEvery = 8;  // columns between two looks at the band
  static constexpr int kMayLose =
      2 * kLookEvery;  // what an entry and the way from it to the end lose until then

  int end_of(int block) const { return std::min(n_, (block + 1) * kWord); }  // its last row
  int last_bit(int block) const { return end_of(block) - block * kWord - 1; }
  int goal(int column) const { return n_ - m_ + column; }  // the row on the diagonal of the end
  // The least that a way through the last row of a block takes: the entry, and the steps to the diagonal of
  // the end.
  int through(int block, int column) const {
    return work_[size_t(block)].bottom + std::abs(goal(column) - end_of(block));
  }

  const SymbolRows& bits_;
  size_t first_;  // block
  std::string_view rows_, columns_;
  int blocks_ = 0, n_ = 0, m_ = 0;
  std::vector<Block> work_;
};

}  // namespace

SymbolRows::SymbolRows(std::string_view skeleton) {
  const size_t stride = (skeleton.size() + kWord - 1) / kWord + 1;
  std::array<int16_t, 256> number;
  number.fill(-1);
  int16_t distinct = 0;
  for (const char c : skeleton)
    if (number[uint8_t(c)] < 0) number[uint8_t(c)] = distinct++;
  bits_.assign((size_t(distinct) + 1) * stride, 0);
  for (size_t i = 0; i < skeleton.size(); ++i)
    bits_[size_t(number[uint8_t(skeleton[i])]) * stride + i / kWord] |= 1ull << (i % kWord);
  for (size_t c = 0; c < 256; ++c) at_[c] = uint32_t(size_t(number[c] < 0 ? distinct : number[c]) * stride);
}

Measured::Measured(std::string skeleton) : symbols(std::move(skeleton)) {
  uint64_t last = 0;  // eight symbols
  for (size_t i = 0; i < symbols.size(); ++i) {
    last = last << 8 | uint8_t(symbols[i]);
    if (singles[last & 0xff] < 255) ++singles[last & 0xff];
    if (i >= 1) count(pairs, last & 0xffff);
    if (i >= 2) count(triples, last & 0xffffff);
    if (i >= 5) count(sixes, last & 0xffffffffffff);
  }
}

namespace {

constexpr size_t kNearSkip = 4, kLongSkip = 64, kLongestSkip = 512;  // to a place where both go on alike
constexpr int kLongestSkips = 4;  // of a comparison that are looked for: each costs half a microsecond
constexpr size_t kHopeless =
    4;  // with a quarter of the edits spent, more of them than of the way is too many
constexpr size_t kStraight = 16;  // symbols, of which two may differ, that are gone on straight

template <class Word>
Word word_at(std::string_view text, size_t at) {
  Word out;
  std::memcpy(&out, text.data() + at, sizeof out);
  return out;
}

struct Skip {
  size_t a = 1, b = 1;  // one exchanged
};

// From two symbols that differ to the nearest place where both go on alike for a word, between `from` and
// `to` symbols on.
template <class Word>
bool find_place(std::string_view a, std::string_view b, size_t from, size_t to, Skip& out) {
  constexpr size_t kFollows = sizeof(Word);
  if (std::min(a.size(), b.size()) < kFollows) return false;
  const Word here_a = word_at<Word>(a, 0), here_b = word_at<Word>(b, 0);
  const size_t in_a = a.size() - kFollows, in_b = b.size() - kFollows;
  for (size_t k = from; k <= to; ++k) {
    if (k <= std::min(in_a, in_b) && word_at<Word>(a, k) == word_at<Word>(b, k)) return out = {k, k}, true;
    if (k <= in_b && word_at<Word>(b, k) == here_a) return out = {0, k}, true;
    if (k <= in_a && word_at<Word>(a, k) == here_b) return out = {k, 0}, true;
  }
  return false;
}

// Symbol by symbol, where as many are skipped in both.
size_t cost_of(const Skip& skip, std::string_view a, std::string_view b) {
  if (skip.a != skip.b) return std::max(skip.a, skip.b);
  size_t out = 0;
  for (size_t i = 0; i < skip.a; ++i) out += a[i] != b[i];
  return out;
}

// The same from further on, for lists of which one page has much more: both have to go on alike for longer.
bool find_far_place(std::string_view a, std::string_view b, Skip& out) {
  constexpr size_t kFollows = 2 * sizeof(uint64_t);
  if (std::min(a.size(), b.size()) < kFollows) return false;
  const auto is_at = [](std::string_view text, size_t at, uint64_t begin, uint64_t end) {
    return word_at<uint64_t>(text, at) == begin && word_at<uint64_t>(text, at + sizeof begin) == end;
  };
  const uint64_t begin_a = word_at<uint64_t>(a, 0), end_a = word_at<uint64_t>(a, 8);
  const uint64_t begin_b = word_at<uint64_t>(b, 0), end_b = word_at<uint64_t>(b, 8);
  const size_t in_a = a.size() - kFollows, in_b = b.size() - kFollows;
  for (size_t k = kLongSkip + 1; k <= kLongestSkip && (k <= in_a || k <= in_b); ++k) {
    if (k <= in_b && is_at(b, k, begin_a, end_a)) return out = {0, k}, true;
    if (k <= in_a && is_at(a, k, begin_b, end_b)) return out = {k, 0}, true;
  }
  return false;
}

// Near places need less to be believed.
Skip next_place(std::string_view a, std::string_view b, int& far_looks) {
  Skip out;
  if (find_place<uint32_t>(a, b, 1, kNearSkip, out) ||
      find_place<uint64_t>(a, b, kNearSkip + 1, kLongSkip, out))
    return out;
  if (far_looks > 0) --far_looks, find_far_place(a, b, out);
  return out;
}

// Straight on over symbols of which hardly any differ: gives how many do, or nothing.
std::optional<uint32_t> straight(std::string_view a, std::string_view b) {
  if (std::min(a.size(), b.size()) < kStraight) return {};
  const uint32_t differ = ~same_of_16(a.data(), b.data()) & 0xffff, second = differ & (differ - 1);
  if (second & (second - 1)) return {};
  return uint32_t(differ != 0) + uint32_t(second != 0);
}

}  // namespace

uint32_t most_distance(std::string_view a, std::string_view b, uint32_t limit) {
  int far_looks = kLongestSkips;
  const size_t all = a.size() + b.size();
  for (size_t edits = 0; edits <= limit;) {
    if (const auto differ = straight(a, b)) {
      edits += *differ;
      a.remove_prefix(kStraight);
      b.remove_prefix(kStraight);
      continue;
    }
    const size_t same = common_prefix(a, b);
    a.remove_prefix(same);
    b.remove_prefix(same);
    if (a.empty() || b.empty())
      return uint32_t(std::min<size_t>(edits + std::max(a.size(), b.size()), limit + 1));
    if (edits * kHopeless > limit && edits * all > limit * (all - a.size() - b.size() + kStraight)) break;
    const Skip skip = next_place(a, b, far_looks);
    edits += cost_of(skip, a, b);
    a.remove_prefix(skip.a);
    b.remove_prefix(skip.b);
  }
  return limit + 1;
}

namespace {

uint32_t of_runs(uint32_t more, uint32_t length) { return (more + length - 1) / length; }

// What no distance is below, by the quick half of the counts; once it is more than `enough`, no closer look
// is taken.
uint32_t least_at_once(const Measured& a, const Measured& b, uint32_t enough) {
  const uint32_t least = std::max(length_difference(a.symbols, b.symbols), surplus(a.singles, b.singles));
  return least > enough ? least : std::max(least, of_runs(surplus(a.triples, b.triples), 3));
}

// The same by all of them.
uint32_t least_beyond(const Measured& a, const Measured& b, uint32_t enough) {
  uint32_t least = least_at_once(a, b, enough);
  if (least <= enough) least = std::max(least, of_runs(surplus(a.pairs, b.pairs), 2));
  if (least <= enough) least = std::max(least, of_runs(surplus(a.sixes, b.sixes), 6));
  return least;
}

}  // namespace

std::vector<std::pair<uint32_t, uint32_t>> by_least_distance(const std::vector<Measured>& all,
                                                             const Measured& one) {
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (size_t i = 0; i < all.size(); ++i) out.emplace_back(least_at_once(all[i], one, ~0u), uint32_t(i));
  std::sort(out.begin(), out.end());
  return out;
}

size_t common_ends(std::string_view a, std::string_view b) {
  const size_t end = common_suffix(a, b);
  a.remove_suffix(end);
  b.remove_suffix(end);
  return end + common_prefix(a, b);
}

uint32_t least_distance(const Measured& a, const Measured& b) { return least_beyond(a, b, ~0u); }

namespace {

// Two skeletons without their common ends, and what bit vectors need of the one that makes the rows.
class Comparison {
 public:
  Comparison(const Measured& a, const Measured& b)
      : Comparison(a.rows || !b.rows ? a.symbols : b.symbols, a.rows || !b.rows ? b.symbols : a.symbols,
                   a.rows ? a.rows.get() : b.rows.get()) {}
  // `kept`: of all of `rows`, or null.
  Comparison(std::string_view rows, std::string_view columns, const SymbolRows* kept)
      : rows_(rows), columns_(columns), kept_(kept) {
    first_ = cut_common_ends(rows_, columns_, kept ? kWord : 1);
  }

  Comparison(const Comparison&) = delete;

  bool trivial() const { return rows_.empty() || columns_.empty(); }
  size_t longer() const { return std::max(rows_.size(), columns_.size()); }
  uint32_t most(uint32_t limit) const { return most_distance(rows_, columns_, limit); }
  uint32_t few(uint32_t limit) const { return by_diagonals(rows_, columns_, limit); }

  uint32_t in_band(uint32_t limit) {
    if (!kept_) {
      if (rows_.size() > columns_.size()) std::swap(rows_, columns_);
      made_.emplace(rows_);
      kept_ = &*made_;
      first_ = 0;
    }
    BandedMyers table(*kept_, first_, rows_, columns_);
    limit = uint32_t(std::min<size_t>(limit, longer()));
    return limit <= kNarrowEdits ? table.run_narrow(limit) : table.run(limit);
  }

 private:
  std::string_view rows_, columns_;
  const SymbolRows* kept_;
  size_t first_ = 0;  // symbol of the rows as they are kept
  std::optional<SymbolRows> made_;
};

// `least`: what the distance is not below.
uint32_t distance_from(Comparison&& pair, uint32_t limit, uint32_t least) {
  if (pair.trivial()) return pair.longer() <= limit ? uint32_t(pair.longer()) : limit + 1;
  const uint32_t most = pair.most(limit);
  if (most <= std::max(least, 1u)) return most;
  const uint32_t needed = std::min(most, limit);
  if (needed <= kFewEdits) return std::min(pair.few(needed), limit + 1);
  // Bands that grow, where nothing says how wide they have to be.
  if (most > limit)
    for (uint32_t tried = std::max(kNarrowEdits, least + least / 2); tried < needed / 3; tried *= 3)
      if (const uint32_t found = pair.in_band(tried); found <= tried) return found;
  const uint32_t found = pair.in_band(needed);
  return found <= needed ? found : limit + 1;
}

}  // namespace

uint32_t distance(std::string_view a, std::string_view b, uint32_t limit) {
  if (length_difference(a, b) > limit) return limit + 1;
  return distance_from(Comparison(a, b, nullptr), limit, length_difference(a, b));
}

uint32_t distance(const Measured& a, const Measured& b, uint32_t limit) {
  const uint32_t least = least_beyond(a, b, limit);
  if (least > limit) return limit + 1;
  return distance_from(Comparison(a, b), limit, least);
}

bool is_within(const Measured& a, const Measured& b, uint32_t limit) {
  if (least_at_once(a, b, limit) > limit) return false;
  Comparison pair(a, b);
  if (pair.trivial()) return pair.longer() <= limit;
  if (pair.most(limit) <= limit) return true;
  if (least_beyond(a, b, limit) > limit) return false;
  return pair.in_band(limit) <= limit;
}

}  // namespace gleaner::crawl
