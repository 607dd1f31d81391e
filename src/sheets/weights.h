// Every weight and threshold of this module. Chosen by hand on made invoices (bench/accuracy/invoices.py),
// two forms of which were left out.
#pragma once

#include <cstddef>

namespace gleaner::sheets {

// How much an agreement counts.
inline constexpr double kLeadWeight = 5;
// left, above, right, below, head of the row, head of the column
inline constexpr double kSideWeight[] = {4, 4, 1, 1, 4, 3};
inline constexpr double kKindWeight = 1.5;
inline constexpr double kTagWeight = 0.7;
inline constexpr double kPlaceWeight = 1;   // ... of the place on the sheet,
inline constexpr double kPlaceAlone = 4;    // where no text around it tells more
inline constexpr double kFar = 0.35;        // share of the sheet from which on a place is another one,
inline constexpr double kFarAlone = 0.06;   // ... where it alone decides
inline constexpr double kLeastScore = 0.5;  // of all that could agree
inline constexpr double kLeastMargin = 0.06;
inline constexpr double kPartLike = 0.7;  // a text that only begins or ends like the known one
inline constexpr size_t kLeastPart = 4;   // letters of it

}  // namespace gleaner::sheets
