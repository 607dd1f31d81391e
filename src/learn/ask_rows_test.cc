// Which record of a list is asked about: that on which readings of the labels split.
#include "learn/ask_rows.h"

#include <gtest/gtest.h>

#include "page/made_page_test.h"

namespace gleaner::learn {
namespace {

DocumentPtr list_page() { return page_of("<ul><li>Cup 1 2</li></ul>", "list.html"); }

wrap::Record row_at(uint32_t at, std::vector<std::pair<std::string, std::string>> fields) {
  wrap::Record record;
  for (auto& [name, text] : fields) {
    record.add(name, wrap::Value::make_text(text, {at, at + uint32_t(text.size())}));
    at += 10;
  }
  return record;
}

RowReading reading(double weight, std::vector<wrap::Record> rows) { return {weight, {std::move(rows)}}; }

std::vector<wrap::Record> three() {
  return {row_at(100, {{"name", "Cup"}, {"price", "$1"}}), row_at(200, {{"name", "Jug"}, {"price", "$2"}}),
          row_at(300, {{"name", "Pot"}, {"price", "$3"}})};
}

TEST(RowDoubts, NothingIsAskedWhereAllReadingsAgree) {
  const auto doubts = row_doubts({reading(1, three()), reading(0.9, three())}, {list_page()}, {});
  EXPECT_FALSE(doubts.most);
  EXPECT_EQ(doubts.open, 0u);
}

TEST(RowDoubts, TheRecordThatSplitsTheReadingsIsAsked) {
  auto more = three();
  more.push_back(row_at(400, {{"name", "Win a teapot"}, {"price", "$4"}}));
  const auto doubts = row_doubts({reading(1, three()), reading(0.8, more)}, {list_page()}, {});
  ASSERT_TRUE(doubts.most);
  EXPECT_EQ(doubts.open, 1u);
  EXPECT_EQ(doubts.most->record.find("name")->text, "Win a teapot");
  EXPECT_FALSE(doubts.most->given);
}

TEST(RowDoubts, TheFieldThatSplitsThemIsNamed) {
  auto other = three();
  other[1] = row_at(200, {{"name", "Jug"}, {"price", "$20 off"}});
  const auto doubts = row_doubts({reading(1, three()), reading(0.8, other)}, {list_page()}, {});
  ASSERT_TRUE(doubts.most);
  EXPECT_EQ(doubts.most->field, "price");
  EXPECT_EQ(doubts.most->text, "$2");
  EXPECT_EQ(doubts.most->rival, "$20 off");
}

TEST(RowDoubts, WhatSplitsMoreComesFirst) {
  auto little = three(), much = three();
  little.push_back(row_at(400, {{"name", "Mug"}, {"price", "$4"}}));  // one weak voice
  much.pop_back();                                                    // two voices of three against the last
  const auto doubts = row_doubts(
      {reading(1, three()), reading(0.1, little), reading(0.5, much), reading(0.5, much)}, {list_page()}, {});
  ASSERT_TRUE(doubts.most);
  EXPECT_EQ(doubts.most->record.find("name")->text, "Pot");
}

TEST(RowDoubts, KnownRowsAreNotAsked) {
  auto more = three();
  more.push_back(row_at(400, {{"name", "Mug"}, {"price", "$4"}}));
  const auto doubts =
      row_doubts({reading(1, three()), reading(0.8, more)}, {list_page()}, {row_key(0, more[3])});
  EXPECT_FALSE(doubts.most);
}

}  // namespace
}  // namespace gleaner::learn
