// Neighbours against the sentences of their header, followed slowly: every pair of
// alike records, looked at by itself.
#include "match/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/seed_test.h"
#include "match/compared_test.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

// Seeds and the candidates' means as some pairs of both sources give them; which pairs is no
// matter to what is tested here.
struct Told {
  Examples seeds;
  Scale scale;
};

Told told_by(const Compared& in, uint32_t seed) {
  std::mt19937 random(seed);
  Told out;
  const size_t width = in.features->size();
  out.seeds.width = width;
  Features::Scratch scratch;
  std::vector<float> row(width), sum(width, 0), squares(width, 0);
  constexpr size_t kPairs = 40;
  for (size_t i = 0; i < kPairs; ++i) {
    const Candidate pair{uint32_t(random() % in.records.left().size()),
                         uint32_t(random() % in.records.right().size())};
    in.features->of(pair, row.data(), scratch);
    for (size_t k = 0; k < width; ++k) sum[k] += row[k], squares[k] += row[k] * row[k];
    out.seeds.values.insert(out.seeds.values.end(), row.begin(), row.end());
    out.seeds.answers.push_back(random() % 3 ? 1.f : 0.f);
  }
  for (size_t k = 0; k < width; ++k) {
    const float mean = sum[k] / kPairs;
    out.scale.mean.push_back(mean + 0.05f * float(random() % 3));  // seeds lead in some features
    out.scale.spread.push_back(std::sqrt(std::max(squares[k] / kPairs - mean * mean, 0.f)) + 0.01f);
  }
  return out;
}

// Far from what seeds look like, on the side of the candidates, in a feature in which the two differ.
bool unlike_seeds(const std::vector<float>& row, const Told& told) {
  for (size_t k = 0; k < row.size(); ++k) {
    std::vector<double> values;
    for (size_t i = 0; i < told.seeds.rows(); ++i)
      if (told.seeds.answers[i] == 1) values.push_back(told.seeds.row(i)[k]);
    double mean = 0, square = 0;
    for (const double v : values) mean += v / double(values.size());
    for (const double v : values) square += (v - mean) * (v - mean) / double(values.size());
    const double spread = std::sqrt(square) + 0.02, usual = told.scale.mean[k];
    if (std::fabs(mean - usual) < 0.2 * double(told.scale.spread[k])) continue;
    if (mean > usual && double(row[k]) <= mean - kUnlikeSeeds * spread) return true;
    if (mean < usual && double(row[k]) >= mean + kUnlikeSeeds * spread) return true;
  }
  return false;
}

using Line = std::tuple<bool, uint32_t, uint32_t, float>;

// Whether `other` is what `record` is likest, and no third comes near. Equal ones: the first that was found.
bool is_best(const Compared& in, bool right, uint32_t record, uint32_t other) {
  double best = -1, next = 0;
  uint32_t who = record;
  for (const Alike& one : find_alike(in.records, in.pieces, right, {record}, kAlikeTop, 1)) {
    const double score = float(in.features->first_score_one_side(right, record, one.other));
    if (score > best) next = std::max(next, best), best = score, who = one.other;
    else next = std::max(next, score);
  }
  return who == other && float(best) - float(next) >= float(kSeedMargin);
}

std::vector<Line> slowly(const Compared& in, const Told& told) {
  std::vector<Line> out;
  std::vector<float> row(in.features->size());
  Features::Scratch scratch;
  for (const bool right : {false, true}) {
    const size_t own = in.records.sides[right].size(), others = in.records.sides[!right].size();
    for (uint32_t record = 0; record < own; ++record)
      for (const Alike& one : find_alike(in.records, in.pieces, right, {record}, kAlikeTop, 1)) {
        in.features->of_one_side(right, record, one.other, row.data(), scratch);
        if (!unlike_seeds(row, told)) continue;
        const bool seed = is_best(in, right, record, one.other) && is_best(in, right, one.other, record);
        out.emplace_back(right, record, one.other, seed ? 0.5f * float(others) / float(own) : 0.f);
      }
  }
  return out;
}

std::vector<Line> lines(const std::vector<Neighbours>& found) {
  std::vector<Line> out;
  for (const Neighbours& one : found) out.emplace_back(one.right, one.record, one.other, one.as_seeds);
  return out;
}

TEST(Neighbours, AreThoseThatLookAlikeAndUnlikeSeeds) {
  size_t all = 0, as_seeds = 0;
  for (uint32_t i = 0; i < 60; ++i) {
    const uint32_t seed = test_seed(7000 + i);
    const Compared in(seed, 4 + i);
    const Told told = told_by(in, seed + 1);
    SCOPED_TRACE(seed);
    auto found = lines(find_neighbours(in.records, in.pieces, *in.features, told.seeds, told.scale, 1));
    auto wanted = slowly(in, told);
    std::sort(found.begin(), found.end()), std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(found, wanted);
    all += found.size();
    for (const Line& one : found) as_seeds += std::get<3>(one) > 0;
  }
  EXPECT_GT(all, 200u);  // else nothing was tested
  EXPECT_GT(as_seeds, 20u);
}

TEST(Neighbours, DoNotDependOnThreads) {
  const uint32_t seed = test_seed(7100);
  SCOPED_TRACE(seed);
  const Compared in(seed, 300);
  const Told told = told_by(in, seed + 1);
  const auto one = find_neighbours(in.records, in.pieces, *in.features, told.seeds, told.scale, 1);
  const auto many = find_neighbours(in.records, in.pieces, *in.features, told.seeds, told.scale, 4);
  EXPECT_EQ(lines(one), lines(many));
}

// Of a large source some records are asked, and each stands for more: the sum stays
// what it is when all are asked.
TEST(Neighbours, OfSomeStandForAll) {
  const uint32_t seed = test_seed(7200);
  SCOPED_TRACE(seed);
  const Compared in(seed, 9 * kAlikeRecords / 4);
  const Told told = told_by(in, seed + 1);
  std::set<uint32_t> asked;
  for (const Neighbours& one :
       find_neighbours(in.records, in.pieces, *in.features, told.seeds, told.scale, 2)) {
    if (one.right) continue;
    asked.insert(one.record);
    const size_t step = in.records.left().size() / kAlikeRecords + 1;
    EXPECT_EQ(one.record % step, 0u);
    if (one.as_seeds > 0) {
      EXPECT_FLOAT_EQ(one.as_seeds, 0.5f * float(step) * float(in.records.right().size()) /
                                        float(in.records.left().size()));
    }
  }
  EXPECT_LE(asked.size(), kAlikeRecords);
}

}  // namespace
}  // namespace gleaner::match
