// Texts beside values: what is kept of known pages, and what pages say on which the values stand elsewhere.
#include "learn/beside.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "learn/check.h"
#include "page/made_page_test.h"
#include "wrap/config.h"

namespace gleaner::learn {
namespace {

// The record of a page on which the price stands behind the given text.
std::vector<wrap::Record> priced(const Document& page, std::string_view behind) {
  const size_t at = page.text().find("EUR", page.text().find(behind));
  const size_t end = page.text().find('<', at);
  wrap::Record record;
  record.fields.push_back({"price", wrap::Value::make_text(std::string(page.text().substr(at, end - at)),
                                                           Span{uint32_t(at), uint32_t(end)})});
  return {record};
}

std::string product(int i, std::string_view middle = "") {
  return fmt::format(
      "<h1>Cup {0}</h1><p>List price: <b>EUR {0}9.50</b></p>{1}<p>Our price: <b>EUR {0}7.90</b></p><p>Delivered "
      "tomorrow</p><p>A cup</p>",
      i, middle);
}

Profile known(int pages) {
  Profile profile;
  for (int i = 1; i <= pages; ++i) {
    const DocumentPtr page = page_of(product(i));
    profile.add(*page, priced(*page, "Our price"));
  }
  return profile;
}

PageCheck checked(const Profile& profile, const std::string& source, std::string_view behind) {
  const DocumentPtr page = page_of(source);
  return check_page(profile, *page, priced(*page, behind), {});
}

TEST(Beside, KeepsTheNearestTextOfBothSides) {
  const Profile profile = known(7);
  const BesideTexts& beside = profile.find("price")->beside;
  EXPECT_EQ(beside.before.text(), "Our price:");
  EXPECT_EQ(beside.behind.text(), "Delivered tomorrow");
  EXPECT_EQ(beside.before.having(), 7u);
  const auto loaded = Profile::load(profile.save());
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(wrap::format_config(loaded->save()), wrap::format_config(profile.save()));
  EXPECT_EQ(loaded->find("price")->beside.behind.values(), 7u);
}

// Five pages may be those of one town.
TEST(Beside, FewPagesSayNothing) { EXPECT_EQ(known(5).find("price")->beside.before.text(), ""); }

TEST(Beside, DigitsAndValuesAreNoNeighbours) {
  Profile profile;
  for (int i = 1; i <= 7; ++i) {
    const DocumentPtr page = page_of("<p>Made by</p><i>EUR 1</i><i>4.0 stars</i><b>EUR 2</b><p>30 days");
    std::vector<wrap::Record> records = priced(*page, "stars");
    records[0].fields.push_back({"deposit", priced(*page, "Made by")[0].fields[0].value});
    profile.add(*page, records);
  }
  EXPECT_EQ(profile.find("price")->beside.before.text(), "Made by");
  EXPECT_EQ(profile.find("price")->beside.behind.text(), "");
}

TEST(Beside, AnotherPlaceIsAChange) {
  const PageCheck check = checked(known(10), product(3), "List price");
  EXPECT_EQ(check.verdict, Verdict::changed);
  ASSERT_EQ(check.fields.size(), 1u);
  EXPECT_EQ(check.fields[0].evidence, "stands behind \"List price:\" (behind \"Our price:\" until now)");
}

TEST(Beside, WhatComesBetweenIsNone) {
  EXPECT_EQ(
      checked(known(10), product(3, "<div><a>Advertisement</a> <b>buy now</b></div>"), "Our price").verdict,
      Verdict::fine);
}

// One text in place of two is a change when too many pages show it.
TEST(Beside, ManyPagesDecide) {
  const Profile profile = known(10);
  auto odd_of = [&](size_t renamed, size_t pages) {
    std::vector<PageCheck> checks;
    for (size_t i = 0; i < pages; ++i) {
      std::string source = product(int(i) + 1);
      if (i < renamed) source.replace(source.find("Delivered tomorrow"), 18, "Sold out");
      checks.push_back(checked(profile, source, "Our price"));
    }
    judge_together(checks);
    size_t odd = 0;
    for (const PageCheck& check : checks) odd += check.verdict != Verdict::fine;
    return odd;
  };
  EXPECT_EQ(odd_of(1, 1), 0u);
  EXPECT_EQ(odd_of(3, 10), 0u);
  EXPECT_EQ(odd_of(9, 10), 9u);
}

TEST(Beside, ATextThatBecamePartOfTheValue) {
  Profile profile;
  auto page = [](int i) { return page_of(fmt::format("<h1><b>EUR {}</b> only</h1><p>Order", i)); };
  for (int i = 1; i <= 10; ++i) profile.add(*page(i), priced(*page(i), "<b>"));
  const std::string source = "<h1>EUR 4 only</h1><p>Order";
  const PageCheck check = checked(profile, source, "<h1>");
  EXPECT_NE(check.verdict, Verdict::fine);
  EXPECT_NE(check.fields[0].evidence.find("which is part of it"), std::string::npos)
      << check.fields[0].evidence;
}

// Values that come again with others between are all there are; those of pages in
// order of their makers are not.
TEST(Vocabulary, MixedAndSorted) {
  auto profile_of = [](const std::vector<std::string>& values) {
    Profile profile;
    for (const std::string& value : values) {
      wrap::Record record;
      record.fields.push_back({"type", wrap::Value::make_text(value, Span{0, 1})});
      profile.add(*page_of("<p>x"), {record});
    }
    return profile;
  };
  auto odd_of = [](const Profile& profile) {
    std::vector<PageCheck> checks;
    for (int i = 0; i < 8; ++i) {
      wrap::Record record;
      record.fields.push_back({"type", wrap::Value::make_text("College", Span{0, 1})});
      checks.push_back(check_page(profile, *page_of("<p>x"), {record}, {}));
    }
    judge_together(checks);
    return std::count_if(checks.begin(), checks.end(),
                         [](const PageCheck& c) { return c.verdict != Verdict::fine; });
  };
  EXPECT_EQ(odd_of(profile_of(
                {"Public", "Private", "Public", "Private", "Private", "Public", "Private", "Public"})),
            8);
  EXPECT_EQ(odd_of(profile_of(
                {"Public", "Public", "Public", "Public", "Private", "Private", "Private", "Private"})),
            0);
  EXPECT_EQ(odd_of(profile_of({"Public", "Public", "Public", "Public", "Public", "Public"})), 0);
}

}  // namespace
}  // namespace gleaner::learn
