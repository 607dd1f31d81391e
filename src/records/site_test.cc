// Several pages: the same region everywhere, detail pages, and what must not matter (order, duplicates).
#include "records/site.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "records/convert.h"
#include "records/names.h"

namespace gleaner::records {
namespace {

struct Pages {
  std::vector<std::unique_ptr<Analysis>> owned;
  std::vector<const Analysis*> pages;
  void add(std::string html) {
    DocumentOptions options;
    options.name = "p" + std::to_string(owned.size()) + ".html";
    options.media_type = MediaType::html;
    Budget budget;
    owned.push_back(std::make_unique<Analysis>(*Document::from_bytes(std::move(html), options), budget));
    pages.push_back(owned.back().get());
  }
  Site site() {
    Budget budget;
    return find_on_site(pages, {}, budget);
  }
};

std::string menu() {
  return "<ul class=menu><li><a href=/1>First of all</a><li><a href=/2>Second 2</a><li><a href=/3>Third "
         "3</a></ul>";
}

std::string results(int from, int n) {
  std::string out = "<body>" + menu() + "<div>";
  for (int i = from; i < from + n; ++i)
    out += "<div class=hit><a href=/r" + std::to_string(i) + ">Result " + std::to_string(i) +
           "</a><p class=sum>Words of hit " + std::to_string(i * 13) +
           "</p><span class=add>Add to cart</span></div>";
  return out + "</div></body>";
}

std::string entity(int i) {
  std::string n = std::to_string(i);
  return "<body>" + menu() + "<h1>Player " + n + "</h1><table><tr><th>Team</th><td>Team " +
         std::string(1, char('A' + i)) + "</td></tr><tr><th>Weight</th><td>" + std::to_string(80 + i) +
         " kg</td></tr>" + (i % 2 ? "<tr><th>Born:</th><td>" + std::to_string(1960 + i) + "</td></tr>" : "") +
         "</table><p>All rights reserved</p></body>";
}

std::vector<std::string> texts(const std::vector<FoundRecord>& records, const std::vector<Column>& columns) {
  std::vector<std::string> out;
  for (const FoundRecord& record : records)
    for (const Cell& cell : record.cells) out.push_back(columns[cell.column].name + "=" + cell.text);
  return out;
}

TEST(Site, TheSameListOnAllPages) {
  Pages p;
  p.add(results(1, 8));
  p.add(results(20, 3));
  p.add(results(40, 12));
  Site site = p.site();
  ASSERT_EQ(site.kind, SiteKind::list);
  ASSERT_EQ(site.pages.size(), 3u);
  EXPECT_EQ(site.pages[0].size(), 8u);
  EXPECT_EQ(site.pages[1].size(), 3u);
  EXPECT_EQ(site.pages[2].size(), 12u);
  std::vector<std::string> names;
  for (uint32_t c : data_columns(site.columns)) names.push_back(site.columns[c].name);
  EXPECT_EQ(names, (std::vector<std::string>{"title", "link", "sum"}));
}

TEST(Site, DetailPagesGiveOneRecordEach) {
  Pages p;
  for (int i = 0; i < 6; ++i) p.add(entity(i));
  Site site = p.site();
  ASSERT_EQ(site.kind, SiteKind::detail) << site.why;
  for (const auto& records : site.pages) EXPECT_EQ(records.size(), 1u);
  EXPECT_EQ(texts(site.pages[3], site.columns),
            (std::vector<std::string>{"title=Player 3", "team=Team D", "weight=83 kg", "born=1963"}));
  EXPECT_EQ(texts(site.pages[2], site.columns),
            (std::vector<std::string>{"title=Player 2", "team=Team C", "weight=82 kg"}));
}

TEST(SiteMetamorphic, OrderAndDuplicatesDoNotMatter) {
  for (bool detail : {false, true}) {
    auto page = [&](int i) { return detail ? entity(i) : results(100 * i, 3 + i); };
    Pages plain, turned, doubled;
    for (int i = 0; i < 5; ++i) plain.add(page(i));
    for (int i = 4; i >= 0; --i) turned.add(page(i));
    for (int i : {0, 1, 1, 2, 3, 3, 3, 4}) doubled.add(page(i));
    Site a = plain.site(), b = turned.site(), c = doubled.site();
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.kind, c.kind);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(texts(a.pages[i], a.columns), texts(b.pages[4 - i], b.columns));
      const int at[] = {0, 1, 3, 4, 7};
      EXPECT_EQ(texts(a.pages[i], a.columns), texts(c.pages[at[i]], c.columns));
    }
  }
}

TEST(Site, OnePageIsItsOwnBestRegion) {
  Pages p;
  p.add(results(1, 8));
  Site site = p.site();
  ASSERT_EQ(site.kind, SiteKind::list);
  EXPECT_EQ(site.pages[0].size(), 8u);
}

TEST(Site, NothingOnEmptyPages) {
  Pages p;
  EXPECT_EQ(p.site().kind, SiteKind::none);
  p.add("<body></body>");
  EXPECT_EQ(p.site().kind, SiteKind::none);
  p.add("<body><p></p></body>");
  EXPECT_EQ(p.site().kind, SiteKind::none);
}

std::string error_page() { return "<body>" + menu() + "<h1>Not found</h1></body>"; }

std::string foreign() {
  return "<body><div><h2>Elsewhere</h2><p>A page that somebody saved into the same folder, with words of its "
         "own and "
         "<a href=/q>a link</a>.</p><p>More of it, so that it has as much to say as others "
         "have.</p></div></body>";
}

std::vector<size_t> counts(const Site& site) {
  std::vector<size_t> out;
  for (const auto& records : site.pages) out.push_back(records.size());
  return out;
}

std::vector<std::pair<size_t, Absence>> absences(const Site& site) {
  std::vector<std::pair<size_t, Absence>> out;
  for (const LeftOut& left : site.left_out) out.push_back({left.page, left.why});
  return out;
}

using Absences = std::vector<std::pair<size_t, Absence>>;

TEST(SiteMixed, ListsStayLists) {
  Pages p;
  p.add(error_page());
  p.add(results(1, 8));
  p.add(entity(3));
  p.add(results(20, 3));
  p.add(foreign());
  p.add("<body></body>");
  p.add(results(40, 12));
  const Site site = p.site();
  ASSERT_EQ(site.kind, SiteKind::list) << site.why;
  EXPECT_EQ(counts(site), (std::vector<size_t>{0, 8, 0, 3, 0, 0, 12}));
  EXPECT_EQ(absences(site), (Absences{{0, Absence::lacks_list},
                                      {2, Absence::one_entity},
                                      {4, Absence::other_site},
                                      {5, Absence::empty}}));
}

TEST(SiteMixed, OneListPageAndAnother) {
  for (const std::string& other : {error_page(), entity(3), foreign(), std::string("<body></body>")}) {
    Pages p;
    p.add(results(1, 8));
    p.add(other);
    const Site site = p.site();
    EXPECT_EQ(site.kind, SiteKind::list) << site.why << other;
    EXPECT_EQ(counts(site), (std::vector<size_t>{8, 0})) << other;
  }
}

TEST(SiteMixed, EntitiesStayEntities) {
  Pages p;
  for (int i = 0; i < 5; ++i) p.add(entity(i));
  p.add(results(1, 8));
  p.add(foreign());
  const Site site = p.site();
  ASSERT_EQ(site.kind, SiteKind::detail) << site.why;
  EXPECT_EQ(counts(site), (std::vector<size_t>{1, 1, 1, 1, 1, 0, 0}));
  EXPECT_EQ(absences(site), (Absences{{5, Absence::is_list}, {6, Absence::other_site}}));
  EXPECT_EQ(texts(site.pages[3], site.columns),
            (std::vector<std::string>{"title=Player 3", "team=Team D", "weight=83 kg", "born=1963"}));
}

TEST(SiteMixed, APersonSaysWhichPagesAreMeant) {
  Pages p;
  for (int i = 0; i < 3; ++i) p.add(entity(i));
  p.add(results(1, 8));
  p.add(results(20, 5));
  Budget budget;
  SiteOptions options;
  options.kind = SiteKind::list;
  EXPECT_EQ(counts(find_on_site(p.pages, options, budget)), (std::vector<size_t>{0, 0, 0, 8, 5}));
  options.kind = SiteKind::detail;
  EXPECT_EQ(counts(find_on_site(p.pages, options, budget)), (std::vector<size_t>{1, 1, 1, 0, 0}));
}

TEST(SiteMixed, OrderAndDuplicatesDoNotMatter) {
  const std::vector<std::string> pages = {error_page(), results(1, 8),  entity(3),       results(20, 3),
                                          foreign(),    results(40, 5), "<body></body>", entity(4)};
  Pages plain, turned, doubled;
  for (const std::string& page : pages) plain.add(page);
  for (size_t i = pages.size(); i-- > 0;) turned.add(pages[i]);
  for (const std::string& page : pages) doubled.add(page), doubled.add(page);
  const Site a = plain.site(), b = turned.site(), c = doubled.site();
  EXPECT_EQ(a.kind, SiteKind::list);
  for (size_t i = 0; i < pages.size(); ++i) {
    EXPECT_EQ(texts(a.pages[i], a.columns), texts(b.pages[pages.size() - 1 - i], b.columns)) << i;
    EXPECT_EQ(texts(a.pages[i], a.columns), texts(c.pages[2 * i], c.columns)) << i;
    EXPECT_EQ(texts(a.pages[i], a.columns), texts(c.pages[2 * i + 1], c.columns)) << i;
  }
  // candidates are of the pages as given
  ASSERT_EQ(c.choices[0].candidate.size(), 2 * pages.size());
  for (size_t i = 0; i < c.pages.size(); ++i)
    EXPECT_EQ(c.choices[0].candidate[i] == RegionKind::npos, c.pages[i].empty()) << i;
}

TEST(Convert, NamesByAPerson) {
  std::vector<Column> columns(3);
  columns[0].name = "a", columns[1].name = "b", columns[2].name = "c";
  auto named = select_named(columns, {0, 1, 2}, {"x", "-"});
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(named->names, (std::vector<std::string>{"x", "c"}));
  EXPECT_EQ(named->columns, (std::vector<uint32_t>{0, 2}));
  EXPECT_FALSE(select_named(columns, {0, 1}, {"x", "y", "z"}).ok());
  EXPECT_FALSE(select_named(columns, {0, 1}, {"x", "x"}).ok());
}

TEST(Names, KindsOfValues) {
  for (std::string_view text : {"$12.50", "EUR 6.90",
                                "\xe2\x82\xac"
                                "5",
                                "12,40 \xe2\x82\xac", "(USD 3)", "9.99 EUR"})
    EXPECT_EQ(kind_of_value(text), "price") << text;
  for (std::string_view text :
       {"2024-01-31", "31.12.2020", "3/4/99", "Jan 5, 2011", "5 hours ago", "12 May 2020"})
    EXPECT_EQ(kind_of_value(text), "date") << text;
  for (std::string_view text : {"http://a.example/b", "www.a.example", "a.example/b"})
    EXPECT_EQ(kind_of_value(text), "url") << text;
  EXPECT_EQ(kind_of_value("12 %"), "percent");
  EXPECT_EQ(kind_of_value("34k"), "size");
  EXPECT_EQ(kind_of_value("1,234"), "number");
  for (std::string_view text : {"", "Jane 5", "May be", "4 Privet Drive", "version 1.2"})
    EXPECT_EQ(kind_of_value(text), "") << text;
  EXPECT_EQ(to_name("  Price (EUR): "), "price_eur");
  EXPECT_EQ(to_name("\xc3\x84nderung"), "\xc3\x84nderung");
  EXPECT_EQ(to_name("\xe6\x97\xa5\xe4\xbb\x98\xef\xbc\x9a"),
            "\xe6\x97\xa5\xe4\xbb\x98");  // a full-width colon
  EXPECT_EQ(to_name("--"), "");
}

}  // namespace
}  // namespace gleaner::records
