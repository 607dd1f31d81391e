// See zone.h.
#include "base/zone.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner {
namespace {

constexpr int64_t kDaySeconds = 86400;

int64_t big_endian(std::string_view bytes, size_t at, size_t size) {
  uint64_t out = 0;
  for (size_t i = 0; i < size; ++i) out = out << 8 | uint8_t(bytes[at + i]);
  return size == 4 ? int64_t(int32_t(uint32_t(out))) : int64_t(out);
}

// Reads along a POSIX rule.
struct FooterReader {
  std::string_view text;
  bool good = true;

  char peek() const { return text.empty() ? '\0' : text[0]; }
  bool take(char c) {
    if (peek() != c) return false;
    text.remove_prefix(1);
    return true;
  }
  int number() {
    int out = 0;
    if (!is_digit(peek())) good = false;
    while (is_digit(peek()) && out < 100000) out = out * 10 + (text[0] - '0'), text.remove_prefix(1);
    return out;
  }
  void name() {
    if (take('<')) {
      while (!text.empty() && !take('>')) text.remove_prefix(1);
      return;
    }
    if (!is_alpha(peek())) good = false;
    while (is_alpha(peek())) text.remove_prefix(1);
  }
  int64_t clock() {  // [+-]hh[:mm[:ss]]
    const bool minus = take('-');
    if (!minus) take('+');
    int64_t out = int64_t(number()) * 3600;
    if (take(':')) out += int64_t(number()) * 60;
    if (take(':')) out += number();
    return minus ? -out : out;
  }
};

Result<std::string> zone_file(const std::string& path, std::string_view name) {
  std::ifstream in(path, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(in)), {});
  if (!in && content.empty())
    return error(Code::bad_input, fmt::format("there is no time zone \"{}\"", name), {},
                 "zones are called like Europe/Berlin, America/New_York, UTC (see /usr/share/zoneinfo)");
  return content;
}

}  // namespace

Zone Zone::utc() { return Zone(); }

Result<Zone> Zone::open(std::string_view name) {
  if (name == "UTC" || name == "GMT" || name == "Z") return utc();
  std::string wanted(name);
  if (wanted == "local") {
    const char* set = std::getenv("TZ");
    wanted = set && *set ? (*set == ':' ? set + 1 : set) : "/etc/localtime";
    if (wanted == "UTC") return utc();
  }
  if (wanted == "/etc/localtime") {
    if (!std::filesystem::exists(wanted)) return utc();
  } else {
    const bool plain =
        !wanted.empty() && wanted.find("..") == std::string::npos && std::ranges::all_of(wanted, [](char c) {
          return is_alnum(c) || c == '/' || c == '_' || c == '-' || c == '+';
        });
    if (!plain || wanted[0] == '/')
      return error(Code::bad_input, fmt::format("\"{}\" is no time zone", name), {},
                   "zones are called like Europe/Berlin");
    const char* folder = std::getenv("TZDIR");
    wanted = fmt::format("{}/{}", folder && *folder ? folder : "/usr/share/zoneinfo", wanted);
    if (std::filesystem::is_directory(wanted)) wanted += "/?";
  }
  GLEANER_TRY(const std::string content, zone_file(wanted, name));
  return parse(content, name);
}

Result<Zone> Zone::parse(std::string_view file, std::string_view name) {
  const auto damaged = [&] {
    return error(Code::bad_input, fmt::format("the file of the time zone {} is damaged", name));
  };
  Zone zone;
  zone.name_ = name;
  size_t at = 0, wide = 4;
  for (int part = 0; part < 2; ++part) {
    if (file.size() < at + 44 || file.substr(at, 4) != "TZif") return damaged();
    const bool two = file[at + 4] >= '2';
    uint64_t counts[6];
    for (size_t i = 0; i < 6; ++i) counts[i] = uint64_t(big_endian(file, at + 20 + 4 * i, 4));
    const auto [isut, isstd, leaps, times, types, letters] = std::to_array(counts);
    for (const uint64_t count : counts)
      if (count > file.size()) return damaged();
    const size_t body = at + 44,
                 size = times * (wide + 1) + types * 6 + letters + leaps * (wide + 4) + isstd + isut;
    if (types == 0 || body + size > file.size()) return damaged();
    if (two && part == 0) {  // the same again with 64 bits follows
      at = body + size, wide = 8;
      continue;
    }
    const auto offset_of = [&](size_t type) {
      return big_endian(file, body + times * (wide + 1) + type * 6, 4);
    };
    zone.first_offset_ = offset_of(0);
    for (size_t i = 0; i < times; ++i) {
      const auto type = uint8_t(file[body + times * wide + i]);
      if (type >= types) return damaged();
      zone.changes_.push_back({big_endian(file, body + i * wide, wide), offset_of(type)});
    }
    if (two && body + size < file.size()) {
      const std::string_view footer = file.substr(body + size);
      const size_t end = footer.find('\n', 1);
      if (footer[0] == '\n' && end != std::string_view::npos && end > 1)
        GLEANER_CHECK(zone.read_footer(footer.substr(1, end - 1)));
    }
    break;
  }
  return zone;
}

Status Zone::read_footer(std::string_view text) {
  FooterReader in{text};
  in.name();
  standard_ = -in.clock();
  if (!in.text.empty()) {
    has_summer_ = true;
    in.name();
    summer_ = in.peek() == ',' ? standard_ + 3600 : -in.clock();
    for (Rule* rule : {&begin_, &end_}) {
      if (!in.take(',')) in.good = false;
      if (in.take('M')) {
        rule->month = in.number(), in.take('.');
        rule->week = in.number(), in.take('.');
        rule->weekday = in.number();
        if (rule->month < 1 || rule->month > 12 || rule->week < 1 || rule->week > 5 || rule->weekday > 6)
          in.good = false;
      } else {
        rule->kind = in.take('J') ? 'J' : '0';
        rule->day = in.number();
      }
      if (in.take('/')) rule->time = in.clock();
    }
  }
  if (!in.good || !in.text.empty())
    return error(Code::bad_input,
                 fmt::format("the time zone {} has the rule \"{}\", which is none", name_, text));
  has_footer_ = true;
  return {};
}

int64_t Zone::rule_day(const Rule& rule, int year) const {
  const int64_t first = days_of({year, 1, 1});
  if (rule.kind == '0') return first + rule.day;
  if (rule.kind == 'J') return first + rule.day - 1 + (is_leap(year) && rule.day > 59);
  const int64_t month = days_of({year, rule.month, 1});
  const int weekday = int(((month + 4) % 7 + 7) % 7);  // 1970-01-01 was a Thursday
  int64_t day = month + (rule.weekday - weekday + 7) % 7 + 7 * (rule.week - 1);
  while (day >= month + days_in(year, rule.month)) day -= 7;
  return day;
}

int64_t Zone::footer_offset(int64_t moment) const {
  if (!has_summer_) return standard_;
  const int year =
      day_of((moment + standard_ - ((moment + standard_) % kDaySeconds + kDaySeconds) % kDaySeconds) /
             kDaySeconds)
          .year;
  const int64_t begin = rule_day(begin_, year) * kDaySeconds + begin_.time - standard_;
  const int64_t end = rule_day(end_, year) * kDaySeconds + end_.time - summer_;
  const bool summer = begin < end ? moment >= begin && moment < end : moment >= begin || moment < end;
  return summer ? summer_ : standard_;
}

int64_t Zone::offset_at(int64_t moment) const {
  if (changes_.empty() || moment < changes_.front().at)
    return changes_.empty() && has_footer_ ? footer_offset(moment) : first_offset_;
  if (moment >= changes_.back().at && has_footer_) return footer_offset(moment);
  auto after = std::upper_bound(changes_.begin(), changes_.end(), moment,
                                [](int64_t at, const Change& change) { return at < change.at; });
  return std::prev(after)->offset;
}

WallTime Zone::wall(int64_t moment) const {
  const int64_t local = moment + offset_at(moment);
  const int64_t second = (local % kDaySeconds + kDaySeconds) % kDaySeconds;
  return {day_of((local - second) / kDaySeconds), int(second / 3600), int(second / 60 % 60),
          int(second % 60)};
}

int64_t Zone::moment(const WallTime& wall) const {
  const int64_t local = days_of(wall.day) * kDaySeconds + wall.hour * 3600 + wall.minute * 60 + wall.second;
  // The offsets around that moment; no zone is changed twice within two days.
  const int64_t before = offset_at(local - kDaySeconds), after = offset_at(local + kDaySeconds);
  const int64_t first = local - std::max(before, after), second = local - std::min(before, after);
  if (first + offset_at(first) == local) return first;
  if (second + offset_at(second) == local) return second;
  // It is left out: the first moment behind the gap.
  int64_t low = first, high = second;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (offset_at(middle) == offset_at(first) ? low : high) = middle;
  }
  return high;
}

std::string format_moment(int64_t moment, const Zone& zone) {
  const WallTime wall = zone.wall(moment);
  const int64_t offset = zone.offset_at(moment);
  std::string out = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", wall.day.year, wall.day.month,
                                wall.day.day, wall.hour, wall.minute, wall.second);
  if (zone.name() == "UTC") return out + "Z";
  const int64_t minutes = std::abs(offset) / 60;
  return out + fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

std::string format_moment(int64_t moment) { return format_moment(moment, Zone::utc()); }

std::optional<int64_t> read_moment(std::string_view text, const Zone& zone) {
  text = trim(text);
  const auto number = [&](size_t at, size_t size) {
    int out = 0;
    for (size_t i = at; i < at + size; ++i) {
      if (i >= text.size() || !is_digit(text[i])) return -1;
      out = out * 10 + (text[i] - '0');
    }
    return out;
  };
  WallTime wall;
  wall.day = {number(0, 4), number(5, 2), number(8, 2)};
  if (text.size() < 10 || text[4] != '-' || text[7] != '-' || wall.day.year < 0 || wall.day.month < 1 ||
      wall.day.month > 12 || wall.day.day < 1 || wall.day.day > days_in(wall.day.year, wall.day.month))
    return {};
  if (text.size() == 10) return zone.moment(wall);
  if (text[10] != 'T' && text[10] != ' ') return {};
  wall.hour = number(11, 2), wall.minute = number(14, 2);
  size_t at = 16;
  if (wall.hour < 0 || wall.hour > 23 || wall.minute < 0 || wall.minute > 59 || text[13] != ':') return {};
  if (at < text.size() && text[at] == ':') {
    wall.second = number(17, 2), at = 19;
    if (wall.second < 0 || wall.second > 60) return {};
    if (at < text.size() && text[at] == '.')
      for (++at; at < text.size() && is_digit(text[at]);) ++at;
  }
  if (at == text.size()) return zone.moment(wall);
  if (text.substr(at) == "Z") return Zone::utc().moment(wall);
  if (text[at] != '+' && text[at] != '-') return {};
  const int hours = number(at + 1, 2), minutes = number(at + 4, 2);
  if (hours < 0 || minutes < 0 || at + 6 != text.size() || text[at + 3] != ':') return {};
  return Zone::utc().moment(wall) - (text[at] == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

}  // namespace gleaner
