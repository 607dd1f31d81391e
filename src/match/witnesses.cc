// See witnesses.h.
#include "match/witnesses.h"

#include <algorithm>
#include <cmath>

#include "match/settings.h"

namespace gleaner::match {
namespace {

// Some of the features of all examples.
Examples columns_of(const Examples& all, const std::vector<size_t>& columns) {
  Examples out;
  out.width = columns.size();
  out.answers = all.answers, out.weights = all.weights;
  out.values.reserve(all.rows() * columns.size());
  for (size_t i = 0; i < all.rows(); ++i)
    for (const size_t k : columns) out.values.push_back(all.row(i)[k]);
  return out;
}

std::vector<Features::Witness> numbers_of(std::vector<Features::Witness> witnesses) {
  std::erase_if(witnesses, [](const Features::Witness& one) { return one.kind != FieldKind::number; });
  return witnesses;
}

// The features of each witness, and those that are no witness's, which come last.
std::vector<std::vector<size_t>> groups_of(const std::vector<Features::Witness>& witnesses, size_t width) {
  std::vector<std::vector<size_t>> out;
  std::vector<size_t> rest;
  size_t next = 0;
  for (const Features::Witness& one : witnesses) {
    for (; next < one.begin; ++next) rest.push_back(next);
    out.emplace_back();
    for (; next < one.end; ++next) out.back().push_back(next);
  }
  for (; next < width; ++next) rest.push_back(next);
  out.push_back(std::move(rest));
  return out;
}

// The same examples, in which pairs that are no match count as far as the title
// leaves open that they are one.
Examples left_open(const Examples& examples, const Examples& titles, const std::vector<double>& weights) {
  Examples out = examples;
  out.weights.resize(examples.rows());
  for (size_t i = 0; i < examples.rows(); ++i) {
    const double open = std::min(1.0, to_probability(log_odds(titles.row(i), weights)) + kClosed);
    const double match = examples.weight(i) * double(examples.answers[i]),
                 other = (examples.weight(i) - match) * open;
    out.weights[i] = float(match + other);
    out.answers[i] = float(match / std::max(match + other, 1e-9));
  }
  return out;
}

std::vector<double> fit_apart(const Examples& examples, const std::vector<Features::Witness>& witnesses,
                              bool enough) {
  std::vector<double> out(examples.width + 1, 0);
  const std::vector<std::vector<size_t>> groups = groups_of(witnesses, examples.width);
  const auto hear = [&](const Examples& own, const std::vector<size_t>& columns, double known) {
    const std::vector<double> heard = fit(own, {kSelfPull, {}});
    for (size_t i = 0; i < columns.size(); ++i) out[columns[i]] = heard[i];
    out.back() += heard.back() - known;
    return heard;
  };
  const Examples titles = columns_of(examples, groups.back());
  const std::vector<double> title = hear(titles, groups.back(), 0);
  const Examples open = enough ? left_open(examples, titles, title) : examples;
  double matches = 0, others = 0;
  for (size_t i = 0; i < open.rows(); ++i) {
    matches += open.weight(i) * double(open.answers[i]);
    others += open.weight(i) * (1 - double(open.answers[i]));
  }
  const double usual = std::log(std::max(matches, 1e-9) / std::max(others, 1e-9));
  for (size_t g = 0; g + 1 < groups.size(); ++g) hear(columns_of(open, groups[g]), groups[g], usual);
  return out;
}

}  // namespace

std::vector<double> fit_witnesses(const Examples& examples, const Features& features, bool enough) {
  std::vector<double> out = fit_apart(examples, features.witnesses(), enough);
  const std::vector<double> joint = fit_apart(examples, numbers_of(features.witnesses()), enough);
  for (size_t k = 0; k < out.size(); ++k) out[k] = kApart * out[k] + (1 - kApart) * joint[k];
  return out;
}

std::vector<float> believed(const Examples& seeds, const Examples& neighbours, const Features& features) {
  Examples both = seeds;
  both.weights.assign(seeds.rows(), 1);
  both.answers.assign(seeds.rows(), 1);
  both.values.insert(both.values.end(), neighbours.values.begin(), neighbours.values.end());
  both.weights.insert(both.weights.end(), neighbours.weights.begin(), neighbours.weights.end());
  both.answers.resize(both.weights.size(), 0);
  std::vector<std::vector<size_t>> groups = groups_of(features.witnesses(), seeds.width);
  for (size_t i = 0; i < features.witnesses().size(); ++i)  // texts are alike in one source by its style
    if (features.witnesses()[i].kind != FieldKind::number) groups[i].clear();
  std::vector<float> out(seeds.rows(), 1);
  for (const std::vector<size_t>& columns : groups) {
    if (columns.empty()) continue;
    const Examples own = columns_of(both, columns);
    const std::vector<double> weights = fit(own, {kBeliefPull, {}});
    for (size_t i = 0; i < out.size(); ++i) {
      const double false_share = std::exp(-log_odds(own.row(i), weights));
      out[i] = std::min(out[i], float(std::max(kLeastBelief, 1 - false_share)));
    }
  }
  return out;
}

}  // namespace gleaner::match
