// Zone: what clocks on the wall show, and when: the time zones of the system (/usr/share/zoneinfo, RFC 8536).
//
// The library of C++ has them from gcc 13 on; the C library only has one zone a process. A file lists the
// moments at which the clocks were changed, and ends with a rule in the words of POSIX
// ("CET-1CEST,M3.5.0,M10.5.0/3") for all years after.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/calendar.h"
#include "base/result.h"

namespace gleaner {

// What a clock on the wall shows.
struct WallTime {
  Day day;
  int hour = 0, minute = 0, second = 0;
};

class Zone {
 public:
  // "Europe/Berlin", "UTC", "local" (the machine's: TZ, else /etc/localtime).
  static Result<Zone> open(std::string_view name);
  // Of the content of a zone file.
  static Result<Zone> parse(std::string_view file, std::string_view name);
  static Zone utc();

  const std::string& name() const { return name_; }
  // Seconds east of Greenwich at a moment (seconds since 1970).
  int64_t offset_at(int64_t moment) const;
  WallTime wall(int64_t moment) const;
  // The moment at which the clocks show this. In the hour that is there twice, the first; in the hour that is
  // left out, the moment at which it is left out.
  int64_t moment(const WallTime& wall) const;

 private:
  struct Change {
    int64_t at = 0, offset = 0;
  };
  // One end of summer time: the day by month, week and weekday (POSIX "M3.5.0"), or by number.
  struct Rule {
    char kind = 'M';  // M: month, week, weekday; J: day 1..365 without leap days; 0: day 0..365
    int month = 1, week = 1, weekday = 0, day = 0;
    int64_t time = 7200;
  };
  int64_t rule_day(const Rule& rule, int year) const;
  Status read_footer(std::string_view text);
  int64_t footer_offset(int64_t moment) const;

  std::string name_ = "UTC";
  std::vector<Change> changes_;
  int64_t first_offset_ = 0;
  bool has_footer_ = false, has_summer_ = false;
  int64_t standard_ = 0, summer_ = 0;
  Rule begin_, end_;
};

// "2026-01-12T06:30:00+01:00" and "2026-01-12T05:30:00Z"
std::string format_moment(int64_t moment, const Zone& zone);
std::string format_moment(int64_t moment);
// The same read back, also with a blank for T, without seconds, without a zone (then
// `zone`), and a day alone.
std::optional<int64_t> read_moment(std::string_view text, const Zone& zone = Zone::utc());

}  // namespace gleaner
