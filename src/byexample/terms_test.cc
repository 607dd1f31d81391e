// Terms: lexing, matching where a term stands, printing and reading back, hostile bytes.
#include "byexample/terms.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

namespace gleaner::byexample {
namespace {

std::string printed(std::string_view text, bool lines = true) {
  Terms terms;
  for (const PlacedTerm& placed : lex(text, {0, uint32_t(text.size())}, lines)) terms.push_back(placed.term);
  return print_terms(terms, true);
}

TEST(Terms, WordsTagsSymbolsNumbersAndLines) {
  EXPECT_EQ(printed("<td class=\"p\">Our price: $12&nbsp;</TD>\nx"),
            "<td class=\"p\"> \"Our\" \"price\" \":\" \"$\" # \"&nbsp;\" </td> ^ \"x\"");
  EXPECT_EQ(printed("a\xc2\xa0\xe2\x80\x94\x62 Na\xc3\xafve"),
            "\"a\" \"\xc2\xa0\" \"\xe2\x80\x94\" \"b\" \"Na\xc3\xafve\"");
  EXPECT_EQ(printed("<a href=x>", true), "<a>");  // what it points to is not what it is
}

TEST(Terms, ATagThatTheRangeCutsIsWordsAndSymbols) {
  const std::string_view text = "<a href=\"/x\">";
  Terms terms;
  for (auto& placed : lex(text, {0, 9}, true)) terms.push_back(placed.term);
  EXPECT_EQ(print_terms(terms, true), "\"<\" \"a\" \"href\" \"=\" \"\\\"\"");
}

TEST(Terms, MatchNeedsWordBoundaries) {
  Terms price;
  ASSERT_TRUE(parse_terms("\"price\"", price));
  EXPECT_EQ(match_terms("price:", 0, price, false, true), 5u);
  EXPECT_EQ(match_terms("prices", 0, price, false, true), kNowhere);
  EXPECT_EQ(match_terms("xprice", 1, price, false, true), kNowhere);
  Terms number;
  ASSERT_TRUE(parse_terms("# \".\"", number));
  EXPECT_EQ(match_terms("12 .", 0, number, false, true), 4u);
  EXPECT_EQ(match_terms("12\n.", 0, number, false, true), kNowhere);
  EXPECT_EQ(match_terms("12\n.", 0, number, true, true), 4u);
  EXPECT_EQ(match_terms("12b.", 0, number, false, true), kNowhere);
}

TEST(Terms, TagsCompareByNameAndCarriedAttributes) {
  Terms tag;
  ASSERT_TRUE(parse_terms("<td class=\"p\">", tag));
  EXPECT_EQ(match_terms("<TD id=q CLASS='p'>x", 0, tag, false, true), 19u);
  EXPECT_EQ(match_terms("<td class=pp>x", 0, tag, false, true), kNowhere);
  EXPECT_EQ(match_terms("<tdx class=p>", 0, tag, false, true), kNowhere);
  EXPECT_EQ(match_terms("<td class=\"p\" title=\"a>b\">x", 0, tag, false, true), 26u);
  EXPECT_EQ(match_terms("<td class=p", 0, tag, false, true), kNowhere);
}

TEST(Terms, PrintedTermsReadBack) {
  for (std::string_view text : {"<td class=\"a \\\"b\">x</td>", "one, two: 3 (\"q\") \\ x\n<!-- c -->^$#",
                                "&amp;&#160;\xe2\x80\xa2"}) {
    Terms terms, back;
    for (const PlacedTerm& placed : lex(text, {0, uint32_t(text.size())}, true)) terms.push_back(placed.term);
    ASSERT_TRUE(parse_terms(print_terms(terms, true), back)) << print_terms(terms, true);
    EXPECT_EQ(print_terms(back, true), print_terms(terms, true));
    EXPECT_TRUE(terms == back);
  }
  Terms terms;
  EXPECT_FALSE(parse_terms("\"open", terms));
  EXPECT_FALSE(parse_terms("<td class=p>", terms));
  EXPECT_FALSE(parse_terms("word", terms));
}

TEST(Terms, AnyBytesAreSafe) {
  const unsigned seed = test_seed(7);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const std::string_view bits[] = {"<", ">",  "a", "/",   "=",        "\"",       "'", "!--", "-->",
                                   " ", "\n", "&", "#1;", "\xc2\xa0", "\xc3\xa9", "9", "td"};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (unsigned n = random() % 30; n > 0; --n) text += bits[random() % std::size(bits)];
    const std::string exact(text);  // its own block: the sanitizer sees overruns
    uint32_t end = 0;
    Terms terms;
    for (const PlacedTerm& placed : lex(exact, {0, uint32_t(exact.size())}, true)) {
      EXPECT_GE(placed.span.begin, end);
      EXPECT_GT(placed.span.end, placed.span.begin);
      end = placed.span.end;
      if (placed.term.kind == Term::Kind::line) continue;
      EXPECT_EQ(match_term(exact, placed.span.begin, placed.term, true), placed.span.end)
          << exact << " / " << print_term(placed.term, true);
      terms.push_back(placed.term);
    }
    Terms back;
    EXPECT_TRUE(parse_terms(print_terms(terms, true), back)) << print_terms(terms, true);
    EXPECT_TRUE(terms == back) << exact;
  }
}

}  // namespace
}  // namespace gleaner::byexample
