// How many examples are enough? The PAC bound of the paper (section 6.1.2): with probability 1 - delta a
// wrapper that fits N examples is wrong on less than epsilon of all pages, if   N >= (1/epsilon) (ln |H| +
// ln(1/delta)), where ln |H| = 2K ln R for LR and N-LR, + 2 ln(R(R-1)/2) for HLRT, OCLR and N-HLRT, + 4
// ln(R(R-1)/2) for HOCLRT; R is the length of the shortest example page. The bound is loose: two or three
// pages usually do (bench/accuracy/delimiter.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "delimiter/delimiters.h"

namespace gleaner::delimiter {

inline constexpr double kDefaultEpsilon = 0.1;
inline constexpr double kDefaultDelta = 0.05;

// ln |H|. REQUIRES: attributes >= 1.
double log_wrappers(Class kind, size_t attributes, size_t shortest_page);

// REQUIRES: 0 < epsilon, delta < 1.
uint64_t samples_needed(Class kind, size_t attributes, size_t shortest_page, double epsilon, double delta);

}  // namespace gleaner::delimiter
