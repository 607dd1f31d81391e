// Dates as people write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "value/type.h"

namespace gleaner::value {

struct DateFound {
  std::string iso;     // "2010-06-29", "2010-06", "2010-06-29T18:30", "2010-06-29T18:30:00Z"
  bool whole = false;  // nothing else in the text but a day of the week
};

// The one date of a collapsed text. Nothing when there is none, or two, or its order is anybody's guess
// (05/06/2010) and nobody says which it is.
std::optional<DateFound> find_date(std::string_view text, DateOrder order = DateOrder::unknown);
// Nothing but a date; the same as find_date(text)->whole, sooner.
bool is_date(std::string_view text);

}  // namespace gleaner::value
