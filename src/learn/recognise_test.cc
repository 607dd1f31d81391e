// Known values in another form, on small pages.
#include <gtest/gtest.h>

#include <cstring>

#include "learn/recognise.h"
#include "page/made_page_test.h"

namespace gleaner::learn {
namespace {

TEST(Recognise, TheSameInAnotherForm) {
  for (auto [a, b] : {std::pair{"$1,250.00", "1 250.00 USD"},
                      {"EUR 12.40", "12,40 EUR"},
                      {"(415) 555-1234", "415.555.1234"},
                      {"12 January 2004", "2004-01-12"},
                      {"a  b", "a b"}})
    EXPECT_TRUE(says_the_same(a, b)) << a << " | " << b;
  for (auto [a, b] : {std::pair{"$1,250.00", "$1,205.00"},
                      {"Cup", "Pot"},
                      {"4", "4 pieces"},
                      {"12.40", "1240"},
                      {"", "0"},
                      {"model 350 with case", "350"},
                      {"2004-01-12", "2004-12-01"}})
    EXPECT_FALSE(says_the_same(a, b)) << a << " | " << b;
}

TEST(Recognise, TheVisiblePlaceComesBeforeForgottenData) {
  auto before =
      page_of("<p>Price: <b>$1,250.00</b></p><script type=application/json>{\"p\": \"$1,250.00\"}</script>");
  auto after = page_of(
      "<p>Price: <b>1 250.00 USD</b> or more</p><script type=application/json>{\"p\": "
      "\"$1,250.00\"}</script>");
  wrap::Value value = wrap::Value::make_text("$1,250.00");
  ASSERT_TRUE(recognise_on(value, *before, *after));
  EXPECT_EQ(value.text, "1 250.00 USD");
  ASSERT_TRUE(value.span);
  EXPECT_EQ(after->text(*value.span), "1 250.00 USD");
}

TEST(Recognise, DataThatWasAlwaysHiddenIsFollowed) {
  auto before =
      page_of("<p>Price: 1 250.00 USD</p><script type=application/json>{\"p\": \"$1,250.00\"}</script>");
  auto after =
      page_of("<p>Now 1 250.00 USD</p><script type=application/json>{\"q\": \"$1,250.00\"}</script>");
  wrap::Value value = wrap::Value::make_text("$1,250.00");
  ASSERT_TRUE(recognise_on(value, *before, *after));
  EXPECT_EQ(value.text, "$1,250.00");
}

TEST(Recognise, SeveralFormsDecideNothing) {
  auto before = page_of("<p>Price: $1,250.00");
  auto after = page_of("<p>Now 1 250.00 USD, once 1250.00 EUR");
  wrap::Value value = wrap::Value::make_text("$1,250.00");
  EXPECT_FALSE(recognise_on(value, *before, *after));
}

TEST(Recognise, LabelTextsPointAtNewValues) {
  LabelTexts texts;
  Profile profile;
  for (const char* price : {"EUR 6.90", "EUR 12.40", "EUR 3.10"}) {
    auto page = page_of(std::string("<p><i>Our price</i> <b>") + price + "</b>");
    wrap::Record record;
    uint32_t at = uint32_t(page->text().find("EUR"));
    record.add("price", wrap::Value::make_text(price, {at, at + uint32_t(strlen(price))}));
    texts.add(*page, {record});
    profile.add(*page, {record});
  }
  auto after = page_of("<table><tr><td>Our price<td>EUR 7.70<tr><td>Old price<td>EUR 9.90</table>");
  wrap::Value found = texts.find(*after, *profile.find("price"));
  ASSERT_TRUE(found.is_text());
  EXPECT_EQ(after->text(*found.span), "EUR 7.70");
  EXPECT_TRUE(texts.find(*page_of("<td>Our price<td>ask us"), *profile.find("price")).is_absent());
  EXPECT_TRUE(
      texts.find(*page_of("<td>Our price<td>EUR 1.10<td>Our price<td>EUR 2.20"), *profile.find("price"))
          .is_absent());
}

}  // namespace
}  // namespace gleaner::learn
