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
  static constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
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

constexpr uint32_t kAnyDistance = 1u << 30;

struct Spread {
  double mean = 0, deviation = 0;
  double quantile(double p) const { return mean + normal_quantile(p) * deviation; }
};

Spread spread_of(const std::vector<double>& values) {
  Spread out;
  if (values.empty()) return out;
  out.mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
  double squares = 0;
  for (const double one : values) squares += (one - out.mean) * (one - out.mean);
  if (values.size() > 1) out.deviation = std::sqrt(squares / double(values.size() - 1));
  return out;
}

void fit_distances(const std::vector<Structure>& templates, double quantile, Threshold& out) {
  double edits = 0;
  std::vector<double> all, nearest(templates.size(), std::numeric_limits<double>::max());
  for (size_t i = 0; i < templates.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const double found = distance(templates[i], templates[j], kAnyDistance);
      all.push_back(found);
      edits += distance(templates[i].skeleton, templates[j].skeleton, kAnyDistance);
      nearest[i] = std::min(nearest[i], found);
      nearest[j] = std::min(nearest[j], found);
    }
  out.pairs = all.size();
  if (all.empty()) return;
  std::sort(all.begin(), all.end());
  const Spread pairs = spread_of(all);
  out.mean = pairs.mean;
  out.deviation = pairs.deviation;
  out.normal = pairs.quantile(quantile);
  out.empirical = sample_quantile(all, quantile);
  Spread apart = spread_of(nearest);
  apart.deviation = std::max(apart.deviation, kLeastSpread * pairs.deviation);
  out.nearest = apart.quantile(quantile);
  out.apart.assign(nearest.begin(), nearest.end());
  std::sort(out.apart.begin(), out.apart.end());
  // Fewer have much in common by chance, and one that is far from all others is no sign of how much pages
  // vary.
  const bool vary = templates.size() >= kLeastTemplates &&
                    out.apart.back() <= kAlikeApart * out.apart[out.apart.size() / 2];
  if (edits > 0 && vary) out.stretch = std::clamp(pairs.mean * double(all.size()) / edits, 1.0, kMostStretch);
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

Threshold threshold_of(const std::vector<Structure>& templates, double quantile, Fit fit) {
  Threshold out;
  if (templates.empty()) {
    out.how = "no templates: every page counts";
    return out;
  }
  for (const Structure& one : templates) out.length += one.length() / double(templates.size());
  fit_distances(templates, quantile, out);
  const bool few = templates.size() < 3;
  double wanted = fit == Fit::normal      ? out.normal
                  : fit == Fit::empirical ? out.empirical
                                          : std::min(out.nearest, out.normal);
  // Three distances do not show a deviation.
  if (fit == Fit::nearest && !few && templates.size() < kLeastTemplates)
    wanted = std::min(wanted, double(out.apart.back()));
  out.how = fmt::format("{:g} % quantile of the distances {}, {}", quantile * 100,
                        fit == Fit::nearest
                            ? fmt::format("of {} templates to the nearest other one", templates.size())
                            : fmt::format("of {} pairs of templates", out.pairs),
                        fit == Fit::empirical ? "as they are" : "by a normal distribution fitted to them");
  const bool bounded = few || fit == Fit::nearest;  // a quantile that was asked for is taken as it is
  out.bounded = bounded;
  const double least = bounded ? std::max(kLeastTags, out.length * kLeastShare) : 0,
               most = bounded ? out.most() : out.length;
  if (wanted < least) {
    wanted = least;
    out.how =
        few ? fmt::format("{:g} % of the skeleton's length: {} too few to see how much pages vary",
                          kLeastShare * 100, templates.size() == 1 ? "one template is" : "two templates are")
            : fmt::format(
                  "{:.0f} % of the skeletons' length: {} templates that hardly differ do not show how much pages vary",
                  kLeastShare * 100, templates.size());
  } else if (wanted > most) {
    wanted = most;
    out.how = fmt::format("{:.0f} % of the skeletons' length, as the templates differ widely",
                          100 * wanted / out.length);
  }
  out.limit = out.by_templates = uint32_t(std::lround(wanted));
  return out;
}

double Threshold::most() const { return length * kMostShare * stretch; }

bool review(Threshold& threshold, const std::vector<uint32_t>& pages_at) {
  const bool few = threshold.apart.size() < kLeastTemplates;
  const int most = int(std::lround(std::min(threshold.most(), kMostRaised[few] * threshold.by_templates))),
            half = std::max(1, int(std::lround(threshold.length * kValley)));
  const auto between = [&](int from, int to) {
    size_t sum = 0;
    for (int i = std::max(0, from); i <= to && i < int(pages_at.size()); ++i) sum += pages_at[size_t(i)];
    return sum;
  };
  const size_t all = between(0, int(pages_at.size()));
  // Pages in the valley around a threshold: from half of it below to half of it above.
  const auto in_valley = [&](int limit) { return between(limit - half + 1, limit + half); };
  const int now = int(threshold.limit), first = int(threshold.by_templates);
  const size_t around = in_valley(now);
  // Which valley: the one to which fewest pages change sides, as the templates had it; then the nearest.
  const auto changed = [&](int limit) {
    return std::pair(between(std::min(limit, first) + 1, std::max(limit, first)), std::abs(limit - first));
  };
  int best = now;
  for (int limit = std::max(int(kLeastTags), half); limit <= most; ++limit) {
    const size_t here = in_valley(limit);
    if (double(here) > kEmptyValley * double(all) || around < 3 * here + 1 || !between(0, limit)) continue;
    // A template that is further from the nearest other one would not be taken for one of its own kind; one
    // alone says nothing of that.
    const bool holds_templates =
        limit < first && !threshold.apart.empty() && int(threshold.apart.back()) <= limit;
    if (limit < (threshold.apart.empty() ? kLeastMove * first : holds_templates ? 0 : first)) continue;
    // That would be another kind, unless each template is as near to another one all the same.
    if (!holds_templates && changed(limit).first > kMostMoved[few] * between(0, std::min(limit, first)))
      continue;
    if (best == now || changed(limit) < changed(best)) best = limit;
  }
  if (best == now) return false;
  threshold.limit = uint32_t(best);
  // Where it ended is told, not the way.
  constexpr std::string_view kMoved = "; moved from ", kWhy = ", between the pages that were seen";
  if (const size_t at = threshold.how.find(kMoved); at != std::string::npos)
    threshold.how.erase(at, threshold.how.find(kWhy, at) + kWhy.size() - at);
  if (best != first) threshold.how += fmt::format("{}{} to {}{}", kMoved, first, best, kWhy);
  return true;
}

}  // namespace gleaner::crawl
