// Sets of numbers against sets of the library: all pairs of subsets of seven numbers, with gaps between them
// and at the end of what a number can be.
#include "grammar/number_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace gleaner::grammar {
namespace {

using Plain = std::set<uint32_t>;

constexpr uint32_t kNumbers[] = {0, 1, 2, 4, 5, 9, UINT32_MAX};
constexpr uint32_t kSubsets = 1u << std::size(kNumbers);

Plain plain(uint32_t bits) {
  Plain out;
  for (size_t i = 0; i < std::size(kNumbers); ++i)
    if (bits >> i & 1) out.insert(kNumbers[i]);
  return out;
}

// Added from the last one on, so that runs grow at their front too.
uint32_t made(NumberSets& sets, const Plain& numbers) {
  uint32_t out = 0;
  for (auto at = numbers.rbegin(); at != numbers.rend(); ++at) out = sets.unite(sets.with(*at), out);
  return out;
}

TEST(NumberSets, EqualSetsHaveEqualNumbers) {
  NumberSets sets;
  for (uint32_t a = 0; a < kSubsets; ++a) {
    uint32_t forwards = 0;
    for (uint32_t number : plain(a)) forwards = sets.unite(forwards, sets.with(number));
    EXPECT_EQ(forwards, made(sets, plain(a))) << a;
    EXPECT_EQ(forwards == 0, a == 0);
    EXPECT_EQ(sets.keep(sets.runs(forwards)), forwards);
  }
}

TEST(NumberSets, NeighboursAreOneRun) {
  NumberSets sets;
  const std::vector<NumberSets::Run> wanted{{0, 2}, {4, 5}, {9, 9}, {UINT32_MAX, UINT32_MAX}};
  EXPECT_EQ(sets.runs(made(sets, plain(kSubsets - 1))), wanted);
}

TEST(NumberSets, SayWhatThoseOfTheLibrarySay) {
  NumberSets sets;
  for (uint32_t a = 0; a < kSubsets; ++a) {
    const Plain x = plain(a);
    const uint32_t set = made(sets, x);
    for (uint32_t number : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 8u, 9u, 10u, UINT32_MAX - 1, UINT32_MAX})
      EXPECT_EQ(sets.holds(set, number), x.contains(number)) << a << " " << number;
    if (x.empty()) continue;
    EXPECT_EQ(sets.largest(set), *x.rbegin());
    Plain less = x;
    less.erase(*x.rbegin());
    EXPECT_EQ(sets.without_largest(set), made(sets, less)) << a;
  }
}

TEST(NumberSets, UniteAndMeetInAllPairs) {
  NumberSets sets;
  for (uint32_t a = 0; a < kSubsets; ++a)
    for (uint32_t b = 0; b < kSubsets; ++b) {
      const uint32_t x = made(sets, plain(a)), y = made(sets, plain(b));
      ASSERT_EQ(sets.unite(x, y), made(sets, plain(a | b))) << a << " " << b;
      ASSERT_EQ(sets.meet(x, y), (a & b) != 0) << a << " " << b;
    }
}

}  // namespace
}  // namespace gleaner::grammar
