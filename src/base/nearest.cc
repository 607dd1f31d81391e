// See nearest.h.
#include "base/nearest.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner {
namespace {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view wrong, const std::vector<std::string>& known) {
  std::optional<std::string> best;
  const std::string lower = lower_ascii(wrong);
  size_t best_distance = std::max<size_t>(1, wrong.size() / 3) + 1;
  for (const std::string& name : known) {
    const std::string other = lower_ascii(name);
    const size_t distance = wrong.size() >= 4 && other.starts_with(lower) ? 1 : edit_distance(lower, other);
    if (distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace gleaner
