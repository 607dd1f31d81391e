// See time.h.
#include "value/time.h"

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/text.h"
#include "value/calendar_words.h"

namespace gleaner::value {
namespace {

struct Stamp {
  int year = 0, month = 0, day = 0;
  int hour = -1, minute = 0, second = -1;
  std::string fraction, zone;
};

// A reader over the text that takes what it is asked for, or stays where it is.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}
  bool done() const { return at_ == text_.size(); }
  bool mark(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool blanks() {
    const size_t from = at_;
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ > from;
  }
  bool number(int& out, size_t least, size_t most) {
    size_t end = at_;
    int value = 0;
    while (end < text_.size() && end - at_ < most && is_digit(text_[end]))
      value = value * 10 + (text_[end++] - '0');
    if (end - at_ < least) return false;
    at_ = end;
    out = value;
    return true;
  }
  std::string digits() {
    const size_t from = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }
  std::string_view letters() {
    const size_t from = at_;
    while (at_ < text_.size() && is_alpha(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  size_t save() const { return at_; }
  void back(size_t at) { at_ = at; }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

// 10:00, 10:00:00, 10:00:00.123 and a zone.
bool read_clock(Cursor& in, Stamp& out) {
  if (!in.number(out.hour, 1, 2) || !in.mark(':') || !in.number(out.minute, 1, 2)) return false;
  if (in.mark(':') && !in.number(out.second, 1, 2)) return false;
  if (out.second >= 0 && (in.mark('.') || in.mark(',') || in.mark(':'))) {
    out.fraction = in.digits();
    if (out.fraction.empty()) return false;
  }
  const size_t before = in.save();
  in.blanks();
  if (in.mark('Z')) out.zone = "Z";
  for (char sign : {'+', '-'}) {
    if (!in.mark(sign)) continue;
    int hours = 0, minutes = 0;
    if (!in.number(hours, 2, 2)) return false;
    in.mark(':');
    if (!in.number(minutes, 2, 2)) return false;
    out.zone = fmt::format("{}{:02}:{:02}", sign, hours, minutes);
  }
  if (out.zone.empty()) {
    const std::string_view name = in.letters();
    if (name == "UTC" || name == "GMT") out.zone = "Z";
    else in.back(before);
  }
  return true;
}

// 2015-10-18, 2024/01/02, 2005.11.09, 20171223; then T, blank, - or _ and a clock.
bool read_numeric(Cursor& in, Stamp& out) {
  if (!in.number(out.year, 4, 4)) return false;
  char mark = 0;
  for (char c : {'-', '/', '.'})
    if (!mark && in.mark(c)) mark = c;
  if (!in.number(out.month, mark ? 1 : 2, 2) || (mark && !in.mark(mark)) ||
      !in.number(out.day, mark ? 1 : 2, 2))
    return false;
  if (in.done()) return true;
  const bool divided = in.blanks() || in.mark('T') || in.mark('-') || in.mark('_') || in.mark(':');
  return divided && read_clock(in, out);
}

// 10/Oct/2000:13:55:36 -0700
bool read_apache(Cursor& in, Stamp& out) {
  if (!in.number(out.day, 1, 2) || !in.mark('/')) return false;
  out.month = english_month(in.letters());
  return out.month && in.mark('/') && in.number(out.year, 4, 4) && in.mark(':') && read_clock(in, out);
}

// Sun Dec 04 04:47:44 2005; Dec 10 06:55:46; Dec 10 2016 06:55:46
bool read_words(Cursor& in, Stamp& out, int year) {
  std::string_view word = in.letters();
  if (is_english_weekday(word)) {
    in.mark(',');
    if (!in.blanks()) return false;
    word = in.letters();
  }
  out.month = english_month(word);
  if (!out.month || !in.blanks() || !in.number(out.day, 1, 2) || !in.blanks()) return false;
  const size_t before = in.save();
  if (!in.number(out.year, 4, 4) || !in.blanks()) out.year = 0, in.back(before);
  if (!read_clock(in, out)) return false;
  if (!out.year && in.blanks() && !in.number(out.year, 4, 4)) return false;
  if (!out.year) out.year = year;
  return out.year > 0;
}

std::optional<std::string> write(const Stamp& s) {
  if (s.month < 1 || s.month > 12 || s.day < 1 || s.day > days_in(s.year, s.month)) return std::nullopt;
  std::string out = fmt::format("{:04}-{:02}-{:02}", s.year, s.month, s.day);
  if (s.hour < 0) return out;
  if (s.hour > 23 || s.minute > 59 || s.second > 60) return std::nullopt;
  out += fmt::format("T{:02}:{:02}", s.hour, s.minute);
  if (s.second >= 0) out += fmt::format(":{:02}", s.second);
  if (!s.fraction.empty()) out += "." + s.fraction;
  return out + s.zone;
}

// Seconds since 1970 from 1985 to 2100; thirteen digits are milliseconds.
std::optional<std::string> read_epoch(std::string_view text) {
  Cursor in(text);
  std::string whole = in.digits(), fraction;
  if (in.mark('.')) fraction = in.digits();
  if (!in.done() || (whole.size() != 10 && whole.size() != 13 && whole.size() != 9)) return std::nullopt;
  int64_t seconds = 0;
  for (char c : whole) seconds = seconds * 10 + (c - '0');
  if (whole.size() == 13) {
    fraction = fmt::format("{:03}", seconds % 1000);
    seconds /= 1000;
  }
  if (seconds < 473'385'600 || seconds > 4'102'444'800) return std::nullopt;
  const Day day = day_of(seconds / 86400);
  const int rest = int(seconds % 86400);
  return write({day.year, day.month, day.day, rest / 3600, rest / 60 % 60, rest % 60, fraction, "Z"});
}

}  // namespace

std::optional<std::string> read_time(std::string_view text, int year) {
  text = trim(text);
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  if (auto epoch = read_epoch(text)) return epoch;
  for (int form = 0; form < 3; ++form) {
    Cursor in(text);
    Stamp stamp;
    const bool read = form == 0   ? read_numeric(in, stamp)
                      : form == 1 ? read_apache(in, stamp)
                                  : read_words(in, stamp, year);
    if (read && in.done()) return write(stamp);
  }
  return std::nullopt;
}

}  // namespace gleaner::value
