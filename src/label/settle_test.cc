// The place of each label: made pages whose values stand in many places, the place
// that was meant being known.
#include "label/settle.h"
#include "base/seed_test.h"

#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "page/load.h"
#include "page/made_page_test.h"

namespace gleaner::label {
namespace {

wrap::LabelledPage one_record(std::string html, std::vector<std::pair<std::string, std::string>> fields) {
  wrap::LabelledPage page{page_of(std::move(html)), {}};
  page.label.complete = true;
  page.label.records.emplace_back();
  for (auto& [name, text] : fields) page.label.records[0].add(name, wrap::Value::make_text(text));
  return page;
}

std::string before(const wrap::LabelledPage& page, const char* field, size_t bytes) {
  const Span span = *page.label.records[0].find(field)->span;
  return std::string(page.document->text().substr(span.begin - bytes, bytes));
}

TEST(Settle, PlacesThatLookAlikeFromPageToPage) {
  std::vector<wrap::LabelledPage> pages{
      one_record("<title>Espresso</title><ul><li>Espresso</li></ul><h1>Espresso</h1><p>6.90</p>",
                 {{"name", "Espresso"}}),
      one_record("<title>Shop</title><ul><li>Tea</li></ul><h1>Saucer</h1><p>3.50</p>", {{"name", "Saucer"}}),
      one_record("<title>Jug</title><ul><li>Tea</li></ul><h1>Jug</h1><p>Jug</p>", {{"name", "Jug"}})};
  settle(pages);
  for (const wrap::LabelledPage& page : pages) EXPECT_EQ(before(page, "name", 4), "<h1>");
}

TEST(Settle, OnOnePageThePlaceThatIsRarest) {
  std::vector<wrap::LabelledPage> pages{one_record(
      "<ul><li>10</li><li>12</li><li>15</li><li>20</li></ul><p class=\"price\">12</p>", {{"price", "12"}})};
  settle(pages);
  EXPECT_EQ(before(pages[0], "price", 7), "price\">");
}

TEST(Settle, LabelsWithASpanStay) {
  std::vector<wrap::LabelledPage> pages{one_record("<b>1</b><i>1</i>", {{"n", "1"}})};
  pages[0].label.records[0].fields[0].value.span = Span{3, 4};
  settle(pages);
  EXPECT_EQ(*pages[0].label.records[0].find("n")->span, (Span{3, 4}));
  EXPECT_TRUE(is_settled(pages));
}

TEST(Settle, TextsThatStandNowhereStayOpen) {
  std::vector<wrap::LabelledPage> pages{one_record("<b>1</b>", {{"n", "2"}})};
  settle(pages);
  EXPECT_FALSE(is_settled(pages));
}

// Values are few, so that each stands in many records, and in a menu too; every labelled one
// must be that of its own record.
TEST(Settle, ValuesOfListsStandInTheirOwnRecord) {
  const uint32_t seed = test_seed(20);
  std::mt19937 random(seed);
  for (int round = 0; round < 40; ++round) {
    std::string html = "<html><p><a>red</a> <a>blue</a> <a>1</a></p><ul>";
    std::vector<std::vector<std::pair<std::string, Span>>> rows;
    const size_t count = 3 + random() % 8;
    for (size_t i = 0; i < count; ++i) {
      auto& row = rows.emplace_back();
      html += "<li>";
      auto put = [&](const char* tag, std::string text) {
        html += fmt::format("<{}>", tag);
        row.emplace_back(text, Span{uint32_t(html.size()), uint32_t(html.size() + text.size())});
        html += fmt::format("{}</{}>", text, tag);
      };
      put("b", fmt::format("Thing {}", i));
      put("i", std::to_string(1 + random() % 3));
      put("u", random() % 2 ? "red" : "blue");
      html += "</li>";
    }
    html += "</ul></html>";
    const size_t labelled = round % 2 ? count : 2;  // whole, or the first rows
    wrap::LabelledPage page{page_of(html), {}};
    page.label.complete = labelled == count;
    for (size_t i = 0; i < labelled; ++i) {
      page.label.records.emplace_back();
      for (size_t f = 0; f < 3; ++f)
        page.label.records.back().add(std::string(1, char('a' + f)),
                                      wrap::Value::make_text(rows[i][f].first));
    }
    std::vector<wrap::LabelledPage> pages{std::move(page)};
    settle(pages);
    for (size_t i = 0; i < labelled; ++i)
      for (size_t f = 0; f < 3; ++f)
        EXPECT_EQ(*pages[0].label.records[i].fields[f].value.span, rows[i][f].second)
            << "seed " << seed << " round " << round << " record " << i << " field " << f;
  }
}

}  // namespace
}  // namespace gleaner::label
