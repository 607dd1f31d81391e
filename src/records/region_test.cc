// Regions of single pages: shapes of lists, spans, and what must not change the answer (metamorphic).
#include "records/region.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"
#include "page/made_page_test.h"
#include "records/convert.h"

namespace gleaner::records {
namespace {

struct Seen {
  std::vector<std::string> heads, wholes;
  std::vector<std::vector<std::string>> cells;  // "name=text" of the data columns
};

Seen look(const std::string& html, bool check_spans = true) {
  Budget budget;
  DocumentPtr document = page_of(html);
  Analysis analysis(document, budget);
  Seen seen;
  if (analysis.candidates().empty()) return seen;
  Region region = analysis.describe(0);
  for (const FoundRecord& record : region.records) {
    seen.heads.push_back(analysis.outline().text(record.head_leaf_begin, record.head_leaf_end));
    seen.wholes.push_back(analysis.outline().text(record.leaf_begin, record.leaf_end));
    std::vector<std::string> row;
    for (const Cell& cell : record.cells) {
      row.push_back(region.columns[cell.column].name + "=" + cell.text);
      if (!check_spans) continue;
      EXPECT_TRUE(record.whole.contains(cell.span));
      EXPECT_FALSE(cell.span.empty());
      if (cell.attribute.empty() && cell.text.find('&') == std::string::npos &&
          cell.text == document->text(cell.span))
        continue;
      // what differs from the source is markup, references and white space only: the first word must still be
      // there
      EXPECT_NE(document->text(cell.span).find(words(cell.text)[0].substr(0, 3)), std::string_view::npos)
          << cell.text;
    }
    EXPECT_TRUE(record.whole.contains(record.head));
    seen.cells.push_back(std::move(row));
  }
  return seen;
}

std::string list_item(int i) {
  return "<li class=item><h3><a href=\"/p/" + std::to_string(i) + "\">Cup number " + std::to_string(i) +
         "</a></h3><p class=text>A <b>fine</b> cup of clay, fired twice.</p><span class=price>EUR " +
         std::to_string(3 * i) + ".50</span></li>";
}

std::string list(int n, const std::string& before = "", const std::string& after = "") {
  std::string out =
      "<html><head><title>Shop</title></head><body><div id=nav><ul><li><a href=/>Home</a></li><li><a "
      "href=/c>Cart"
      "</a></li><li><a href=/h>Help</a></li></ul></div>" +
      before + "<ul id=results>";
  for (int i = 1; i <= n; ++i) out += list_item(i);
  return out + "</ul>" + after + "<p>All rights reserved.</p></body></html>";
}

TEST(Region, PlainList) {
  Seen seen = look(list(8));
  ASSERT_EQ(seen.heads.size(), 8u);
  EXPECT_EQ(seen.heads[0], "Cup number 1 A fine cup of clay, fired twice. EUR 3.50");
  EXPECT_EQ(seen.cells[1][0], "title=Cup number 2");
  EXPECT_EQ(seen.cells[1][1], "link=/p/2");
  EXPECT_EQ(seen.cells[1][2], "text=A fine cup of clay, fired twice.");
  EXPECT_EQ(seen.cells[1][3], "price=EUR 6.50");
}

TEST(Region, AMissingFieldShiftsNoOther) {
  std::string page = "<html><body><ul id=results>";
  for (int i = 1; i <= 8; ++i) {
    std::string n = std::to_string(i);
    page += "<li><h3><a href=/p/" + n + ">Thing number " + n + "</a></h3>" +
            (i % 2 ? "<p class=by>by Maker " + n + "</p>" : "") + "<p class=price>EUR " + n +
            ".50</p><p class='stock soon'>" + n + " weeks</p></li>";
  }
  Seen seen = look(page + "</ul></body></html>");
  ASSERT_EQ(seen.heads.size(), 8u);
  for (size_t i : {size_t{0}, size_t{1}}) {
    std::string n = std::to_string(i + 1);
    bool price = false;
    for (const std::string& cell : seen.cells[i]) price = price || cell == "price=EUR " + n + ".50";
    EXPECT_TRUE(price) << "record " << i + 1;
  }
}

TEST(Region, ConstantColumnsAreNotData) {
  Budget budget;
  Analysis analysis(page_of(list(8)), budget);
  Region region = analysis.describe(0);
  std::vector<std::string> names;
  for (uint32_t c : data_columns(region.columns)) names.push_back(region.columns[c].name);
  EXPECT_EQ(names, (std::vector<std::string>{"title", "link", "price"}));
  EXPECT_EQ(region.columns[3].type, wrap::Type::money);
}

TEST(Region, DefinitionListIsWholeRecords) {
  std::string html = "<body><h1>Results</h1><dl>";
  for (int i = 1; i <= 6; ++i)
    html += "<dt><a href=/r" + std::to_string(i) + ">Result " + std::to_string(i) +
            "</a></dt><dd>Words about it number " + std::to_string(i * 7) + " and more.</dd>";
  Seen seen = look(html + "</dl></body>");
  ASSERT_EQ(seen.wholes.size(), 6u);
  EXPECT_EQ(seen.heads[2], "Result 3");
  EXPECT_EQ(seen.wholes[5], "Result 6 Words about it number 42 and more.");
}

TEST(Region, TwoRowsARecord) {
  std::string html = "<body><table>";
  for (int i = 1; i <= 6; ++i)
    html += "<tr><td><a href=/r" + std::to_string(i) + "><b>Book " + std::to_string(i) + "</b></a></td><td>" +
            std::to_string(1990 + i) + "</td></tr><tr><td colspan=2>A story of some length.</td></tr>";
  Seen seen = look(html + "</table></body>");
  ASSERT_EQ(seen.wholes.size(), 6u);
  EXPECT_EQ(seen.wholes[0], "Book 1 1991 A story of some length.");
}

TEST(Region, LinesWithBreaks) {
  std::string html = "<body><h2>Links</h2>";
  for (int i = 1; i <= 7; ++i)
    html += "<a href=/r" + std::to_string(i) + ">Site " + std::to_string(i) +
            "</a> what it is about<br><i>host" + std::to_string(i) + ".example</i><br>";
  Seen seen = look(html + "</body>");
  ASSERT_EQ(seen.wholes.size(), 7u);
  EXPECT_EQ(seen.wholes[3], "Site 4 what it is about host4.example");
}

TEST(Region, GridOfCells) {
  std::string html = "<body><table>";
  for (int row = 0; row < 4; ++row) {
    html += "<tr>";
    for (int i = 1; i <= 3; ++i) {
      std::string n = std::to_string(row * 3 + i);
      html += "<td><a href=/p" + n + "><img src=p.png></a><div><a href=/p" + n + ">Plate " + n +
              "</a></div><p>EUR " + n + ".00</p><p>In stock since " + n + " May</p></td>";
    }
    html += "</tr>";
  }
  EXPECT_EQ(look(html + "</table></body>").heads.size(), 12u);
}

TEST(Region, TableNamesColumnsByItsHeader) {
  std::string html =
      "<body><table><thead><tr><th>City</th><th>People (m)</th><th>Mayor</th></tr></thead><tbody>";
  for (int i = 1; i <= 6; ++i)
    html += "<tr><td><a href=/c" + std::to_string(i) + ">City " + std::to_string(i) + "</a></td><td>" +
            std::to_string(i) + ".2</td><td>Person " + std::string(1, char('A' + i)) + "</td></tr>";
  Seen seen = look(html + "</tbody></table></body>");
  ASSERT_EQ(seen.cells.size(), 6u);
  EXPECT_EQ(seen.cells[0][0], "city=City 1");
  EXPECT_EQ(seen.cells[0][2], "people_m=1.2");
  EXPECT_EQ(seen.cells[0][3], "mayor=Person B");
}

TEST(Region, ListsInsideRecordsAreNested) {
  std::string html = "<body><ul>";
  for (int i = 1; i <= 8; ++i) {
    html += "<li><h3><a href=/p" + std::to_string(i) + ">Thing " + std::to_string(i) +
            "</a></h3><ul class=offers>";
    for (int k = 0; k < 1 + i % 4; ++k)
      html += "<li><b>Shop " + std::to_string(k) + "</b> <span class=price>EUR " +
              std::to_string(i * 10 + k) + "</span></li>";
    html += "</ul><p>In the " + std::to_string(i) + ". catalogue</p></li>";
  }
  Budget budget;
  Analysis analysis(page_of(html + "</ul></body>"), budget);
  Region region = analysis.describe(0);
  ASSERT_EQ(region.records.size(), 8u);
  Selection selection = select_all(region.columns, data_columns(region.columns));
  wrap::Record record = to_record(region.records[2], region.columns, selection);
  const wrap::Value* offers = record.find("offers");
  ASSERT_NE(offers, nullptr);
  ASSERT_TRUE(offers->is_list());
  ASSERT_EQ(offers->items.size(), 4u);
  ASSERT_TRUE(offers->items[1].is_record());
  EXPECT_EQ(wrap::find(offers->items[1].fields, "price")->text, "EUR 31");
  EXPECT_EQ(to_schema(region.columns, selection).find("offers")->fields.size(), 2u);
}

TEST(Region, LinesOfTheSamePartsAreSplit) {
  std::string html = "<body><ul>";
  for (int i = 1; i <= 6; ++i) {
    std::string n = std::to_string(i);
    html += "<li><h3><a href=/r" + n + ">Repository " + n + "</a></h3><p>" +
            (i % 2 ? "Some <b>words</b> about it" : "All <i>about</i> <b>it</b> here") + "</p><div>" +
            (i % 2 ? "PHP" : "Ruby") + " <a href=/s" + n + ">" + n + "5</a> <a href=/f" + n + ">" + n +
            "7</a> updated " + n + " May</div></li>";
  }
  Seen seen = look(html + "</ul></body>");
  ASSERT_EQ(seen.cells.size(), 6u);
  std::string row;
  for (const std::string& cell : seen.cells[0])
    if (cell.find("link") == cell.npos) row += cell.substr(cell.find('=') + 1) + "|";
  EXPECT_EQ(row, "Repository 1|Some words about it|PHP|15|17|1 May|");
}

TEST(Region, HiddenTextIsLeftOut) {
  std::string html = list(6);
  std::string with = html;
  for (size_t at = with.find("</h3>"); at != with.npos; at = with.find("</h3>", at + 80))
    with.insert(
        at + 5,
        "<div class='more x'>secret words</div><p hidden>secret</p><i style='DISPLAY : none'>secret</i>");
  with.insert(with.find("</head>"),
              "<style>/* c */ .more, b:hover { color: red; display: none } @media print { li {display:none} "
              "}</style>");
  EXPECT_EQ(look(html).heads, look(with).heads);
  // a later rule of more weight shows it again
  std::string shown = with;
  shown.insert(shown.find("</style>"), " li .more.x { display: block }");
  EXPECT_NE(look(html).heads, look(shown).heads);
}

TEST(Region, StylesThatHideThePageAreNotBelieved) {
  std::string html = list(6);
  std::string with = html;
  with.insert(with.find("</head>"), "<style>body { visibility: hidden } #results { display:none }</style>");
  EXPECT_EQ(look(html).heads, look(with).heads);
}

TEST(RegionMetamorphic, WrappingClassesAndSidebarsChangeNothing) {
  std::vector<std::string> plain = look(list(9)).heads;
  ASSERT_EQ(plain.size(), 9u);
  EXPECT_EQ(look(list(9, "<div><div class=outer>", "</div></div>")).heads, plain);
  std::string without = list(9);
  for (std::string name : {" class=item", " class=text", " class=price", " id=results"})
    for (size_t at = without.find(name); at != without.npos; at = without.find(name))
      without.erase(at, name.size());
  EXPECT_EQ(look(without).heads, plain);
  std::string sidebar = "<div class=side><h4>News</h4><ul>";
  for (int i = 0; i < 12; ++i)
    sidebar += "<li><a href=/n" + std::to_string(i) + ">News " + std::to_string(i) + "</a></li>";
  EXPECT_EQ(look(list(9, sidebar + "</ul></div>")).heads, plain);
  EXPECT_EQ(look(list(9, "", sidebar + "</ul></div>")).heads, plain);
}

TEST(Region, ProseIsNotCalledRecords) {
  Budget budget;
  Analysis analysis(
      page_of("<body><h1>On cups</h1><p>Cups are old.</p><p>They hold tea.</p><p>Some hold more.</p></body>"),
      budget);
  ASSERT_FALSE(analysis.candidates().empty());
  EXPECT_FALSE(analysis.good(0));
  Analysis other(page_of(list(4)), budget);
  EXPECT_TRUE(other.good(0));
}

TEST(RegionMetamorphic, SameAnswerTwice) {
  std::string html = list(20);
  EXPECT_EQ(look(html).cells, look(html).cells);
}

TEST(RegionHostile, EmptyAndTextless) {
  for (std::string html : {"", " ", "<", "<html>", "<body><div><p></p></div><img src=a></body>", "<!-- -->",
                           "plain words", "\0\0"}) {
    Budget budget;
    Analysis analysis(page_of(html), budget);
    EXPECT_TRUE(analysis.candidates().empty());
  }
}

TEST(RegionHostile, ManySiblings) {
  constexpr uint32_t kCount = at_length(200'000, 40'000);
  std::string html = "<body>";
  for (uint32_t i = 0; i < kCount; ++i)
    html += "<p class=c" + std::to_string(i / 2) + "><b>" + std::to_string(i) + "</b>t</p>";
  Budget budget;
  Analysis analysis(page_of(html), budget);
  ASSERT_FALSE(analysis.candidates().empty());
  EXPECT_EQ(analysis.candidates()[0].heads.size(), kCount);
  EXPECT_EQ(analysis.describe(0).records.size(), kCount);
}

TEST(RegionHostile, ManyUnlikeSiblings) {
  std::mt19937 random(test_seed(7));
  std::string html = "<body>";
  const char* tags[] = {"b", "i", "p", "div", "span", "ul", "li", "a href=x"};
  for (uint32_t i = 0; i < at_length(20'000, 5'000); ++i) {
    html += "<section>";
    for (int k = 0; k < 6; ++k) html += std::string("<") + tags[random() % 8] + ">t";
    html += "</section>";
  }
  Budget budget;
  Analysis analysis(page_of(html), budget);
  EXPECT_FALSE(analysis.candidates().empty());
}

TEST(RegionHostile, DeepNesting) {
  for (std::string tag : {"div", "b", "span", "a href=x", "custom-tag"}) {
    std::string html = "<body>";
    for (uint32_t i = 0; i < at_length(100'000, 20'000); ++i) html += "<" + tag + ">t";
    Budget budget;
    Analysis analysis(page_of(html), budget);
    if (!analysis.candidates().empty()) analysis.describe(0);
  }
}

TEST(RegionHostile, OneHugeText) {
  std::string html = "<body><p>" + std::string(50'000'000, 'x') + "</p><p>y</p>";
  Budget budget;
  Analysis analysis(page_of(std::move(html)), budget);
  EXPECT_EQ(analysis.outline().leaves().size(), 2u);
}

TEST(RegionHostile, BudgetsHold) {
  BudgetLimits limits;
  limits.steps = 500;
  Budget budget(limits);
  Analysis analysis(page_of(list(2000)), budget);
  EXPECT_TRUE(analysis.partial());
  EXPECT_LT(analysis.outline().size(), 600u);
}

// Random trees: no crash, spans inside the page, cells inside their records.
TEST(RegionHostile, RandomPages) {
  const uint32_t seed = test_seed(101);
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const char* parts[] = {"<div>",
                         "</div>",
                         "<li>",
                         "<ul>",
                         "</ul>",
                         "<b>",
                         "</b>",
                         "<a href='/x'>",
                         "</a>",
                         "text ",
                         "12 ",
                         "<br>",
                         "<tr>",
                         "<td>",
                         "<table>",
                         "</table>",
                         "<dt>",
                         "<dd>",
                         "<p>",
                         "<span class=a>",
                         "</span>",
                         "&amp;",
                         "\xc2\xa0",
                         "<img>",
                         "<h2>",
                         "</h2>",
                         "<style>p{display:none}</style>",
                         "<script>x</script>",
                         "<x-y>",
                         "price: "};
  for (int round = 0; round < 400; ++round) {
    std::string html;
    const int length = 1 + int(random() % 200);
    for (int i = 0; i < length; ++i) html += parts[random() % std::size(parts)];
    Budget budget;
    DocumentPtr document = page_of(html);
    Analysis analysis(document, budget);
    for (size_t k = 0; k < analysis.candidates().size(); ++k) {
      Region region = analysis.describe(k);
      for (const FoundRecord& record : region.records) {
        ASSERT_LE(record.whole.end, document->text().size());
        for (const Cell& cell : record.cells) {
          ASSERT_LT(cell.column, region.columns.size());
          ASSERT_LE(cell.span.end, document->text().size());
        }
      }
    }
  }
}

}  // namespace
}  // namespace gleaner::records
