// Rows with optional parts: every row comes, whatever of its parts are missing, with advertisements and
// sections between. bench/accuracy/records_optional.py measures the same on many more layouts.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/text.h"
#include "page/made_page_test.h"
#include "records/region.h"

namespace gleaner::records {
namespace {

struct Drawn {
  std::string html;
  int records = 0;
};

class Draw {
 public:
  explicit Draw(uint32_t seed) : random_(seed) {}

  bool chance(double p) { return double(random_() % 1000) < 1000 * p; }
  int between(int from, int to) { return from + int(random_() % uint32_t(to - from + 1)); }

  // A title, then parts that come and go.
  std::string record(int k) {
    const std::string n = std::to_string(k);
    std::string out = "<h3><a href=/i" + n + ">Item #" + n + "</a></h3><p>Words about it</p>";
    if (chance(0.5)) out += "<p class=was><del>EUR " + std::to_string(between(10, 90)) + ".00</del></p>";
    if (chance(0.4)) out += "<em>New</em>";
    if (chance(0.6))
      out += "<p class=stars>" + std::to_string(between(1, 5)) + " of 5 <a href=/r" + n + ">(12)</a></p>";
    if (chance(0.3))
      out += "<ul><li><a href=/o>Shop A</a> <b>9.90</b><li><a href=/p>Shop B</a> <b>8.90</b></ul>";
    if (chance(0.5)) out += "<p><i>by</i> <a href=/m>Maker</a></p>";
    return out;
  }

  Drawn page(const std::string& item, bool adverts, bool sections) {
    Drawn out;
    out.records = between(5, 25);
    out.html =
        "<body><ul><li><a href=/1>Home</a><li><a href=/2>News</a><li><a href=/3>Help</a></ul><div><div>";
    for (int k = 0; k < out.records; ++k) {
      if (sections && k > 0 && k % 5 == 0) out.html += "</div><h2>Section</h2><div>";
      if (adverts && chance(0.2)) out.html += "<" + item + "><b>Advertisement</b> buy this</" + item + ">";
      out.html += "<" + item + ">" + record(k) + "</" + item + ">";
    }
    out.html += "</div></div><p>Contact</p></body>";
    return out;
  }

 private:
  std::mt19937 random_;
};

void expect_all(const Drawn& page, const std::string& what) {
  Budget budget;
  Analysis analysis(page_of(page.html), budget);
  ASSERT_FALSE(analysis.candidates().empty()) << what;
  Region region = analysis.describe(0);
  std::vector<std::string> titles;
  for (const FoundRecord& record : region.records) {
    const std::string text = analysis.outline().text(record.leaf_begin, record.leaf_end);
    EXPECT_EQ(text.find('#'), text.rfind('#')) << what << ": two rows in one record: " << text;
    titles.push_back(text.substr(0, text.find(' ', text.find('#'))));
  }
  std::vector<std::string> wanted;
  for (int k = 0; k < page.records; ++k) wanted.push_back("Item #" + std::to_string(k));
  EXPECT_EQ(titles, wanted) << what << "\n" << page.html;
}

TEST(Optional, EveryRowComes) {
  for (uint32_t seed = 0; seed < 150; ++seed)
    for (std::string item : {"div", "article", "section"})
      expect_all(Draw(seed).page(item, false, false), item + " " + std::to_string(seed));
}

TEST(Optional, AdvertisementsBetween) {
  for (uint32_t seed = 0; seed < 150; ++seed)
    expect_all(Draw(seed).page("article", true, false), std::to_string(seed));
}

TEST(Optional, SectionsOfOneList) {
  for (uint32_t seed = 0; seed < 150; ++seed)
    expect_all(Draw(seed).page("article", false, true), std::to_string(seed));
}

// The same parts first, then rows without them: no row between is left out, only rows around.
TEST(Optional, TheFirstRowsHaveMore) {
  for (int rich = 2; rich <= 6; ++rich) {
    Drawn page;
    page.records = 12;
    page.html = "<body><div>";
    for (int k = 0; k < page.records; ++k) {
      const std::string n = std::to_string(k);
      page.html += "<div><a href=/i" + n + ">Item #" + n + "</a> <span class=price>EUR " + n + ".90</span>";
      if (k < rich) page.html += "<p>Words</p><p><b>Save</b> <i>3</i></p><ul><li>x<li>y</ul><em>Best</em>";
      page.html += "</div>";
    }
    page.html += "</div></body>";
    expect_all(page, std::to_string(rich));
  }
}

// Second rows that hold half of what the first have are no rows of their own.
TEST(Optional, SecondRowsAreNoRows) {
  Drawn page;
  page.records = 7;
  page.html = "<body><table>";
  for (int k = 0; k < page.records; ++k) {
    const std::string n = std::to_string(k);
    page.html += "<tr><td><a href=/r" + n + "><b>Item #" + n + "</b></a></td><td>" + n +
                 ".90</td></tr><tr><td colspan=2>A story</td></tr>";
  }
  page.html += "</table></body>";
  expect_all(page, "pairs");
}

// "Price <a>Item</a> [<a>Spec</a>] - maker<br>": a line is a record from its beginning, also where it holds
// two links.
TEST(Optional, LinesWithAPriceFirst) {
  Drawn page;
  page.records = 9;
  page.html = "<body><h2>Products</h2><p>";
  for (int k = 0; k < page.records; ++k) {
    const std::string n = std::to_string(k);
    page.html += "<b>$" + n + "9</b> <a href=/i" + n + ">Item #" + n + "</a>" +
                 (k % 2 ? " [<a href=/s" + n + ">Spec</a>]" : "") + " - <i>Maker</i><br>\n";
  }
  page.html += "</p></body>";
  Budget budget;
  Analysis analysis(page_of(page.html), budget);
  Region region = analysis.describe(0);
  ASSERT_EQ(region.records.size(), 9u);
  const FoundRecord& record = region.records[1];
  EXPECT_EQ(analysis.outline().text(record.leaf_begin, record.leaf_end), "$19 Item #1 [ Spec ] - Maker");
}

// A label says what stands behind it, whichever of the others are missing.
TEST(Optional, LabelledValuesDoNotShift) {
  const std::vector<std::vector<std::string>> wanted = {
      {"Oak desk", "Alder", "EUR 90.00", "in 3 days"}, {"Pine bed", "Brook", "EUR 190.00", ""},
      {"Steel lamp", "", "EUR 20.00", "in 1 day"},     {"Old rug", "Nordlys", "", "in 5 days"},
      {"Red vase", "Kessler", "EUR 12.00", "today"},   {"Blue cup", "Alder", "on request", "in 2 days"}};
  const std::vector<std::string> labels = {"title", "Maker", "Price", "Delivery"};
  std::string html = "<h1>Things</h1>";
  for (const auto& row : wanted) {
    html += "<section><h2>" + row[0] + "</h2><dl>";
    for (size_t i = 1; i < row.size(); ++i)
      if (!row[i].empty()) html += "<dt>" + labels[i] + "</dt><dd>" + row[i] + "</dd>";
    html += "</dl></section>";
  }
  Budget budget;
  Analysis analysis(page_of(html), budget);
  ASSERT_FALSE(analysis.candidates().empty());
  const Region region = analysis.describe(analysis.distinct(1).front());
  ASSERT_EQ(region.records.size(), wanted.size());
  for (size_t i = 1; i < labels.size(); ++i) {
    const auto column = std::find_if(region.columns.begin(), region.columns.end(), [&](const Column& one) {
      return one.name == lower_ascii(labels[i]) && !one.is_label;
    });
    ASSERT_NE(column, region.columns.end()) << labels[i];
    for (size_t r = 0; r < wanted.size(); ++r) {
      std::string text;
      for (const Cell& cell : region.records[r].cells)
        if (cell.column == uint32_t(column - region.columns.begin())) text = cell.text;
      EXPECT_EQ(text, wanted[r][i]) << labels[i] << " of " << wanted[r][0];
    }
  }
}

}  // namespace
}  // namespace gleaner::records
