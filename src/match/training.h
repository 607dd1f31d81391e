// How the weights are found: from pairs that are sure by themselves, then from labels.
#pragma once

#include <functional>
#include <vector>

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
  std::vector<double> weights;  // of scaled features, the constant last
  size_t seeds = 0;             // pairs taken for matches
};

// Scores each pair on all threads. False: the budget ran out.
bool score_all(const std::vector<Candidate>& pairs, size_t jobs,
               const std::function<void(size_t from, size_t to, float* out)>& score, std::vector<float>& out);

// False: the budget ran out.
bool self_teach(const Records& records, const Pieces& pieces, Features& features, const PairGraph& graph,
                size_t jobs, SelfTaught& out);

struct Decision {
  Candidate pair;
  bool match = false;
};
std::vector<double> learn(const Features& features, const SelfTaught& start,
                          const std::vector<Decision>& decisions);

}  // namespace gleaner::match
