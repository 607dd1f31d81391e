// See pac.h. The bounds as written there.
#include "delimiter/pac.h"

#include <algorithm>
#include <cmath>

namespace gleaner::delimiter {

double log_wrappers(Class kind, size_t attributes, size_t shortest_page) {
  const double r = double(std::max<size_t>(shortest_page, 2));
  const double substrings = std::log(r * (r - 1) / 2);
  double log = 2 * double(attributes) * std::log(r);
  if (has_head_tail(kind)) log += 2 * substrings;
  if (has_open_close(kind)) log += 2 * substrings;
  return log;
}

// Can the bound by tuples be more than delta with n pages?
static bool too_few(Class kind, size_t attributes, size_t shortest_page, double epsilon, double delta,
                    double tuples, double n) {
  const double k = 4 * double(attributes) - 2;
  const double
      page_level =  // the first left delimiter, and those that stand once a page or around each tuple
      log_wrappers(kind, attributes, shortest_page) -
      (2 * double(attributes) - 1) * std::log(double(std::max<size_t>(shortest_page, 2)));
  return k * std::exp(n * tuples * std::log1p(-epsilon / k)) +
             std::exp(page_level + n * std::log1p(-epsilon / 2)) >
         delta;
}

uint64_t samples_needed(Class kind, size_t attributes, size_t shortest_page, double epsilon, double delta,
                        double tuples) {
  const auto plain =
      uint64_t(std::ceil((log_wrappers(kind, attributes, shortest_page) + std::log(1 / delta)) / epsilon));
  if (tuples <= 0 || kind == Class::nlr || kind == Class::nhlrt) return plain;
  uint64_t low = 0, high = plain;  // too few; enough by one bound or the other
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    (too_few(kind, attributes, shortest_page, epsilon, delta, tuples, double(middle)) ? low : high) = middle;
  }
  return high;
}

}  // namespace gleaner::delimiter
