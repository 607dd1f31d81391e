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
  EXPECT_EQ(rules.refusal("https://a.example/?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=&j=0"), "") << "not set";
  EXPECT_NE(rules.refusal("https://a.example/" + std::string(1000, 'x')), "");
  EXPECT_EQ(rules.clean("mailto:a@b", "http://a.example/"), "");
  EXPECT_EQ(rules.clean("http://u:p@a.example/x@y", "http://a.example/"), "http://a.example/x@y");
  EXPECT_EQ(rules.clean("/x", "http://u:p@a.example/"), "http://u:p@a.example/x");
  EXPECT_EQ(rules.clean("http://u:p@a.example/", ""), "http://u:p@a.example/");
}

class Watched {
 public:
  // Whether that decides anything.
  bool see(const std::string& path, uint64_t text) {
    return rules_.observe("http://a.example" + path, text, uint32_t(text));
  }
  std::string clean(const std::string& path) const {
    return rules_.clean(path, "http://a.example/").substr(std::string("http://a.example").size());
  }
  const UrlRules& rules() const { return rules_; }

 private:
  UrlRules rules_{"a.example"};
};

// Three pages, under addresses of one make; then the same for other makes, and it is left out of all.
TEST(UrlRules, ParametersThatMakeNoDifference) {
  Watched site;
  uint64_t session = 10;
  const auto visit = [&](const std::string& path, uint64_t text) {
    return site.see(path + "&s=" + std::to_string(++session), text);
  };
  for (const uint64_t page : {1, 2}) {
    EXPECT_FALSE(visit("/p?id=" + std::to_string(page), page));
    EXPECT_FALSE(visit("/p?id=" + std::to_string(page), page));
  }
  EXPECT_FALSE(visit("/p?id=3", 3));
  EXPECT_TRUE(visit("/p?id=3", 3));
  EXPECT_EQ(site.clean("/p?id=4&s=21"), "/p?id=4");
  EXPECT_EQ(site.clean("/q?id=4&s=21"), "/q?id=4&s=21");
  for (const std::string make : {"/q?a=", "/r?b="})
    for (const uint64_t page : {1, 2, 3})
      for (int again = 0; again < 2; ++again)
        visit(make + std::to_string(page), 100 * uint64_t(make[1]) + page);
  EXPECT_EQ(site.clean("/t?c=4&s=21"), "/t?c=4") << "several makes agree";
  EXPECT_FALSE(site.see("/p?id=4", 1)) << "id did once";
}

// The forum that a topic is opened from says nothing there, whatever was visited first; lists of forums are
// told by it.
TEST(UrlRules, ParametersOfAddressesOfOneMake) {
  Watched site;
  for (const uint64_t paper : {1, 2, 3}) {
    const std::string path = "/paper.php?id=" + std::to_string(paper) + "&item=";
    EXPECT_FALSE(site.see(path + std::to_string(paper * 10), paper));
    EXPECT_EQ(site.see(path + std::to_string(paper * 10 + 1), paper), paper == 3);
    EXPECT_FALSE(site.see(path + std::to_string(paper * 10 + 2), paper)) << "a page counts once";
  }
  EXPECT_EQ(*site.rules().without().begin(), "item of /paper.php?id");
  EXPECT_EQ(site.clean("/paper.php?item=41&id=4"), "/paper.php?id=4");
  EXPECT_EQ(site.clean("/item.php?item=41"), "/item.php?item=41");
  EXPECT_EQ(site.clean("/paper.php?item=41"), "/paper.php?item=41");
}

// The first page of a list has two addresses, the others one.
TEST(UrlRules, OneValueThatMakesNoDifference) {
  Watched site;
  for (const uint64_t list : {1, 2, 3}) {
    const std::string path = "/topic/" + std::string(list, 'a') + "-b";
    EXPECT_FALSE(site.see(path, list));
    EXPECT_EQ(site.see(path + "?page=0", list), list == 3);
  }
  EXPECT_EQ(site.clean("/topic/c-d?page=0"), "/topic/c-d");
  EXPECT_EQ(site.clean("/topic/c-d?page=1"), "/topic/c-d?page=1");
}

// What was left out of all makes a difference for addresses of another make: it is not left out any longer.
// The work on an address grows with the square of its parameters, and links are a stranger's.
TEST(UrlRules, AddressesOfVeryManyParametersAreLeftAsTheyAre) {
  Watched site;
  int session = 10;
  for (const std::string page : {"/p?id=1", "/p?id=2", "/p?id=3"})
    for (int again = 0; again < 2; ++again)
      site.see(page + "&s=" + std::to_string(++session), uint64_t(page.back()));
  ASSERT_EQ(site.clean("/p?id=4&s=21"), "/p?id=4");
  std::string many = "/p?id=4&s=21";
  for (int i = 0; i < 50'000; ++i) many += "&k" + std::to_string(i) + "=";
  EXPECT_EQ(site.clean(many), many);
  EXPECT_FALSE(site.see(many, 5));
}

TEST(UrlRules, MistakesAreTakenBack) {
  Watched site;
  for (const std::string make : {"/p?a=", "/q?a=", "/r?b="})
    for (const uint64_t page : {1, 2, 3})
      for (const std::string f : {"1", "2"})
        site.see(make + std::to_string(page) + "&f=" + f, uint64_t(make[1]) + 10 * page);
  EXPECT_EQ(site.clean("/list?f=3"), "/list");
  EXPECT_EQ(site.rules().left_out(), std::vector<std::string>{"f"}) << "not of each make as well";
  EXPECT_FALSE(site.see("/list?f=3", 1000));
  EXPECT_TRUE(site.see("/list?f=4", 1001));
  EXPECT_EQ(site.clean("/list?f=3"), "/list?f=3");
  EXPECT_EQ(site.clean("/p?a=9&f=3"), "/p?a=9");
}

// It does not matter which of a page's two addresses was visited first.
TEST(UrlRules, TheBareAddressMayComeSecond) {
  Watched site;
  EXPECT_FALSE(site.see("/p/1?from=top", 1));
  EXPECT_FALSE(site.see("/p/2?from=list", 2));
  EXPECT_FALSE(site.see("/p/1", 1));
  EXPECT_FALSE(site.see("/p/1", 1)) << "the same page once more";
  EXPECT_FALSE(site.see("/p/2", 2));
  EXPECT_FALSE(site.see("/p/3?from=top", 3));
  EXPECT_TRUE(site.see("/p/3", 3));
  EXPECT_EQ(site.clean("/p/4?from=foot"), "/p/4");
}

// What a recommendation adds says nothing, but only all of it together is ever lacking.
TEST(UrlRules, ParametersThatOnlyComeTogether) {
  Watched site;
  EXPECT_FALSE(site.see("/p/red-cup?list=a&place=1", 1));
  EXPECT_FALSE(site.see("/p/red-cup", 1));
  EXPECT_FALSE(site.see("/p/blue-cup", 2));
  EXPECT_FALSE(site.see("/p/blue-cup?list=b&place=7", 2));
  EXPECT_FALSE(site.see("/p/blue-cup?list=c&place=8", 2)) << "one page counts once";
  EXPECT_FALSE(site.see("/p/green-cup?list=b&place=2", 3));
  EXPECT_TRUE(site.see("/p/green-cup", 3));
  EXPECT_EQ(site.clean("/p/white-cup?place=9&list=c"), "/p/white-cup");
  for (const uint64_t id : {1, 2, 3}) {  // beside what names the page
    const std::string path = "/q?id=" + std::to_string(id);
    EXPECT_FALSE(site.see(path + "&list=a&place=" + std::to_string(id), 10 + id));
    EXPECT_EQ(site.see(path, 10 + id), id == 3);
  }
  EXPECT_EQ(site.clean("/q?list=c&id=4&place=2"), "/q?id=4");
}

// Pages that were visited before a parameter was known to say nothing are known without it since.
TEST(UrlRules, WhatWasVisitedBeforeIsKnown) {
  Watched site;
  const auto known = [&](const std::string& path) {
    return site.rules().visited_with_more("http://a.example" + path);
  };
  EXPECT_FALSE(site.see("/p/9?from=top", 9));
  EXPECT_FALSE(known("/p/9"));
  for (const uint64_t page : {1, 2, 3}) {
    site.see("/p/" + std::to_string(page) + "?from=" + std::to_string(page), page);
    site.see("/p/" + std::to_string(page), page);
  }
  EXPECT_EQ(known("/p/9"), 9u);
  EXPECT_FALSE(known("/p/8"));
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
