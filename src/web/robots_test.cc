// robots.txt: the cases of RFC 9309 and of the common parsers, as facts.
#include "web/robots.h"

#include <gtest/gtest.h>

namespace gleaner::web {
namespace {

bool allowed(std::string_view robots, std::string_view target, std::string_view agent = "FooBot") {
  return Robots::parse(robots, agent).allowed(target);
}

TEST(Robots, GroupsAreChosenByTheProductToken) {
  constexpr std::string_view text =
      "allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\n\nuser-agent: BarBot\ndisallow: "
      "/\nallow: /y/\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n";
  EXPECT_TRUE(allowed(text, "/x/b"));
  EXPECT_TRUE(allowed(text, "/z/d"));
  EXPECT_FALSE(allowed(text, "/y/c"));
  EXPECT_TRUE(allowed(text, "/y/c", "BarBot"));
  EXPECT_TRUE(allowed(text, "/w/a", "BarBot"));
  EXPECT_FALSE(allowed(text, "/z/d", "BarBot"));
  EXPECT_TRUE(allowed(text, "/z/d", "BazBot"));
}

TEST(Robots, TheTokenEndsWhereItsLettersEnd) {
  EXPECT_FALSE(allowed("User-agent: FooBot/1.2\nDisallow: /", "/x"));
  EXPECT_FALSE(allowed("USER-AGENT: foobot\nDISALLOW: /", "/x"));
  EXPECT_TRUE(allowed("User-agent: FooBo\nDisallow: /", "/x"));
  EXPECT_TRUE(allowed("User-agent: FooBotX\nDisallow: /", "/x"));
  EXPECT_FALSE(allowed("User-agent: Foo Bot\nDisallow: /", "/x", "Foo"));
}

TEST(Robots, TheStarIsForThoseNotNamed) {
  constexpr std::string_view text = "User-agent: *\nDisallow: /a\nUser-agent: FooBot\nDisallow: /b\n";
  EXPECT_TRUE(allowed(text, "/a"));
  EXPECT_FALSE(allowed(text, "/b"));
  EXPECT_FALSE(allowed(text, "/a", "Other"));
  EXPECT_TRUE(allowed(text, "/b", "Other"));
  EXPECT_TRUE(allowed("", "/a"));
  EXPECT_TRUE(allowed("User-agent: FooBot\nDisallow:\n", "/a"));
  EXPECT_FALSE(allowed("user-agent: *foo\ndisallow: /a\nuser-agent: *\ndisallow: /x", "/x"));
}

TEST(Robots, SeveralNamesShareAGroup) {
  constexpr std::string_view text =
      "User-agent: a\nUser-agent: FooBot\n\nDisallow: /x\nUser-agent: b\nDisallow: /y";
  EXPECT_FALSE(allowed(text, "/x"));
  EXPECT_TRUE(allowed(text, "/y"));
}

TEST(Robots, TheLongestRuleDecidesAndAllowOfEquals) {
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/\n", "/x/page.html"));
  EXPECT_TRUE(allowed("user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n", "/x/page.html"));
  EXPECT_FALSE(allowed("user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n", "/x/"));
  EXPECT_TRUE(allowed("user-agent: FooBot\ndisallow: /x\nallow: /x\n", "/x"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /x/page.h\nallow: /*.html\n", "/x/page.html"));
  EXPECT_TRUE(allowed("user-agent: FooBot\ndisallow: /\nallow: /p\n", "/page"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /folder\nallow: /page\n", "/folder/page"));
}

TEST(Robots, WildcardsAndEnds) {
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /foo/*/qux\n", "/foo/bar/qux"));
  EXPECT_TRUE(allowed("user-agent: FooBot\ndisallow: /foo/*/qux\n", "/foo/bar/baz"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: *.php$\n", "/a/b.php"));
  EXPECT_TRUE(allowed("user-agent: FooBot\ndisallow: *.php$\n", "/a/b.php?x=1"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /a*b*c$\n", "/axxbyybzzc"));
  EXPECT_TRUE(allowed("user-agent: FooBot\ndisallow: /$\n", "/a"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /$\n", "/"));
  const std::string stars =
      "user-agent: FooBot\ndisallow: /" + std::string(200, '*') + "a" + std::string(200, '*') + "b\n";
  EXPECT_TRUE(allowed(stars, "/" + std::string(5000, 'a')));  // and at once
}

// A line a fact: rules (after "user-agent: FooBot"), a target, may it be fetched? From the tables of RFC 9309
// (2.2.2, 2.2.3) and of the documentation of Google's parser. Where that one goes its own way (index.html is
// its folder, escaped letters are not letters) the RFC's word counts here.
struct Fact {
  std::string_view rules, target;
  bool allowed;
};
constexpr Fact kFacts[] = {
    // what is matched
    {"disallow: /\nallow: /fish", "/bar", false},
    {"disallow: /\nallow: /fish", "/fish", true},
    {"disallow: /\nallow: /fish", "/fish.html", true},
    {"disallow: /\nallow: /fish", "/fish/salmon.html", true},
    {"disallow: /\nallow: /fish", "/fishheads/yummy.html", true},
    {"disallow: /\nallow: /fish", "/fish.html?id=anything", true},
    {"disallow: /\nallow: /fish", "/Fish.asp", false},
    {"disallow: /\nallow: /fish", "/catfish", false},
    {"disallow: /\nallow: /fish", "/?id=fish", false},
    {"disallow: /\nallow: /fish*", "/fish/salmon.html", true},
    {"disallow: /\nallow: /fish*", "/Fish.bar", false},
    {"disallow: /\nallow: /fish*", "/?id=fish", false},
    {"disallow: /\nallow: /fish/", "/fish/?salmon", true},
    {"disallow: /\nallow: /fish/", "/fish/salmon", true},
    {"disallow: /\nallow: /fish/", "/fish", false},
    {"disallow: /\nallow: /fish/", "/fish.html", false},
    {"disallow: /\nallow: /*.php", "/filename.php", true},
    {"disallow: /\nallow: /*.php", "/folder/filename.php?parameters", true},
    {"disallow: /\nallow: /*.php", "/folder/any.php.file.html", true},
    {"disallow: /\nallow: /*.php", "/index?f=filename.php/", true},
    {"disallow: /\nallow: /*.php", "/php/", false},
    {"disallow: /\nallow: /*.php", "/index?php", false},
    {"disallow: /\nallow: /*.php", "/windows.PHP", false},
    {"disallow: /\nallow: /*.php$", "/folder/filename.php", true},
    {"disallow: /\nallow: /*.php$", "/filename.php?parameters", false},
    {"disallow: /\nallow: /*.php$", "/filename.php/", false},
    {"disallow: /\nallow: /*.php$", "/filename.php5", false},
    {"disallow: /\nallow: /fish*.php", "/fishheads/catfish.php?parameters", true},
    {"disallow: /\nallow: /fish*.php", "/Fish.PHP", false},
    // which rule decides
    {"allow: /p\ndisallow: /", "/page", true},
    {"allow: /folder\ndisallow: /folder", "/folder/page", true},
    {"allow: /page\ndisallow: /*.htm", "/page.htm", false},
    {"allow: /$\ndisallow: /", "/", true},
    {"allow: /$\ndisallow: /", "/page.html", false},
    {"disallow: /x\nallow: /x/", "/x", false},
    {"disallow: /x\nallow: /x/", "/x/", true},
    {"disallow: \nallow: ", "/x", true},
    {"allow: /x/page.\ndisallow: /*.html", "/x/page.html", true},
    {"allow: /x/page.\ndisallow: /*.html", "/x/y.html", false},
    {"disallow: /\nallow: /example/page/\ndisallow: /example/page/disallowed.gif", "/example/page/a", true},
    {"disallow: /\nallow: /example/page/\ndisallow: /example/page/disallowed.gif",
     "/example/page/disallowed.gif", false},
    // characters that mean something
    {"disallow: /foo/bar/quz\nallow: /foo/*/qux", "/foo/bar/quz", false},
    {"disallow: /foo/bar/quz\nallow: /foo/*/qux", "/foo//quz", true},
    {"disallow: /foo/bar$\nallow: /foo/bar/qux", "/foo/bar", false},
    {"disallow: /foo/bar$\nallow: /foo/bar/qux", "/foo/bar/", true},
    {"# disallow: /\ndisallow: /foo/quz#qux\nallow: /", "/foo/bar", true},
    {"# disallow: /\ndisallow: /foo/quz#qux\nallow: /", "/foo/quz", false},
    {"disallow: /path/file-with-a-%2A.html", "/path/file-with-a-*.html", false},
    {"disallow: /path/file-with-a-%2A.html", "/path/file-with-a-b.html", true},
    {"disallow: /path/foo-%24", "/path/foo-$", false},
    {"disallow: /path/foo-%24", "/path/foo-", true},
    {"disallow: /a$b", "/a$b/c", false},
    {"disallow: /a$b", "/a", true},
    // escapes
    {"disallow: /\nallow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par",
     "/foo/bar?qux=taz&baz=http://foo.bar?tar&par", true},
    {"disallow: /foo/bar/%E3%83%84", "/foo/bar/%E3%83%84", false},
    {"disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false},
    // lines that are of no group, or of none that is known
    {"sitemap: https://foo.bar/sitemap\nuser-agent: x\ndisallow: /", "/a", false},
    {"unknown: line\nuser-agent: x\ndisallow: /", "/a", false},
    {"disallow: /x\nuser-agent: x\ndisallow: /", "/a", true},
};

TEST(Robots, AsTheTablesSay) {
  for (const Fact& fact : kFacts)
    EXPECT_EQ(allowed("user-agent: FooBot\n" + std::string(fact.rules) + "\n", fact.target), fact.allowed)
        << fact.rules << "\n"
        << fact.target;
}

TEST(Robots, EscapesAreOneForm) {
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /foo/bar/\xE3\x83\x84\n", "/foo/bar/%E3%83%84"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /foo/bar/%E3%83%84\n", "/foo/bar/\xE3\x83\x84"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /foo/bar/%62%61%7A\n", "/foo/bar/baz"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /a%3cd.html\n", "/a%3Cd.html"));
  EXPECT_TRUE(allowed("user-agent: FooBot\ndisallow: /a%2Fb\n", "/a/b"));  // an escaped slash is another
}

TEST(Robots, PathsAreCaseSensitive) {
  EXPECT_TRUE(allowed("user-agent: FooBot\ndisallow: /X/\n", "/x/y"));
  EXPECT_FALSE(allowed("user-agent: FooBot\ndisallow: /x/\n", "/x/y"));
}

TEST(Robots, LinesAsPeopleWriteThem) {
  EXPECT_FALSE(allowed("\xEF\xBB\xBFUser-agent: FooBot\r\nDisallow: /x # why\r\n", "/x"));
  EXPECT_FALSE(allowed("User-agent: FooBot\rDisallow: /x\r", "/x"));
  EXPECT_FALSE(allowed("user-agent FooBot\ndisallow /x\n", "/x"));
  EXPECT_FALSE(allowed("  User-agent :  FooBot \n Disallow :  /x \n", "/x"));
  EXPECT_TRUE(allowed("<html>Not found: no</html>", "/x"));
  EXPECT_TRUE(allowed(std::string_view("\0\xFF: \x80:", 6), "/x"));
}

TEST(Robots, RobotsTxtItselfIsAlwaysAllowed) {
  EXPECT_TRUE(allowed("User-agent: *\nDisallow: /", "/robots.txt"));
}

TEST(Robots, DelayAndSitemaps) {
  const Robots robots = Robots::parse(
      "User-agent: *\nCrawl-delay: 2.5\nSitemap: https://a.example/s.xml\nDisallow: /x\n", "FooBot");
  EXPECT_EQ(robots.delay(), 2.5);
  EXPECT_EQ(robots.sitemaps(), std::vector<std::string>{"https://a.example/s.xml"});
  EXPECT_FALSE(Robots::parse("User-agent: other\nCrawl-delay: 9\n", "FooBot").delay());
}

TEST(Robots, TooLongAFileIsCut) {
  std::string text = "User-agent: FooBot\nDisallow: /a\n" + std::string(600u << 10, '#') + "\nDisallow: /b\n";
  EXPECT_FALSE(allowed(text, "/a"));
  EXPECT_TRUE(allowed(text, "/b"));
}

TEST(Robots, Targets) {
  EXPECT_EQ(robots_target("https://a.example"), "/");
  EXPECT_EQ(robots_target("https://a.example/x?y=1#z"), "/x?y=1");
}

}  // namespace
}  // namespace gleaner::web
