// Logistic regression by Newton's method, pulled towards given weights (L2). Small and dense: some fifty
// features. Cost: rows * features^2 a step, about ten steps.
#pragma once

#include <cstddef>
#include <vector>

namespace gleaner::match {

// Rows of features with their answers, 0 to 1: how much of a row is a match. The constant is no column:
// it is added as the last weight.
struct Examples {
  size_t width = 0;
  std::vector<float> values;  // width a row
  std::vector<float> answers;
  std::vector<float> weights = {};  // of the rows; empty: 1 each
  double weight(size_t i) const { return weights.empty() ? 1 : double(weights[i]); }
  size_t rows() const { return answers.size(); }
  const float* row(size_t i) const { return values.data() + i * width; }
};

struct Pull {
  double strength = 1;
  std::vector<double> towards = {};  // width + 1 weights; empty: zero, and the constant is free
};

// width + 1 weights; where the gradient of the penalised log loss is zero.
std::vector<double> fit(const Examples& examples, const Pull& pull);
// That gradient, for tests and for fit itself.
std::vector<double> gradient(const Examples& examples, const Pull& pull, const std::vector<double>& weights);

double log_odds(const float* row, const std::vector<double>& weights);
double to_probability(double log_odds);

}  // namespace gleaner::match
