// The grid against a slow, obvious reading of the HTML standard's algorithm on all small tables; bounds.
#include "base/seed_test.h"
#include "tables/reader.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace gleaner::tables {
namespace {

struct Spec {
  int rows, columns;  // spans
};
using Rows = std::vector<std::vector<Spec>>;

std::string html_of(const Rows& rows) {
  std::string out = "<!doctype html><table class=wikitable>";
  int n = 0;
  for (const auto& row : rows) {
    out += "<tr>";
    for (const Spec& cell : row)
      out += "<td rowspan=" + std::to_string(cell.rows) + " colspan=" + std::to_string(cell.columns) + ">c" +
             std::to_string(n++) + "</td>";
    out += "</tr>";
  }
  return out + "</table>";
}

// Slots by the standard: each cell to the first free column of its row, then all slots it spans; taken stays.
std::map<std::pair<int, int>, std::string> slow_grid(const Rows& rows) {
  std::map<std::pair<int, int>, std::string> grid;
  int n = 0;
  for (int r = 0; r < int(rows.size()); ++r) {
    int c = 0;
    for (const Spec& cell : rows[size_t(r)]) {
      while (grid.count({r, c})) ++c;
      const int high = cell.rows == 0 ? int(rows.size()) - r : std::min(cell.rows, int(rows.size()) - r);
      for (int y = r; y < r + high; ++y)
        for (int x = c; x < c + cell.columns; ++x) grid.try_emplace({y, x}, "c" + std::to_string(n));
      c += cell.columns;
      ++n;
    }
  }
  return grid;
}

std::vector<Table> read(const std::string& html) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  auto page = Document::from_bytes(html, options);
  Budget budget;
  // the nodes' numbers stay with the tables, the page may go
  return read_tables((*page)->view<html::Tree>(), {.styles = true, .layout = true}, budget);
}

TEST(Tables, GridIsThatOfTheStandard) {
  std::mt19937 random(test_seed(7));
  for (int round = 0; round < 3000; ++round) {
    Rows rows(1 + random() % 4);
    for (auto& row : rows) {
      row.resize(1 + random() % 3);
      for (Spec& cell : row) cell = {int(random() % 4), 1 + int(random() % 3)};
    }
    const std::string html = html_of(rows);
    const auto slow = slow_grid(rows);
    const std::vector<Table> tables = read(html);
    ASSERT_EQ(tables.size(), 1u) << html;
    const Table& t = tables[0];
    for (uint32_t r = 0; r < t.rows; ++r)
      for (uint32_t c = 0; c < t.columns; ++c) {
        const auto at = slow.find({int(r), int(c)});
        EXPECT_EQ(t.text(r, c), at == slow.end() ? "" : at->second) << html << " at " << r << "," << c;
      }
  }
}

TEST(Tables, SpansThatClaimMillionsAreBounded) {
  std::string html = "<table><tr><th>a<th>b</tr>";
  for (int i = 0; i < 3000; ++i) html += "<tr><td colspan=1000 rowspan=65534>x<td colspan=1000>y<td>z</tr>";
  const std::vector<Table> tables = read(html + "</table>");
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_TRUE(tables[0].cut);
  EXPECT_LE(tables[0].slots.size(), 9'000'000u);
}

TEST(Tables, CellsStandWhereTheyAreWritten) {
  const std::string html =
      "<table><tr><th>Name<th>Price</tr><tr><td> A &amp; B <i>two</i></td><td>3<sup class=reference>[1]</sup></td></tr></table>";
  const std::vector<Table> tables = read(html);
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].text(1, 0), "A & B two");
  EXPECT_EQ(tables[0].at(1, 0)->span.of(html), "A &amp; B <i>two");
  EXPECT_EQ(tables[0].text(1, 1), "3");
  const std::vector<wrap::Record> records = to_records(tables[0]);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].find("Price")->text, "3");
}

TEST(Tables, NamesAndValuesHaveNoHeader) {
  const std::vector<Table> tables = read(
      "<table><tr><td>Weight:<td>3 kg</tr><tr><td>Size:<td>10 cm</tr><tr><td>Colour:<td>red</tr></table>");
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_TRUE(tables[0].header_rows().empty());
  EXPECT_EQ(to_records(tables[0]).size(), 3u);
  EXPECT_EQ(tables[0].column_roles[0], ColumnRole::header);
}

// Without th the first row is the header, where nothing says otherwise.
TEST(Tables, AHeaderIsToldByKindsAndBoldLetters) {
  const auto header = [](const std::string& rows) {
    const std::vector<Table> tables = read("<table class=wikitable>" + rows + "</table>");
    return tables.empty() ? size_t(99) : tables[0].header_rows().size();
  };
  const std::string towns = "<tr><td>Alder<td>1,200</tr><tr><td>Brook<td>3,400</tr><tr><td>Cove<td>560</tr>";
  EXPECT_EQ(header("<tr><td>Town<td>People</tr>" + towns), 1u);
  EXPECT_EQ(header(towns), 0u);
  EXPECT_EQ(header("<tr><td>Town<td>2010</tr>" + towns), 1u);  // a year above figures
  EXPECT_EQ(
      header(
          "<tr><td>Name<td>Petrel</tr><tr><td>Length<td>11.4</tr><tr><td>Owner<td>A. Quay</tr><tr><td>Built<td>1998</tr>"),
      0u);
  EXPECT_EQ(
      header("<tr><td><b>Town</b><td><b>Mayor</b></tr><tr><td>Alder<td>Ann</tr><tr><td>Brook<td>Bob</tr>"),
      1u);
  EXPECT_EQ(
      header(
          "<tr><td><b>Town</b><td>Alder</tr><tr><td><b>Mayor</b><td>Ann</tr><tr><td><b>Sea</b><td>North</tr>"),
      0u);
  EXPECT_EQ(header("<tr><td>Town<td>Mayor</tr><tr><td>Alder<td>Ann</tr><tr><td>Brook<td>Bob</tr>"), 1u);
}

TEST(Tables, ASecondHeaderRowWithoutMarks) {
  const std::vector<Table> tables = read(
      "<table><tr><td colspan=2>Game<td colspan=2>Throws</tr><tr><td>Day<td>Team<td>Made<td>Missed</tr>"
      "<tr><td>May 1<td>OKC<td>3<td>4</tr><tr><td>May 3<td>MIA<td>1<td>2</tr></table>");
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(column_names(tables[0]),
            (std::vector<std::string>{"Game / Day", "Game / Team", "Throws / Made", "Throws / Missed"}));
}

TEST(Tables, NamesAreUnique) {
  const std::vector<Table> tables = read(
      "<table><tr><th>a<th>a<th><th>a (2)</tr><tr><td>1<td>2<td>3<td>4</tr><tr><td>1<td>2<td>3<td>4</tr></table>");
  EXPECT_EQ(column_names(tables.at(0)), (std::vector<std::string>{"a", "a (2)", "column 3", "a (2) (2)"}));
}

}  // namespace
}  // namespace gleaner::tables
