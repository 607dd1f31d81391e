// Kinds of texts, settings as a file, gutters against a slow count, rows by their
// middles, reading order over columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <random>

#include "base/seed_test.h"
#include "layout/boxes_file.h"
#include "layout/cell_tables.h"
#include "layout/columns.h"
#include "layout/fields.h"
#include "layout/find_tables.h"
#include "layout/grid.h"
#include "layout/gutters.h"
#include "layout/kinds.h"
#include "layout/reading.h"
#include "layout/settings_file.h"
#include "layout/wrapping.h"

namespace gleaner::layout {
namespace {

TEST(Kinds, Numbers) {
  for (const char* text : {"1", "1,234.5", "(12.5)", "-3", "–", "n.a.", "12%", "$5", "x", ".5", "3*", "10:30",
                           "…", "45 (3)", "2026-03-02"})
    EXPECT_TRUE(is_number(text)) << text;
  for (const char* text : {"", "one", "A1", "Number", "12 apples", "north", "(0)", "xy", "12-34-56-78"})
    EXPECT_FALSE(is_number(text)) << text;
  EXPECT_TRUE(is_pure_number("1,234"));
  EXPECT_FALSE(is_pure_number("12 kg"));
  EXPECT_TRUE(is_data("12 kg"));
  EXPECT_TRUE(is_year("1998 total"));
  EXPECT_FALSE(is_year("19988"));
  EXPECT_TRUE(is_list_mark("•") && is_list_mark("(a)") && is_list_mark("2.1"));
  EXPECT_TRUE(ends_open("Number of") && ends_open("men,"));
  EXPECT_FALSE(ends_open("Total") || ends_open("Group A"));
  EXPECT_TRUE(begins_lower("élan", false));
}

TEST(Kinds, Leaders) {
  EXPECT_TRUE(is_leader("......") && is_leader("…………"));
  EXPECT_FALSE(is_leader("..."));
  EXPECT_EQ(leader_in("Total....."), (Span{5, 10}));
  EXPECT_EQ(leader_in("Total.....12"), (Span{5, 10}));
  EXPECT_FALSE(leader_in("etc..."));
}

TEST(Settings, ReadBack) {
  Settings changed;
  changed.chunk_gap = 0.95;
  changed.note = "^(quelle)";
  auto read = parse_settings(format_settings(changed), "a.toml");
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(read->chunk_gap, 0.95);
  EXPECT_EQ(read->note, changed.note);
  EXPECT_EQ(read->caption, Settings().caption);
  EXPECT_EQ(format_settings(*read), format_settings(changed));
  EXPECT_FALSE(parse_settings("chunk_gab = 1", "a.toml").ok());
  EXPECT_FALSE(parse_settings("chunk_gap = -1", "a.toml").ok());
  EXPECT_FALSE(parse_settings("note = '('", "a.toml").ok());
}

Word word_at(double x0, double x1, double base, std::string text) {
  Word word;
  word.x0 = x0, word.x1 = x1, word.base = base, word.size = 10;
  word.y0 = base - 7.4, word.y1 = base + 2;
  word.number = is_number(text), word.pure = is_pure_number(text);
  word.text = std::move(text);
  return word;
}

// A gutter is where wide gaps of many lines lie and hardly any ink: on lines without
// spanners, where no ink is.
TEST(Gutters, AreWhiteAndVotedFor) {
  std::mt19937 random(test_seed(5));
  const Settings settings;
  for (int round = 0; round < 200; ++round) {
    const int columns = 2 + int(random() % 4), rows = 3 + int(random() % 8);
    std::vector<Word> words;
    words.reserve(size_t(columns * rows));
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const double width = 10 + random() % 40;
        words.push_back(
            word_at(50 + 80 * c, 50 + 80 * c + width, 100 + 14 * r, std::to_string(random() % 1000)));
      }
    Words all;
    for (const Word& word : words) all.push_back(&word);
    const std::vector<Line> lines = lines_of(all, settings);
    ASSERT_EQ(lines.size(), size_t(rows));
    const std::vector<Gutter> gutters = find_gutters(pointers(lines, 0, lines.size()), 0, 600, settings);
    ASSERT_EQ(gutters.size(), size_t(columns - 1)) << "round " << round;
    for (const Gutter& g : gutters)
      for (const Word& word : words) EXPECT_FALSE(word.x0 < g.x && g.x < word.x1);
  }
}

// Tables whose cells of one to four lines are set in the middle of their rows: what is found never mixes
// rows, and rows with half lines are found whole.
TEST(Middles, RowsAreFoundWhole) {
  std::mt19937 random(test_seed(7));
  const Settings settings;
  size_t staggered_rows = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<Word, size_t>> words;  // with their rows
    std::vector<bool> staggered;
    double y = 100;
    for (size_t r = 0; r < 6; ++r) {
      std::array<int, 3> heights{1 + int(random() % 2), 1 + int(random() % 4), 1 + int(random() % 4)};
      const int tallest = *std::max_element(heights.begin(), heights.end());
      staggered.push_back(false);
      for (size_t c = 0; c < 3; ++c) {
        staggered.back() = staggered.back() || (tallest - heights[c]) % 2 == 1;
        for (int k = 0; k < heights[c]; ++k)
          words.push_back({word_at(50 + 100.0 * double(c), 110 + 100.0 * double(c),
                                   y + 12 * (k + (tallest - heights[c]) / 2.0), "text"),
                           r});
      }
      y += 12 * tallest + 4;
    }
    Words all;
    for (const auto& [word, row] : words) all.push_back(&word);
    std::vector<TextLine> lines;
    for (Line& line : lines_of(all, settings)) {
      std::vector<Piece> pieces;
      for (const Chunk& chunk : line.chunks)
        pieces.push_back({int(chunk.x0 / 100), int(chunk.x0 / 100), chunk});
      lines.push_back({std::move(line), std::move(pieces)});
    }
    const auto row_of = [&](size_t line) {
      const Word* first = lines[line].line.words[0];
      return std::find_if(words.begin(), words.end(), [&](const auto& w) { return &w.first == first; })
          ->second;
    };
    std::vector<size_t> covered(6, 0), count(6, 0);
    for (size_t i = 0; i < lines.size(); ++i) ++count[row_of(i)];
    const Wrapping wrapping(lines, 3, {50, 150, 250, 350});
    for (const MiddleRow& row : rows_by_middles(lines, 10, wrapping)) {
      EXPECT_EQ(row_of(row.first), row_of(row.last)) << "round " << round;
      covered[row_of(row.first)] += row.last - row.first + 1;
    }
    for (size_t r = 0; r < 6; ++r)
      if (staggered[r]) {
        ++staggered_rows;
        EXPECT_EQ(covered[r], count[r]) << "round " << round << ", row " << r;
      }
  }
  EXPECT_GT(staggered_rows, 100u);
}

// Words of lines at their places, six points a letter.
class Sample {
 public:
  void put(double x, double y, const std::string& text) {
    for (size_t from = 0; from < text.size();) {
      const size_t to = std::min(text.find(' ', from), text.size());
      Word word = word_at(x + 5 * double(from), x + 5 * double(to), y, text.substr(from, to - from));
      word.number = is_number(word.text);
      words_.push_back(word);
      from = to + 1;
    }
  }
  Words words() const {
    Words out;
    for (const Word& word : words_) out.push_back(&word);
    return out;
  }

 private:
  std::deque<Word> words_;
};

TEST(Wrapping, WordsThatWouldHaveFittedBeginSomethingNew) {
  Sample sample;
  const char* rows[][2] = {{"Review of the contracts", "Completed in June of"},
                           {"", "the last year"},
                           {"Train staff", "No"},
                           {"Inspect", "Not before the end of"},
                           {"facilities", "the year"}};
  for (size_t r = 0; r < 5; ++r) {
    if (*rows[r][0]) sample.put(50, 100 + 12.0 * double(r), rows[r][0]);
    sample.put(200, 100 + 12.0 * double(r), rows[r][1]);
  }
  const Settings settings;
  std::vector<TextLine> lines;
  for (Line& line : lines_of(sample.words(), settings)) {
    std::vector<Piece> pieces;
    for (const Chunk& chunk : line.chunks)
      pieces.push_back({int(chunk.x0 >= 200), int(chunk.x0 >= 200), chunk});
    lines.push_back({std::move(line), std::move(pieces)});
  }
  ASSERT_EQ(lines.size(), 5u);
  const Wrapping wrapping(lines, 2, {50, 190, 310});
  EXPECT_EQ(wrapping.continues(lines[0], lines[1]), true);
  EXPECT_EQ(wrapping.continues(lines[1], lines[2]), false);
  EXPECT_EQ(wrapping.continues(lines[2], lines[3]), false);
  EXPECT_EQ(wrapping.continues(lines[3], lines[4]), true);
}

// A table in the right column beside running text in the left one: its lines are a stream of their own.
TEST(Streams, ATableBesideTextIsNoPartOfIt) {
  Sample sample;
  for (int i = 0; i < 8; ++i) {
    sample.put(50, 100 + 12.0 * i, "the results of the survey show that many");
    sample.put(300, 102 + 12.0 * i, i ? "Towns" : "Place");
    sample.put(380, 102 + 12.0 * i, i ? std::to_string(100 + 7 * i) : "Number");
  }
  const Settings settings;
  Page page;
  page.settings = &settings;
  page.width = 500, page.height = 800;
  const auto streams = text_streams(page, sample.words());
  ASSERT_EQ(streams.size(), 2u);
  for (const Line& line : streams[1]) EXPECT_GE(line.x0, 300);
  EXPECT_EQ(streams[1].size(), 8u);
}

TEST(Fields, AreNamedByTheTextBesideThem) {
  Sample sample;
  sample.put(50, 100, "Name:");
  sample.put(50, 130, "Power");
  sample.put(120, 130, "Water");
  sample.put(50, 160, "Remarks");
  const Settings settings;
  std::vector<Line> lines = lines_of(sample.words(), settings);
  const std::vector<Box> boxes = {{100, 90, 200, 104},
                                  {38, 122, 48, 132},
                                  {108, 122, 118, 132},
                                  {50, 165, 200, 200},
                                  {300, 300, 310, 310}};
  std::vector<FormField> fields(5);
  for (FormField& field : fields) field.kind = "text";
  fields[1].kind = fields[2].kind = "checkbox";
  cut_at_fields(lines, boxes);
  const std::vector<FieldName> names = name_fields(lines, boxes, fields);
  const auto text = [&](size_t i) { return lines[names[i].line].chunks[names[i].chunk].text; };
  EXPECT_EQ(text(0), "Name:");
  EXPECT_EQ(text(1), "Power");
  EXPECT_EQ(text(2), "Water");
  EXPECT_EQ(text(3), "Remarks");
  EXPECT_EQ(names[4].line, kNoName);
}

TEST(ReadingOrder, ColumnsBelowAHeading) {
  std::vector<Item> items;
  items.push_back({{50, 50, 500, 70}, {}, -1, -1});
  for (int row = 0; row < 6; ++row) {  // mixed, as lines of the sheet come
    items.push_back({{300, 100.0 + 14 * row, 500, 110.0 + 14 * row}, {}, -1, -1});
    items.push_back({{50, 100.0 + 14 * row, 250, 110.0 + 14 * row}, {}, -1, -1});
  }
  items.push_back({{50, 300, 500, 312}, {}, -1, -1});
  const std::vector<const Item*> order = reading_order(items);
  ASSERT_EQ(order.size(), items.size());
  EXPECT_EQ(order.front(), &items.front());
  EXPECT_EQ(order.back(), &items.back());
  for (size_t i = 1; i <= 6; ++i) EXPECT_EQ(order[i]->box.x0, 50) << i;
  for (size_t i = 7; i <= 12; ++i) EXPECT_EQ(order[i]->box.x0, 300) << i;
  EXPECT_NE(order[6]->group, order[7]->group);
}

// Cells as a browser sets them: rows one below the other, columns side by side; `down` and `across` say which
// cell of the grid each slot belongs to.
struct MadeGrid {
  std::vector<Box> boxes;
  std::vector<std::array<int, 4>> cells;  // row, column, spans
};
MadeGrid make_boxes(int rows, int columns, std::mt19937& chance, bool stretched) {
  MadeGrid out;
  std::vector<double> x = {20}, y = {100};
  for (int c = 0; c < columns; ++c) x.push_back(x.back() + 60 + double(chance() % 80));
  for (int r = 0; r < rows; ++r) y.push_back(y.back() + 18 + double(chance() % 3) * 18);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      Box box{x[size_t(c)], y[size_t(r)], x[size_t(c) + 1], y[size_t(r) + 1]};
      if (!stretched) box.x1 = box.x0 + 10 + double(chance() % 45);
      out.boxes.push_back(box);
      out.cells.push_back({r, c, 1, 1});
    }
  return out;
}

std::vector<std::array<int, 4>> cells_of(const CellTable& table, size_t count) {
  std::vector<std::array<int, 4>> out(count, {-1, -1, 0, 0});
  for (const CellTable::Cell& cell : table.cells)
    out[cell.index] = {cell.row, cell.column, cell.row_span, cell.column_span};
  return out;
}

TEST(CellTables, GridsComeBack) {
  std::mt19937 chance(5);
  for (int rows = 2; rows <= 6; ++rows)
    for (int columns = 2; columns <= 6; ++columns)
      for (const bool stretched : {true, false}) {
        const MadeGrid made = make_boxes(rows, columns, chance, stretched);
        const auto found = tables_of_cells(made.boxes);
        ASSERT_EQ(found.size(), 1u) << rows << " x " << columns;
        EXPECT_EQ(found[0].rows, rows);
        EXPECT_EQ(found[0].columns, columns);
        EXPECT_EQ(cells_of(found[0], made.boxes.size()), made.cells);
      }
}

TEST(CellTables, CombsHeadingsAndSections) {
  // a heading over two columns, a label beside three rows whose text stands in the middle, a section line
  const std::vector<Box> boxes = {
      {100, 0, 300, 20},  {0, 20, 90, 40},      {100, 20, 190, 40},  {200, 20, 300, 40},  // headers
      {0, 52, 40, 88},    {100, 40, 190, 60},   {200, 40, 300, 60},  {100, 60, 190, 80},  // label, rows
      {200, 60, 300, 80}, {100, 80, 190, 100},  {200, 80, 300, 100}, {0, 100, 300, 120},  // section
      {0, 120, 60, 140},  {100, 120, 150, 140}, {200, 120, 300, 140}};
  std::vector<Box> label = boxes;
  label[4] = {0, 40, 90, 100};  // ... or whose box is as high as they are
  for (const std::vector<Box>& given : {boxes, label}) {
    const auto found = tables_of_cells(given);
    ASSERT_EQ(found.size(), 1u);
    const auto cells = cells_of(found[0], given.size());
    EXPECT_EQ(found[0].columns, 3);
    EXPECT_EQ(cells[4], (std::array<int, 4>{2, 0, 3, 1}));
    EXPECT_EQ(cells[11], (std::array<int, 4>{5, 0, 1, 3}));
    EXPECT_EQ(cells[14], (std::array<int, 4>{6, 2, 1, 1}));
  }
}

TEST(CellTables, TextsOfAPageAreNone) {
  const std::vector<Box> page = {
      {0, 0, 600, 40}, {0, 50, 600, 130}, {0, 140, 280, 400}, {300, 150, 600, 420}, {0, 500, 600, 560}};
  EXPECT_TRUE(tables_of_cells(page).empty());
  EXPECT_TRUE(tables_of_cells({}).empty());
}

// Whatever stands where: every cell at most once, inside the grid.
TEST(CellTables, RandomBoxes) {
  std::mt19937 chance(17);
  for (int round = 0; round < 400; ++round) {
    std::vector<Box> boxes;
    for (size_t n = chance() % 60; n > 0; --n) {
      const double x = double(chance() % 8) * 40, y = double(chance() % 12) * 15;
      boxes.push_back({x, y, x + 1 + double(chance() % 90), y + 1 + double(chance() % 40)});
    }
    std::vector<int> used(boxes.size(), 0);
    for (const CellTable& table : tables_of_cells(boxes))
      for (const CellTable::Cell& cell : table.cells) {
        EXPECT_EQ(++used[cell.index], 1) << "round " << round;
        EXPECT_TRUE(cell.row >= 0 && cell.row + cell.row_span <= table.rows && cell.row_span > 0)
            << "round " << round;
        EXPECT_TRUE(cell.column >= 0 && cell.column + cell.column_span <= table.columns &&
                    cell.column_span > 0)
            << "round " << round;
      }
  }
}

TEST(BoxesFile, IsReadAsASheet) {
  const std::string file =
      R"({"page": 1, "width": 300, "height": 200}
{"page": 1, "text": "Harbour", "box": [20, 20, 60, 30], "bold": true}
{"page": 1, "text": "Berths", "box": [120, 20, 150, 30], "bold": true}
{"page": 1, "text": "Alder", "box": [20, 40, 45, 50]}
{"page": 1, "text": "Bay", "box": [48, 40, 65, 50]}
{"page": 1, "text": "120", "box": [130, 40, 150, 50]}
{"page": 1, "text": "Brook", "box": [20, 60, 50, 70]}
{"page": 1, "text": "35", "box": [137, 60, 150, 70]}
{"page": 1, "line": [20, 32, 150, 32]}
)";
  ASSERT_TRUE(is_boxes_file(file));
  const auto read = read_boxes_file(file, "a.jsonl", {});
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_NE(read->xhtml.find("Alder Bay</t"), std::string::npos) << read->xhtml;
  EXPECT_NE(read->xhtml.find("<table"), std::string::npos);
  EXPECT_FALSE(is_boxes_file("{\"page\": 1, \"text\": \"no box\"}\n"));
  EXPECT_FALSE(is_boxes_file("{}"));
  const auto wrong = read_boxes_file(file + "{\"page\": 1, \"text\": \"x\"}\n", "a.jsonl", {});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().where.line, 10u);
}

}  // namespace
}  // namespace gleaner::layout
