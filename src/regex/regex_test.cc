// Regular expressions: groups and names, options, errors with a column, patterns that explode, threads.
#include "regex/regex.h"

#include <gtest/gtest.h>

#include <thread>

namespace gleaner::regex {
namespace {

Regex make(std::string_view pattern, Options options = {}) {
  auto made = Regex::compile(pattern, options);
  EXPECT_TRUE(made.ok());
  return std::move(made).value();
}

Options with(bool Options::* option) {
  Options options;
  options.*option = true;
  return options;
}

TEST(Regex, finds_with_groups_and_names) {
  Regex price = make(R"((?<currency>[A-Z]{3})\s+(\d+)(\.\d+)?)");
  std::string_view text = "from EUR 12 on";
  Match match;
  ASSERT_TRUE(price.find(text, 0, match));
  EXPECT_EQ(match.span.of(text), "EUR 12");
  EXPECT_EQ(match.groups[*price.group_of("currency")]->of(text), "EUR");
  EXPECT_EQ(match.groups[2]->of(text), "12");
  EXPECT_FALSE(match.groups[3]);
  EXPECT_EQ(price.group_count(), 3u);
  EXPECT_FALSE(price.group_of("none"));
}

TEST(Regex, anchors) {
  Regex digits = make("\\d+");
  Match match;
  EXPECT_FALSE(digits.match_at("a12", 0, match));
  EXPECT_TRUE(digits.match_at("a12", 1, match));
  EXPECT_EQ(match.span, (Span{1, 3}));
  EXPECT_TRUE(digits.matches("12"));
  EXPECT_FALSE(digits.matches("12a"));
  EXPECT_TRUE(make("(?<=a)b").match_at("ab", 1, match));  // look-behind sees what stands before
  EXPECT_TRUE(make("").find("", 0));
}

TEST(Regex, options_and_unicode) {
  EXPECT_TRUE(make("É", with(&Options::ignore_case)).matches("é"));
  EXPECT_TRUE(make("a.c", with(&Options::dot_all)).matches("a\nc"));
  EXPECT_EQ(make("^b", with(&Options::multi_line)).find("a\nb")->begin, 2u);
  EXPECT_TRUE(make("\\w+").matches("Grüße"));
}

TEST(Regex, errors_have_a_column) {
  auto bad = Regex::compile("ab(c");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, Code::bad_input);
  EXPECT_EQ(bad.error().where.column, 5u);
  EXPECT_FALSE(Regex::compile("\xff").ok());
  EXPECT_FALSE(Regex::compile("\\C").ok());
}

TEST(Regex, exploding_pattern_ends) {
  std::string text(5000, 'a');
  const uint64_t before = given_up();
  EXPECT_FALSE(make("(a+)+$x?b").find(text));
  EXPECT_FALSE(make("^(a+)+[bc]").find(text));
  EXPECT_GT(given_up(), before);
  Match match;
  EXPECT_FALSE(make("^(a+)+[bc]").find(text, 0, match));
  EXPECT_TRUE(match.gave_up);
  EXPECT_FALSE(make("b").find(text, 0, match));
  EXPECT_FALSE(match.gave_up);
}

TEST(Regex, threads_share) {
  Regex word = make("(\\w)(\\w)(\\w)");
  std::vector<std::thread> threads;
  std::atomic<int> found = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) {
        Match match;
        if (word.find("-- abc", 0, match) && match.groups[3] == Span{5, 6}) ++found;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(found, 4000);
}

}  // namespace
}  // namespace gleaner::regex
