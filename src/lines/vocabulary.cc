// See vocabulary.h.
#include "lines/vocabulary.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text.h"
#include "wrap/log_reading.h"

namespace gleaner::lines {
namespace {

// `word` is `full`, or its first three letters or more.
template <size_t N>
bool begins_one(std::string_view word, const std::string_view (&full)[N]) {
  if (word.size() < 3) return false;
  const std::string lower = lower_ascii(word);
  return std::any_of(std::begin(full), std::end(full), [&](std::string_view one) {
    return one.starts_with(lower) && (lower.size() <= 4 || lower.size() == one.size());
  });
}

}  // namespace

bool is_month(std::string_view word) {
  static constexpr std::string_view kMonths[] = {"january",   "february", "march",    "april",
                                                 "may",       "june",     "july",     "august",
                                                 "september", "october",  "november", "december"};
  return begins_one(word, kMonths);
}

bool is_weekday(std::string_view word) {
  static constexpr std::string_view kDays[] = {"monday", "tuesday",  "wednesday", "thursday",
                                               "friday", "saturday", "sunday"};
  return begins_one(word, kDays);
}

bool is_level(std::string_view word) { return word.size() > 1 && !wrap::read_level(word).empty(); }

}  // namespace gleaner::lines
