// Parts of a node's text: what is learned gives the places it was learned from, and survives being written.
#include "pattern/raw_cut.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

namespace gleaner::pattern {
namespace {

RawExample example(std::string_view raw, std::string_view value) {
  const size_t from = raw.find(value);
  return {raw, from, from + value.size()};
}

std::string part_of(const RawCut& cut, std::string_view raw) {
  auto part = cut.apply(raw);
  return part ? std::string(raw.substr(part->from, part->to - part->from)) : "nothing";
}

TEST(RawCut, UpToTheLastDivider) {
  auto cut = learn_raw_cut(
      {example("Library, 2nd floor, ", "Library, 2nd floor"), example("Harbour 7, ", "Harbour 7")});
  ASSERT_TRUE(cut);
  EXPECT_EQ(part_of(*cut, "Hall, stage B, "), "Hall, stage B");
  EXPECT_EQ(part_of(*cut, "no divider"), "nothing");
  EXPECT_EQ(cut->words(), "up to the last \", \"");
}

TEST(RawCut, TheFirstDividerIsPreferred) {
  auto cut = learn_raw_cut({example("(520)704", "520"), example("(307)11", "307")});
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->print(), "after \"(\" before \")\"");
}

TEST(RawCut, BothEndsFromTheEnd) {
  auto cut = learn_raw_cut({example("a (b) (c) x", "c"), example("(d) y", "d"), example("e (f (g) z", "g")});
  ASSERT_TRUE(cut);
  EXPECT_EQ(part_of(*cut, "(h) (i) w"), "i");
}

// Everything learned from random texts of few letters gives exactly the labelled parts,
// also after printing and parsing.
TEST(RawCut, GivesItsExamplesAndRoundTrips) {
  const unsigned seed = test_seed(4711);
  std::mt19937 random(seed);
  size_t learned = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> texts;
    std::vector<std::pair<size_t, size_t>> parts;
    for (unsigned i = 0; i < 1 + random() % 3; ++i) {
      std::string text;
      for (unsigned n = 2 + random() % 7; n > 0; --n) text += "ab, "[random() % 4];
      const size_t from = random() % text.size(), to = from + 1 + random() % (text.size() - from);
      texts.push_back(std::move(text));
      parts.push_back({from, to});
    }
    std::vector<RawExample> examples;
    for (size_t i = 0; i < texts.size(); ++i) examples.push_back({texts[i], parts[i].first, parts[i].second});
    auto cut = learn_raw_cut(examples);
    if (!cut) continue;
    ++learned;
    auto again = RawCut::parse(cut->print());
    ASSERT_TRUE(again) << cut->print() << " seed " << seed;
    for (const RawExample& e : examples)
      for (const RawCut& c : {*cut, *again}) {
        auto part = c.apply(e.raw);
        ASSERT_TRUE(part) << e.raw << " by " << c.print() << " seed " << seed;
        EXPECT_EQ(part->from, e.from) << e.raw << " by " << c.print() << " seed " << seed;
        EXPECT_EQ(part->to, e.to) << e.raw << " by " << c.print() << " seed " << seed;
      }
  }
  EXPECT_GT(learned, 1000u);
}

TEST(RawCut, BadTextsAreNoCuts) {
  for (std::string_view bad : {"", "after", "after \"a\"", "after \"a\" before", "after \"a\" before last",
                               "after \"a\" before \"b\" x", "after 0 \"a\" before \"b\"", "before \"b\"",
                               "after last before \"b\""})
    EXPECT_FALSE(RawCut::parse(bad)) << bad;
}

}  // namespace
}  // namespace gleaner::pattern
