// Names of months and days of the week, as dates and logs write them.
#pragma once

#include <string>
#include <string_view>

namespace gleaner::value {

// 1 to 12, 0 where the word names no month. English, German, French, Spanish, Italian, Dutch, Portuguese: the
// name, or its first three or four letters where they are no other month's. For words that stand where a
// month must: "set", "out" and "ago" are months, too.
int month_of(std::string_view word);
// In English only, for running text: the name, or its first three or four letters.
int english_month(std::string_view word);
// The names in all these languages and the short English ones, as alternatives of a regular expression.
std::string month_alternatives();

bool is_weekday(std::string_view word);          // English or German, from two letters on
bool is_english_weekday(std::string_view word);  // the name, or its first three or four letters

}  // namespace gleaner::value
