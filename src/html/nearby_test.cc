// Texts around a place: by hand, and on random pages against the texts of the tree.
#include "html/nearby.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/seed_test.h"
#include "base/text.h"
#include "html/texts.h"
#include "page/made_page_test.h"

namespace gleaner::html {
namespace {

std::string joined(const std::vector<NearbyText>& texts) {
  std::string out;
  for (const NearbyText& one : texts) out += (out.empty() ? "" : "|") + one.text;
  return out;
}

std::string before(std::string_view page, std::string_view value, size_t most = 9) {
  return joined(texts_before(page, uint32_t(page.find(value)), most));
}
std::string behind(std::string_view page, std::string_view value, size_t most = 9) {
  return joined(texts_behind(page, uint32_t(page.find(value) + value.size()), most));
}

TEST(Nearby, NearestFirst) {
  const std::string_view page = "<h1>Cup</h1><p>Our price: <b>EUR 7</b> only</p><p>In &amp; out</p>";
  EXPECT_EQ(before(page, "EUR 7"), "Our price:|Cup");
  EXPECT_EQ(behind(page, "EUR 7"), "only|In & out");
  EXPECT_EQ(before(page, "EUR 7", 1), "Our price:");
  EXPECT_EQ(behind(page, "EUR 7", 1), "only");
}

TEST(Nearby, OfTheTextThatIsCutTwoWords) {
  const std::string_view page = "<p>It is a very good book by Ann Lee of Lyon, in France</p>";
  EXPECT_EQ(before(page, "Ann Lee"), "book by");
  EXPECT_EQ(behind(page, "Ann Lee"), "of Lyon,");
}

TEST(Nearby, ValuesOfAttributes) {
  const std::string_view page = "<p>More</p><a title=\"x\" href=\"cup.html\">Cup</a><p>Next";
  EXPECT_EQ(before(page, "cup.html"), "More");
  EXPECT_EQ(behind(page, "cup.html"), "Cup|Next");
}

TEST(Nearby, WhatNobodyReads) {
  const std::string_view page =
      "<p>One</p><!-- two <b>three</b> --><script>if (a < b) four();</script><i>&nbsp;</i><i>:</i>EUR 7"
      "<style>p > b {five}</style><!-- six --><p>Seven</p>";
  EXPECT_EQ(before(page, "EUR 7"), "One");
  EXPECT_EQ(behind(page, "EUR 7"), "Seven");
}

TEST(Nearby, HalfTagsAndEnds) {
  for (std::string_view page :
       {"", "<", ">", "</", "<!--", "-->", "<b", "<script>", "</script>", "a<b>c<", "x-->y"})
    for (uint32_t at = 0; at <= page.size(); ++at) {
      EXPECT_LE(texts_before(page, at, 5).size(), 5u);
      EXPECT_LE(texts_behind(page, at, 5).size(), 5u);
    }
}

// Far away is not looked at, however long the page.
TEST(Nearby, LooksAsFarAsItSays) {
  const std::string page =
      "<p>Far</p>" + std::string(kNearbyBytes, ' ') + "x" + std::string(kNearbyBytes, ' ') + "<p>Far";
  EXPECT_EQ(before(page, "x"), "");
  EXPECT_EQ(behind(page, "x"), "");
}

TEST(Nearby, TheTextsOfTheTree) {
  const uint32_t seed = test_seed(77);
  std::mt19937 random(seed);
  static const char* const kTags[] = {"p", "b", "div", "script", "style", "li", "noscript"};
  static const char* const kTexts[] = {"Price:", "ab &amp; cd", " two\n words ", "\n", "&nbsp;", "Cup"};
  for (int round = 0; round < 300; ++round) {
    std::string source = "<body>";
    for (size_t n = 2 + random() % 12; n > 0; --n) {
      const std::string tag = kTags[random() % std::size(kTags)];
      source += "<" + tag + ">" + kTexts[random() % std::size(kTexts)] + "</" + tag + ">";
      if (random() % 4 == 0) source += "<!-- x <p> y -->";
    }
    const auto document = page_of(source);
    const Texts& texts = document->view<Texts>();
    std::vector<std::string> all;
    for (uint32_t i = 0; i < texts.size(); ++i) all.emplace_back(texts[i].text);
    std::string forward, back;
    for (const std::string& text : all) forward += (forward.empty() ? "" : "|") + text;
    std::reverse(all.begin(), all.end());
    for (const std::string& text : all) back += (back.empty() ? "" : "|") + text;
    EXPECT_EQ(joined(texts_behind(source, 0, 99)), forward) << source << " seed " << seed;
    EXPECT_EQ(joined(texts_before(source, uint32_t(source.size()), 99)), back) << source << " seed " << seed;
  }
}

}  // namespace
}  // namespace gleaner::html
