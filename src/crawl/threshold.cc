// See threshold.h.
#include "crawl/threshold.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "crawl/weights.h"

namespace gleaner::crawl {
namespace {

// Acklam's rational approximation: a relative error below 1.2e-9.
double rough_quantile(double p) {
  static constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
                                 1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  static constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                                 6.680131188771972e+01, -1.328068155288572e+01};
  static constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                                 -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  static constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                                 3.754408661907416e+00};
  constexpr double low = 0.02425;
  const auto tail = [](double q) {
    return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
           ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
  };
  if (p < low) return tail(std::sqrt(-2 * std::log(p)));
  if (p > 1 - low) return -tail(std::sqrt(-2 * std::log(1 - p)));
  const double q = p - 0.5, r = q * q;
  return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
         (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
}

void fit_distances(const std::vector<Measured>& templates, double quantile, Threshold& out) {
  std::vector<double> distances;
  for (size_t i = 0; i < templates.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      distances.push_back(distance(templates[i], templates[j], std::numeric_limits<uint32_t>::max() - 1));
  out.pairs = distances.size();
  if (distances.empty()) return;
  std::sort(distances.begin(), distances.end());
  out.mean = std::accumulate(distances.begin(), distances.end(), 0.0) / double(out.pairs);
  double squares = 0;
  for (const double d : distances) squares += (d - out.mean) * (d - out.mean);
  out.deviation = out.pairs > 1 ? std::sqrt(squares / double(out.pairs - 1)) : 0;
  out.normal = out.mean + normal_quantile(quantile) * out.deviation;
  out.empirical = sample_quantile(distances, quantile);
}

}  // namespace

double normal_quantile(double p) {
  if (p <= 0) return -std::numeric_limits<double>::infinity();
  if (p >= 1) return std::numeric_limits<double>::infinity();
  const double x = rough_quantile(p);
  const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) - p;
  const double u = error * std::sqrt(2 * M_PI) * std::exp(x * x / 2);
  return x - u / (1 + x * u / 2);
}

double sample_quantile(const std::vector<double>& sorted, double p) {
  const double at = std::clamp(p, 0.0, 1.0) * double(sorted.size() - 1);
  const size_t below = size_t(at);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

Threshold threshold_of(const std::vector<Measured>& templates, double quantile, Fit fit) {
  Threshold out;
  if (templates.empty()) {
    out.how = "no templates: every page counts";
    return out;
  }
  for (const Measured& one : templates) out.length += double(one.symbols.size()) / double(templates.size());
  fit_distances(templates, quantile, out);
  const bool few = templates.size() < 3;
  const bool empirical = fit == Fit::empirical || (fit == Fit::automatic && out.pairs >= kEnoughPairs);
  double wanted = empirical ? out.empirical : out.normal;
  out.how = fmt::format("{:g} % quantile of {} distances between {} templates, {}", quantile * 100, out.pairs,
                        templates.size(), empirical ? "as they are" : "by a normal distribution fitted to them");
  const double share = std::min(kAlone, kLeastShare + kFewShare / double(templates.size()));
  const double least = std::max(kLeastTags, out.length * share), most = out.length * kMostShare;
  if (wanted < least) {
    wanted = least;
    out.how = few ? fmt::format("{:g} % of the skeleton's length: {} too few to see how much pages vary", kAlone * 100,
                                templates.size() == 1 ? "one template is" : "two templates are")
                  : fmt::format("{:.0f} % of the skeletons' length: {} templates that hardly differ do not show how much pages vary",
                                share * 100, templates.size());
  } else if (wanted > most && out.mean < most) {
    wanted = most;
    out.how = fmt::format("{:g} % of the skeletons' length, as the templates differ widely", kMostShare * 100);
  }
  out.limit = uint32_t(std::lround(wanted));
  return out;
}

}  // namespace gleaner::crawl
