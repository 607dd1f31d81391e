// Tokens that span several simple ones: dates, money, addresses. Each function looks from `at` on and gives
// the end of what it found, or 0. Look-ahead is bounded (kMaxLocalPart, kMaxBlanks), so lexing stays linear.
#pragma once

#include <cstdint>
#include <string_view>

namespace gleaner::tokens {

struct Date {
  int year = 0, month = 0, day = 0;  // month 0: the text does not decide day and month
};

// At a digit or a month's name.
uint32_t scan_date(std::string_view text, uint32_t at, Date* date = nullptr);
// At a digit, or at a currency sign or code. Amount and currency are given as positions in text.
struct Money {
  uint32_t amount = 0, amount_end = 0;
  char code[4] = {};  // ISO 4217; "DEM" for DM
};
uint32_t scan_money(std::string_view text, uint32_t at, Money* money = nullptr);
// `end` is the end of the word that begins at `at`.
uint32_t scan_email(std::string_view text, uint32_t at, uint32_t end);
uint32_t scan_url(std::string_view text, uint32_t at, uint32_t end);
bool may_begin_money(unsigned char c);  // a cheap look at the first byte

}  // namespace gleaner::tokens
