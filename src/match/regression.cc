// See regression.h.
#include "match/regression.h"

#include <algorithm>
#include <cmath>

#include "match/settings.h"

namespace gleaner::match {
namespace {

constexpr int kSteps = 50;
constexpr double kEnough = 1e-9, kSmallestStep = 1e-4;
constexpr double kFreeConstant = 1e-6;  // enough to keep the equations solvable

double strength_at(const Pull& pull, size_t k, size_t width) {
  if (k < width) return pull.strength;
  return pull.towards.empty() ? kFreeConstant : pull.strength;
}

double towards_at(const Pull& pull, size_t k) { return pull.towards.empty() ? 0 : pull.towards[k]; }

double loss(const Examples& examples, const Pull& pull, const std::vector<double>& weights) {
  double sum = 0;
  for (size_t i = 0; i < examples.rows(); ++i) {
    const double odds = log_odds(examples.row(i), weights);
    const double none = std::max(odds, 0.0) + std::log1p(std::exp(-std::fabs(odds)));
    sum += examples.weight(i) * (none - double(examples.answers[i]) * odds);
  }
  for (size_t k = 0; k <= examples.width; ++k) {
    const double off = weights[k] - towards_at(pull, k);
    sum += 0.5 * strength_at(pull, k, examples.width) * off * off;
  }
  return sum;
}

// Solves `matrix` x = `right` in place, by Cholesky. REQUIRES: symmetric, positive
// definite; lower half filled.
std::vector<double> solve(std::vector<double>& matrix, std::vector<double> right) {
  const size_t n = right.size();
  for (size_t j = 0; j < n; ++j)
    for (size_t i = j; i < n; ++i) {
      double sum = matrix[i * n + j];
      for (size_t k = 0; k < j; ++k) sum -= matrix[i * n + k] * matrix[j * n + k];
      matrix[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / matrix[j * n + j];
    }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) right[i] -= matrix[i * n + k] * right[k];
    right[i] /= matrix[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) right[i] -= matrix[k * n + i] * right[k];
    right[i] /= matrix[i * n + i];
  }
  return right;
}

std::vector<double> curvature(const Examples& examples, const Pull& pull,
                              const std::vector<double>& weights) {
  const size_t n = examples.width + 1;
  std::vector<double> out(n * n, 0);
  std::vector<double> row(n, 1);
  for (size_t i = 0; i < examples.rows(); ++i) {
    std::copy_n(examples.row(i), examples.width, row.begin());
    const double p = to_probability(log_odds(examples.row(i), weights)), w = examples.weight(i) * p * (1 - p);
    if (w < 1e-12) continue;
    for (size_t a = 0; a < n; ++a) {
      const double scaled = w * row[a];
      if (scaled != 0)
        for (size_t b = 0; b <= a; ++b) out[a * n + b] += scaled * row[b];
    }
  }
  for (size_t k = 0; k < n; ++k) out[k * n + k] += strength_at(pull, k, examples.width);
  return out;
}

}  // namespace

double log_odds(const float* row, const std::vector<double>& weights) {
  double sum = weights.back();
  for (size_t k = 0; k + 1 < weights.size(); ++k) sum += double(row[k]) * weights[k];
  return sum;
}

double to_probability(double odds) {
  return 1 / (1 + std::exp(-std::clamp(odds, -kLogOddsCap, kLogOddsCap)));
}

std::vector<double> gradient(const Examples& examples, const Pull& pull, const std::vector<double>& weights) {
  const size_t n = examples.width + 1;
  std::vector<double> out(n, 0);
  for (size_t i = 0; i < examples.rows(); ++i) {
    const double off = examples.weight(i) *
                       (to_probability(log_odds(examples.row(i), weights)) - double(examples.answers[i]));
    for (size_t k = 0; k < examples.width; ++k) out[k] += off * examples.row(i)[k];
    out[n - 1] += off;
  }
  for (size_t k = 0; k < n; ++k)
    out[k] += strength_at(pull, k, examples.width) * (weights[k] - towards_at(pull, k));
  return out;
}

std::vector<double> fit(const Examples& examples, const Pull& pull) {
  std::vector<double> weights =
      pull.towards.empty() ? std::vector<double>(examples.width + 1, 0) : pull.towards;
  double before = loss(examples, pull, weights);
  for (int step = 0; step < kSteps; ++step) {
    std::vector<double> matrix = curvature(examples, pull, weights);
    const std::vector<double> direction = solve(matrix, gradient(examples, pull, weights));
    std::vector<double> next = weights;
    double size = 1, after = before;
    for (; size > kSmallestStep; size /= 2) {
      for (size_t k = 0; k < weights.size(); ++k) next[k] = weights[k] - size * direction[k];
      after = loss(examples, pull, next);
      if (after <= before) break;
    }
    if (size <= kSmallestStep || !(before - after > 0)) break;
    weights = next;
    if (before - after < kEnough) break;
    before = after;
  }
  return weights;
}

}  // namespace gleaner::match
