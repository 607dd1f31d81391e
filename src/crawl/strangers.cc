// See strangers.h.
#include "crawl/strangers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

bool is_many(const NearPages& pages) {
  return std::accumulate(pages.begin(), pages.end(), size_t(0)) >= kStrangePages;
}

std::optional<uint32_t> strange_limit(const std::vector<uint32_t>& apart, const NearPages& pages,
                                      double chance) {
  const size_t all = std::accumulate(pages.begin(), pages.end(), size_t(0));
  std::optional<uint32_t> out;
  size_t nearer = 0;
  for (size_t i = 0; i < apart.size(); ++i) {
    nearer += pages[i];
    if (i + 1 < apart.size() && apart[i + 1] == apart[i]) continue;
    if (chance_of_distances(apart.size(), i + 1, all, nearer) < chance) out = apart[i];
  }
  return out;
}

bool varies(const std::vector<PartShare>& shares) {
  double have = 0, all = 0, sum = 0;
  for (const PartShare& one : shares) have += one.have, all += one.all;
  if (have == 0 || have == all || shares.size() < 2) return false;
  const double share = have / all, freedom = double(shares.size() - 1);
  for (const PartShare& one : shares) {
    const double off = one.have - share * one.all;
    sum += off * off / (one.all * share * (1 - share));
  }
  return sum > freedom + kVaries * std::sqrt(2 * freedom);
}

}  // namespace gleaner::crawl
