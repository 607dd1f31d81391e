// Other kinds told by many pages (strangers.h): the chance against a sum over all rates, shares against chance.
#include "crawl/strangers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/seed_test.h"

namespace gleaner::crawl {
namespace {

// The rate of near pages by a beta distribution, the pages by that rate: added up over small steps of the rate (as the square of a sine, where the density of half weights is tame).
double chance_by_steps(size_t templates, size_t rank, size_t pages, size_t near) {
  const double a = double(rank) / 2, b = double(templates + 1 - rank) / 2;
  constexpr int kSteps = 20000;
  double all = 0, sum = 0;
  for (int step = 0; step < kSteps; ++step) {
    const double angle = (step + 0.5) / kSteps * M_PI / 2, sine = std::sin(angle), rate = sine * sine;
    const double weight = std::pow(sine, 2 * a - 1) * std::pow(std::cos(angle), 2 * b - 1);
    double up_to = 0, term = std::pow(1 - rate, double(pages));
    for (size_t i = 0; i <= near; ++i) {
      up_to += term;
      term *= double(pages - i) / double(i + 1) * rate / (1 - rate);
    }
    all += weight, sum += weight * up_to;
  }
  return sum / all;
}

TEST(Strangers, ChanceOfDistances) {
  for (const size_t templates : {3u, 5u, 8u})
    for (size_t rank = 1; rank <= templates; ++rank)
      for (const size_t pages : {8u, 30u})
        for (const size_t near : {0u, 1u, 5u, 8u}) {
          const double wanted = chance_by_steps(templates, rank, pages, near);
          EXPECT_NEAR(chance_of_distances(templates, rank, pages, near), wanted, 1e-3 + 0.01 * wanted)
              << templates << " " << rank << " " << pages << " " << near;
        }
  EXPECT_NEAR(chance_of_distances(5, 3, 100'000, 50'000), chance_of_distances(5, 3, 1000, 500), 1e-9);
}

TEST(Strangers, ShapesOfWhichHardlyAnyPageIsAsNear) {
  using Strange = std::unordered_map<uint32_t, uint32_t>;
  const std::vector<uint32_t> apart = {1, 1, 4, 9, 12}, few = {20, 20, 20, 20, 20, 20, 20},
                              near = {0, 1, 1, 2, 3, 3, 4, 4, 4, 5, 7, 8, 9, 9, 11};
  const std::vector<uint32_t> far(200, 10), furthest(200, 14);
  EXPECT_EQ(strange_shapes(apart, {{1, near}, {2, few}}, true), Strange());
  EXPECT_EQ(strange_shapes(apart, {{1, near}, {2, far}, {3, furthest}}, false),
            (Strange{{3, 12}}));  // near has an 11
  EXPECT_EQ(strange_shapes(apart, {{2, far}, {3, furthest}}, false), (Strange{{2, 9}, {3, 12}}));
  const std::vector<uint32_t> several(12, 10);
  EXPECT_EQ(strange_shapes(apart, {{2, several}}, true), (Strange{{2, 9}}));
  EXPECT_EQ(strange_shapes(apart, {{2, several}}, false), Strange());
}

TEST(Strangers, SharesVaryOrNot) {
  std::mt19937 random(test_seed(11));
  size_t said = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<PartShare> even, uneven;
    for (int i = 0; i < 8; ++i) {
      PartShare& one = even.emplace_back();
      for (one.all = 0; one.all < 30; ++one.all) one.have += random() % 10 < 7;
      uneven.push_back(i < 5 ? one : PartShare{0, 30});
    }
    said += varies(even);
    EXPECT_TRUE(varies(uneven));
  }
  EXPECT_LE(said, 4u);  // of 400
  EXPECT_FALSE(varies({}));
  EXPECT_FALSE(varies({{5, 5}, {7, 7}}));
}

}  // namespace
}  // namespace gleaner::crawl
