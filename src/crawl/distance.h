// The edit distance (Levenshtein 1966) of two skeletons, as far as it is worth knowing: exactly up to a
// limit, beyond it only that it is more.
//
// Most pairs are of different kinds of pages and are told apart without looking at the order of their
// symbols: an edit changes the number of one symbol up and of one down, so half of the difference of the
// counts is a lower bound; the same for runs of q neighbours, of which an edit changes q (q-grams, Ukkonen
// 1992): short runs see stretches that were exchanged, long ones edits that lie far apart. What is left is
// worked out between the common beginning and end. First a greedy way through both, which takes the nearest
// place where they go on alike, says how much it is at most: that decides most pairs of one kind of page,
// gives the distance itself where it meets the lower bound, and else says how wide a band has to be. Then a
// few edits by the furthest-reaching points of diagonals (Ukkonen 1985), up to 63 in a band of one word, more
// of them 64 rows at a time with bit vectors (Myers 1999; blocks and band after Hyyrö 2003); a band whose
// every entry is past the limit ends it. The bit vectors of a skeleton that many are compared with are made
// once (keep_rows). Cost: 50 ns for a pair that the counts tell apart, below 1 us for a decision between
// pages of one kind; n * limit / 64 word steps of 2 ns at most. Oracle: the plain table, in distance_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gleaner::crawl {

// For each symbol the rows of a skeleton that it stands in, as bits of words, with a word of nothing behind
// each symbol's.
class SymbolRows {
 public:
  explicit SymbolRows(std::string_view skeleton);
  const uint64_t* of(char symbol) const { return &bits_[at_[uint8_t(symbol)]]; }

 private:
  std::vector<uint64_t> bits_;
  std::array<uint32_t, 256> at_{};
};

// A skeleton with the counts that bounds are made of.
struct Measured {
  explicit Measured(std::string skeleton = "");
  // For a skeleton that many others are compared with. Copies share what it makes.
  void keep_rows() { rows = std::make_shared<const SymbolRows>(symbols); }
  std::string symbols;
  std::shared_ptr<const SymbolRows> rows;  // null: made for each comparison
  // Of single symbols, and of runs of two, three and six of them (hashed); those beyond 255 count as 255,
  // which keeps bounds valid.
  alignas(16) std::array<uint8_t, 256> singles{}, pairs{};
  alignas(16) std::array<uint8_t, 2048> triples{}, sixes{};
};

// The distance, or limit + 1 where it is more.
uint32_t distance(std::string_view a, std::string_view b, uint32_t limit);
uint32_t distance(const Measured& a, const Measured& b, uint32_t limit);
// Is the distance the limit at most? Without working it out where bounds say it.
bool is_within(const Measured& a, const Measured& b, uint32_t limit);
// No distance is below this.
uint32_t least_distance(const Measured& a, const Measured& b);
// Numbers of `all` by what their distance to `one` is not below, the likeliest nearest first, with it.
std::vector<std::pair<uint32_t, uint32_t>> by_least_distance(const std::vector<Measured>& all,
                                                             const Measured& one);
// Symbols that both begin and end with.
size_t common_ends(std::string_view a, std::string_view b);
// None is above this; limit + 1 where the greedy way takes more.
uint32_t most_distance(std::string_view a, std::string_view b, uint32_t limit);

}  // namespace gleaner::crawl
