// One definition of amounts and months for all that look at texts: readings, kinds
// of texts, tokens, recognisers.
#include "value/money.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "value/calendar_words.h"
#include "value/reading.h"

namespace gleaner::value {
namespace {

TEST(Money, EveryCodeIsMoneyWhereverItIsLookedFor) {
  for (const char* text :
       {"CAD 3.50", "3.50 CAD", "US$ 5", "5 kr", "\u20ac6,90", "Rs. 499", "12,50 z\u0142", "CA$3", "DM 5"}) {
    EXPECT_TRUE(looks_like_money(text)) << text;
    EXPECT_EQ(recognise(text), Type::money) << text;
  }
  EXPECT_EQ(find_money("CAD 3.50")->currency, "CAD");
  EXPECT_EQ(find_money("5 kr")->currency, "");
}

TEST(Money, WordsThatAreCodesNeedDecimals) {
  for (const char* text : {"TOP 10", "ALL 24", "TRY 3"}) {
    EXPECT_FALSE(looks_like_money(text)) << text;
    EXPECT_EQ(recognise(text), Type::text) << text;
  }
  EXPECT_EQ(find_money("TRY 3.50")->currency, "TRY");
  EXPECT_EQ(find_money("10 TRY")->currency, "TRY");
}

TEST(Money, SignsAreNoPartOfWords) {
  for (const char* text : {"Franco 5", "krone 5", "EURO 5", "5 apples", "USDA 5", "Rsx 4"})
    EXPECT_FALSE(looks_like_money(text)) << text;
}

TEST(Money, WhatIsNotOneAmountHasNoReading) {
  for (const char* text :
       {"EUR 5 - 10", "5 - 10 EUR", "5-10 EUR", "$5 to $10", "EUR 5 \u2013 10", "5 bis 10 EUR"})
    EXPECT_FALSE(read_as(Type::money, text)) << text;
  const std::vector<std::tuple<const char*, double, const char*>> read = {
      {"1.2 million USD", 1.2e6, "USD"}, {"$1.2M", 1.2e6, "USD"},
      {"EUR 3 Mio.", 3e6, "EUR"},        {"12,- \u20ac", 12, "EUR"},
      {"5.\u2013 CHF", 5, "CHF"},        {"EUR 12.50 / 100 g", 12.5, "EUR"},
      {"EUR 35.90 -10 %", 35.9, "EUR"},  {"from $5", 5, "USD"},
      {"2 items, 5 kr", 5, ""},          {"-$5", -5, "USD"},
      {"1'299.50 CHF", 1299.5, "CHF"}};
  for (const auto& [text, amount, currency] : read) {
    const auto typed = read_as(Type::money, text);
    ASSERT_TRUE(typed) << text;
    EXPECT_DOUBLE_EQ(typed->number, amount) << text;
    EXPECT_EQ(typed->normal, currency) << text;
  }
}

TEST(Number, WordsThatMultiply) {
  EXPECT_DOUBLE_EQ(read_as(Type::number, "1.2 million")->number, 1.2e6);
  EXPECT_DOUBLE_EQ(read_as(Type::number, "112 reviews")->number, 112);
  EXPECT_DOUBLE_EQ(read_as(Type::number, "5 m")->number, 5);
  EXPECT_FALSE(read_as(Type::number, "4K"));
}

TEST(CalendarWords, MonthsOfLanguagesAndOfRunningText) {
  EXPECT_EQ(month_of("Okt"), 10);
  EXPECT_EQ(month_of("m\u00e4rz"), 3);
  EXPECT_EQ(month_of("set"), 9);
  EXPECT_EQ(english_month("set"), 0);
  EXPECT_EQ(english_month("Sept"), 9);
  EXPECT_EQ(english_month("Marsh"), 0);
  EXPECT_EQ(english_month("Julian"), 0);
  EXPECT_TRUE(is_english_weekday("Thu"));
  EXPECT_FALSE(is_english_weekday("Do"));
}

}  // namespace
}  // namespace gleaner::value
