// See composite.h. One function a form: dates, money, URLs, emails.
#include "tokens/composite.h"

#include <cstring>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "tokens/characters.h"
#include "tokens/number.h"
#include "value/calendar_words.h"
#include "value/money.h"

namespace gleaner::tokens {
namespace {

constexpr uint32_t kMaxBlanks = 3;      // between the parts of a date or price
constexpr uint32_t kMaxLocalPart = 64;  // of an email address (RFC 5321)

uint32_t skip_blanks(std::string_view text, uint32_t at) {
  for (uint32_t n = 0; n < kMaxBlanks && at < text.size(); ++n) {
    if (is_space(text[at])) ++at;
    else if (at + 1 < text.size() && text[at] == '\xc2' && text[at + 1] == '\xa0') at += 2;
    else break;
  }
  return at;
}

// Up to `most` digits; gives their number, 0 if there are more.
uint32_t digits(std::string_view text, uint32_t& at, int& value, uint32_t most) {
  uint32_t begin = at;
  value = 0;
  while (at < text.size() && is_digit(text[at]) && at - begin <= most)
    value = value * 10 + (text[at++] - '0');
  return at - begin <= most ? at - begin : 0;
}

bool alnum_at(std::string_view text, uint32_t at) { return at < text.size() && (is_alnum(text[at])); }

bool begins_with(std::string_view text, uint32_t at, std::string_view lower) {
  if (text.size() - at < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i)
    if (to_lower(text[at + i]) != lower[i]) return false;
  return true;
}

// A month's name at `at`; moves behind it and its point.
int month_at(std::string_view text, uint32_t& at) {
  uint32_t end = at;
  while (end < text.size() && (is_alpha(text[end]) || uint8_t(text[end]) >= 0x80)) ++end;
  const int month = value::month_of(text.substr(at, end - at));
  if (!month || alnum_at(text, end)) return 0;
  if (end < text.size() && text[end] == '.') ++end;
  at = end;
  return month;
}

bool valid(const Date& date) { return date.month <= 12 && date.day >= 1 && date.day <= 31; }

uint32_t finish(std::string_view text, uint32_t end, const Date& date, Date* out) {
  if (!valid(date) || alnum_at(text, end)) return 0;
  if (out) *out = date;
  return end;
}

// 2024-03-12, 2024/3/12
uint32_t year_first(std::string_view text, uint32_t at, int year, Date* out) {
  Date date{year, 0, 0};
  char separator = text[at++];
  if (!digits(text, at, date.month, 2) || at >= text.size() || text[at] != separator) return 0;
  ++at;
  if (!digits(text, at, date.day, 2) || date.month < 1) return 0;
  return finish(text, at, date, out);
}

// 12.3.2024, 3/12/24: points are day first; slashes and dashes only where one part is above 12.
uint32_t year_last(std::string_view text, uint32_t at, int first, Date* out) {
  char separator = text[at++];
  int second = 0;
  Date date;
  if (!digits(text, at, second, 2) || at >= text.size() || text[at] != separator) return 0;
  ++at;
  uint32_t length = digits(text, at, date.year, 4);
  if (length != 4 && !(length == 2 && separator != '-')) return 0;
  if (at + 1 < text.size() && text[at] == separator && is_digit(text[at + 1])) return 0;
  if (length == 2) date.year += date.year < 70 ? 2000 : 1900;
  if (separator == '.' || first > 12) date.day = first, date.month = second;
  else if (second > 12) date.day = second, date.month = first;
  else date.day = first, date.month = second ? 0 : 99;
  if (first < 1 || second < 1 || (separator == '.' && second > 12)) return 0;
  return finish(text, at, date, out);
}

uint32_t skip_ordinal(std::string_view text, uint32_t at) {
  for (std::string_view ordinal : {"st", "nd", "rd", "th"})
    if (begins_with(text, at, ordinal) && !alnum_at(text, at + 2)) return at + 2;
  return at;
}

// 12 March 2024, 12. März 2024, 12th of March isn't one
uint32_t day_month_year(std::string_view text, uint32_t at, int day, Date* out) {
  Date date{0, 0, day};
  at = skip_ordinal(text, at);
  if (at < text.size() && text[at] == '.') ++at;
  uint32_t word = skip_blanks(text, at);
  if (!(date.month = month_at(text, word))) return 0;
  if (word < text.size() && text[word] == ',') ++word;
  uint32_t year = skip_blanks(text, word);
  if (year == word || digits(text, year, date.year, 4) != 4) return 0;
  return finish(text, year, date, out);
}

// March 12, 2024
uint32_t month_day_year(std::string_view text, uint32_t at, Date* out) {
  Date date;
  uint32_t word = at;
  if (!(date.month = month_at(text, word))) return 0;
  uint32_t day = skip_blanks(text, word);
  if (day == word || !digits(text, day, date.day, 2)) return 0;
  day = skip_ordinal(text, day);
  if (day < text.size() && text[day] == ',') ++day;
  uint32_t year = skip_blanks(text, day);
  if (year == day || digits(text, year, date.year, 4) != 4) return 0;
  return finish(text, year, date, out);
}

// Signs that HTML writes as references.
constexpr value::Currency kReferences[] = {{"EUR", 6}, {"GBP", 7}, {"JPY", 5}};

std::optional<value::Currency> currency_at(std::string_view text, uint32_t at) {
  if (text[at] != '&') return value::currency_at_start(text.substr(at));
  const std::string_view names[] = {"&euro;", "&pound;", "&yen;"};
  for (size_t i = 0; i < std::size(names); ++i)
    if (text.substr(at).starts_with(names[i])) return kReferences[i];
  return std::nullopt;
}

uint32_t give(const value::Currency& currency, uint32_t amount, uint32_t amount_end, uint32_t end,
              Money* out) {
  if (out) {
    out->amount = amount;
    out->amount_end = amount_end;
    std::memset(out->code, 0, sizeof out->code);
    std::memcpy(out->code, currency.code.data(), currency.code.size());
  }
  return end;
}

bool domain_character(char c) { return is_alnum(c) || c == '-'; }

}  // namespace

uint32_t scan_date(std::string_view text, uint32_t at, Date* date) {
  if (!is_digit(text[at])) return month_day_year(text, at, date);
  int first = 0;
  uint32_t end = at;
  uint32_t length = digits(text, end, first, 4);
  if (!length || length == 3 || end >= text.size()) return 0;
  char next = text[end];
  if (length == 4) return next == '-' || next == '/' ? year_first(text, end, first, date) : 0;
  if (next == '.' || next == '/' || next == '-')
    if (uint32_t found = year_last(text, end, first, date)) return found;
  return day_month_year(text, end, first, date);
}

bool may_begin_money(unsigned char c) {
  return c == '$' || c == 0xe2 || c == 0xc2 || c == 0xe0 || c == '&' || c == 'k' || c == 'z' ||
         (c >= 'A' && c <= 'Z');
}

uint32_t scan_money(std::string_view text, uint32_t at, Money* money) {
  if (is_digit(text[at])) {
    uint32_t amount_end = scan_number(text, at).end;
    uint32_t sign = skip_blanks(text, amount_end);
    if (sign >= text.size() || !may_begin_money(uint8_t(text[sign]))) return 0;
    const auto currency = currency_at(text, sign);
    if (!currency) return 0;
    uint32_t end = sign + uint32_t(currency->length);
    // "5 $10": the sign belongs to what follows it.
    if (!is_alpha(text[end - 1]) && end < text.size() && is_digit(text[end])) return 0;
    return give(*currency, at, amount_end, end, money);
  }
  const auto currency = currency_at(text, at);
  if (!currency) return 0;
  uint32_t amount = skip_blanks(text, at + uint32_t(currency->length));
  if (amount >= text.size() || !is_digit(text[amount])) return 0;
  uint32_t amount_end = scan_number(text, amount).end;
  if (value::is_word_too(currency->code) &&
      text.substr(amount, amount_end - amount).find_first_of(".,") == text.npos)
    return 0;
  return give(*currency, amount, amount_end, amount_end, money);
}

uint32_t scan_email(std::string_view text, uint32_t at, uint32_t end) {
  while (end < text.size() && end - at < kMaxLocalPart && text[end] != '@') {
    char c = text[end];
    if (is_alnum(c) || c == '_') ++end;
    else if (std::strchr(".%+-", c) && alnum_at(text, end + 1)) end += 2;
    else return 0;
  }
  if (end >= text.size() || text[end] != '@') return 0;
  uint32_t last_label = 0, labels = 0;
  for (++end; end < text.size(); ++labels) {
    uint32_t begin = end;
    while (end < text.size() && domain_character(text[end])) ++end;
    if (end == begin) return 0;
    last_label = end - begin;
    if (end + 1 < text.size() && text[end] == '.' && domain_character(text[end + 1])) ++end;
    else {
      ++labels;
      break;
    }
  }
  return labels >= 2 && last_label >= 2 ? end : 0;
}

uint32_t scan_url(std::string_view text, uint32_t at, uint32_t end) {
  std::string_view word = text.substr(at, end - at);
  bool scheme = (word == "http" || word == "https" || word == "ftp") && text.substr(end, 3) == "://";
  bool host = equals_ignoring_case(word, "www") && end < text.size() && text[end] == '.';
  if ((!scheme && !host) || !alnum_at(text, end + (scheme ? 3 : 1))) return 0;
  end += scheme ? 3 : 1;
  while (end < text.size() && !is_space(text[end]) && !std::strchr("<>\"'`{}|\\^", text[end])) {
    if (text[end] == '\0') break;
    ++end;
  }
  while (end > at && std::strchr(".,;:!?)]", text[end - 1])) --end;  // belongs to the sentence
  return end;
}

}  // namespace gleaner::tokens
