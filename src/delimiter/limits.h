// The numbers that bound learning; everything else follows from the examples.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::delimiter {

// How many alternatives of one delimiter are looked at when choosing among those that fit.
inline constexpr size_t kAlternativesTried = 64;
// Counts of fitting wrappers stop here.
inline constexpr uint64_t kManyWrappers = 1'000'000'000'000'000'000ull;
// Memory of what was tried, so that a question is not answered twice. Forgetting costs time only.
inline constexpr size_t kTextsRemembered = 100'000;
inline constexpr size_t kAnswersRemembered = 4'096;

// Corroboration: label sets kept, and looked at.
inline constexpr size_t kLabelSetsKept = 100;
inline constexpr size_t kLabelSetsTried = 20'000;
// Heads, tails and left delimiters that are tried where no first value is known.
inline constexpr size_t kHeadlessTried = 12;
// Bounds of tuples: labelled tuples that are looked at, bytes of a mark, and what a tuple may be longer than
// twice the longest labelled one.
inline constexpr size_t kBoundingTuples = 400;
inline constexpr size_t kLongestMark = 120;
inline constexpr uint32_t kReachSlack = 200;
// Unlabelled pages that are run when choosing among delimiters, and alternatives of one delimiter that are.
inline constexpr size_t kAlsoPages = 50;
inline constexpr size_t kAlsoAlternatives = 8;
// A value on an unlabelled page is odd if it is this many times as long as the longest labelled one (and a
// bit).
inline constexpr size_t kOddLength = 4;
inline constexpr size_t kOddSlack = 80;

}  // namespace gleaner::delimiter
