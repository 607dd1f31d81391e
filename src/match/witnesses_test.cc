// Witnesses against what their header says, taken one by one: a fit of each column's features alone, and
// seeds planted among false ones.
#include "match/witnesses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/seed_test.h"
#include "match/compared_test.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

Examples random_examples(const Features& features, uint32_t seed, size_t rows) {
  std::mt19937 random(seed);
  std::normal_distribution<float> noise;
  Examples out;
  out.width = features.size();
  for (size_t i = 0; i < rows; ++i) {
    const float match = random() % 3 ? 0.f : 1.f;
    for (size_t k = 0; k < out.width; ++k) out.values.push_back(noise(random) + match * (k % 4 ? 0.3f : 1.f));
    out.answers.push_back(random() % 5 ? match : 0.5f);
    out.weights.push_back(0.25f + float(random() % 4));
  }
  return out;
}

// The same examples with the features that `keep` names; what they weigh is told anew.
Examples only(const Examples& all, const std::vector<char>& keep) {
  Examples out = all;
  out.values.clear();
  out.width = size_t(std::count(keep.begin(), keep.end(), 1));
  for (size_t i = 0; i < all.rows(); ++i)
    for (size_t k = 0; k < all.width; ++k)
      if (keep[k]) out.values.push_back(all.row(i)[k]);
  return out;
}

double usual_odds(const Examples& examples) {
  double match = 0, other = 0;
  for (size_t i = 0; i < examples.rows(); ++i) {
    match += examples.weight(i) * double(examples.answers[i]);
    other += examples.weight(i) * (1 - double(examples.answers[i]));
  }
  return std::log(match / other);
}

// Odds of independent witnesses multiply: each is asked alone, and adds what it says beyond what is usual.
std::vector<double> slowly(const Examples& all, const Features& features, bool texts_apart, bool enough) {
  std::vector<char> title(all.width, 1);
  std::vector<std::vector<char>> apart;
  for (const Features::Witness& one : features.witnesses()) {
    if (one.kind != FieldKind::number && !texts_apart) continue;
    apart.emplace_back(all.width, 0);
    for (size_t k = one.begin; k < one.end; ++k) apart.back()[k] = 1, title[k] = 0;
  }
  std::vector<double> out(all.width + 1, 0);
  const auto put = [&](const std::vector<char>& keep, const std::vector<double>& heard) {
    size_t next = 0;
    for (size_t k = 0; k < all.width; ++k)
      if (keep[k]) out[k] = heard[next++];
    out.back() += heard.back();
  };
  const Examples titles = only(all, title);
  const std::vector<double> by_title = fit(titles, {kSelfPull, {}});
  put(title, by_title);
  Examples open = all;
  for (size_t i = 0; enough && i < all.rows(); ++i) {  // what the title has decided counts hardly
    const double p = 1 / (1 + std::exp(-log_odds(titles.row(i), by_title))), a = double(all.answers[i]),
                 w = double(all.weights[i]);
    const double other = w * (1 - a) * std::min(1.0, p + kClosed);
    open.weights[i] = float(w * a + other);
    open.answers[i] = float(w * a / std::max(w * a + other, 1e-9));
  }
  for (const std::vector<char>& keep : apart) {
    put(keep, fit(only(open, keep), {kSelfPull, {}}));
    out.back() -= usual_odds(open);
  }
  return out;
}

TEST(Witnesses, AreHeardByThemselves) {
  for (uint32_t i = 0; i < 20; ++i) {
    const uint32_t seed = test_seed(8000 + i);
    SCOPED_TRACE(seed);
    const Compared in(seed, 20);
    ASSERT_GE(in.features->witnesses().size(), 2u);  // brand and price
    const Examples examples = random_examples(*in.features, seed + 1, 120);
    const bool enough = i % 2;
    const std::vector<double> found = fit_witnesses(examples, *in.features, enough),
                              apart = slowly(examples, *in.features, true, enough),
                              joint = slowly(examples, *in.features, false, enough);
    ASSERT_EQ(found.size(), in.features->size() + 1);
    for (size_t k = 0; k < found.size(); ++k)
      EXPECT_NEAR(found[k], kApart * apart[k] + (1 - kApart) * joint[k], 1e-4) << k;
  }
}

// A price that says nothing of matches among pairs whose titles agree is not heard, though it is another in
// pairs that the title has decided.
TEST(Witnesses, AreAskedWhatTheTitleLeavesOpen) {
  const uint32_t seed = test_seed(8100);
  SCOPED_TRACE(seed);
  const Compared in(seed, 20);
  const auto witnesses = in.features->witnesses();
  const auto price = std::find_if(witnesses.begin(), witnesses.end(),
                                  [](const auto& one) { return one.kind == FieldKind::number; });
  ASSERT_NE(price, witnesses.end());
  std::mt19937 random(seed);
  std::normal_distribution<float> noise;
  Examples examples;
  examples.width = in.features->size();
  for (size_t i = 0; i < 3000; ++i) {
    const bool match = i % 3 == 0, far = i % 3 == 1;  // far: the titles say that it is none
    for (size_t k = 0; k < examples.width; ++k)
      examples.values.push_back(k == 0              ? (far ? -6.f : 2.f) + noise(random)
                                : k == price->begin ? (far ? -2.f : 0.f) + noise(random)
                                                    : 0.f);
    examples.answers.push_back(match ? 1.f : 0.f);
  }
  const double open = fit_witnesses(examples, *in.features, true)[price->begin],
               all = fit_witnesses(examples, *in.features, false)[price->begin];
  EXPECT_LT(std::fabs(open), 0.3);
  EXPECT_GT(all, 0.45);
}

// Seeds of which some look as neighbours of one source do: those are believed less, and
// the more neighbours, the less.
TEST(Witnesses, FalseSeedsAreToldByNeighbours) {
  for (uint32_t i = 0; i < 10; ++i) {
    const uint32_t seed = test_seed(8200 + i);
    SCOPED_TRACE(seed);
    const Compared in(seed, 20);
    std::mt19937 random(seed);
    std::normal_distribution<float> noise;
    const auto make = [&](size_t rows, float shift) {
      Examples out;
      out.width = in.features->size();
      for (size_t r = 0; r < rows; ++r) {
        out.answers.push_back(1), out.weights.push_back(1);
        for (size_t k = 0; k < out.width; ++k) out.values.push_back(k ? 0.f : noise(random) + shift);
      }
      return out;
    };
    Examples seeds = make(450, 2);
    const Examples wrong = make(50, -2), neighbours = make(50, -2);
    seeds.values.insert(seeds.values.end(), wrong.values.begin(), wrong.values.end());
    seeds.answers.resize(500, 1);
    const auto mean = [](const std::vector<float>& values, size_t from, size_t to) {
      double sum = 0;
      for (size_t at = from; at < to; ++at) sum += values[at];
      return sum / double(to - from);
    };
    const auto belief = believed(seeds, neighbours, *in.features);
    EXPECT_GT(mean(belief, 0, 450), 0.85);
    EXPECT_LT(mean(belief, 450, 500), 0.5);
    Examples twice = neighbours;
    for (float& weight : twice.weights) weight = 2;
    EXPECT_LT(mean(believed(seeds, twice, *in.features), 450, 500), mean(belief, 450, 500));
    Examples none = make(0, 0);
    for (const float one : believed(seeds, none, *in.features)) EXPECT_GT(one, 0.99);
    for (const float one : belief) EXPECT_TRUE(one >= float(kLeastBelief) && one <= 1) << one;
  }
}

}  // namespace
}  // namespace gleaner::match
