// Days of the Gregorian calendar, counted from 1970-01-01. After H. Hinnant, "chrono-Compatible Low-Level
// Date Algorithms": the year begins in March, so that the leap day is its last.
#pragma once

#include <cstdint>

namespace gleaner {

struct Day {
  int year = 1970, month = 1, day = 1;
};

constexpr int64_t days_of(Day d) {
  const int64_t y = d.year - (d.month <= 2 ? 1 : 0);
  const int64_t era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
  const int64_t of_year = (153 * (d.month + (d.month > 2 ? -3 : 9)) + 2) / 5 + d.day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

constexpr bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

constexpr int days_in(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap(year));
}

constexpr Day day_of(int64_t days) {
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097, of_era = days - era * 146097;
  const int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t of_year = of_era - (365 * year + year / 4 - year / 100), m = (5 * of_year + 2) / 153;
  const int month = int(m < 10 ? m + 3 : m - 9);
  return {int(year + era * 400 + (month <= 2)), month, int(of_year - (153 * m + 2) / 5 + 1)};
}

}  // namespace gleaner
