// Schedules, against the slow way: asking every minute whether the clock on the wall shows such a time.
#include "flow/schedule.h"

#include <gtest/gtest.h>

namespace gleaner::flow {
namespace {

std::vector<std::string> next_times(const std::string& text, const std::string& from, size_t count) {
  auto schedule = Schedule::parse(text);
  if (!schedule.ok()) return {schedule.error().message};
  std::vector<std::string> out;
  auto at = read_moment(from);
  for (size_t i = 0; i < count && at; ++i)
    if ((at = schedule->next_after(*at))) out.push_back(format_moment(*at, schedule->zone()));
  return out;
}
using Times = std::vector<std::string>;

TEST(Schedule, Words) {
  EXPECT_EQ(next_times("daily 06:30 Europe/Berlin", "2026-01-12T05:29:59Z", 2),
            (Times{"2026-01-12T06:30:00+01:00", "2026-01-13T06:30:00+01:00"}));
  EXPECT_EQ(next_times("weekly mon,thu 07:00 UTC", "2026-01-12T07:00:00Z", 2),
            (Times{"2026-01-15T07:00:00Z", "2026-01-19T07:00:00Z"}));
  EXPECT_EQ(next_times("hourly :20 UTC", "2026-01-12T07:20:00Z", 1), (Times{"2026-01-12T08:20:00Z"}));
  EXPECT_EQ(next_times("every 15 minutes", "2026-01-12T07:20:00Z", 1).size(), 1u);
  EXPECT_EQ(next_times("monthly 31 06:00 UTC", "2026-01-31T06:00:00Z", 1), (Times{"2026-03-31T06:00:00Z"}));
}

TEST(Schedule, SummerTime) {
  // The hour from 2 to 3 is left out on 2026-03-29 and there twice on 2026-10-25.
  EXPECT_EQ(next_times("daily 02:30 Europe/Berlin", "2026-03-28T00:00:00Z", 3),
            (Times{"2026-03-28T02:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"}));
  EXPECT_EQ(next_times("daily 02:30 Europe/Berlin", "2026-10-24T00:00:00Z", 4),
            (Times{"2026-10-24T02:30:00+02:00", "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00",
                   "2026-10-27T02:30:00+01:00"}));
}

TEST(Schedule, Cron) {
  EXPECT_EQ(next_times("30 6 * * 1-5 UTC", "2026-01-09T07:00:00Z", 1), (Times{"2026-01-12T06:30:00Z"}));
  EXPECT_EQ(next_times("0 0 29 2 * UTC", "2026-01-01", 1), (Times{"2028-02-29T00:00:00Z"}));
  EXPECT_EQ(next_times("0 0 30 2 * UTC", "2026-01-01", 1), Times{});
  EXPECT_EQ(next_times("0 12 13 * fri UTC", "2026-01-01", 3),
            (Times{"2026-01-02T12:00:00Z", "2026-01-09T12:00:00Z", "2026-01-13T12:00:00Z"}));
  for (const char* wrong : {"", "daily", "daily 25:00", "sometimes", "* * * *", "61 * * * *",
                            "every 0 minutes", "daily 06:30 Europe/Nowhere", "5-1 * * * *"})
    EXPECT_FALSE(Schedule::parse(wrong).ok()) << wrong;
}

TEST(Schedule, EveryMinuteOfAYearAgrees) {
  auto schedule = Schedule::parse("*/20 1-3 * 3,10 * Europe/Berlin");
  if (!schedule.ok()) GTEST_SKIP();
  int64_t from = *read_moment("2026-01-01"), until = *read_moment("2027-01-01");
  // A minute counts the first time that the clocks show it; those left out are one run at the change.
  std::vector<int64_t> slow;
  WallTime before;
  for (int64_t at = from; at < until; at += 60) {
    const WallTime wall = schedule->zone().wall(at);
    const bool change = at == *read_moment("2026-03-29T01:00:00Z");
    if (((wall.minute % 20 == 0 && wall.hour >= 1 && wall.hour <= 3) || change) &&
        (wall.day.month == 3 || wall.day.month == 10) && schedule->zone().moment(wall) == at)
      slow.push_back(at);
    before = wall;
  }
  std::vector<int64_t> fast;
  for (auto at = schedule->next_after(from - 1); at && *at < until; at = schedule->next_after(*at))
    fast.push_back(*at);
  EXPECT_EQ(fast, slow);
}

TEST(Schedule, LastUntil) {
  auto schedule = Schedule::parse("daily 06:30 UTC");
  EXPECT_EQ(schedule->last_until(*read_moment("2026-01-20T06:29:00Z"), *read_moment("2026-01-12")),
            read_moment("2026-01-19T06:30:00Z"));
  EXPECT_EQ(schedule->last_until(*read_moment("2026-01-20T06:30:00Z"), *read_moment("2026-01-12")),
            read_moment("2026-01-20T06:30:00Z"));
  EXPECT_FALSE(schedule->last_until(*read_moment("2026-01-20T06:00:00Z"), *read_moment("2026-01-20")));
}

}  // namespace
}  // namespace gleaner::flow
