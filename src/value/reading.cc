// See reading.h.
//
// A reading of a declared type may have words around it ("112 reviews" is the number 112), but only one
// number or date: "4.5 of 5" is no number. recognise() is stricter: all of the text must be the value.
#include "value/reading.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/contains.h"
#include "base/json.h"
#include "base/text.h"
#include "page/url.h"
#include "value/date.h"
#include "value/identifier.h"
#include "value/log.h"
#include "value/money.h"
#include "value/number.h"
#include "value/quantity.h"
#include "value/time.h"

namespace gleaner::value {
namespace {

constexpr ptrdiff_t kMostCurrencyLetters = 3;

struct Reading {
  Typed typed;
  bool whole = false;  // nothing but the value
};

std::optional<Reading> read_number(std::string_view text) {
  const std::optional<NumberAt> found = find_number(text, 0, false);
  if (!found || find_number(text, found->end, false)) return std::nullopt;
  const Scale scale = scale_after(std::string_view(text).substr(found->end));
  if (scale.letter) return std::nullopt;  // 4K, 12M: what of?
  if (scale.length) return Reading{{Type::number, found->number * scale.factor, ""}, false};
  Reading reading;
  reading.typed = {Type::number, found->number, found->digits};
  reading.whole = found->begin == 0 && found->end == text.size();
  return reading;
}

std::optional<Reading> read_money_or_bare(std::string_view text) {
  if (auto money = find_money(text))
    return Reading{{Type::money, money->amount, std::move(money->currency)}, money->whole};
  // A price column often leaves the currency to its heading: the amount alone, no currency.
  const std::optional<NumberAt> only = find_number(text, 0, true);
  if (!only || find_number(text, only->end, true)) return std::nullopt;
  return Reading{{Type::money, only->number * scale_after(text.substr(only->end)).factor, ""}, false};
}

std::optional<Typed> read_boolean(std::string_view text) {
  constexpr std::string_view kYes[] = {"true", "yes", "y", "on", "1", "ja", "oui", "si", "sí", "✓", "✔"};
  constexpr std::string_view kNo[] = {"false", "no", "n", "off", "0", "nein", "non", "nee", "✗", "✘", "✕"};
  const std::string lower = lower_ascii(text);
  if (contains(kYes, lower)) return Typed{Type::boolean, 1, ""};
  if (contains(kNo, lower)) return Typed{Type::boolean, 0, ""};
  return std::nullopt;
}

std::optional<Typed> typed(std::optional<Reading> reading) {
  return reading ? std::optional(std::move(reading->typed)) : std::nullopt;
}
std::optional<Typed> typed(Type type, std::optional<double> number) {
  return number ? std::optional(Typed{type, *number, ""}) : std::nullopt;
}
std::optional<Typed> typed(Type type, std::string normal) {
  return normal.empty() ? std::nullopt : std::optional(Typed{type, 0, std::move(normal)});
}

}  // namespace

std::optional<Typed> read_as(Type type, std::string_view text, std::string_view base_url, DateOrder order) {
  const std::string clean = collapse(text);
  if (clean.empty()) return std::nullopt;
  switch (type) {
    case Type::text: return std::nullopt;
    case Type::number: return typed(read_number(clean));
    case Type::money: return typed(read_money_or_bare(clean));
    case Type::date:
    case Type::timestamp:
      if (clean.find(':') != std::string::npos)
        if (auto time = read_time(clean)) return Typed{type, 0, std::move(*time)};
      if (auto date = find_date(clean, order)) return Typed{type, 0, date->iso};
      if (auto time = read_time(clean)) return Typed{type, 0, std::move(*time)};
      return std::nullopt;
    case Type::url: return typed(type, resolve_url(clean, base_url));
    case Type::boolean: return read_boolean(clean);
    case Type::integer:
      if (auto reading = read_number(clean);
          reading && reading->typed.number == std::floor(reading->typed.number))
        return Typed{type, reading->typed.number, std::move(reading->typed.normal)};
      return std::nullopt;
    case Type::duration: return typed(type, find_duration(clean));
    case Type::rating: {
      const auto rating = find_rating(clean);
      if (!rating) return std::nullopt;
      std::string best;
      if (rating->best > 0) json::append_number(best, rating->best);
      return Typed{type, rating->number, std::move(best)};
    }
    case Type::phone: return typed(type, read_phone(clean));
    case Type::isbn: return typed(type, read_isbn(clean));
    case Type::gtin: return typed(type, read_gtin(clean));
    case Type::size: return typed(type, read_size(clean));
    case Type::ip: return typed(type, read_ip(clean));
    case Type::level: return typed(type, std::string(read_level(clean)));
  }
  return std::nullopt;
}

Type recognise(std::string_view text) {
  const std::string clean = collapse(text);
  if (clean.empty()) return Type::text;
  // Spares most texts the reading: all three have digits, a number has no letters and an amount those of its
  // currency.
  if (std::ranges::any_of(clean, is_digit)) {
    const auto letters = std::ranges::count_if(clean, is_alpha);
    if (letters == 0)
      if (auto number = read_number(clean); number && number->whole) return Type::number;
    if (letters <= kMostCurrencyLetters)
      if (auto money = find_money(clean); money && money->whole) return Type::money;
    if (is_date(clean)) return Type::date;
  }
  if (looks_like_url(clean)) return Type::url;
  const std::string lower = lower_ascii(clean);
  if (lower == "true" || lower == "false" || lower == "yes" || lower == "no") return Type::boolean;
  return Type::text;
}

}  // namespace gleaner::value
