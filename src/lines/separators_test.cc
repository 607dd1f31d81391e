// Separators: how the text between fields is cut, aligned where only blanks differ
// and loosened where more does.
#include "lines/separators.h"

#include <gtest/gtest.h>

namespace gleaner::lines {
namespace {

// _ is a blank, ~ one that may be missing, <...> a word, * any text; marks stand for themselves.
std::string shown(const std::vector<Item>& items) {
  std::string out;
  for (const Item& item : items) {
    if (item.kind == Item::Kind::blank) out += item.maybe ? '~' : '_';
    else if (item.kind == Item::Kind::any) out += '*';
    else out += item.kind == Item::Kind::word ? "<" + item.text + ">" : item.text;
  }
  return out;
}

std::vector<Item> cut(std::string_view text, bool dashes = false) {
  return cut_separator(text, 0, uint32_t(text.size()), dashes);
}

TEST(Separators, AreCutIntoBlanksMarksAndWords) {
  EXPECT_EQ(shown(cut("   ")), "_");
  EXPECT_EQ(shown(cut(" \t ")), "\t");
  EXPECT_EQ(shown(cut(", port=22; ")), ",_<port=22>;_");
  EXPECT_EQ(shown(cut(" [two words]: ")), "_[<two words>]:_");
  EXPECT_EQ(shown(cut("[] a|b")), "[]_<a>|<b>");
  EXPECT_EQ(sign(cut(" from (a b) ")), " W (W) ");
  EXPECT_EQ(separator_sign("12: x", 2, 4), ": ");
  EXPECT_TRUE(has_words(cut(" of ")));
  EXPECT_FALSE(has_words(cut(" - ")));
}

TEST(Separators, AQuoteRightBehindAFieldCloses) {
  EXPECT_EQ(shown(cut_separator("x\" of \"y z\"", 1, 11)), "\"_<of>_\"<y z>\"");
}

TEST(Separators, ALoneDashIsAWordWhereAsked) {
  EXPECT_EQ(shown(cut(" - \"-\" a-b ")), "_-_\"-\"_<a-b>_");
  const std::vector<Item> asked = cut(" - \"-\" a-b ", true);
  EXPECT_EQ(shown(asked), "_<->_\"<->\"_<a-b>_");
  EXPECT_EQ(asked[1].starts, std::vector<uint32_t>{1});
  EXPECT_EQ(asked[4].starts, std::vector<uint32_t>{4});
}

TEST(Separators, BlanksThatSomeLackMayBeMissing) {
  std::vector<std::vector<Item>> cuts = {cut(": "), cut(" : "), cut(" :  ")};
  align_blanks(cuts);
  for (const auto& one : cuts) EXPECT_EQ(shown(one), "~:_");
}

TEST(Separators, ThoseThatDifferInMoreThanBlanksStay) {
  std::vector<std::vector<Item>> cuts = {cut(": "), cut(" , ")};
  align_blanks(cuts);
  EXPECT_EQ(shown(cuts[0]), ":_");
  EXPECT_EQ(shown(cuts[1]), "_,_");
}

TEST(Separators, OfSeveralWaysOnlyTheCommonBeginAndEndAreKept) {
  const std::vector<std::vector<Item>> cuts = {cut(" [x] from = "), cut(" [y] in the = ")};
  const std::vector<Item> between = loosened(cuts, false);
  EXPECT_EQ(shown(between), "_[<x>*_");
  EXPECT_EQ(between[2].values, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(shown(loosened(cuts, true)), "_[<x>*");
  EXPECT_EQ(shown(loosened({cut(", at "), cut("; by ")}, false)), "*_");
}

}  // namespace
}  // namespace gleaner::lines
