// Kinds of texts, settings as a file, gutters against a slow count, reading order over columns.
#include <gtest/gtest.h>

#include <random>

#include "base/seed_test.h"
#include "layout/columns.h"
#include "layout/gutters.h"
#include "layout/kinds.h"
#include "layout/reading.h"
#include "layout/settings_file.h"

namespace gleaner::layout {
namespace {

TEST(Kinds, Numbers) {
  for (const char* text :
       {"1", "1,234.5", "(12.5)", "-3", "–", "n.a.", "12%", "$5", "x", ".5", "3*", "10:30", "…", "45 (3)"})
    EXPECT_TRUE(is_number(text)) << text;
  for (const char* text : {"", "one", "A1", "Number", "12 apples", "north", "(0)", "xy"})
    EXPECT_FALSE(is_number(text)) << text;
  EXPECT_TRUE(is_pure_number("1,234"));
  EXPECT_FALSE(is_pure_number("12 kg"));
  EXPECT_TRUE(is_data("12 kg"));
  EXPECT_TRUE(is_year("1998 total"));
  EXPECT_FALSE(is_year("19988"));
  EXPECT_TRUE(is_list_mark("•") && is_list_mark("(a)") && is_list_mark("2.1"));
  EXPECT_TRUE(ends_open("Number of") && ends_open("men,"));
  EXPECT_FALSE(ends_open("Total"));
  EXPECT_TRUE(begins_lower("élan", false));
}

TEST(Kinds, Leaders) {
  EXPECT_TRUE(is_leader("......") && is_leader("…………"));
  EXPECT_FALSE(is_leader("..."));
  EXPECT_EQ(leader_in("Total....."), (Span{5, 10}));
  EXPECT_EQ(leader_in("Total.....12"), (Span{5, 10}));
  EXPECT_FALSE(leader_in("etc..."));
}

TEST(Settings, ReadBack) {
  Settings changed;
  changed.chunk_gap = 0.95;
  changed.note = "^(quelle)";
  auto read = parse_settings(format_settings(changed), "a.toml");
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(read->chunk_gap, 0.95);
  EXPECT_EQ(read->note, changed.note);
  EXPECT_EQ(read->caption, Settings().caption);
  EXPECT_EQ(format_settings(*read), format_settings(changed));
  EXPECT_FALSE(parse_settings("chunk_gab = 1", "a.toml").ok());
  EXPECT_FALSE(parse_settings("chunk_gap = -1", "a.toml").ok());
  EXPECT_FALSE(parse_settings("note = '('", "a.toml").ok());
}

Word word_at(double x0, double x1, double base, std::string text) {
  Word word;
  word.x0 = x0, word.x1 = x1, word.base = base, word.size = 10;
  word.y0 = base - 7.4, word.y1 = base + 2;
  word.number = is_number(text), word.pure = is_pure_number(text);
  word.text = std::move(text);
  return word;
}

// A gutter is where wide gaps of many lines lie and hardly any ink: on lines without spanners, where no ink is.
TEST(Gutters, AreWhiteAndVotedFor) {
  std::mt19937 random(test_seed(5));
  const Settings settings;
  for (int round = 0; round < 200; ++round) {
    const int columns = 2 + int(random() % 4), rows = 3 + int(random() % 8);
    std::vector<Word> words;
    words.reserve(size_t(columns * rows));
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const double width = 10 + random() % 40;
        words.push_back(
            word_at(50 + 80 * c, 50 + 80 * c + width, 100 + 14 * r, std::to_string(random() % 1000)));
      }
    Words all;
    for (const Word& word : words) all.push_back(&word);
    const std::vector<Line> lines = lines_of(all, settings);
    ASSERT_EQ(lines.size(), size_t(rows));
    const std::vector<Gutter> gutters = find_gutters(pointers(lines, 0, lines.size()), 0, 600, settings);
    ASSERT_EQ(gutters.size(), size_t(columns - 1)) << "round " << round;
    for (const Gutter& g : gutters)
      for (const Word& word : words) EXPECT_FALSE(word.x0 < g.x && g.x < word.x1);
  }
}

TEST(ReadingOrder, ColumnsBelowAHeading) {
  std::vector<Item> items;
  items.push_back({{50, 50, 500, 70}, {}, -1, -1});
  for (int row = 0; row < 6; ++row) {  // mixed, as lines of the sheet come
    items.push_back({{300, 100.0 + 14 * row, 500, 110.0 + 14 * row}, {}, -1, -1});
    items.push_back({{50, 100.0 + 14 * row, 250, 110.0 + 14 * row}, {}, -1, -1});
  }
  items.push_back({{50, 300, 500, 312}, {}, -1, -1});
  const std::vector<const Item*> order = reading_order(items);
  ASSERT_EQ(order.size(), items.size());
  EXPECT_EQ(order.front(), &items.front());
  EXPECT_EQ(order.back(), &items.back());
  for (size_t i = 1; i <= 6; ++i) EXPECT_EQ(order[i]->box.x0, 50) << i;
  for (size_t i = 7; i <= 12; ++i) EXPECT_EQ(order[i]->box.x0, 300) << i;
  EXPECT_NE(order[6]->group, order[7]->group);
}

}  // namespace
}  // namespace gleaner::layout
