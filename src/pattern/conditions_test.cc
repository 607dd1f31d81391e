// Conditions on any attribute and their negation (the paper's price patterns), columns by their header,
// values with markup inside: learned, printed, read back, matched.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "label/resolve.h"
#include "pattern/condition.h"
#include "pattern/sample_pages_test.h"
#include "pattern/wrapper.h"

namespace gleaner::pattern {
namespace {

using namespace testing_pages;

wrap::LabelledPage whole_page(const std::string& html, std::string records) {
  std::replace(records.begin(), records.end(), '\n', ' ');
  wrap::LabelledPage page = labelled(html, {});
  auto labels = wrap::parse_labels(R"({"page": "page.html", "complete": true, "records": )" + records + "}\n",
                                   "x.jsonl");
  EXPECT_TRUE(labels.ok());
  page.label = labels->front();
  Diagnostics problems;
  label::resolve_label(page.label, *page.document, "x.jsonl", problems);
  EXPECT_TRUE(problems.empty());
  return page;
}

TEST(Conditions, AttributesPrintAsTheyAreRead) {
  for (const char* line :
       {R"(text @bgcolor != "red" and path "td/b")", R"(text @bgcolor = "#ff0000")",
        R"(text @nowrap = "" and is "b")", R"(text @align = "say \"so\"" and not-in "del")",
        R"(text within "@bgcolor=red" and is-not ".old")", R"(text header "unit price")"}) {
    Plan plan;
    auto rule = parse_rule(line, plan);
    ASSERT_TRUE(rule.ok()) << line;
    Plan again;
    auto read = parse_rule(print_rule(plan, *rule), again);
    ASSERT_TRUE(read.ok()) << print_rule(plan, *rule);
    ASSERT_EQ(rule->size(), read->size());
    for (size_t i = 0; i < rule->size(); ++i)
      EXPECT_EQ(plan.hash((*rule)[i]), again.hash((*read)[i])) << line;
  }
  for (const char* line : {"text @bgcolor", "text @bgcolor is \"x\"", "text @ = \"x\"", "text @a != red"}) {
    Plan plan;
    EXPECT_FALSE(parse_rule(line, plan).ok()) << line;
  }
}

// Lixto, section 2.2: pattern_price_1 = (./td/b, ., @bgcolor != red). The old price
// stands before or behind the new one.
std::string shop(const std::vector<std::array<std::string, 3>>& cameras) {
  std::string out = "<h1>Cameras</h1><table>";
  for (size_t i = 0; i < cameras.size(); ++i) {
    const auto& [name, price, old] = cameras[i];
    const std::string red = old.empty() ? "" : "<b bgcolor=red>" + old + "</b> ",
                      plain = "<b>" + price + "</b> ";
    out += "<tr><td>" + name + "</td><td>" + (i % 2 ? red + plain : plain + red) + "</td></tr>";
  }
  return out + "</table>";
}

TEST(Conditions, ThePricePatternOfThePaper) {
  auto page = whole_page(shop({{"Canon A1", "$129", "$149"},
                               {"Fuji X5", "$99", "$120"},
                               {"Leica M", "$900", ""},
                               {"Nikon D", "$399", "$420"}}),
                         R"([{"name": "Canon A1", "price": "$129"}, {"name": "Fuji X5", "price": "$99"},
                             {"name": "Leica M", "price": "$900"}, {"name": "Nikon D", "price": "$399"}])");
  wrap::WrapperPtr w = learn({page});
  const std::string other =
      shop({{"Sony R", "$7", ""}, {"Zenit", "$11", "$19"}, {"Ricoh", "$250", "$251"}, {"Kiev", "$3", "$5"}});
  EXPECT_EQ(values(*w, other, "price"), "$7 || $11 || $250 || $3");
  wrap::WrapperPtr again = reload(*w);
  ASSERT_TRUE(again);
  EXPECT_EQ(values(*again, other, "price"), "$7 || $11 || $250 || $3");
  bool said = false;
  for (const wrap::Rule& rule : w->rules())
    said |= rule.words.find("bgcolor is not \"red\"") != std::string::npos;
  EXPECT_TRUE(said);
}

std::string table(const std::string& head, const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<table><thead>" + head + "</thead><tbody>";
  for (const auto& row : rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += "<td>" + cell + "</td>";
    out += "</tr>";
  }
  return out + "</tbody></table>";
}

TEST(Conditions, ColumnsAreFoundByTheirHeader) {
  auto page = whole_page(
      table("<tr><th>Name</th><th>Price</th><th>Old price</th></tr>",
            {{"Cup", "6.90", "8.00"}, {"Saucer", "3.50", "4.00"}, {"Pot", "19.00", "21.00"}}),
      R"([{"name": "Cup", "price": "6.90", "old": "8.00"}, {"name": "Saucer", "price": "3.50", "old": "4.00"},
                             {"name": "Pot", "price": "19.00", "old": "21.00"}])");
  wrap::WrapperPtr w = learn({page});
  const std::string swapped = table("<tr><th>Old price</th><th>Name</th><th>Price</th></tr>",
                                    {{"9.00", "Jug", "7.00"}, {"5.00", "Tray", "4.50"}});
  EXPECT_EQ(values(*w, swapped, "name"), "Jug || Tray");
  EXPECT_EQ(values(*w, swapped, "price"), "7.00 || 4.50");
  EXPECT_EQ(values(*w, swapped, "old"), "9.00 || 5.00");
  const std::string added =
      table("<tr><th>No</th><th>Name</th><th>Size</th><th>Price</th><th>Old price</th></tr>",
            {{"1", "Jug", "2 l", "7.00", "9.00"}, {"2", "Tray", "40 cm", "4.50", "5.00"}});
  EXPECT_EQ(values(*w, added, "name"), "Jug || Tray");
  EXPECT_EQ(values(*w, added, "price"), "7.00 || 4.50");
  // A cell over two columns and one over two rows.
  const std::string spans =
      "<table><thead><tr><th>Kind</th><th colspan=2>Name</th><th>Price</th><th>Old price</th></tr></thead><tbody>"
      "<tr><td rowspan=2>tea</td><td>Jug</td><td>blue</td><td>7.00</td><td>9.00</td></tr>"
      "<tr><td>Tray</td><td>red</td><td>4.50</td><td>5.00</td></tr></tbody></table>";
  EXPECT_EQ(values(*w, spans, "price"), "7.00 || 4.50");
  EXPECT_EQ(values(*w, spans, "old"), "9.00 || 5.00");
}

// Search hits in <b>, a cell with and without a link, a price over several elements.
TEST(Conditions, ValuesWithMarkupInside) {
  auto line = [](const std::string& who, const std::string& words, const std::string& price) {
    return "<p><i>" + who + "</i> " + words + " <small>" + price + "</small></p>";
  };
  auto page = whole_page(
      line("MERLE", "What <b>night</b> is this", "$<b>11</b><sup>.99</sup>") +
          line("ODILE", "<b>Night</b>, no more", "$7") +
          line("CORVO", "no hit at all", "$<b>3</b><sup>.50</sup>"),
      R"([{"who": "MERLE", "words": "What night is this", "price": "$11.99"}, {"who": "ODILE", "words": "Night, no more", "price": "$7"},
                             {"who": "CORVO", "words": "no hit at all", "price": "$3.50"}])");
  wrap::WrapperPtr w = learn({page});
  const std::string other = line("LOTHAR", "a <b>ship</b> and a <b>ship</b>", "$8") +
                            line("EDMAR", "storm", "$<b>1</b><sup>.10</sup>");
  EXPECT_EQ(values(*w, other, "words"), "a ship and a ship || storm");
  EXPECT_EQ(values(*w, other, "price"), "$8 || $1.10");
}

}  // namespace
}  // namespace gleaner::pattern
