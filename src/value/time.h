// Time stamps as logs write them, read as ISO 8601.
//
//   2015-10-18 18:01:47,978          2015-10-18T18:01:47.978
//   2024/01/02 10:00:00              2024-01-02T10:00:00            nginx
//   10/Oct/2000:13:55:36 -0700       2000-10-10T13:55:36-07:00      Apache
//   Sun Dec 04 04:47:44 2005         2005-12-04T04:47:44            ctime
//   1131566461, 1131566461.25        2005-11-09T20:01:01Z           seconds (or milliseconds) since 1970
//   20171223-22:15:29:606            2017-12-23T22:15:29.606
//   Dec 10 06:55:46                  nothing, unless the year is told: 2016-12-10T06:55:46
// Nothing is guessed: a stamp without a year is none until somebody says which year it was.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gleaner::value {

// All of the text is a time stamp. `year`: of stamps that have none; 0: not known.
std::optional<std::string> read_time(std::string_view text, int year = 0);

}  // namespace gleaner::value
