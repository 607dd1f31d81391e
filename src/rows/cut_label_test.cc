// Labels cut short, and ends that a page shows.
#include "rows/cut_label.h"

#include <gtest/gtest.h>

namespace gleaner::rows {
namespace {

TEST(CutLabel, TheWordBehindIsTakenWhereNothingMarksTheEnd) {
  EXPECT_EQ(word_behind("amberlamp", "Amber lamp for the hall"), "for");
  EXPECT_EQ(word_behind("amberlamp", "Amber lamp, for the hall"), "");
  EXPECT_EQ(word_behind("amberlamp", "Amber lamp (hall)"), "");
  EXPECT_EQ(word_behind("amberlamp", "Amber lamp"), "");
  EXPECT_EQ(word_behind("amberlamp", "An amber lamp for the hall"), "");
  EXPECT_EQ(word_behind("amberlam", "Amber lamp for the hall"), "");  // inside of a word
  EXPECT_EQ(word_behind("amber", "Amber lamp for the hall"), "");     // too short to say anything
}

TEST(CutLabel, AWordThatMostTextsHaveAndNoOtherIsAnEnd) {
  const std::vector<std::string> towns = {"Ann Lee in Boston", "Bob Roe in Gent", "Cy Young in Lyon",
                                          "Di Fox"};
  EXPECT_TRUE(is_end_word("in", towns));
  EXPECT_FALSE(is_end_word("gent", towns));
  const std::vector<std::string> prose = {"the lamp for the hall", "the chair for a room",
                                          "a mirror the size for two", "the old clock"};
  EXPECT_FALSE(
      is_end_word("for", prose));  // "the" is as common before it: both are what the texts are made of
}

TEST(CutLabel, ALongLabelIsNearAValueThatItMostlyIs) {
  const std::string value = "alampofamberthatwasmadeforthehallofalargehouse";
  EXPECT_TRUE(is_near(value.substr(0, 30), value));
  EXPECT_FALSE(is_near(value.substr(0, 26), value));
  EXPECT_FALSE(is_near(value.substr(1, 30), value));
  EXPECT_TRUE(is_near("inclusionofbin", "inclusionofbindra"));
  EXPECT_FALSE(is_near("annlee", "annleen"));
}

}  // namespace
}  // namespace gleaner::rows
