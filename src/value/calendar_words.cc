// See calendar_words.h.
#include "value/calendar_words.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace gleaner::value {
namespace {

struct Month {
  std::string_view name;
  int number;
};
// Whole names, the English ones first.
constexpr std::array<Month, 70> kMonths = {{
    {"january", 1},   {"february", 2},   {"march", 3},     {"april", 4},      {"may", 5},
    {"june", 6},      {"july", 7},       {"august", 8},    {"september", 9},  {"october", 10},
    {"november", 11}, {"december", 12},  {"sept", 9},      {"januar", 1},     {"jänner", 1},
    {"februar", 2},   {"märz", 3},       {"mai", 5},       {"juni", 6},       {"juli", 7},
    {"oktober", 10},  {"dezember", 12},  {"janvier", 1},   {"février", 2},    {"mars", 3},
    {"avril", 4},     {"juin", 6},       {"juillet", 7},   {"août", 8},       {"septembre", 9},
    {"octobre", 10},  {"novembre", 11},  {"décembre", 12}, {"enero", 1},      {"febrero", 2},
    {"marzo", 3},     {"abril", 4},      {"mayo", 5},      {"junio", 6},      {"julio", 7},
    {"agosto", 8},    {"septiembre", 9}, {"octubre", 10},  {"noviembre", 11}, {"diciembre", 12},
    {"gennaio", 1},   {"febbraio", 2},   {"aprile", 4},    {"maggio", 5},     {"giugno", 6},
    {"luglio", 7},    {"settembre", 9},  {"ottobre", 10},  {"dicembre", 12},  {"januari", 1},
    {"februari", 2},  {"maart", 3},      {"mei", 5},       {"augustus", 8},   {"janeiro", 1},
    {"fevereiro", 2}, {"março", 3},      {"maio", 5},      {"junho", 6},      {"julho", 7},
    {"setembro", 9},  {"outubro", 10},   {"dezembro", 12}, {"mrz", 3},        {"okt", 10},
}};
constexpr size_t kLongestMonth = 10, kEnglishMonths = 12, kEnglishDays = 7;
constexpr std::array<std::string_view, 14> kDays = {
    "monday", "tuesday",  "wednesday", "thursday",   "friday",  "saturday", "sunday",
    "montag", "dienstag", "mittwoch",  "donnerstag", "freitag", "samstag",  "sonntag"};

// The whole name, or its first three or four letters.
bool names(std::string_view lower, std::string_view name) {
  return lower == name || (lower.size() >= 3 && lower.size() <= 4 && name.starts_with(lower));
}

}  // namespace

int month_of(std::string_view word) {
  if (word.size() < 3 || word.size() > kLongestMonth) return 0;
  const std::string lower = lower_ascii(word);
  for (const Month& month : kMonths)
    if (lower[0] == month.name[0] && lower == month.name) return month.number;
  int found = 0;
  for (const Month& month : kMonths) {
    if (lower[0] != month.name[0] || !names(lower, month.name)) continue;
    if (found && found != month.number) return 0;
    found = month.number;
  }
  return found;
}

int english_month(std::string_view word) {
  if (word.size() < 3 || word.size() > kLongestMonth) return 0;
  const std::string lower = lower_ascii(word);
  for (size_t i = 0; i < kEnglishMonths; ++i)
    if (names(lower, kMonths[i].name)) return kMonths[i].number;
  return 0;
}

std::string month_alternatives() {
  std::string out;
  for (const Month& month : kMonths) {
    std::string name(month.name);
    if (is_alpha(name[0])) name[0] = char(name[0] - 32);
    out += name + "|";
  }
  for (size_t i = 0; i < kEnglishMonths; ++i) {
    const std::string_view name = kMonths[i].name;
    out += char(name[0] - 32);
    out += name.substr(1, 2);
    out += i + 1 < kEnglishMonths ? "|" : "";
  }
  return out;
}

bool is_weekday(std::string_view word) {
  const std::string lower = lower_ascii(word);
  if (lower.size() < 2) return false;
  return std::ranges::any_of(kDays, [&](std::string_view day) {
    return day.starts_with(lower) && (lower.size() <= 5 || lower == day);
  });
}

bool is_english_weekday(std::string_view word) {
  if (word.size() < 3) return false;
  const std::string lower = lower_ascii(word);
  return std::any_of(kDays.begin(), kDays.begin() + kEnglishDays,
                     [&](std::string_view day) { return names(lower, day); });
}

}  // namespace gleaner::value
