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

}  // namespace gleaner::delimiter
