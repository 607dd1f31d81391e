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

// Labels without spans: ways to place the values of one page, and joins of pages that are given to the
// learner.
inline constexpr size_t kPlacesTried = 200;
inline constexpr size_t kJoinsTried = 200;
// Corroboration: label sets kept, and looked at.
inline constexpr size_t kLabelSetsKept = 100;
inline constexpr size_t kLabelSetsTried = 20'000;
// Unlabelled pages that are run when choosing among delimiters, and alternatives of one delimiter that are.
inline constexpr size_t kAlsoPages = 50;
inline constexpr size_t kAlsoAlternatives = 8;
// A value on an unlabelled page is odd if it is this many times as long as the longest labelled one (and a
// bit).
inline constexpr size_t kOddLength = 4;
inline constexpr size_t kOddSlack = 80;

}  // namespace gleaner::delimiter
