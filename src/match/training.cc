// See training.h.
#include "match/training.h"

#include <algorithm>
#include <cmath>

#include "base/lists.h"
#include "match/batches.h"
#include "match/neighbours.h"
#include "match/settings.h"
#include "match/twins.h"
#include "match/witnesses.h"

namespace gleaner::match {
namespace {

using Counted = Features::Counted;

// `counted`: how the pairs were counted in the evidence of words; empty: they were not.
Examples rows_of(const Features& features, const std::vector<Candidate>& pairs, size_t jobs,
                 const std::vector<Counted>& counted = {}) {
  Examples out;
  out.width = features.size();
  out.values.resize(out.width * pairs.size());
  in_batches(
      pairs.size(), kPairBatch, jobs,
      [&](size_t from, size_t to) {
        Features::Scratch scratch;
        for (size_t i = from; i < to; ++i)
          features.of(pairs[i], out.values.data() + i * out.width, scratch,
                      counted.empty() ? nullptr : &counted[i]);
        return true;
      },
      [](bool) {}, nullptr);
  return out;
}

// Means and spreads over evenly chosen candidates.
Scale scale_of(const Features& features, const PairGraph& graph, size_t jobs) {
  const size_t step = graph.pairs->size() / kScalePairs + 1;
  std::vector<Candidate> sample;
  for (size_t k = 0; k < graph.pairs->size(); k += step) sample.push_back((*graph.pairs)[k]);
  const Examples rows = rows_of(features, sample, jobs);
  Scale out;
  for (size_t k = 0; k < rows.width; ++k) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < sample.size(); ++i) sum += rows.row(i)[k];
    const double mean = sample.empty() ? 0 : sum / double(sample.size());
    for (size_t i = 0; i < sample.size(); ++i) squares += (rows.row(i)[k] - mean) * (rows.row(i)[k] - mean);
    const double spread = sample.empty() ? 1 : std::sqrt(squares / double(sample.size()));
    out.mean.push_back(float(mean));
    out.spread.push_back(spread > 1e-6 ? float(spread) : 1e9f);  // always the same: says nothing
  }
  return out;
}

// Pairs and how far each is taken for a match.
struct Taught {
  std::vector<Candidate> pairs;
  std::vector<Counted> as;
  void add(const Candidate& pair, Counted how) { pairs.push_back(pair), as.push_back(how); }
};

// Pairs that are each other's best by a margin, and the other candidates of their records.
Taught seeds_of(const PairGraph& graph, const std::vector<float>& score, const Chance* chance) {
  const Rank ranks = rank(graph, score);
  const size_t n = score.size();
  std::vector<char> sure(graph.records(), 0), seed(n, 0);
  for (size_t k = 0; k < n; ++k) {
    seed[k] = ranks.mutual[k] && score[k] - std::max(ranks.rival[k], 0.f) >= float(kSeedMargin);
    if (chance)  // most records have no match in their own table
      seed[k] = seed[k] && score[k] >= kSeedLevel && chance->bounded((*graph.pairs)[k], 1) > 0;
    if (seed[k]) sure[graph.first(k)] = sure[graph.second(k)] = 1;
  }
  Taught out;
  for (size_t k = 0; k < n; ++k) {
    if (seed[k]) out.add((*graph.pairs)[k], {1, 0});
    else if (!ranks.mutual[k] && (sure[graph.first(k)] || sure[graph.second(k)]))
      out.add((*graph.pairs)[k], {0, kRivalWeight});
  }
  return out;
}

// All pairs as they were judged. Those that are hardly matches are none: they are so many that the little
// that each is one would add up. Some stand for all.
Taught judged(const PairGraph& graph, const std::vector<double>& probability, const Census* census) {
  Taught out;
  size_t hardly = 0;
  for (size_t k = 0; k < probability.size(); ++k) {
    if (census && census->stands_for[graph.first(k)] + census->stands_for[graph.second(k)] == 0) continue;
    if (probability[k] >= kHardly)
      out.add((*graph.pairs)[k], {float(probability[k]), kRivalWeight * float(1 - probability[k])});
    else if (hardly++ % kHardlyStep == 0) out.add((*graph.pairs)[k], {0, kRivalWeight * kHardlyStep});
  }
  return out;
}

// Where nothing is sure: words and pieces in common speak for a match, as they mostly do.
std::vector<double> guessed(const Features& features) {
  std::vector<double> out(features.size() + 1, 0);
  for (const char* name : {"tcos", "acos", "spec"}) out[features.at(name)] = 1;
  out.back() = -2;
  return out;
}

}  // namespace

// Scores each pair on all threads. False: the budget ran out.
static bool score_all(const std::vector<Candidate>& pairs, size_t jobs,
                      const std::function<void(size_t, size_t, float*)>& score, std::vector<float>& out) {
  out.assign(pairs.size(), 0);
  return in_batches(
      pairs.size(), kPairBatch, jobs,
      [&](size_t from, size_t to) { return score(from, to, out.data() + from), true; }, [](bool) {});
}

namespace {

// What is learned from: pairs of both sources, neighbours within one, and what the words of all of them say.
class Lesson {
 public:
  Lesson(const Records& records, Features& features, size_t jobs)
      : records_(records), features_(features), jobs_(jobs) {}

  void teach(Taught pairs) { taught_ = std::move(pairs), weigh_words(); }
  void add(std::vector<Neighbours> neighbours) { neighbours_ = std::move(neighbours), weigh_words(); }

  Examples examples() const {
    Examples out = rows_of(features_, taught_.pairs, jobs_, taught_.as);
    for (const Counted& as : taught_.as) {
      out.weights.push_back(as.match + as.other);
      out.answers.push_back(as.match / (as.match + as.other));
    }
    append(out, of_neighbours());
    return out;
  }
  // Seeds that are hardly to be believed count less, the others more, so that there are as many.
  // REQUIRES: what is taught are seeds.
  void doubt(Examples& examples, const PairGraph& graph, const Census* census) const {
    Examples seeds, neighbours = of_neighbours();
    std::vector<size_t> at;
    seeds.width = examples.width;
    double all = 0, within = 0;  // seeds of the whole tables, and false ones had no record a match
    for (size_t i = 0; i < taught_.pairs.size(); ++i) {
      if (taught_.as[i].match == 0) continue;
      at.push_back(i);
      seeds.values.insert(seeds.values.end(), examples.row(i), examples.row(i) + examples.width);
      seeds.answers.push_back(1);
      const Candidate& pair = taught_.pairs[i];
      all += census
                 ? 0.5 * double(census->stands_for[pair.left] + census->stands_for[graph.left + pair.right])
                 : 1;
    }
    for (const Neighbours& one : neighbours_) within += one.as_seeds;
    // How many records have a match, and how many seeds are false: each follows from the other.
    double share = 0;
    for (int i = 0; i < kShareRounds; ++i)
      share = std::clamp((all - within * (1 - share) * (1 - share)) /
                             (kSeedShare * double(std::min(graph.left, graph.right))),
                         0.0, kMaxShare);
    std::copy(examples.values.end() - ptrdiff_t(neighbours.values.size()), examples.values.end(),
              neighbours.values.begin());  // they are scaled there
    const double each = (1 - share) * (1 - share) * double(at.size()) / std::max(all, 1.0);
    for (size_t i = 0; i < neighbours_.size(); ++i)
      neighbours.weights[i] = float(each * double(neighbours_[i].as_seeds));
    const std::vector<float> belief = believed(seeds, neighbours, features_);
    double sum = 0;
    for (const float one : belief) sum += one;
    for (size_t i = 0; i < at.size(); ++i)
      examples.weights[at[i]] = float(double(belief[i]) * double(at.size()) / sum);
  }

 private:
  static constexpr Counted kNoMatch{0, kAlikeWeight};
  static void append(Examples& to, const Examples& more) {
    to.values.insert(to.values.end(), more.values.begin(), more.values.end());
    to.answers.insert(to.answers.end(), more.answers.begin(), more.answers.end());
    to.weights.insert(to.weights.end(), more.weights.begin(), more.weights.end());
  }
  Examples of_neighbours() const {
    Examples out;
    out.width = features_.size();
    out.values.resize(out.width * neighbours_.size());
    out.answers.assign(neighbours_.size(), 0), out.weights.assign(neighbours_.size(), kAlikeWeight);
    Features::Scratch scratch;
    for (size_t i = 0; i < neighbours_.size(); ++i)
      features_.of_one_side(neighbours_[i].right, neighbours_[i].record, neighbours_[i].other,
                            out.values.data() + i * out.width, scratch, &kNoMatch);
    return out;
  }
  void weigh_words() {
    WordEvidence evidence(records_);
    for (size_t i = 0; i < taught_.pairs.size(); ++i)
      features_.count(taught_.pairs[i], taught_.as[i], evidence);
    for (const Neighbours& one : neighbours_)
      features_.count_one_side(one.right, one.record, one.other, kNoMatch, evidence);
    evidence.weigh();
    features_.set_evidence(std::move(evidence));
  }

  const Records& records_;
  Features& features_;
  size_t jobs_;
  Taught taught_;
  std::vector<Neighbours> neighbours_;
};

void scale_all(const Scale& scale, Examples& examples) {
  for (size_t i = 0; i * examples.width < examples.values.size(); ++i)
    scale.apply(examples.values.data() + i * examples.width);
}

}  // namespace

bool score_pairs(const Features& features, const SelfTaught& by, const std::vector<double>& weights,
                 const std::vector<Candidate>& pairs, size_t jobs, std::vector<float>& out) {
  const auto score = [&](size_t from, size_t to, float* into) {
    Features::Scratch scratch;
    std::vector<float> row(features.size());
    for (size_t k = from; k < to; ++k) {
      features.of(pairs[k], row.data(), scratch);
      by.scale.apply(row.data());
      const auto odds = float(log_odds(row.data(), weights));
      *into++ = by.chance ? by.chance->bounded(pairs[k], odds) : odds;
    }
  };
  return score_all(pairs, jobs, score, out);
}

bool self_teach(const Records& records, const Pieces& pieces, Features& features, const PairGraph& graph,
                const Census* census, size_t jobs, SelfTaught& out) {
  std::vector<float> score;
  const auto first = [&](size_t from, size_t to, float* into) {
    for (size_t k = from; k < to; ++k) *into++ = float(features.first_score((*graph.pairs)[k]));
  };
  if (!score_all(*graph.pairs, jobs, first, score)) return false;
  Taught seeds = seeds_of(graph, score, out.chance.get());
  for (const Counted& as : seeds.as) out.seeds += as.match > 0;
  Lesson lesson(records, features, jobs);
  lesson.teach(std::move(seeds));
  out.scale = scale_of(features, graph, jobs);
  if (!out.seeds) {
    out.weights = guessed(features);
    return true;
  }
  Examples examples = lesson.examples();
  if (!graph.one_table) {
    lesson.add(find_neighbours(records, pieces, features, examples, out.scale, jobs));
    out.scale = scale_of(features, graph, jobs);
    examples = lesson.examples();
  }
  scale_all(out.scale, examples);
  const bool enough = out.seeds >= kEnoughSeeds;
  if (!graph.one_table && enough) lesson.doubt(examples, graph, census);
  out.weights = fit_witnesses(examples, features, enough);
  for (int round = 0; enough && round < kRounds; ++round) {
    if (!score_pairs(features, out, out.weights, *graph.pairs, jobs, score)) return false;
    std::vector<double> odds = mapped(
        score, [&](const float one) { return std::exp(std::clamp<double>(one, -kLogOddsCap, kLogOddsCap)); });
    const Together together =
        compete(graph, odds, find_twins(features, out.scale, out.weights, graph, score, jobs), census);
    lesson.teach(judged(graph, together.probability, census));
    examples = lesson.examples();
    scale_all(out.scale, examples);
    out.weights = fit_witnesses(examples, features, enough);
  }
  return true;
}

Examples held_by(const Features& features, const SelfTaught& start, const std::vector<Candidate>& pairs,
                 size_t jobs) {
  Examples out;
  std::vector<float> score;
  if (!score_pairs(features, start, start.weights, pairs, jobs, score)) return out;
  std::vector<Candidate> chosen;
  for (const bool match : {true, false}) {
    std::vector<size_t> all;
    for (size_t k = 0; k < score.size(); ++k)
      if ((score[k] > 0) == match) all.push_back(k);
    const size_t step = all.size() / kHeldPairs + 1, count = (all.size() + step - 1) / step;
    for (size_t i = 0; i < all.size(); i += step) {
      chosen.push_back(pairs[all[i]]);
      out.answers.push_back(float(to_probability(score[all[i]])));
      out.weights.push_back(float(std::min(1.0, kHeldWeight / double(count))));
    }
  }
  Examples rows = rows_of(features, chosen, jobs);
  out.width = rows.width, out.values = std::move(rows.values);
  scale_all(start.scale, out);
  return out;
}

std::vector<double> learn(const Features& features, const SelfTaught& start,
                          const std::vector<Decision>& decisions, const Examples& held) {
  std::vector<Candidate> pairs = mapped(decisions, &Decision::pair);
  Examples examples = rows_of(features, pairs, 1);
  scale_all(start.scale, examples);
  for (const Decision& decision : decisions) examples.answers.push_back(decision.match ? 1.f : 0.f);
  examples.weights.assign(decisions.size(), 1);
  for (const auto& [into, more] :
       {std::pair(&examples.values, &held.values), std::pair(&examples.answers, &held.answers),
        std::pair(&examples.weights, &held.weights)})
    into->insert(into->end(), more->begin(), more->end());
  return fit(examples, {kLabelPull, start.weights});
}

}  // namespace gleaner::match
