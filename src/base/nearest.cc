// See nearest.h.
#include "base/nearest.h"

#include <algorithm>

#include "base/text.h"

namespace gleaner {
namespace {

// Letters changed, left out, put in, or swapped with their neighbour.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + !same});
      const bool swapped = i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
                           to_lower(a[i - 2]) == to_lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
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

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known,
                         std::string otherwise) {
  const auto near = nearest(wrong, known);
  return near ? "did you mean " + *near + "?" : otherwise;
}

}  // namespace gleaner
