// Durations and ratings as people write them.
#pragma once

#include <optional>
#include <string_view>

namespace gleaner::value {

// Seconds: "1 h 30 min", "90 minutes", "2 Tage 3 Std.", "1:30:00", "PT1H30M". Nothing for months and years,
// whose length nobody knows, for "12:30" (minutes or hours?), and where a number has no unit.
std::optional<double> find_duration(std::string_view text);

struct Rating {
  double number = 0;
  double best = 0;  // 0: not said
};
// "4.5 of 5", "4,5/5", "8.3 out of 10", "★★★★☆", "85 %", "3 stars".
std::optional<Rating> find_rating(std::string_view text);

}  // namespace gleaner::value
