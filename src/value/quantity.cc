// See quantity.h. Every number of the text must take part: "2 hours, 3 people" is no duration.
#include "value/quantity.h"

#include <array>
#include <string>
#include <vector>

#include "base/exact_number.h"
#include "base/text.h"
#include "value/number.h"

namespace gleaner::value {
namespace {

struct Unit {
  std::string_view words;  // between blanks, in lower case
  double seconds;
  double per = 1;  // seconds / per: 350 / 1000 is 0.35, 350 * 0.001 is not quite
};
constexpr std::array<Unit, 8> kUnits = {{
    {" w week weeks wk wks woche wochen semaine semaines semana semanas ", 7 * 86400.0},
    {" d day days tag tage tagen jour jours día días dag dagen giorno giorni ", 86400},
    {" h hr hrs hour hours std stunde stunden heure heures hora horas uur ora ore ", 3600},
    {" m min mins minute minutes minuten minuto minutos minuti minuut ", 60},
    {" s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondi ", 1},
    {" ms msec msecs millis millisecond milliseconds millisekunden ", 1, 1e3},
    {" us µs μs usec usecs micros microsecond microseconds ", 1, 1e6},
    {" ns nsec nanos nanosecond nanoseconds ", 1, 1e9},
}};

std::string_view word_at(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '-')) ++at;
  size_t end = at;
  while (end < text.size() && is_letter_byte(text[end])) ++end;
  return text.substr(at, end - at);
}

const Unit* unit_at(std::string_view text, size_t at) {
  const std::string word = " " + lower_ascii(word_at(text, at)) + " ";
  if (word.size() > 2)
    for (const Unit& unit : kUnits)
      if (unit.words.find(word) != std::string_view::npos) return &unit;
  return nullptr;
}

// ISO 8601: P1DT2H30M; months and years have no length
std::optional<double> iso_duration(std::string_view text) {
  if (text.size() < 3 || text[0] != 'P') return std::nullopt;
  double seconds = 0;
  bool time = false, some = false;
  for (size_t at = 1; at < text.size();) {
    if (text[at] == 'T' && !time) {
      time = true, ++at;
      continue;
    }
    const std::optional<NumberAt> number = find_number(text, at, false);
    if (!number || number->begin != at || number->end >= text.size()) return std::nullopt;
    const char unit = text[number->end];
    const double length = !time && unit == 'W'   ? 7 * 86400
                          : !time && unit == 'D' ? 86400
                          : time && unit == 'H'  ? 3600
                          : time && unit == 'M'  ? 60
                          : time && unit == 'S'  ? 1
                                                 : 0;
    if (length == 0) return std::nullopt;
    seconds += number->number * length;
    some = true;
    at = number->end + 1;
  }
  return some ? std::optional(seconds) : std::nullopt;
}

// 1:30:00
std::optional<double> clock_duration(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 3) return std::nullopt;
  double seconds = 0;
  for (size_t i = 0; i < 3; ++i) {
    if (parts[i].empty() || parts[i].size() > 2 || (i > 0 && parts[i].size() != 2)) return std::nullopt;
    const auto number = exact_number<unsigned>(parts[i]);
    if (!number || (i > 0 && *number > 59)) return std::nullopt;
    seconds = seconds * 60 + *number;
  }
  return seconds;
}

std::optional<Rating> stars(std::string_view text) {
  Rating rating;
  for (size_t at = 0; at < text.size();) {
    const std::string_view three = text.substr(at, 3);
    if (three == "★" || three == "⭐") rating.number += 1, rating.best += 1, at += 3;
    else if (three == "☆") rating.best += 1, at += 3;
    else if (text[at] == ' ') ++at;
    else return std::nullopt;
  }
  // ⭐⭐⭐ without an empty one does not say how many there could be
  if (rating.best == rating.number && rating.number < 5) rating.best = 0;
  return rating.best > 0 || rating.number > 0 ? std::optional(rating) : std::nullopt;
}

bool says_of(std::string_view between) {
  const std::string lower = lower_ascii(trim(between));
  for (std::string_view word : {"of", "out of", "/", "von", "sur", "de", "su", "van", "av", "stars out of",
                                "stars of", "sternen von", "star out of"})
    if (lower == word) return true;
  return false;
}

}  // namespace

std::optional<double> find_duration(std::string_view text) {
  const bool iso = text.size() > 1 && text[0] == 'P' && (is_digit(text[1]) || text[1] == 'T');
  if (iso) return iso_duration(text);  // P1M is a month, no minute
  if (auto clock = clock_duration(text)) return clock;
  double seconds = 0;
  bool some = false;
  for (size_t at = 0;;) {
    const std::optional<NumberAt> number = find_number(text, at, false);
    if (!number) break;
    const Unit* unit = unit_at(text, number->end);
    if (!unit || number->number < 0) return std::nullopt;
    seconds += number->number * unit->seconds / unit->per;
    some = true;
    at = number->end;
  }
  return some ? std::optional(seconds) : std::nullopt;
}

std::optional<Rating> find_rating(std::string_view text) {
  if (auto shown = stars(text)) return shown;
  const std::optional<NumberAt> first = find_number(text, 0, false);
  if (!first || first->number < 0) return std::nullopt;
  const std::string_view behind = text.substr(first->end);
  const std::optional<NumberAt> second = find_number(text, first->end, false);
  if (!second) {
    if (trim(behind).starts_with('%'))
      return first->number <= 100 ? std::optional(Rating{first->number, 100}) : std::nullopt;
    return Rating{first->number, 0};
  }
  if (find_number(text, second->end, false)) return std::nullopt;
  if (!says_of(text.substr(first->end, second->begin - first->end))) return std::nullopt;
  if (second->number <= 0 || first->number > second->number) return std::nullopt;
  return Rating{first->number, second->number};
}

}  // namespace gleaner::value
