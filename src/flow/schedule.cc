// See schedule.h.
#include "flow/schedule.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::flow {
namespace {

constexpr int64_t kSecondsOfDay = 86400;
constexpr int kMostDays = 366 * 9;  // the 29th of February may be eight years away

Diagnostic no_schedule(std::string_view text, std::string_view why) {
  return error(
      Code::bad_input, fmt::format("\"{}\" is no schedule: {}", text, why), {},
      "daily 06:30 Europe/Berlin; weekly mon,thu 07:00; hourly :20; every 15 minutes; monthly 1 06:00; "
      "or cron: 30 6 * * 1-5");
}

std::optional<int> small_number(std::string_view text) {
  if (text.size() > 4 || !is_all_digits(text)) return {};
  return std::stoi(std::string(text));
}

std::optional<int> named(std::string_view text, std::initializer_list<std::string_view> names, int first) {
  const std::string word = lower_ascii(text.substr(0, 3));
  int at = first;
  for (const std::string_view name : names) {
    if (word == name) return at;
    ++at;
  }
  return {};
}
std::optional<int> weekday_of(std::string_view text) {
  if (const auto number = small_number(text)) return *number == 7 ? 0 : *number;
  return named(text, {"sun", "mon", "tue", "wed", "thu", "fri", "sat"}, 0);
}
std::optional<int> month_of(std::string_view text) {
  if (const auto number = small_number(text)) return number;
  return named(text, {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}, 1);
}

// One field of a cron line: "*", "*/5", "1-5", "0,30", "mon-fri".
template <size_t N, class Read>
bool cron_field(std::string_view text, int least, int most, std::bitset<N>& into, Read&& read) {
  for (const std::string_view part : split(text, ',')) {
    std::string_view range = part;
    int step = 1;
    if (const size_t slash = part.find('/'); slash != std::string_view::npos) {
      const auto said = small_number(part.substr(slash + 1));
      if (!said || *said == 0) return false;
      step = *said, range = part.substr(0, slash);
    }
    int first = least, last = most;
    if (range != "*") {
      const size_t dash = range.find('-');
      const auto low = read(range.substr(0, dash));
      const auto high = dash == std::string_view::npos ? (step > 1 ? std::optional<int>(most) : low)
                                                       : read(range.substr(dash + 1));
      if (!low || !high || *low < least || *high > most || *low > *high) return false;
      first = *low, last = *high;
    }
    for (int i = first; i <= last; i += step) into.set(size_t(i));
  }
  return true;
}

// "06:30", ":20"
bool clock_time(std::string_view text, int& hour, int& minute) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const auto h = colon ? small_number(text.substr(0, colon)) : std::optional<int>(0),
             m = small_number(text.substr(colon + 1));
  if (!h || !m || *h > 23 || *m > 59) return false;
  hour = *h, minute = *m;
  return true;
}

}  // namespace

Status Schedule::parse_every(std::string_view text, const std::vector<std::string_view>& parts) {
  const auto count = parts.size() == 3 ? small_number(parts[1]) : std::nullopt;
  const std::string unit = parts.size() == 3 ? lower_ascii(parts[2]) : "";
  const int64_t seconds = unit.starts_with("min")                   ? 60
                          : unit.starts_with("hour") || unit == "h" ? 3600
                          : unit.starts_with("s")                   ? 1
                          : unit.starts_with("day")                 ? 86400
                                                                    : 0;
  if (!count || !*count || !seconds) return no_schedule(text, "every how long?");
  every_ = *count * seconds;
  if (seconds == 60 && 60 % *count == 0) cron_ = fmt::format("*/{} * * * *", *count);
  if (seconds == 3600 && 24 % *count == 0) cron_ = fmt::format("0 */{} * * *", *count);
  return {};
}

Status Schedule::parse_cron(std::string_view text, const std::string& cron) {
  const std::vector<std::string_view> fields = words(cron);
  std::bitset<8> weekdays;
  const auto none = [&](size_t field, std::string_view what) {
    return no_schedule(text, fmt::format("\"{}\" are no {}", fields[field], what));
  };
  if (!cron_field(fields[0], 0, 59, minutes_, small_number)) return none(0, "minutes");
  if (!cron_field(fields[1], 0, 23, hours_, small_number)) return none(1, "hours");
  if (!cron_field(fields[2], 1, 31, days_, small_number)) return none(2, "days of a month");
  if (!cron_field(fields[3], 1, 12, months_, month_of)) return none(3, "months");
  if (!cron_field(fields[4], 0, 6, weekdays, weekday_of)) return none(4, "days of the week");
  for (size_t i = 0; i < 7; ++i) weekdays_[i] = weekdays[i];
  any_day_ = fields[2] == "*", any_weekday_ = fields[4] == "*";
  cron_ = cron;
  return {};
}

Result<Schedule> Schedule::parse(std::string_view text) {
  Schedule out;
  std::vector<std::string_view> parts = words(text);
  if (parts.empty()) return no_schedule(text, "it is empty");
  const std::string first = lower_ascii(parts[0]);
  // The zone stands last and is the only word of its kind.
  std::string zone = "local";
  if (parts.size() > 1 && is_alpha(parts.back()[0]) &&
      (parts.back().find('/') != std::string_view::npos || parts.back() == "UTC" ||
       parts.back() == "local")) {
    zone = parts.back();
    parts.pop_back();
  }
  GLEANER_TRY(out.zone_, Zone::open(zone));
  if (first == "every") {
    GLEANER_CHECK(out.parse_every(text, parts));
    return out;
  }
  std::string cron;
  int hour = 0, minute = 0;
  if (first == "hourly") {
    if (parts.size() > 2 ||
        (parts.size() == 2 && (!clock_time(parts[1], hour, minute) || parts[1][0] != ':')))
      return no_schedule(text, "hourly at which minute? :20");
    cron = fmt::format("{} * * * *", minute);
  } else if (first == "daily") {
    if (parts.size() != 2 || !clock_time(parts[1], hour, minute))
      return no_schedule(text, "daily at what time? 06:30");
    cron = fmt::format("{} {} * * *", minute, hour);
  } else if (first == "weekly" || first == "monthly") {
    if (parts.size() != 3 || !clock_time(parts[2], hour, minute))
      return no_schedule(text, "on which day, and when?");
    cron = first == "weekly" ? fmt::format("{} {} * * {}", minute, hour, parts[1])
                             : fmt::format("{} {} {} * *", minute, hour, parts[1]);
  } else {
    if (parts.size() != 5) return no_schedule(text, "cron lines have five fields");
    cron = fmt::format("{}", fmt::join(parts, " "));
  }
  GLEANER_CHECK(out.parse_cron(text, cron));
  return out;
}

Zone zone_of_schedule(std::string_view schedule) {
  const auto parsed =
      schedule.empty() ? Result<Schedule>(error(Code::not_found, "")) : Schedule::parse(schedule);
  return parsed.ok() ? parsed->zone() : Zone::utc();
}

bool Schedule::runs_on(const Day& day) const {
  if (!months_[size_t(day.month)]) return false;
  const bool by_day = days_[size_t(day.day)],
             by_weekday = weekdays_[size_t(((days_of(day) + 4) % 7 + 7) % 7)];
  if (!any_day_ && !any_weekday_) return by_day || by_weekday;
  return by_day && by_weekday;
}

std::optional<int64_t> Schedule::next_after(int64_t moment) const {
  if (every_) return (moment / every_ + 1) * every_;
  const int64_t today = days_of(zone_.wall(moment).day);
  // From the day before: a change of the clocks may move its last run behind midnight.
  for (int64_t day = today - 1; day < today + kMostDays; ++day) {
    const Day date = day_of(day);
    if (!runs_on(date)) continue;
    std::optional<int64_t> best;
    for (int hour = 0; hour < 24; ++hour)
      for (int minute = 0; minute < 60 && hours_[size_t(hour)]; ++minute)
        if (minutes_[size_t(minute)])
          if (const int64_t at = zone_.moment({date, hour, minute, 0}); at > moment && (!best || at < *best))
            best = at;
    if (best) return best;
  }
  return {};
}

std::optional<int64_t> Schedule::last_until(int64_t moment, int64_t since) const {
  std::optional<int64_t> last;
  if (every_) last = moment / every_ * every_;
  // Backwards in widening steps, then forward to the last one.
  for (int64_t back = kSecondsOfDay; !every_ && !last && back < kMostDays * kSecondsOfDay; back *= 4) {
    int64_t at = std::max(moment - back, since - 1);
    for (auto next = next_after(at); next && *next <= moment; next = next_after(*next)) last = next;
    if (at == since - 1) break;
  }
  return last && *last >= since ? last : std::nullopt;
}

}  // namespace gleaner::flow
