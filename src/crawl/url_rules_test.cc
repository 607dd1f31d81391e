// Addresses of a site: one name for a page, parameters that say nothing, and what is not asked for
// (url_rules.h).
#include "crawl/url_rules.h"

#include <gtest/gtest.h>

#include <string>

namespace gleaner::crawl {
namespace {

TEST(UrlRules, OneNameForOnePage) {
  UrlRules rules("a.example");
  EXPECT_EQ(rules.clean("/x;jsessionid=1F?utm_source=m&b=2&PHPSESSID=9#top", "http://A.example/y"),
            "http://a.example/x?b=2");
  EXPECT_EQ(rules.refusal("https://www.a.example/x"), "");
  EXPECT_NE(rules.refusal("https://b.example/x"), "");
  EXPECT_NE(rules.refusal("https://a.example/x.JPG"), "");
  EXPECT_NE(rules.refusal("https://a.example/a/b/a/b/a/b/a/b/"), "");
  EXPECT_NE(rules.refusal("https://a.example/?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1"), "");
  EXPECT_NE(rules.refusal("https://a.example/" + std::string(1000, 'x')), "");
  EXPECT_EQ(rules.clean("mailto:a@b", "http://a.example/"), "");
}

TEST(UrlRules, ParametersThatMakeNoDifference) {
  UrlRules rules("a.example");
  EXPECT_FALSE(rules.observe("http://a.example/p?id=1&s=17", 1));
  EXPECT_FALSE(rules.observe("http://a.example/p?id=2&s=18", 2));
  EXPECT_FALSE(rules.observe("http://a.example/p?id=1&s=19", 1));
  EXPECT_EQ(rules.observe("http://a.example/p?id=2&s=20", 2), "s");
  EXPECT_EQ(rules.clean("/p?id=3&s=21", "http://a.example/"), "http://a.example/p?id=3");
  EXPECT_FALSE(rules.observe("http://a.example/p?id=4", 1));  // id did once
}

// The item of an agenda that a paper was opened from makes no difference there; elsewhere it is what the page
// is about.
TEST(UrlRules, ParametersOfAddressesOfOneMake) {
  UrlRules rules("a.example");
  const auto see = [&](const std::string& path, uint64_t text) {
    return rules.observe("http://a.example" + path, text).value_or("");
  };
  EXPECT_EQ(see("/item.php?item=7", 100), "");
  EXPECT_EQ(see("/item.php?item=8", 101), "");
  for (const uint64_t paper : {1, 2})
    for (const uint64_t item : {7, 8, 9})
      EXPECT_EQ(
          see("/paper.php?id=" + std::to_string(paper) + "&item=" + std::to_string(paper * 10 + item), paper),
          "")
          << "three times the same page is one page";
  EXPECT_EQ(see("/paper.php?id=3&item=37", 3), "");
  EXPECT_EQ(see("/paper.php?id=3&item=38", 3), "item of /paper.php?id");
  EXPECT_EQ(rules.clean("/paper.php?item=41&id=4", "http://a.example/"), "http://a.example/paper.php?id=4");
  EXPECT_EQ(rules.clean("/item.php?item=41", "http://a.example/"), "http://a.example/item.php?item=41");
  EXPECT_EQ(rules.clean("/paper.php?item=41", "http://a.example/"), "http://a.example/paper.php?item=41");
}

// It does not matter which of a page's two addresses was visited first.
TEST(UrlRules, TheBareAddressMayComeSecond) {
  UrlRules rules("a.example");
  EXPECT_FALSE(rules.observe("http://a.example/p/1?from=top", 1));
  EXPECT_FALSE(rules.observe("http://a.example/p/2?from=list", 2));
  EXPECT_FALSE(rules.observe("http://a.example/p/1", 1));
  EXPECT_FALSE(rules.observe("http://a.example/p/1", 1)) << "the same page once more";
  EXPECT_EQ(rules.observe("http://a.example/p/2", 2), "from");
}

// Names of things in a path say nothing of how an address is made, and one page of which a parameter does
// make a difference is enough to keep it.
TEST(UrlRules, OnePageThatDiffersKeepsAParameter) {
  UrlRules rules("a.example");
  for (const std::string name : {"red-cup", "blue-cup", "green-cup", "white-cup"})
    for (const std::string page : {"1", "2"})
      EXPECT_FALSE(rules.observe("http://a.example/shop/" + name + "?page=" + page,
                                 name == "red-cup" ? std::hash<std::string>()(page) : name.size()));
  EXPECT_TRUE(rules.without().empty());
}

}  // namespace
}  // namespace gleaner::crawl
