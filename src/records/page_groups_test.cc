// Which pages are built alike, and which are of one site.
#include "records/page_groups.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace gleaner::records {
namespace {

// Groups as lists of page numbers, with the number of their site.
std::vector<std::pair<std::vector<size_t>, size_t>> groups_of(const std::vector<std::string>& pages) {
  std::vector<std::unique_ptr<Analysis>> owned;
  std::vector<const Analysis*> analyses;
  std::vector<uint64_t> hashes;
  for (const std::string& html : pages) {
    DocumentOptions options;
    options.media_type = MediaType::html;
    Budget budget;
    owned.push_back(std::make_unique<Analysis>(*Document::from_bytes(html, options), budget));
    analyses.push_back(owned.back().get());
    hashes.push_back(stable_hash(html));
  }
  std::vector<std::pair<std::vector<size_t>, size_t>> out;
  for (const PageGroup& group : group_pages(SiteTexts(analyses), hashes))
    out.push_back({group.pages, group.site});
  std::sort(out.begin(), out.end());
  return out;
}

const std::string kFrame =
    "<nav><a href=/>Home</a><a href=/b>Brands</a><a href=/c>Cart</a><a href=/d>Help</a></nav>";

std::string item(int i) {
  const std::string n = std::to_string(i);
  return kFrame + "<main><h1>Thing " + n + "</h1><table><tr><th>Weight<td>" + n +
         "00 g</table><p class=words>Words on thing " + n + "</p>" +
         (i % 2 ? "<div class=review><i>Somebody " + n + "</i> liked it " + n + " times</div>" : "") +
         "</main>";
}

std::string list(int from, int n) {
  std::string out = kFrame + "<ul>";
  for (int i = from; i < from + n; ++i)
    out += "<li><a href=/i" + std::to_string(i) + ">Thing " + std::to_string(i) + "</a> <b>EUR " +
           std::to_string(i * 7) + "</b>";
  return out + "</ul>";
}

using Groups = std::vector<std::pair<std::vector<size_t>, size_t>>;

TEST(PageGroups, OptionalPartsMakeNoGroups) {
  EXPECT_EQ(groups_of({item(1), item(2), item(3), item(4)}), (Groups{{{0, 1, 2, 3}, 0}}));
}

TEST(PageGroups, ListsOfAnyLengthAreOne) {
  EXPECT_EQ(groups_of({list(1, 2), list(10, 30), list(50, 9)}), (Groups{{{0, 1, 2}, 0}}));
}

TEST(PageGroups, ListsAndItemsOfOneSite) {
  const Groups groups = groups_of({list(1, 8), item(21), list(10, 9), item(22)});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].first, (std::vector<size_t>{0, 2}));
  EXPECT_EQ(groups[1].first, (std::vector<size_t>{1, 3}));
  EXPECT_EQ(groups[0].second, groups[1].second);
}

TEST(PageGroups, AnotherSiteIsAnother) {
  const Groups groups =
      groups_of({list(1, 8), "<div><p>Quite another page, with <a href=/x>another</a> look.</p></div>"});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_NE(groups[0].second, groups[1].second);
}

TEST(PageGroups, EveryPageIsInOneGroup) {
  std::vector<std::string> pages = {"", "<p>", "plain text", "<table><tr><td>1</table>"};
  for (int i = 0; i < 100; ++i)
    pages.push_back("<x" + std::to_string(i) + ">Text " + std::to_string(i));  // more than kPageGroups
  std::vector<int> times(pages.size(), 0);
  for (const auto& [group, site] : groups_of(pages))
    for (size_t p : group) ++times[p];
  EXPECT_EQ(times, std::vector<int>(pages.size(), 1));
  EXPECT_TRUE(groups_of({}).empty());
}

}  // namespace
}  // namespace gleaner::records
