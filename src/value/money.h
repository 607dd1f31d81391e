// Amounts with their currency as people write them: "EUR 6.90", "6,90 €", "-$5", "CA$ 3.50".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gleaner::value {

struct Currency {
  std::string_view code;  // ISO 4217; empty where the sign is that of several ("kr")
  size_t length = 0;      // in bytes
};
// A currency's sign or code that the text begins or ends with; a code is no part of a longer word.
std::optional<Currency> currency_at_start(std::string_view text);
std::optional<Currency> currency_at_end(std::string_view text);
// Codes that are words, too, before a whole number: "TOP 10", "TRY 3". Such an
// amount needs decimals to be one.
bool is_word_too(std::string_view code);
// All signs and codes, as alternatives of a regular expression.
std::string currency_alternatives();

struct Money {
  double amount = 0;
  std::string currency;  // ISO 4217, or empty
  bool whole = false;    // nothing but the amount in the text
};
// The one amount with a currency in a collapsed text; nothing where there are two.
std::optional<Money> find_money(std::string_view text);

// Is the collapsed text an amount, or figures behind a currency ("EUR 12.50 / kg")? A
// quick look, for kinds of texts.
bool looks_like_money(std::string_view text);

}  // namespace gleaner::value
