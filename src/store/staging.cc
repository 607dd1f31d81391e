// See staging.h.
#include "store/staging.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/calendar.h"

namespace gleaner::store {

double real_of(const wrap::Value& value) {
  if (value.typed && value.typed->type != wrap::Type::text) return value.typed->number;
  return std::strtod(value.text.c_str(), nullptr);
}

bool truth_of(const wrap::Value& value) { return value.text == "true"; }

std::optional<int64_t> whole_of(const wrap::Value& value) {
  int64_t number = 0;
  const char* end = value.text.data() + value.text.size();
  const auto read = std::from_chars(value.text.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end) return number;
  return std::nullopt;
}

namespace {

struct Moment {
  Day day;
  int hour = 0, minute = 0, second = 0;
};

std::optional<Moment> moment_of(const std::string& text) {
  Moment at;
  const int read = std::sscanf(text.c_str(), "%d-%d-%d %d:%d:%d", &at.day.year, &at.day.month, &at.day.day,
                               &at.hour, &at.minute, &at.second);
  return read >= 3 ? std::optional(at) : std::nullopt;
}

}  // namespace

std::optional<int64_t> days_of(const wrap::Value& value) {
  const auto at = moment_of(value.text);
  return at ? std::optional(gleaner::days_of(at->day)) : std::nullopt;
}

std::optional<int64_t> microseconds_of(const wrap::Value& value) {
  const auto at = moment_of(value.text);
  if (!at) return std::nullopt;
  const int64_t seconds = at->hour * 3600 + at->minute * 60 + at->second;
  return (gleaner::days_of(at->day) * 86400 + seconds) * 1'000'000;
}

bool is_there(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && info.st_size > 0;
}

Result<bool> place_file(const std::string& from, const std::string& to) {
  struct stat info;
  const bool empty = ::stat(to.c_str(), &info) == 0 && info.st_size == 0;  // made by mktemp and the like
  if (!empty && ::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return true;
  }
  if (!empty && errno == EEXIST) return false;
  if (::rename(from.c_str(), to.c_str()) == 0) return true;  // a file system without links
  return error(Code::io, fmt::format("cannot write: {}", std::strerror(errno)), Where{.file = to});
}

}  // namespace gleaner::store
