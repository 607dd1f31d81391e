// Words of a line, and what each looks like: a date, a level, an address.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace gleaner::lines {

enum class Kind : uint8_t {
  word,
  date,
  time,
  stamp,
  month,
  weekday,
  number,
  level,
  ip,
  hex,
  dash,
  path,
  url,
  duration,
  size
};

struct Word {
  Span span;   // as it stands
  Span value;  // without a comma or colon at its end, without brackets around
  bool bracketed = false;
  char end = 0;  // the , or : at its end
};

// Words of a line; what begins with a bracket or a quote ends with its partner, blanks or not.
std::vector<Word> words_of(std::string_view line, size_t most);

Kind kind_of(std::string_view text);
std::string_view name_of(Kind kind);  // date, timestamp, number, ...

bool is_month(std::string_view word);    // Jan, January, in any case
bool is_weekday(std::string_view word);  // Mon, Monday
bool is_level(std::string_view word);    // INFO, warning

// A program's name with what may stand in brackets behind it:
// `sshd(pam_unix)[4711]`. The number, if there is one.
Span pid_of(std::string_view line, Span word);

// `Class@774`, `file.cc:12` at the end of a bracketed part: the name and the number.
bool source_of(std::string_view line, Span part, Span& before, Span& name, Span& number);

}  // namespace gleaner::lines
