// The edit distance (Levenshtein 1966) of two skeletons, as far as it is worth knowing: exactly up to a limit, beyond it only that it is more.
//
// Most pairs are of different kinds of pages and are told apart without looking at the order of their symbols: an edit changes the
// number of one symbol up and of one down, so half of the difference of the counts is a lower bound; the same for runs of q neighbours, of which an
// edit changes q (q-grams, Ukkonen 1992): short runs see stretches that were exchanged, long ones edits that lie far apart. What is left is worked out between the common beginning and end: a few edits by the furthest-reaching
// points of diagonals (Ukkonen 1985), up to 63 in a band of one word, more of them 64 rows at a time with bit vectors (Myers 1999; blocks and band after Hyyrö 2003), each with
// growing limits, so that near pairs cost little; a band whose every entry is past the limit ends it. Before that a greedy way through both, which takes the nearest place where they
// go on alike, says how much it is at most: that decides most pairs of one kind of page, gives the distance itself where it meets the lower bound, and else says how wide the band has to be.
// Cost: 50 ns for a pair that the counts tell apart, 1 us for a decision between pages of one kind; n * limit / 32 word steps at most. Oracle: the plain table, in distance_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gleaner::crawl {

// A skeleton with the counts that bounds are made of.
struct Measured {
  explicit Measured(std::string skeleton = "");
  std::string symbols;
  // Of single symbols, and of runs of two, three and six of them (hashed); those beyond 255 count as 255, which keeps bounds valid.
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
// None is above this; limit + 1 where the greedy way takes more.
uint32_t most_distance(std::string_view a, std::string_view b, uint32_t limit);

}  // namespace gleaner::crawl
