// Kinds of values, by hand-written scans (this runs on every cell of every region shown).
#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "base/unicode.h"
#include "records/names.h"
#include "value/calendar_words.h"
#include "value/money.h"

namespace gleaner::records {
namespace {

constexpr std::array<std::string_view, 7> kAges = {"second", "minute", "min", "hour", "day", "month", "year"};

bool is_word(char c) { return is_word_byte(c) || c == '_'; }

size_t skip_number(std::string_view s, size_t at) {
  if (at >= s.size() || !is_digit(s[at])) return at;
  while (at < s.size() && (is_digit(s[at]) || s[at] == '.' || s[at] == ',')) ++at;
  return at;
}

// The length of a currency's sign or code there, 0 if there is none.
size_t currency_at(std::string_view s, size_t at) {
  const auto found = value::currency_at_start(s.substr(at));
  return found && !value::is_word_too(found->code) ? found->length : 0;
}

bool is_price(std::string_view s) {
  for (size_t at = 0; at < s.size(); ++at) {  // a currency first, after nothing but punctuation
    if (size_t length = currency_at(s, at)) {
      size_t number = at + length;
      if (number < s.size() && s[number] == ' ') ++number;
      if (number < s.size() && is_digit(s[number])) return true;
    }
    if (is_word(s[at])) break;
  }
  for (size_t at = 0; at < s.size(); ++at) {  // an amount, then a currency
    if (!is_digit(s[at]) || (at > 0 && (is_digit(s[at - 1])))) continue;
    size_t end = skip_number(s, at);
    if (end < s.size() && s[end] == ' ') ++end;
    if (size_t length = end < s.size() ? currency_at(s, end) : 0;
        length && (end + length == s.size() || !is_word(s[end + length])))
      return true;
  }
  return false;
}

bool has_slashed_date(std::string_view s) {
  for (size_t at = 0; at < s.size(); ++at) {
    if (!is_digit(s[at]) || (at > 0 && is_digit(s[at - 1]))) continue;
    size_t parts = 0, from = at;
    while (parts < 3) {
      size_t end = from;
      while (end < s.size() && is_digit(s[end])) ++end;
      size_t digits = end - from;
      if (digits < 1 || digits > 4 || (parts == 2 && digits < 2 && from - at < 6)) break;
      ++parts;
      if (parts == 3) return true;
      if (end >= s.size() || (s[end] != '/' && s[end] != '.' && s[end] != '-')) break;
      from = end + 1;
    }
  }
  return false;
}

// A month's name with a number beside it.
bool has_month(std::string_view s) {
  for (size_t at = 0; at < s.size();) {
    size_t end = at;
    while (end < s.size() && is_alpha(s[end])) ++end;
    const std::string_view word = s.substr(at, end - at);
    if (end == at || (at > 0 && is_word(s[at - 1])) || !value::english_month(word)) {
      at = std::max(end, at + 1);
      continue;
    }
    const size_t behind = end < s.size() && s[end] == '.' ? end + 1 : end;
    if (behind + 1 < s.size() && (s[behind] == ' ' || s[behind] == '-') && is_digit(s[behind + 1]))
      return true;
    if (at >= 2 && (s[at - 1] == ' ' || s[at - 1] == '-') && is_digit(s[at - 2])) return true;
    at = end;
  }
  return false;
}

bool has_age(std::string_view s) {
  size_t ago = s.find(" ago");
  if (ago == s.npos) return false;
  std::string_view before = s.substr(0, ago);
  return std::ranges::any_of(kAges, [&](std::string_view a) { return before.find(a) != before.npos; });
}

bool is_date(std::string_view s) {
  return s.size() <= 60 && (has_slashed_date(s) || has_month(s) || has_age(s));
}

bool is_url(std::string_view s) {
  if (s.find(' ') != s.npos) return false;
  if (s.starts_with("http://") || s.starts_with("https://") || s.starts_with("www.")) return true;
  size_t slash = s.find('/');
  if (slash == s.npos || s.find('.') >= slash) return false;
  return std::all_of(s.begin(), s.begin() + std::ptrdiff_t(slash),
                     [](char c) { return is_word(c) || c == '-' || c == '.'; });
}

// Leading punctuation, a number; gives where it ends, 0 if there is none.
size_t leading_number(std::string_view s) {
  size_t at = 0;
  while (at < s.size() && !is_word(s[at])) ++at;
  size_t end = skip_number(s, at);
  return end > at ? end : 0;
}

}  // namespace

std::string_view kind_of_value(std::string_view text) {
  if (text.size() > 120) return "";
  std::string lower = lower_ascii(text);
  if (is_price(text)) return "price";
  if (is_date(lower)) return "date";
  if (is_url(lower)) return "url";
  size_t end = leading_number(lower);
  if (end == 0) return "";
  size_t unit = end < lower.size() && lower[end] == ' ' ? end + 1 : end;
  std::string_view rest = std::string_view(lower).substr(unit);
  if (rest.starts_with("%")) return "percent";
  for (std::string_view size : {"kb", "mb", "gb", "bytes", "k", "m", "g"})
    if (rest.starts_with(size) && (rest.size() == size.size() || !is_word(rest[size.size()]))) return "size";
  if (std::ranges::none_of(rest, is_word)) return "number";
  return "";
}

std::string to_name(std::string_view words) {
  std::string out;
  for (size_t at = 0; at < words.size();) {
    const CodePoint c = code_point_at(words, at);
    if (is_letter_or_digit(c.value)) append_utf8(out, c.value < 0x80 ? lower(c.value) : c.value);
    else if (!out.empty() && out.back() != '_') out += '_';
    at += c.length;
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

void make_unique(std::vector<std::string>& names) {
  std::unordered_set<std::string> used;
  std::unordered_map<std::string, int> next;  // a base: the number to try, which only grows
  for (std::string& name : names) {
    const std::string base = name.empty() ? "text" : name;
    name = base;
    for (int& i = next.try_emplace(base, 2).first->second; used.count(name); ++i)
      name = base + "_" + std::to_string(i);
    used.insert(name);
  }
}

}  // namespace gleaner::records
