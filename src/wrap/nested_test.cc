// Nested tables and their relational form: shapes, keys, missing and hostile texts.
#include "wrap/nested.h"

#include <gtest/gtest.h>

#include "wrap/flat.h"

namespace gleaner::wrap {
namespace {

Value made_text(std::string value) { return Value::make_text(std::move(value), {0, 1}); }

// Two editions; the second has no articles, and one article no authors.
std::vector<Record> editions() {
  Record first, second;
  std::vector<Value> articles;
  articles.push_back(Value::make_record(
      {{"authors", Value::make_list({made_text("Ann"), made_text("Bo <x>")})}, {"title", made_text("One")}}));
  articles.push_back(Value::make_record({{"title", made_text("A rather long title indeed")}}));
  first.fields = {{"volume", made_text("20")},
                  {"where", Value::make_record({{"city", made_text("Oslo")}})},
                  {"articles", Value::make_list(std::move(articles))}};
  second.fields = {{"volume", made_text("21")}};
  return {first, second};
}

TEST(Nested, DrawsTablesInsideCells) {
  NestedOptions options;
  options.cell_width = 12;
  const auto records = editions();
  EXPECT_EQ(draw_nested(schema_of(records), records, options),
            "┌────────┬──────────┬─────────────────────────────────┐\n"
            "│ volume │ where    │ articles                        │\n"
            "├────────┼──────────┼─────────────────────────────────┤\n"
            "│ 20     │ ┌──────┐ │ ┌───────────────┬─────────────┐ │\n"
            "│        │ │ city │ │ │ authors       │ title       │ │\n"
            "│        │ ├──────┤ │ ├───────────────┼─────────────┤ │\n"
            "│        │ │ Oslo │ │ │ {Ann, Bo <x>} │ One         │ │\n"
            "│        │ └──────┘ │ ├───────────────┼─────────────┤ │\n"
            "│        │          │ │               │ A rather... │ │\n"
            "│        │          │ └───────────────┴─────────────┘ │\n"
            "├────────┼──────────┼─────────────────────────────────┤\n"
            "│ 21     │          │                                 │\n"
            "└────────┴──────────┴─────────────────────────────────┘\n");
}

TEST(Nested, HtmlEscapesTexts) {
  NestedOptions options;
  options.html = true;
  const auto records = editions();
  const std::string html = draw_nested(schema_of(records), records, options);
  EXPECT_NE(html.find("{Ann, Bo &lt;x&gt;}"), std::string::npos);
  EXPECT_EQ(html.find("<x>"), std::string::npos);
}

std::string table_text(const std::vector<Record>& rows) {
  std::string out;
  for (const Record& row : rows) {
    for (const Field& field : row.fields) out += field.name + "=" + field.value.text + " ";
    out += "\n";
  }
  return out;
}

TEST(Flat, OneTableALevelWithKeys) {
  const auto records = editions();
  Flattener flattener(schema_of(records));
  ASSERT_EQ(flattener.tables().size(), 3u);
  EXPECT_EQ(flattener.tables()[0].name, "records");
  EXPECT_EQ(flattener.tables()[1].name, "articles");
  EXPECT_EQ(flattener.tables()[2].name, "articles.authors");
  auto rows = flattener.flatten(records);
  EXPECT_EQ(table_text(rows[0]), "id=1 volume=20 where.city=Oslo \nid=2 volume=21 \n");
  EXPECT_EQ(table_text(rows[1]),
            "id=1 parent_id=1 position=1 title=One \nid=2 parent_id=1 position=2 title=A rather long title "
            "indeed \n");
  EXPECT_EQ(table_text(rows[2]),
            "id=1 parent_id=1 position=1 authors=Ann \nid=2 parent_id=1 position=2 authors=Bo <x> \n");
  rows = flattener.flatten(records);  // the next page: keys go on
  EXPECT_EQ(rows[2][0].find("id")->text, "3");
  EXPECT_EQ(rows[2][0].find("parent_id")->text, "3");
}

TEST(Flat, AFieldNamedIdKeepsItsName) {
  Record record;
  record.fields = {{"id", made_text("x")}, {"tags", Value::make_list({made_text("a")})}};
  Flattener flattener(schema_of({record}), true);
  const auto rows = flattener.flatten({record});
  EXPECT_EQ(table_text(rows[0]), "table=records _id=1 id=x \n");
  EXPECT_EQ(table_text(rows[1]), "table=tags _id=1 parent_id=1 position=1 tags=a \n");
}

}  // namespace
}  // namespace gleaner::wrap
