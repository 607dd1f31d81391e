// See pac.h. The bound as written there.
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

uint64_t samples_needed(Class kind, size_t attributes, size_t shortest_page, double epsilon, double delta) {
  return uint64_t(std::ceil((log_wrappers(kind, attributes, shortest_page) + std::log(1 / delta)) / epsilon));
}

}  // namespace gleaner::delimiter
