// Skeletons: what must not change them, what must, and tags that are none.
#include "learn/skeleton.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include "page/made_page_test.h"

namespace gleaner::learn {
namespace {

Sketch sketch(const std::string& text) { return sketch_of(*page_of(text)); }
double alike(const std::string& a, const std::string& b) { return similarity(sketch(a), sketch(b)); }

std::string times(size_t n, const std::string& text) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += text;
  return out;
}

TEST(Skeleton, MoreOfTheSameIsTheSame) {
  EXPECT_EQ(
      alike("<ul>" + times(3, "<li><b>x</b> y") + "</ul>", "<ul>" + times(300, "<li><b>x</b> y") + "</ul>"),
      1.0);
  EXPECT_EQ(alike("<table>" + times(3, "<tr><td>x<td>y"), "<table>" + times(200, "<tr><td>x<td>y")), 1.0);
  EXPECT_EQ(alike("<dl>" + times(2, "<dt>x<dd>y") + "</dl>", "<dl>" + times(50, "<dt>x<dd>y") + "</dl>"),
            1.0);
  EXPECT_EQ(alike(times(2, "<p><font size=1>x"), times(90, "<p><font size=2>x")), 1.0);  // never closed
  EXPECT_EQ(alike("<P>1</P>", "<p>2 3 4</p>"), 1.0);
}

TEST(Skeleton, InnerTablesAreNotClosedByOuterOnes) {
  EXPECT_LT(alike("<table><tr><td><table><tr><td>x</table></table>",
                  "<table><tr><td>x</table><table><tr><td>x</table>"),
            1.0);
}

TEST(Skeleton, OtherTagsNestingAndClassesAreAnother) {
  EXPECT_LT(alike("<table><tr><td>1</td></tr></table>", "<ul><li><a>1</a></li></ul>"), 0.1);
  EXPECT_LT(alike("<div><div><h1>x</h1></div></div>", "<div><h1>x</h1></div><div></div>"), 0.8);
  EXPECT_LT(alike("<div class='a b'>x</div>", "<div class='c d'>x</div>"), 0.5);
  EXPECT_EQ(alike("<div class='a  b' id=1>x</div>", "<div title=\">\" CLASS=\"b a\">x</div>"), 1.0);
}

TEST(Skeleton, TagsThatAreNone) {
  EXPECT_EQ(alike("<div>1 < 2<!-- <h1><h2> --><script>'<h3>'</script><style><h4></style></div>",
                  "<!doctype html><div><script></SCRIPT><style></style></div>"),
            1.0);
  EXPECT_EQ(alike("<div><script><h1>", "<div><script>"), 1.0);
  EXPECT_EQ(alike("", "no tags"), 1.0);
  EXPECT_EQ(alike("", "<p>"), 0.0);
}

TEST(Skeleton, EstimatesTheShareOfCommonPaths) {
  for (int common : {20, 200, 1000}) {
    std::string a, b;
    for (int i = 0; i < 1000; ++i) {
      a += "<div class=a" + std::to_string(i) + "></div>";
      b += "<div class=" + std::string(i < common ? "a" : "b") + std::to_string(i) + "></div>";
    }
    EXPECT_NEAR(alike(a, b), (common + 1.0) / (2 * 1000 - common + 1.0), 0.12) << common;
  }
}

TEST(Skeleton, SavedAndRead) {
  const Sketch one = sketch("<div class=x><p>1");
  EXPECT_EQ(parse_sketch(format_sketch(one)), one);
  EXPECT_EQ(similarity(one, parse_sketch("00ff")), 0.0);
}

TEST(Skeleton, DeepNestingCostsNoSquare) {
  const std::string deep = times(200'000, "<div>");
  EXPECT_EQ(alike(deep + times(200'000, "</x>"), deep), 1.0);
}

TEST(Skeleton, AnyBytes) {
  const unsigned seed = test_seed(20260715);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const std::string signs = "<>/!-? ='\"abli tdr\n&;\x80\xff";
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (size_t n = random() % 60; n > 0; --n) text += signs[random() % signs.size()];
    EXPECT_EQ(alike(text, text), 1.0) << text;
  }
}

}  // namespace
}  // namespace gleaner::learn
