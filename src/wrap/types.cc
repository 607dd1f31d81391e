// Typed readings: numbers, money, booleans, URLs, and which of them a text is. Dates are in date_reading.cc,
// durations and ratings in quantity_reading.cc, phone numbers and ISBN in identifier_reading.cc, what logs
// hold in log_reading.cc.
// See types.h.
//
// A reading of a declared type may have words around it ("112 reviews" is the number 112), but only one
// number or date: "4.5 of 5" is no number. recognise() is stricter: all of the text must be the value.
#include "wrap/types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "page/url.h"
#include "wrap/date_reading.h"
#include "wrap/identifier_reading.h"
#include "wrap/log_reading.h"
#include "wrap/number_reading.h"
#include "wrap/quantity_reading.h"
#include "wrap/time_reading.h"

namespace gleaner::wrap {
namespace {

// ISO 4217, active codes.
constexpr std::string_view kCurrencyCodes =
    " AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD "
    "CAD CDF CHF "
    "CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD "
    "HNL HRK HTG "
    "HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD "
    "MDL MGA "
    "MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR "
    "RON RSD "
    "RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH "
    "UGX USD "
    "UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL ";

struct Symbol {
  std::string_view text, code;
};
// Longest first where one is part of another. "kr" is used by several countries, so it names none.
constexpr std::array<Symbol, 31> kSymbols = {
    {{"US$", "USD"}, {"AU$", "AUD"}, {"CA$", "CAD"}, {"NZ$", "NZD"}, {"HK$", "HKD"}, {"MX$", "MXN"},
     {"A$", "AUD"},  {"C$", "CAD"},  {"S$", "SGD"},  {"R$", "BRL"},  {"$", "USD"},   {"€", "EUR"},
     {"£", "GBP"},   {"¥", "JPY"},   {"₹", "INR"},   {"₽", "RUB"},   {"₩", "KRW"},   {"₺", "TRY"},
     {"₫", "VND"},   {"₪", "ILS"},   {"₴", "UAH"},   {"₦", "NGN"},   {"₱", "PHP"},   {"฿", "THB"},
     {"zł", "PLN"},  {"Kč", "CZK"},  {"Ft", "HUF"},  {"Rs.", "INR"}, {"Rs", "INR"},  {"Fr.", "CHF"},
     {"kr", ""}}};

constexpr ptrdiff_t kMostCurrencyLetters = 3;

bool is_currency_code(std::string_view text) {
  if (text.size() != 3) return false;
  for (char c : text)
    if (c < 'A' || c > 'Z') return false;
  const std::string padded = " " + std::string(text) + " ";
  return kCurrencyCodes.find(padded) != std::string_view::npos;
}

// A currency at the end of `before` or the beginning of `after`.
struct Currency {
  std::string code;
  size_t length = 0;  // with the blanks between it and the amount
};

size_t blanks_at_end(std::string_view text) {
  size_t n = 0;
  while (true) {
    const size_t left = text.size() - n;
    if (left >= 1 && is_space(text[left - 1])) n += 1;
    else if (left >= 2 && text.substr(left - 2, 2) == "\xc2\xa0") n += 2;
    else return n;
  }
}

size_t blanks_at_start(std::string_view text) {
  size_t n = 0;
  while (n < text.size()) {
    if (is_space(text[n])) n += 1;
    else if (text.substr(n, 2) == "\xc2\xa0") n += 2;
    else break;
  }
  return n;
}

std::optional<Currency> currency_before(std::string_view before) {
  const size_t blanks = blanks_at_end(before);
  const std::string_view rest = before.substr(0, before.size() - blanks);
  for (const Symbol& symbol : kSymbols)
    if (rest.ends_with(symbol.text)) {
      const size_t at = rest.size() - symbol.text.size();
      if (is_alpha(symbol.text[0]) && at > 0 && is_alpha(rest[at - 1])) continue;
      return Currency{std::string(symbol.code), symbol.text.size() + blanks};
    }
  if (rest.size() >= 3 && is_currency_code(rest.substr(rest.size() - 3)) &&
      (rest.size() == 3 || !is_alpha(rest[rest.size() - 4])))
    return Currency{std::string(rest.substr(rest.size() - 3)), 3 + blanks};
  return std::nullopt;
}

std::optional<Currency> currency_after(std::string_view after) {
  const size_t blanks = blanks_at_start(after);
  const std::string_view rest = after.substr(blanks);
  for (const Symbol& symbol : kSymbols)
    if (rest.starts_with(symbol.text)) {
      const size_t end = symbol.text.size();
      if (is_alpha(symbol.text.back()) && end < rest.size() && is_alpha(rest[end])) continue;
      return Currency{std::string(symbol.code), end + blanks};
    }
  if (is_currency_code(rest.substr(0, 3)) && (rest.size() == 3 || !is_alpha(rest[3])))
    return Currency{std::string(rest.substr(0, 3)), 3 + blanks};
  return std::nullopt;
}

struct Reading {
  Typed typed;
  bool whole = false;  // nothing but the value
};

std::optional<Reading> read_number(std::string_view text) {
  const std::optional<NumberAt> found = find_number(text, 0, false);
  if (!found || find_number(text, found->end, false)) return std::nullopt;
  Reading reading;
  reading.typed = {Type::number, found->number, found->digits};
  reading.whole = found->begin == 0 && found->end == text.size();
  return reading;
}

std::optional<Reading> read_money(std::string_view text) {
  std::optional<Reading> found;
  size_t from = 0;
  while (const std::optional<NumberAt> number = find_number(text, from, true)) {
    from = number->end;
    std::optional<Currency> before = currency_before(text.substr(0, number->begin));
    // "$-5" has its sign inside, "-$5" before: the sign belongs to the amount either way.
    std::optional<Currency> after = before ? std::nullopt : currency_after(text.substr(number->end));
    if (!before && !after) continue;
    if (found) return std::nullopt;  // two amounts: which one is not for us to say
    size_t begin = number->begin - (before ? before->length : 0);
    double amount = number->number;
    if (before && begin > 0 && text[begin - 1] == '-') {
      amount = -amount;
      --begin;
    }
    const size_t end = number->end + (after ? after->length : 0);
    found =
        Reading{{Type::money, amount, before ? before->code : after->code}, begin == 0 && end == text.size()};
  }
  return found;
}

std::optional<Reading> read_money_or_bare(std::string_view text) {
  if (auto money = read_money(text)) return money;
  // A price column often leaves the currency to its heading: the amount alone, no currency.
  const std::optional<NumberAt> only = find_number(text, 0, true);
  if (!only || find_number(text, only->end, true)) return std::nullopt;
  return Reading{{Type::money, only->number, ""}, false};
}

std::optional<Typed> read_boolean(std::string_view text) {
  constexpr std::array<std::string_view, 11> kYes = {"true", "yes", "y",  "on", "1", "ja",
                                                     "oui",  "si",  "sí", "✓",  "✔"};
  constexpr std::array<std::string_view, 11> kNo = {"false", "no",  "n", "off", "0", "nein",
                                                    "non",   "nee", "✗", "✘",   "✕"};
  const std::string lower = lower_ascii(text);
  for (std::string_view word : kYes)
    if (lower == word) return Typed{Type::boolean, 1, ""};
  for (std::string_view word : kNo)
    if (lower == word) return Typed{Type::boolean, 0, ""};
  return std::nullopt;
}

std::optional<Typed> identifier(Type type, std::string normal) {
  if (normal.empty()) return std::nullopt;
  return Typed{type, 0, std::move(normal)};
}

// A field is a list in every record or in none: the schema says which. Several values of a field that is no list stay
// as they are, since nothing may be lost.
void take_shape(Value& value, const FieldSchema& schema) {
  if (schema.list && (value.is_text() || value.is_record())) {
    std::vector<Value> one;
    one.push_back(std::move(value));
    value = Value::make_list(std::move(one));
  } else if (!schema.list && value.is_list() && value.items.size() == 1) {
    Value only = std::move(value.items[0]);
    value = std::move(only);
  }
}

void read_types(std::vector<Field>& fields, const std::vector<FieldSchema>& schema,
                std::string_view base_url);

void read_types(Value& value, const FieldSchema& schema, std::string_view base_url) {
  // a link is read again by who knows where links of the page start (html/address.h)
  const bool again = schema.type == Type::url && !base_url.empty();
  if (value.is_text() && (!value.typed || again) && schema.type != Type::text)
    value.typed = read_as(schema.type, value.text, base_url, schema.order);
  for (Value& item : value.items) read_types(item, schema, base_url);
  if (value.is_record()) read_types(value.fields, schema.fields, base_url);
}

void read_types(std::vector<Field>& fields, const std::vector<FieldSchema>& schema,
                std::string_view base_url) {
  for (Field& field : fields)
    for (const FieldSchema& known : schema)
      if (known.name == field.name) take_shape(field.value, known), read_types(field.value, known, base_url);
}

}  // namespace

void read_types(Record& record, const Schema& schema, std::string_view base_url) {
  read_types(record.fields, schema.fields, base_url);
}

std::optional<Typed> read_as(Type type, std::string_view text, std::string_view base_url,
                             DateOrder order) {
  const std::string clean = collapse(text);
  if (clean.empty()) return std::nullopt;
  switch (type) {
    case Type::text: return std::nullopt;
    case Type::number:
      if (auto reading = read_number(clean)) return reading->typed;
      return std::nullopt;
    case Type::money:
      if (auto reading = read_money_or_bare(clean)) return reading->typed;
      return std::nullopt;
    case Type::date:
    case Type::timestamp:
      if (clean.find(':') != std::string::npos)
        if (auto time = read_time(clean)) return Typed{type, 0, std::move(*time)};
      if (auto date = find_date(clean, order)) return Typed{type, 0, date->iso};
      if (auto time = read_time(clean)) return Typed{type, 0, std::move(*time)};
      return std::nullopt;
    case Type::url: {
      std::string absolute = resolve_url(clean, base_url);
      if (absolute.empty()) return std::nullopt;
      return Typed{Type::url, 0, std::move(absolute)};
    }
    case Type::boolean: return read_boolean(clean);
    case Type::integer:
      if (auto reading = read_number(clean); reading && reading->typed.number == std::floor(reading->typed.number))
        return Typed{type, reading->typed.number, std::move(reading->typed.normal)};
      return std::nullopt;
    case Type::duration:
      if (auto seconds = find_duration(clean)) return Typed{type, *seconds, ""};
      return std::nullopt;
    case Type::rating: {
      const auto rating = find_rating(clean);
      if (!rating) return std::nullopt;
      std::string best;
      if (rating->best > 0) json::append_number(best, rating->best);
      return Typed{type, rating->number, std::move(best)};
    }
    case Type::phone: return identifier(type, read_phone(clean));
    case Type::isbn: return identifier(type, read_isbn(clean));
    case Type::gtin: return identifier(type, read_gtin(clean));
    case Type::size:
      if (auto bytes = read_size(clean)) return Typed{type, *bytes, ""};
      return std::nullopt;
    case Type::ip: return identifier(type, read_ip(clean));
    case Type::level: return identifier(type, std::string(read_level(clean)));
  }
  return std::nullopt;
}

Type recognise(std::string_view text) {
  const std::string clean = collapse(text);
  if (clean.empty()) return Type::text;
  // Spares most texts the reading: all three have digits, a number has no letters and an amount those of its
  // currency.
  if (std::any_of(clean.begin(), clean.end(), is_digit)) {
    const auto letters = std::count_if(clean.begin(), clean.end(), is_alpha);
    if (letters == 0)
      if (auto number = read_number(clean); number && number->whole) return Type::number;
    if (letters <= kMostCurrencyLetters)
      if (auto money = read_money(clean); money && money->whole) return Type::money;
    if (is_date(clean)) return Type::date;
  }
  if (looks_like_url(clean)) return Type::url;
  const std::string lower = lower_ascii(clean);
  if (lower == "true" || lower == "false" || lower == "yes" || lower == "no") return Type::boolean;
  return Type::text;
}

}  // namespace gleaner::wrap
