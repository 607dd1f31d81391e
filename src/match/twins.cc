// See twins.h.
#include "match/twins.h"

#include <algorithm>
#include <cmath>

#include "match/batches.h"
#include "match/regression.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

class TwinSearch {
 public:
  TwinSearch(const Features& features, const Scale& scale, const std::vector<double>& weights,
             const PairGraph& graph, const std::vector<float>& odds)
      : features_(features),
        scale_(scale),
        weights_(weights),
        graph_(graph),
        odds_(odds),
        incidence_(graph) {}

  void among(uint32_t record, std::vector<Twins>& out) const {
    std::vector<uint32_t> good;
    for (uint32_t k : incidence_.of(record))
      if (odds_[k] > kTwinOdds) good.push_back(k);
    if (good.size() < 2) return;
    std::ranges::sort(
        good, [&](uint32_t a, uint32_t b) { return odds_[a] != odds_[b] ? odds_[a] > odds_[b] : a < b; });
    if (good.size() > kMostTwins) good.resize(kMostTwins);
    std::vector<float> row(features_.size());
    Features::Scratch scratch;
    for (size_t i = 0; i < good.size(); ++i)
      for (size_t j = i + 1; j < good.size(); ++j) {
        const bool right = !graph_.one_table && record < graph_.left;
        features_.of_one_side(right, far(good[i], record), far(good[j], record), row.data(), scratch);
        scale_.apply(row.data());
        const float surely =
            float(log_odds(row.data(), weights_) + shared_odds(odds_[good[i]], odds_[good[j]]));
        out.push_back({good[i], good[j], graph_.first(good[i]) == record, surely});
        out.push_back({good[j], good[i], graph_.first(good[j]) == record, surely});
      }
  }

 private:
  // How each matches the record that they share, as log odds that they are twins: both or none
  // of them do, against one at most.
  static double shared_odds(float log_one, float log_other) {
    constexpr float kMost = 2;  // more than that one record does not say about two others
    const double one = std::exp(std::min(log_one, kMost)), other = std::exp(std::min(log_other, kMost));
    return std::log((1 + one * other) / (1 + one + other));
  }
  uint32_t far(uint32_t k, uint32_t record) const {
    const Candidate& pair = (*graph_.pairs)[k];
    return graph_.first(k) == record ? pair.right : pair.left;
  }

  const Features& features_;
  const Scale& scale_;
  const std::vector<double>& weights_;
  const PairGraph& graph_;
  const std::vector<float>& odds_;
  Incidence incidence_;
};

// From log odds to probabilities: what the share of twins among those compared adds, by EM. It never
// makes surer than the records do.
void settle_share(const PairGraph& graph, bool at_first, std::vector<Twins>& twins) {
  constexpr int kRounds = 30;
  constexpr double kRareTwins = 0.02, kFewCompared = 20;  // what is believed before some were compared
  constexpr double kMost = 0.3;
  const auto here = [&](const Twins& one) { return graph.one_table || one.at_first == at_first; };
  double prior = 0;
  for (int round = 0; round < kRounds; ++round) {
    double sum = 0, count = 0;
    for (const Twins& one : twins)
      if (here(one)) sum += to_probability(double(one.surely) + prior), ++count;
    const double share = std::min((sum + kRareTwins * kFewCompared) / (count + kFewCompared), kMost);
    prior = std::log(share / (1 - share));
  }
  for (Twins& one : twins)
    if (here(one)) one.surely = float(to_probability(double(one.surely) + prior));
}

}  // namespace

std::vector<Twins> find_twins(const Features& features, const Scale& scale,
                              const std::vector<double>& weights, const PairGraph& graph,
                              const std::vector<float>& odds, size_t jobs) {
  const TwinSearch search(features, scale, weights, graph, odds);
  std::vector<Twins> out;
  in_batches(
      graph.records(), kRecordBatch, jobs,
      [&](size_t from, size_t to) {
        std::vector<Twins> found;
        for (size_t r = from; r < to; ++r) search.among(uint32_t(r), found);
        return found;
      },
      [&](const std::vector<Twins>& found) { out.insert(out.end(), found.begin(), found.end()); }, nullptr);
  settle_share(graph, true, out);
  if (!graph.one_table) settle_share(graph, false, out);
  std::erase_if(out, [](const Twins& one) { return one.surely < kLeastTwin; });
  std::ranges::stable_sort(out, {}, &Twins::pair);
  return out;
}

}  // namespace gleaner::match
