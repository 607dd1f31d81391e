// See strangers.h.
#include "crawl/strangers.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "crawl/weights.h"

namespace gleaner::crawl {

double chance_of_distances(size_t templates, size_t rank, size_t pages, size_t near) {
  if (pages > kPagesCompared) near = near * kPagesCompared / pages, pages = kPagesCompared;
  const double a = double(rank) / 2, b = double(templates + 1 - rank) / 2, n = double(pages);
  const auto log_beta = [](double x, double y) {
    return std::lgamma(x) + std::lgamma(y) - std::lgamma(x + y);
  };
  double sum = 0;
  for (size_t i = 0; i <= near; ++i) {
    const double k = double(i);
    sum +=
        std::exp(log_beta(a + k, b + n - k) - log_beta(a, b) - log_beta(k + 1, n - k + 1) - std::log(n + 1));
  }
  return std::min(1.0, sum);
}

namespace {

// The distance that hardly any page is below; nothing if they may be of the templates' kind. REQUIRES: both are sorted.
std::optional<uint32_t> strange_limit(const std::vector<uint32_t>& apart,
                                      const std::vector<uint32_t>& distances, double chance) {
  std::optional<uint32_t> out;
  for (size_t i = 0; i < apart.size(); ++i) {
    if (i + 1 < apart.size() && apart[i + 1] == apart[i]) continue;
    const auto nearer = std::upper_bound(distances.begin(), distances.end(), apart[i]) - distances.begin();
    if (chance_of_distances(apart.size(), i + 1, distances.size(), size_t(nearer)) < chance) out = apart[i];
  }
  return out;
}

// Are pages that fit as far away as most of these?
bool are_as_far(const std::vector<uint32_t>& fitting, const std::vector<uint32_t>& distances) {
  const uint32_t quarter = distances[distances.size() / 4];
  const auto further = fitting.end() - std::lower_bound(fitting.begin(), fitting.end(), quarter);
  return double(further) > kAsFar * double(fitting.size());
}

}  // namespace

std::unordered_map<uint32_t, uint32_t> strange_shapes(const std::vector<uint32_t>& apart,
                                                      ShapeDistances shapes, bool soon) {
  std::erase_if(shapes, [](const auto& one) { return one.second.size() < kStrangePages; });
  std::vector<uint32_t> fitting;
  for (auto& [shape, distances] : shapes) {
    std::sort(distances.begin(), distances.end());
    if (!strange_limit(apart, distances, kFitChance))
      fitting.insert(fitting.end(), distances.begin(), distances.end());
  }
  std::sort(fitting.begin(), fitting.end());
  const double chance = !fitting.empty() ? kStrangerChance : soon ? kSoonChance : kStrangeChance;
  std::unordered_map<uint32_t, uint32_t> out;
  for (const auto& [shape, distances] : shapes)
    if (const auto limit = strange_limit(apart, distances, chance);
        limit && (fitting.empty() || !are_as_far(fitting, distances)))
      out[shape] = *limit;
  return out;
}

}  // namespace gleaner::crawl
