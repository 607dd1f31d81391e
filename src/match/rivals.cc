// See rivals.h.
#include "match/rivals.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "match/settings.h"

namespace gleaner::match {

Incidence::Incidence(const PairGraph& graph) : ends_(graph.records() + 1, 0) {
  const size_t n = graph.pairs->size();
  for (size_t k = 0; k < n; ++k) ++ends_[graph.first(k) + 1], ++ends_[graph.second(k) + 1];
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  pairs_.resize(ends_.back());
  std::vector<uint64_t> next(ends_.begin(), ends_.end() - 1);
  for (size_t k = 0; k < n; ++k) {
    pairs_[next[graph.first(k)]++] = uint32_t(k);
    pairs_[next[graph.second(k)]++] = uint32_t(k);
  }
}

Rank rank(const PairGraph& graph, const std::vector<float>& score) {
  constexpr float kNone = -1e9f;
  constexpr uint32_t kNobody = UINT32_MAX;
  std::vector<uint32_t> lead(graph.records(), kNobody);
  std::vector<float> best(graph.records(), kNone), second(graph.records(), kNone);
  for (size_t k = 0; k < score.size(); ++k)
    for (uint32_t record : {graph.first(k), graph.second(k)}) {
      if (score[k] > best[record])
        second[record] = best[record], best[record] = score[k], lead[record] = uint32_t(k);
      else second[record] = std::max(second[record], score[k]);
    }
  Rank out;
  for (size_t k = 0; k < score.size(); ++k) {
    const uint32_t a = graph.first(k), b = graph.second(k);
    out.rival.push_back(std::max(lead[a] == k ? second[a] : best[a], lead[b] == k ? second[b] : best[b]));
    out.mutual.push_back(lead[a] == k && lead[b] == k);
  }
  return out;
}

namespace {

// Pairs the smaller side could have at most: what the share of matched records is a share of.
double most_matches(const PairGraph& graph) {
  std::vector<char> seen(graph.records(), 0);
  for (size_t k = 0; k < graph.pairs->size(); ++k) seen[graph.first(k)] = seen[graph.second(k)] = 1;
  const size_t left = size_t(std::count(seen.begin(), seen.begin() + ptrdiff_t(graph.left), 1));
  const size_t right =
      size_t(std::count(seen.begin() + ptrdiff_t(graph.one_table ? 0 : graph.left), seen.end(), 1));
  return double(std::max<size_t>(1, graph.one_table ? (left + 1) / 2 : std::min(left, right)));
}

// One pass: what each record's pairs leave to each of them, given what the other ends leave.
class Passing {
 public:
  Passing(const PairGraph& graph, const std::vector<double>& odds, const std::vector<Twins>& twins)
      : graph_(graph), odds_(odds), twins_(twins), sum_(graph.records()) {}

  // Returns how far the furthest message moved.
  double pass(double k, Together& out) {
    std::ranges::fill(sum_, 0);
    for (size_t i = 0; i < odds_.size(); ++i) {
      sum_[graph_.first(i)] += odds_[i] * out.second[i];
      sum_[graph_.second(i)] += odds_[i] * out.first[i];
    }
    next_first_.resize(odds_.size()), next_second_.resize(odds_.size());
    for (size_t i = 0; i < odds_.size(); ++i) {
      next_first_[i] = sum_[graph_.first(i)] - odds_[i] * out.second[i];
      next_second_[i] = sum_[graph_.second(i)] - odds_[i] * out.first[i];
    }
    for (const Twins& twin : twins_) {
      // what the other pair's far end leaves to it
      const uint32_t shared = twin.at_first ? graph_.first(twin.pair) : graph_.second(twin.pair);
      const float far = graph_.first(twin.other) == shared ? out.second[twin.other] : out.first[twin.other];
      const double rivalry = odds_[twin.other] * double(far), surely = twin.surely;
      // With twins nothing is taken from the pair, else what a rival takes: the
      // rivalry that leaves the mean of both.
      const double leaves = surely + (1 - surely) / (1 + k * rivalry);
      (twin.at_first ? next_first_ : next_second_)[twin.pair] -= rivalry - (1 / leaves - 1) / k;
    }
    constexpr double kDamping = 0.5;
    double moved = 0;
    const auto step = [&](float& message, double against) {
      const double next = kDamping * message + (1 - kDamping) / (1 + k * std::max(0.0, against));
      moved = std::max(moved, std::abs(next - message));
      message = float(next);
    };
    for (size_t i = 0; i < odds_.size(); ++i)
      step(out.first[i], next_first_[i]), step(out.second[i], next_second_[i]);
    return moved;
  }

 private:
  const PairGraph& graph_;
  const std::vector<double>& odds_;
  const std::vector<Twins>& twins_;
  std::vector<double> sum_, next_first_, next_second_;
};

}  // namespace

Together compete(const PairGraph& graph, const std::vector<double>& odds, const std::vector<Twins>& twins,
                 const Census* census, double prior_odds) {
  Together out;
  const size_t n = odds.size();
  out.probability.assign(n, 0);
  out.first.assign(n, 1), out.second.assign(n, 1);
  const double most = census ? census->most : most_matches(graph);
  const auto counts = [&](size_t i) {
    return census ? 0.5 * (double(census->stands_for[graph.first(i)]) + census->stands_for[graph.second(i)])
                  : 1.0;
  };
  Passing passing(graph, odds, twins);
  double k = prior_odds > 0 ? prior_odds : 1;
  for (int round = 0; round < kEmRounds; ++round) {
    double moved = passing.pass(k, out);
    // Only messages that stand still say what sums to one.
    if (round + 1 == kEmRounds)
      for (int more = 0; more < kSettlingRounds && moved > kSettled; ++more) moved = passing.pass(k, out);
    double total = 0;
    for (size_t i = 0; i < n; ++i) {
      const double left = k * odds[i] * double(out.first[i]) * double(out.second[i]);
      out.probability[i] = left / (1 + left);
      total += counts(i) * out.probability[i];
    }
    out.share = prior_odds > 0 ? k / (1 + k) : std::clamp(total / most, kMinShare, kMaxShare);
    out.prior_odds = k;
    if (round + 1 < kEmRounds && prior_odds <= 0) k = out.share / (1 - out.share);
  }
  return out;
}

std::vector<char> one_to_one(const PairGraph& graph, const std::vector<double>& probability,
                             double threshold) {
  std::vector<uint32_t> order;
  for (size_t k = 0; k < probability.size(); ++k)
    if (probability[k] >= threshold) order.push_back(uint32_t(k));
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return probability[a] > probability[b]; });
  std::vector<char> taken(graph.records(), 0), kept(probability.size(), 0);
  for (uint32_t k : order) {
    if (taken[graph.first(k)] || taken[graph.second(k)]) continue;
    taken[graph.first(k)] = taken[graph.second(k)] = kept[k] = 1;
  }
  return kept;
}

}  // namespace gleaner::match
