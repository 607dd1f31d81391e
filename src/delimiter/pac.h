// How many examples are enough? The PAC bound of the paper (section 6.1.2).
//
// With probability 1 - delta a wrapper that fits N examples is wrong on less than epsilon of all pages, if
//   N >= (1/epsilon) (ln |H| + ln(1/delta)), where ln |H| = 2K ln R     for LR and N-LR
//                                           + 2 ln(R(R-1)/2)            for HLRT, OCLR and N-HLRT
//                                           + 4 ln(R(R-1)/2)            for HOCLRT
// K is the number of attributes, R the length of the shortest example page.
//
// Counting tuples makes it tighter, as the paper suggests. All delimiters but the first left one, the head,
// the tail, open and close are tried by every tuple, not once on every page. The candidates for such a
// delimiter are prefixes (suffixes) of one text. So only two can do harm, the longest that is too short and
// the shortest that is too long: two for each of 2K - 1 delimiters. With half of epsilon for them, and half
// for the H_p others of a page, it is enough that
//   (4K - 2) (1 - epsilon / (4K - 2))^M  +  H_p (1 - epsilon / 2)^N  <=  delta    for M tuples on N pages.
//
// The smaller of the two bounds holds for the flat classes; in nested ones all left delimiters depend on each
// other. Both are loose: two or three pages usually do (bench/accuracy/delimiter.md).
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
// `tuples`: a page, on average; 0 for the bound that does not count them.
uint64_t samples_needed(Class kind, size_t attributes, size_t shortest_page, double epsilon, double delta,
                        double tuples = 0);

}  // namespace gleaner::delimiter
