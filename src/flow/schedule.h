// Schedule: when a flow runs. In words ("daily 06:30 Europe/Berlin", "every 15 minutes", "weekly
// mon,thu 07:00", "hourly :20", "monthly 1 06:00") or as cron writes it ("30 6 * * 1-5 Europe/Berlin");
// without a zone, the machine's.
//
// By the clock on the wall: in the night in which an hour is left out, what falls into it runs when
// the hour is left out; in the night in which an hour is there twice, it runs the first time. A
// schedule is a pure function from a moment to the next one, so that nothing here waits and jumps of
// the clock are the caller's to see.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/zone.h"

namespace gleaner::flow {

class Schedule {
 public:
  static Result<Schedule> parse(std::string_view text);

  // The first moment after this one; nothing: never again (the 30th of February).
  std::optional<int64_t> next_after(int64_t moment) const;
  // The last one at or before it, not before `since`.
  std::optional<int64_t> last_until(int64_t moment, int64_t since) const;
  const Zone& zone() const { return zone_; }
  // "30 6 * * 1-5", for a crontab; empty for "every N minutes" that no cron line says.
  std::string cron_line() const { return cron_; }

 private:
  Status parse_every(std::string_view text, const std::vector<std::string_view>& parts);
  Status parse_cron(std::string_view text, const std::string& cron);
  bool runs_on(const Day& day) const;
  Zone zone_;
  int64_t every_ = 0;  // seconds between two runs, counted from 1970; 0: by the fields below
  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  std::bitset<32> days_;
  std::bitset<13> months_;
  std::bitset<7> weekdays_;
  bool any_day_ = true, any_weekday_ = true;  // cron: if both are said, one of them is enough
  std::string cron_;
};

// The zone that a schedule names; UTC where it names none or is none: the zone of a flow's days.
Zone zone_of_schedule(std::string_view schedule);

}  // namespace gleaner::flow
