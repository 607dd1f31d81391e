// How the weights are found: from pairs that are sure by themselves (seeds), then from all pairs as they
// were judged, then from labels.
//
// Seeds are the easy matches. Weights learned from them alone are too sure of what differs a little. So
// all pairs are judged by these weights, with rivals and copies in mind, and the weights are learned once
// more from all pairs, each as far as it is a match (EM). A second round still helps where sources hold
// copies; more rounds only make it surer of what it believes. Some seeds are false: neighbours.h tells
// how many, and witnesses.h which.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "match/chance.h"
#include "match/features.h"
#include "match/regression.h"
#include "match/rivals.h"

namespace gleaner::match {

// Features are compared in units of their spread, so that one pull suits all.
struct Scale {
  std::vector<float> mean, spread;
  void apply(float* row) const {
    for (size_t k = 0; k < mean.size(); ++k) row[k] = (row[k] - mean[k]) / spread[k];
  }
};

// The self-taught start: which pairs it learned from, and the weights.
struct SelfTaught {
  Scale scale;
  std::vector<double> weights;     // of scaled features, the constant last
  size_t seeds = 0;                // pairs taken for matches
  std::shared_ptr<Chance> chance;  // one table: what bounds the log odds
};

// The log odds of each pair alone. False: the budget ran out.
bool score_pairs(const Features& features, const SelfTaught& by, const std::vector<double>& weights,
                 const std::vector<Candidate>& pairs, size_t jobs, std::vector<float>& out);

// `census`: the pairs are those of a sample; null: all. False: the budget ran out.
bool self_teach(const Records& records, const Pieces& pieces, Features& features, const PairGraph& graph,
                const Census* census, size_t jobs, SelfTaught& out);

struct Decision {
  Candidate pair;
  bool match = false;
};
// Some of the pairs as the start judges them, matches and others: labels move the weights against
// these, so that a few refused pairs teach what is wrong with them and not that nothing is a
// match. Empty: the budget ran out.
Examples held_by(const Features& features, const SelfTaught& start, const std::vector<Candidate>& pairs,
                 size_t jobs);
std::vector<double> learn(const Features& features, const SelfTaught& start,
                          const std::vector<Decision>& decisions, const Examples& held);

}  // namespace gleaner::match
