// Records of several like nodes in turn, also cut into sections: the region that comes
// first on made-up result pages.
#include "records/periods.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "page/made_page_test.h"
#include "records/region.h"

namespace gleaner::records {
namespace {

// The texts of the first region's whole records, "a|b|c" each.
std::vector<std::string> first_region(const std::string& html) {
  auto page = page_of(html);
  Budget budget;
  Analysis analysis(page, budget);
  std::vector<std::string> out;
  if (analysis.candidates().empty()) return out;
  for (const FoundRecord& record : analysis.describe(0, true, false).records) {
    out.emplace_back();
    for (const Cell& cell : record.cells)
      if (cell.attribute.empty()) out.back() += (out.back().empty() ? "" : "|") + cell.text;
  }
  return out;
}

const std::string kLong =
    "a text of some length that says what this result is about, in more words than a menu has";

std::string rows(int from, int to) {
  std::string out;
  for (int i = from; i < to; ++i)
    out += fmt::format(
        "<tr><td><a href=/r{0}>Title {0}</a></td><td>${0}.50</td></tr><tr><td colspan=2>{1} {0}</td></tr>", i,
        kLong);
  return out;
}

TEST(Periods, TwoRowsInTurnAreOneRecord) {
  auto records = first_region("<table>" + rows(1, 7) + "</table>");
  ASSERT_EQ(records.size(), 6u);
  EXPECT_TRUE(records[1].starts_with("Title 2|$2.50|") && records[1].ends_with(" has 2")) << records[1];
}

TEST(Periods, BothRowsMayHaveLinks) {
  std::string page = "<ul>";
  for (int i = 1; i < 6; ++i)
    page += fmt::format(
        "<li><a href=/r{0}>Title {0}</a><em>${0}</em></li><li><a href=/m{0}>Maker</a>: {1}</li>", i, kLong);
  EXPECT_EQ(first_region(page + "</ul>").size(), 5u);
}

TEST(Periods, AHeaderIsPassedOver) {
  auto records = first_region("<table><tr><th>What</th><th>Price</th></tr>" + rows(1, 7) + "</table>");
  ASSERT_EQ(records.size(), 6u);
  EXPECT_TRUE(records[0].starts_with("Title 1|$1.50|")) << records[0];
}

TEST(Periods, SectionsAreOneList) {
  auto records = first_region("<div><h2>New</h2><table>" + rows(1, 4) +
                              "</table></div><div><h2>Used</h2><table>" + rows(4, 9) + "</table></div>");
  EXPECT_EQ(records.size(), 8u);
}

TEST(Periods, AListOfLikeRowsHasNone) {
  std::string page = "<ul>";
  for (int i = 1; i < 9; ++i) page += fmt::format("<li><a href=/r{0}>Title {0}</a><em>${0}</em></li>", i);
  auto document = page_of(page);
  Budget budget;
  Analysis analysis(document, budget);
  for (const Candidate& candidate : analysis.candidates()) EXPECT_NE(candidate.origin, Origin::periodic);
  EXPECT_EQ(first_region(page).size(), 8u);
}

}  // namespace
}  // namespace gleaner::records
