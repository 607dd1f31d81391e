// Distances against the plain table: all short strings over three symbols, and random ones with few and many
// edits.
#include "crawl/distance.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace gleaner::crawl {
namespace {

uint32_t plain_distance(std::string_view a, std::string_view b) {
  std::vector<uint32_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    uint32_t diagonal = row[0];
    row[0] = uint32_t(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const uint32_t kept = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = kept;
    }
  }
  return row[b.size()];
}

void expect_all_limits(const std::string& a, const std::string& b, const std::vector<uint32_t>& limits) {
  const uint32_t real = plain_distance(a, b);
  const Measured left(a), right(b);
  Measured kept(a);
  kept.keep_rows();
  ASSERT_LE(least_distance(left, right), real) << a << " " << b;
  for (const uint32_t limit : limits) {
    ASSERT_GE(most_distance(a, b, limit), std::min(real, limit + 1)) << a << " " << b << " limit " << limit;
    ASSERT_EQ(is_within(left, right, limit), real <= limit) << a << " " << b << " limit " << limit;
    ASSERT_EQ(distance(a, b, limit), std::min(real, limit + 1)) << a << " " << b << " limit " << limit;
    ASSERT_EQ(distance(left, right, limit), std::min(real, limit + 1)) << a << " " << b << " limit " << limit;
    ASSERT_EQ(distance(kept, right, limit), std::min(real, limit + 1)) << a << " " << b << " limit " << limit;
    ASSERT_EQ(distance(right, kept, limit), std::min(real, limit + 1)) << a << " " << b << " limit " << limit;
    ASSERT_EQ(is_within(right, kept, limit), real <= limit) << a << " " << b << " limit " << limit;
  }
}

TEST(Distance, AllShortStrings) {
  std::vector<std::string> all = {""};
  for (size_t i = 0; all[i].size() < 5; ++i)
    for (char c : {'a', 'b', 'c'}) all.push_back(all[i] + c);
  for (size_t i = 0; i < all.size(); i += 3)
    for (size_t j = 0; j < all.size(); j += 2) expect_all_limits(all[i], all[j], {0, 1, 2, 3, 9});
}

TEST(Distance, RandomStrings) {
  const unsigned seed = test_seed(101);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (uint32_t round = 0; round < at_length(400, 150); ++round) {
    std::string a;
    const size_t length = random() % 700;
    const int symbols = 2 + int(random() % 30);
    for (size_t i = 0; i < length; ++i) a += char(random() % unsigned(symbols));
    std::string b = a;
    for (int edits = int(random() % (1u << (random() % 9))); edits > 0; --edits) {
      const size_t at = b.empty() ? 0 : random() % b.size();
      if (random() % 3 == 0 && !b.empty()) b.erase(at, 1 + random() % (random() % 8 ? 3 : 80));
      else if (random() % 2 && !b.empty()) b[at] = char(random() % unsigned(symbols));
      else b.insert(at, 1 + random() % (random() % 8 ? 4 : 90), char(random() % unsigned(symbols)));
    }
    const uint32_t real = plain_distance(a, b);
    expect_all_limits(a, b, {real, real ? real - 1 : 0, real + 1, real * 2 + 70, 5, 63, 64, 65, 100, 5000});
  }
}

TEST(Distance, StringsOfNothingInCommon) {
  for (const size_t n : {1u, 63u, 64u, 65u, 128u, 300u})
    expect_all_limits(std::string(n, 'a'), std::string(n + 7, 'b'),
                      {0, uint32_t(n) + 6, uint32_t(n) + 7, 1000});
}

}  // namespace
}  // namespace gleaner::crawl
