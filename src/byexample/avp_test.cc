// AVP patterns: the one-pass scanner against a scan of every place for every pattern.
#include "byexample/avp.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"

namespace gleaner::byexample {
namespace {

Terms terms_of(std::string_view printed) {
  Terms terms;
  EXPECT_TRUE(parse_terms(printed, terms)) << printed;
  return terms;
}

AvpPattern pattern_of(std::string_view left, std::string_view right, uint32_t attribute = 0) {
  AvpPattern pattern;
  pattern.attribute = attribute;
  pattern.left = {terms_of(left)};
  pattern.right = {terms_of(right)};
  return pattern;
}

std::vector<std::string> texts(const std::vector<AvpPattern>& patterns, std::string_view text) {
  Budget budget;
  Occurrences found;
  size_t attributes = 0;
  for (const auto& p : patterns) attributes = std::max<size_t>(attributes, p.attribute + 1);
  EXPECT_TRUE(Scanner(patterns, attributes).scan(text, 0, found, budget));
  std::vector<std::string> out;
  for (const auto& list : found.of)
    for (const Occurrence& o : list)
      for (uint32_t i = 0; i < o.count; ++i) out.emplace_back(found.values[o.first + i].of(text));
  return out;
}

TEST(Avp, ValuesBetweenTerms) {
  const std::vector<AvpPattern> name = {pattern_of("<b>", "</b>")};
  EXPECT_EQ(texts(name, "<B> Ann </b><b>Bo</b><b>a<i>c</i></b><b>x\ny</b>"),
            (std::vector<std::string>{"Ann", "Bo"}));
  std::vector<AvpPattern> any = name;
  any[0].tags = any[0].lines = true;
  EXPECT_EQ(texts(any, "<b>a<i>c</i></b><b>x\ny</b>"), (std::vector<std::string>{"a<i>c</i>", "x\ny"}));
}

TEST(Avp, NeighboursShareATerm) {
  EXPECT_EQ(texts({pattern_of("\"/\"", "\"/\"")}, "a / b / c / d"), (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(texts({pattern_of("^", "\":\"")}, "k: v\n  l: w"), (std::vector<std::string>{"k", "l"}));
  EXPECT_EQ(texts({pattern_of("\":\"", "$")}, "k: v\r\n  l: w"), (std::vector<std::string>{"v", "w"}));
}

TEST(Avp, ARunOfElements) {
  AvpPattern authors = pattern_of("<li>", "\":\"");
  authors.separators = {terms_of("\",\""), terms_of("\"and\"")};
  const std::string_view page = "<li>Ann Lee, Bo and Cy: <i>One, two</i>\n<li>Di: x";
  Budget budget;
  Occurrences found;
  const std::vector<AvpPattern> patterns = {authors};
  Scanner(patterns, 1).scan(page, 0, found, budget);
  ASSERT_EQ(found.of[0].size(), 2u);
  EXPECT_EQ(found.of[0][0].count, 3u);
  EXPECT_EQ(found.of[0][1].count, 1u);
  EXPECT_EQ(texts(patterns, page), (std::vector<std::string>{"Ann Lee", "Bo", "Cy", "Di"}));
}

// Tries every place; the nearest right side by looking at every later place.
std::vector<Occurrence> slow_scan(const AvpPattern& pattern, std::string_view text) {
  std::vector<Occurrence> out;
  for (uint32_t at = 0; at <= text.size(); ++at)
    for (const Terms& left : pattern.left) {
      uint32_t begin = match_terms(text, at, left, pattern.across, true);
      if (begin == kNowhere) continue;
      if (pattern.trim_left) begin = skip_blank(text, begin, pattern.across || pattern.lines);
      for (uint32_t end = begin; end <= text.size(); ++end) {
        bool hit = false;
        for (const Terms& right : pattern.right)
          hit |= match_terms(text, end, right, pattern.across, false) != kNowhere;
        if (hit) {
          uint32_t stop = end;
          while (pattern.trim_right && stop > begin && is_space(text[stop - 1])) --stop;
          if (!out.empty() && out.back().right_end == end && out.back().value.begin <= begin) out.pop_back();
          out.push_back({at, {begin, stop}, end, 0, 0, 1});
          break;
        }
        if (end == text.size() || (text[end] == '<' && !pattern.tags) ||
            (text[end] == '\n' && !pattern.lines))
          break;
      }
    }
  return out;
}

TEST(Avp, AgreesWithTheSlowScanOnRandomPages) {
  const unsigned seed = test_seed(11);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const std::string_view bits[] = {"<b>", "</b>", "<b c=1>", "x", "y", " ",
                                   ",",   ":",    "\n",      "7", "<", "&nbsp;"};
  const std::string_view terms[] = {"<b>", "</b>",        "\"x\"",      "\",\"", "\":\"",
                                    "#",   "<b c=\"1\">", "\"&nbsp;\"", "\"<\""};
  auto side = [&](std::string_view edge) {
    std::string out;
    if (random() % 6 == 0) out += edge;
    for (unsigned n = 1 + random() % 2; n > 0 || out.empty(); n -= n > 0)
      out += (out.empty() ? "" : " ") + std::string(terms[random() % std::size(terms)]);
    return out;
  };
  for (int round = 0; round < 4000; ++round) {
    std::string page;
    for (unsigned n = random() % 25; n > 0; --n) page += bits[random() % std::size(bits)];
    std::vector<AvpPattern> patterns;
    for (uint32_t p = 0; p < 3; ++p) {
      AvpPattern pattern = pattern_of(side("^"), side("\":\""), p);
      if (random() % 2) pattern.right.push_back(terms_of(side("\",\"")));
      if (random() % 3 == 0) pattern.right.push_back(terms_of("$"));
      pattern.tags = random() % 2;
      pattern.lines = random() % 2;
      pattern.across = random() % 3 == 0;
      pattern.trim_left = random() % 2;
      patterns.push_back(pattern);
    }
    Budget budget;
    Occurrences found;
    ASSERT_TRUE(Scanner(patterns, 3).scan(page, 0, found, budget));
    for (uint32_t p = 0; p < 3; ++p) {
      const auto expected = slow_scan(patterns[p], page);
      ASSERT_EQ(found.of[p].size(), expected.size()) << page << "\nround " << round;
      for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(found.of[p][i].left_begin, expected[i].left_begin);
        EXPECT_EQ(found.of[p][i].value, expected[i].value) << page << "\nround " << round;
        EXPECT_EQ(found.values[found.of[p][i].first], expected[i].value) << page << "\nround " << round;
      }
    }
  }
}

TEST(Avp, ABudgetStopsTheScan) {
  std::string page;
  for (int i = 0; i < 40000; ++i) page += "<b>x</b>";
  BudgetLimits limits;
  limits.steps = 100;
  Budget budget(limits);
  Occurrences found;
  const std::vector<AvpPattern> patterns = {pattern_of("<b>", "</b>")};
  EXPECT_FALSE(Scanner(patterns, 1).scan(page, 0, found, budget));
  EXPECT_LT(found.of[0].size(), 40000u);
}

}  // namespace
}  // namespace gleaner::byexample
