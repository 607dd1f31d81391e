// See money.h.
#include "value/money.h"

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "base/text.h"
#include "value/number.h"

namespace gleaner::value {
namespace {

// ISO 4217, active codes, and the mark.
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
    "DEM UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL ";

constexpr std::string_view kAlsoWords = " ALL BAM BOB CUP GEL LAK MAD MOP PEN RON SOS TOP TRY ";

struct Symbol {
  std::string_view text, code;
};
// Longest first where one is part of another. "kr" is used by several countries, so it names none.
constexpr std::array<Symbol, 32> kSymbols = {
    {{"US$", "USD"}, {"AU$", "AUD"}, {"CA$", "CAD"}, {"NZ$", "NZD"}, {"HK$", "HKD"}, {"MX$", "MXN"},
     {"A$", "AUD"},  {"C$", "CAD"},  {"S$", "SGD"},  {"R$", "BRL"},  {"$", "USD"},   {"€", "EUR"},
     {"£", "GBP"},   {"¥", "JPY"},   {"₹", "INR"},   {"₽", "RUB"},   {"₩", "KRW"},   {"₺", "TRY"},
     {"₫", "VND"},   {"₪", "ILS"},   {"₴", "UAH"},   {"₦", "NGN"},   {"₱", "PHP"},   {"฿", "THB"},
     {"zł", "PLN"},  {"Kč", "CZK"},  {"Ft", "HUF"},  {"Rs.", "INR"}, {"Rs", "INR"},  {"Fr.", "CHF"},
     {"kr", ""},     {"DM", "DEM"}}};

constexpr size_t kCodeLength = 3;

// The code as it stands in the list, which outlives the text; empty where it is none.
std::string_view known_code(std::string_view text) {
  if (text.size() != kCodeLength || !std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; }))
    return {};
  for (size_t at = 1; at < kCurrencyCodes.size(); at += kCodeLength + 1)
    if (kCurrencyCodes.substr(at, kCodeLength) == text) return kCurrencyCodes.substr(at, kCodeLength);
  return {};
}

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

// With the blanks between it and the amount.
std::optional<Currency> currency_before(std::string_view before) {
  const size_t blanks = blanks_at_end(before);
  auto found = currency_at_end(before.substr(0, before.size() - blanks));
  if (found) found->length += blanks;
  return found;
}

std::optional<Currency> currency_after(std::string_view after) {
  const size_t blanks = blanks_at_start(after);
  auto found = currency_at_start(after.substr(blanks));
  if (found) found->length += blanks;
  return found;
}

// Spares most words the look at the tables.
bool may_begin(std::string_view text) {
  const char c = text[0], second = text.size() > 1 ? text[1] : '\0';
  if (c >= 'A' && c <= 'Z')
    return (second >= 'A' && second <= 'Z') || second == '$' || c == 'R' || c == 'F' || c == 'K';
  return c == '$' || c == 'k' || c == 'z' || uint8_t(c) >= 0x80;
}

// "12,- €", "5.– CHF": no cents.
size_t no_cents(std::string_view after) {
  if (!after.starts_with(',') && !after.starts_with('.')) return 0;
  for (std::string_view dash : {"--", "-", "–", "—"})
    if (after.substr(1).starts_with(dash)) return 1 + dash.size();
  return 0;
}

// What stands between two numbers of which one is the least and one the most: "5 - 10 EUR", "EUR 5 to EUR
// 10". `next`: what the second begins with, perhaps the dash.
bool is_range(std::string_view between, char next) {
  if (const auto currency = currency_after(between)) between.remove_prefix(currency->length);
  if (const auto currency = currency_before(between)) between.remove_suffix(currency->length);
  const std::string word = lower_ascii(collapse(between));
  if (word.empty()) return next == '-';
  static constexpr std::string_view kWords[] = {"-",   "–", "—",  "−",   "~", "..",
                                                "...", "…", "to", "bis", "à", "until"};
  return contains(kWords, word);
}

bool has_decimals(std::string_view amount) { return amount.find_first_of(".,") != std::string_view::npos; }

}  // namespace

std::optional<Currency> currency_at_end(std::string_view text) {
  for (const Symbol& symbol : kSymbols)
    if (text.ends_with(symbol.text)) {
      const size_t at = text.size() - symbol.text.size();
      if (is_alpha(symbol.text[0]) && at > 0 && is_alpha(text[at - 1])) continue;
      return Currency{symbol.code, symbol.text.size()};
    }
  if (text.size() < kCodeLength ||
      (text.size() > kCodeLength && is_alpha(text[text.size() - kCodeLength - 1])))
    return std::nullopt;
  const std::string_view code = known_code(text.substr(text.size() - kCodeLength));
  return code.empty() ? std::nullopt : std::optional(Currency{code, kCodeLength});
}

std::optional<Currency> currency_at_start(std::string_view text) {
  if (text.empty() || !may_begin(text)) return std::nullopt;
  for (const Symbol& symbol : kSymbols)
    if (text.starts_with(symbol.text)) {
      const size_t end = symbol.text.size();
      if (is_alpha(symbol.text.back()) && end < text.size() && is_alpha(text[end])) continue;
      return Currency{symbol.code, end};
    }
  if (text.size() > kCodeLength && is_alpha(text[kCodeLength])) return std::nullopt;
  const std::string_view code = known_code(text.substr(0, kCodeLength));
  return code.empty() ? std::nullopt : std::optional(Currency{code, kCodeLength});
}

bool is_word_too(std::string_view code) {
  return code.size() == kCodeLength && kAlsoWords.find(code) != std::string_view::npos;
}

std::string currency_alternatives() {
  std::string out;
  for (const Symbol& symbol : kSymbols) {
    for (char c : symbol.text) out += c == '$' || c == '.' ? std::string("\\") + c : std::string(1, c);
    out += is_alpha(symbol.text.back()) ? "\\b|" : "|";
  }
  for (size_t at = 1; at < kCurrencyCodes.size(); at += kCodeLength + 1) {
    out += kCurrencyCodes.substr(at, kCodeLength);
    out += "\\b|";
  }
  out.pop_back();
  return out;
}

std::optional<Money> find_money(std::string_view text) {
  std::optional<Money> found;
  size_t from = 0;
  while (const std::optional<NumberAt> number = find_number(text, from, true)) {
    const bool share = collapse(text.substr(number->end)).starts_with('%');  // "EUR 35.90 -10 %"
    if (from > 0 && !share && is_range(text.substr(from, number->begin - from), text[number->begin]))
      return std::nullopt;
    from = number->end + no_cents(text.substr(number->end));
    const Scale scale = scale_after(text.substr(from));
    from += scale.length;
    std::optional<Currency> before = currency_before(text.substr(0, number->begin));
    if (before && is_word_too(before->code) &&
        !has_decimals(text.substr(number->begin, number->end - number->begin)))
      before.reset();
    // "$-5" has its sign inside, "-$5" before: the sign belongs to the amount either way.
    const std::optional<Currency> after = before ? std::nullopt : currency_after(text.substr(from));
    if (!before && !after) continue;
    if (found) return std::nullopt;  // two amounts: which one is not for us to say
    size_t begin = number->begin - (before ? before->length : 0);
    double amount = number->number * scale.factor;
    if (before && begin > 0 && text[begin - 1] == '-') {
      amount = -amount;
      --begin;
    }
    const size_t end = from + (after ? after->length : 0);
    found = Money{amount, std::string(before ? before->code : after->code), begin == 0 && end == text.size()};
  }
  return found;
}

bool looks_like_money(std::string_view text) {
  if (text.empty()) return false;
  if (is_digit(text[0])) {
    const auto sign = currency_at_end(text);
    return sign && text.substr(0, text.size() - sign->length).find_first_not_of("0123456789.,' -") ==
                       std::string_view::npos;
  }
  const auto sign = currency_at_start(text);
  if (!sign) return false;
  std::string_view rest = text.substr(sign->length);
  rest.remove_prefix(std::min<size_t>(blanks_at_start(rest), rest.size()));
  if (rest.empty() || !(is_digit(rest[0]) || rest[0] == ',' || rest[0] == '.')) return false;
  return !is_word_too(sign->code) || has_decimals(rest);
}

}  // namespace gleaner::value
