// See training.h.
#include "match/training.h"

#include <algorithm>
#include <cmath>

#include "base/budget.h"
#include "base/ordered_pool.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

// `counted`: how the pairs were counted in the evidence of words; empty: they were not.
Examples rows_of(const Features& features, const std::vector<Candidate>& pairs, size_t jobs,
                 const std::vector<Features::Counted>& counted = {}) {
  Examples out;
  out.width = features.size();
  out.values.resize(out.width * pairs.size());
  ordered_for((pairs.size() + kPairBatch - 1) / kPairBatch, jobs,
              [&](size_t batch) {
                Features::Scratch scratch;
                for (size_t i = batch * kPairBatch; i < std::min(pairs.size(), (batch + 1) * kPairBatch); ++i)
                  features.of(pairs[i], out.values.data() + i * out.width, scratch,
                              counted.empty() ? nullptr : &counted[i]);
                return true;
              },
              [](size_t, bool) { return true; });
  return out;
}

// Means and spreads over the candidates of evenly chosen left records.
Scale scale_of(const Features& features, const PairGraph& graph, size_t jobs) {
  const size_t step = graph.left / kSampleRecords + 1;
  std::vector<Candidate> sample;
  for (const Candidate& pair : *graph.pairs)
    if (pair.left % step == 0) sample.push_back(pair);
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

struct Seeds {
  std::vector<Candidate> pairs;
  std::vector<char> answers;
  size_t matches = 0;
};

// Pairs that are each other's best by a margin, and the other candidates of their records.
Seeds seeds_of(const PairGraph& graph, const std::vector<float>& score) {
  const Rank ranks = rank(graph, score);
  const size_t n = score.size();
  std::vector<char> sure(graph.records(), 0), seed(n, 0);
  for (size_t k = 0; k < n; ++k) {
    seed[k] = ranks.mutual[k] && score[k] - std::max(ranks.rival[k], 0.f) >= kSeedMargin;
    if (graph.one_table) seed[k] = seed[k] && score[k] >= kSeedLevel;  // most records have no match there
    if (seed[k]) sure[graph.first(k)] = sure[graph.second(k)] = 1;
  }
  Seeds out;
  for (size_t k = 0; k < n; ++k) {
    const bool against = !seed[k] && !ranks.mutual[k] && (sure[graph.first(k)] || sure[graph.second(k)]);
    if (!seed[k] && !against) continue;
    out.pairs.push_back((*graph.pairs)[k]);
    out.answers.push_back(seed[k]);
    out.matches += size_t(seed[k]);
  }
  const size_t step = out.pairs.size() / kMaxTraining + 1;
  if (step == 1) return out;
  Seeds fewer;
  for (size_t k = 0; k < out.pairs.size(); ++k) {
    if (out.pairs[k].left % step) continue;
    fewer.pairs.push_back(out.pairs[k]);
    fewer.answers.push_back(out.answers[k]);
    fewer.matches += size_t(out.answers[k]);
  }
  return fewer;
}

// What seeds look like, to tell which pairs of one source look like them in every respect.
class Typical {
 public:
  Typical(const Examples& seeds, const Scale& scale)
      : scale_(scale), mean_(seeds.width, 0), spread_(seeds.width, 0) {
    double count = 0;
    for (size_t i = 0; i < seeds.rows(); ++i) {
      if (!seeds.answers[i]) continue;
      ++count;
      for (size_t k = 0; k < seeds.width; ++k) mean_[k] += seeds.row(i)[k];
    }
    for (double& one : mean_) one /= std::max(count, 1.0);
    for (size_t i = 0; i < seeds.rows(); ++i)
      for (size_t k = 0; k < seeds.width && seeds.answers[i]; ++k)
        spread_[k] += (seeds.row(i)[k] - mean_[k]) * (seeds.row(i)[k] - mean_[k]);
    for (double& one : spread_) one = std::sqrt(one / std::max(count, 1.0)) + kLeastSpread;
  }
  // Is there a feature in which seeds differ from candidates, and this one lies far off on the candidates' side?
  bool unlike(const std::vector<float>& row) const {
    for (size_t k = 0; k < row.size(); ++k) {
      const double lead = mean_[k] - scale_.mean[k];
      if (std::fabs(lead) < kLead * scale_.spread[k]) continue;
      if ((mean_[k] - row[k]) / spread_[k] * (lead > 0 ? 1 : -1) >= kUnlikeSeeds) return true;
    }
    return false;
  }

 private:
  static constexpr double kLeastSpread = 0.02, kLead = 0.2;
  const Scale& scale_;
  std::vector<double> mean_, spread_;
};

// Records of one source that look alike are not the same thing, where the source holds each thing once: they show which
// differences matter (the same title in another year). Those that look like seeds in every respect may be the same thing
// twice, and are left out.
struct AlikeOnSide {
  bool right = false;
  Alike pair;
};
std::vector<AlikeOnSide> unlike_neighbours(const Records& records, const Pieces& pieces,
                                           const Features& features, const Typical& seeds, size_t jobs) {
  std::vector<AlikeOnSide> out;
  std::vector<float> row(features.size());
  Features::Scratch scratch;
  for (const bool right : {false, true}) {
    const size_t step = records.sides[right].size() / kAlikeRecords + 1;
    for (const Alike& pair : find_alike(records, pieces, right, step, kAlikeTop, jobs)) {
      features.of_one_side(right, pair.record, pair.other, row.data(), scratch);
      if (seeds.unlike(row)) out.push_back({right, pair});
    }
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

// Some of the features of all examples.
Examples columns_of(const Examples& all, const std::vector<size_t>& columns) {
  Examples out;
  out.width = columns.size();
  out.answers = all.answers, out.weights = all.weights;
  for (size_t i = 0; i < all.rows(); ++i)
    for (const size_t k : columns) out.values.push_back(all.row(i)[k]);
  return out;
}

// Seeds are chosen by their titles, so a fit of everything leans on titles alone and hears no price. But a column beside the title mostly
// speaks independently of it, given that a pair is a match or is none: then its weights are those of a fit of its own (the odds of
// independent witnesses multiply).
std::vector<double> fit_apart(const Examples& examples, const std::vector<Features::Witness>& witnesses) {
  std::vector<double> out(examples.width + 1, 0);
  double weight[2] = {0, 0};
  for (size_t i = 0; i < examples.rows(); ++i) weight[examples.answers[i] != 0] += examples.weight(i);
  const double usual = std::log(std::max(weight[1], 1e-9) / std::max(weight[0], 1e-9));
  const auto hear = [&](const std::vector<size_t>& columns, double known) {
    const std::vector<double> own = fit(columns_of(examples, columns), {kSelfPull, {}});
    for (size_t i = 0; i < columns.size(); ++i) out[columns[i]] = own[i];
    out.back() += own.back() - known;
  };
  std::vector<size_t> rest, columns;
  size_t next = 0;
  for (const Features::Witness& one : witnesses) {
    for (; next < one.begin; ++next) rest.push_back(next);
    columns.clear();
    for (; next < one.end; ++next) columns.push_back(next);
    hear(columns, usual);
  }
  for (; next < examples.width; ++next) rest.push_back(next);
  hear(rest, 0);
  return out;
}

// Numbers are heard by themselves, short texts half so: the mean of both ways.
std::vector<double> fit_witnesses(const Examples& examples, const Features& features) {
  std::vector<Features::Witness> numbers = features.witnesses();
  std::vector<double> out = fit_apart(examples, numbers);
  std::erase_if(numbers, [](const Features::Witness& one) { return one.kind != FieldKind::number; });
  const std::vector<double> joint = fit_apart(examples, numbers);
  for (size_t k = 0; k < out.size(); ++k) out[k] = kApart * out[k] + (1 - kApart) * joint[k];
  return out;
}

}  // namespace

bool score_all(const std::vector<Candidate>& pairs, size_t jobs,
               const std::function<void(size_t, size_t, float*)>& score, std::vector<float>& out) {
  out.assign(pairs.size(), 0);
  Budget* const budget = Budget::current();
  bool alive = true;
  ordered_for((pairs.size() + kPairBatch - 1) / kPairBatch, jobs,
              [&](size_t batch) {
                const size_t from = batch * kPairBatch, to = std::min(pairs.size(), from + kPairBatch);
                score(from, to, out.data() + from);
                return true;
              },
              [&](size_t, bool) { return alive = !budget || budget->check(); });
  return alive;
}

namespace {

// The pairs that self-training learns from, and what their words say.
class Lesson {
 public:
  Lesson(const Records& records, Features& features, const Seeds& seeds, size_t jobs)
      : records_(records), features_(features), seeds_(seeds), jobs_(jobs) {
    for (const char answer : seeds.answers) counted_.push_back({answer != 0, answer ? 1 : kRivalWeight});
  }
  void add(std::vector<AlikeOnSide> alike) { alike_ = std::move(alike); }

  void weigh_words() {
    WordEvidence evidence(records_);
    for (size_t i = 0; i < counted_.size(); ++i) features_.count(seeds_.pairs[i], counted_[i], evidence);
    for (const AlikeOnSide& one : alike_)
      features_.count_one_side(one.right, one.pair.record, one.pair.other, kAlikeCount, evidence);
    evidence.weigh();
    features_.set_evidence(std::move(evidence));
  }
  Examples examples() const {
    Examples out = rows_of(features_, seeds_.pairs, jobs_, counted_);
    out.answers = seeds_.answers;
    for (const Features::Counted& one : counted_) out.weights.push_back(one.weight);
    std::vector<float> row(features_.size());
    Features::Scratch scratch;
    for (const AlikeOnSide& one : alike_) {
      features_.of_one_side(one.right, one.pair.record, one.pair.other, row.data(), scratch, &kAlikeCount);
      out.values.insert(out.values.end(), row.begin(), row.end());
      out.answers.push_back(0);
      out.weights.push_back(kAlikeWeight);
    }
    return out;
  }

 private:
  static constexpr Features::Counted kAlikeCount{false, kAlikeWeight};
  const Records& records_;
  Features& features_;
  const Seeds& seeds_;
  size_t jobs_;
  std::vector<Features::Counted> counted_;
  std::vector<AlikeOnSide> alike_;
};

}  // namespace

bool self_teach(const Records& records, const Pieces& pieces, Features& features, const PairGraph& graph,
                size_t jobs, SelfTaught& out) {
  std::vector<float> first;
  const auto score = [&](size_t from, size_t to, float* into) {
    for (size_t k = from; k < to; ++k) *into++ = float(features.first_score((*graph.pairs)[k]));
  };
  if (!score_all(*graph.pairs, jobs, score, first)) return false;
  const Seeds seeds = seeds_of(graph, first);
  out.seeds = seeds.matches;
  Lesson lesson(records, features, seeds, jobs);
  lesson.weigh_words();
  out.scale = scale_of(features, graph, jobs);
  Examples examples = lesson.examples();
  if (!graph.one_table) {
    lesson.add(unlike_neighbours(records, pieces, features, Typical(examples, out.scale), jobs));
    lesson.weigh_words();
    out.scale = scale_of(features, graph, jobs);
    examples = lesson.examples();
  }
  for (size_t i = 0; i < examples.rows(); ++i) out.scale.apply(examples.values.data() + i * examples.width);
  out.weights = out.seeds ? fit_witnesses(examples, features) : guessed(features);
  return true;
}

std::vector<double> learn(const Features& features, const SelfTaught& start,
                          const std::vector<Decision>& decisions) {
  std::vector<Candidate> pairs;
  for (const Decision& decision : decisions) pairs.push_back(decision.pair);
  Examples examples = rows_of(features, pairs, 1);
  for (size_t i = 0; i < decisions.size(); ++i) {
    start.scale.apply(examples.values.data() + i * examples.width);
    examples.answers.push_back(decisions[i].match);
  }
  return fit(examples, {kLabelPull, start.weights});
}

}  // namespace gleaner::match
