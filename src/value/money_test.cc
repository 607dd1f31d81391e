// One definition of amounts and months for all that look at texts: readings, kinds of texts, tokens, recognisers.
#include "value/money.h"

#include <gtest/gtest.h>

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
