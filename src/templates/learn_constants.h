// What the template learner tries, in one place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gleaner::templates {

// tokens before a record's first value, or a page's value
inline constexpr size_t kFirstWindows[] = {1, 2, 3, 4, 6, 8, 12};
inline constexpr size_t kInnerWindows[] = {1, 2, 3, 5};  // before the other values of a record
inline constexpr size_t kAfterWindows[] = {1, 2, 3};     // after a value
// places of a text on a page that are tried
inline constexpr size_t kMaxPlaces = 20;
// tags between records that a record may not hold
inline constexpr size_t kMaxBarriers = 3;
// of a page's head and tail that may bound its records
inline constexpr uint32_t kEdgeTokens = 300;
inline constexpr size_t kEdges = 4;  // bounds tried on each side
// templates kept for one field of a page, in order of trust
inline constexpr size_t kAlternatives = 3;
inline constexpr uint64_t kTrialSteps = 3'000'000;  // of one trial on one page
// Trust in a window, smaller is better: length costs, quoted words of a single page cost more, a telling tag
// nearby is worth much.
inline constexpr double kCostToken = 0.15;
inline constexpr double kCostWord = 0.3;
inline constexpr double kGainTelling = 1.0;
inline constexpr double kGainWhole = 0.5;
// an attribute is less often the same on all pages than what is seen
inline constexpr double kCostAttribute = 0.3;
inline constexpr double kCostPart = 1.5;   // and a part of one much less
inline constexpr double kCostOther = 1.0;  // the window also stands around other texts
inline constexpr double kCostPlace = 0.02;

}  // namespace gleaner::templates
