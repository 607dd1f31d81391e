// Words that logs share: months, weekdays, levels of importance.
#pragma once

#include <string_view>

namespace gleaner::lines {

bool is_month(std::string_view word);    // Jan, January, in any case
bool is_weekday(std::string_view word);  // Mon, Monday
bool is_level(std::string_view word);    // INFO, warning

}  // namespace gleaner::lines
