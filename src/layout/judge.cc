// Which candidates are tables: lists, axes, contents pages, boxes of prose and figures are not. See
// find_tables.h.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "layout/find_tables.h"
#include "layout/kinds.h"
#include "layout/pairs.h"

namespace gleaner::layout {
namespace {

bool reject(FoundTable& table, const char* why) {
  table.why = why;
  return false;
}

bool in_chart(const Page& page, const Box& box) {
  return std::ranges::any_of(page.charts,
                             [&](const Box& zone) { return common_area(zone, box) > 0.5 * box.area(); });
}

// The value of "1,234", "-5%", "$ 12.50"; nothing of other texts.
std::optional<double> value_of(std::string_view text) {
  std::string plain;
  for (char c : text)
    if (c != ',' && c != '%' && c != '$' && c != ' ') plain += c;
  const size_t from = plain.starts_with('-') ? 1 : 0;
  size_t dots = 0;
  for (size_t i = from; i < plain.size(); ++i) {
    if (plain[i] == '.' && i > from && i + 1 < plain.size()) ++dots;
    else if (!is_digit(plain[i])) return std::nullopt;
  }
  if (plain.size() == from || dots > 1 || plain.size() > 18) return std::nullopt;
  return std::stod(plain);
}

// Equal steps in all columns of figures, and few words beside them: the labels of an axis.
// (Numbered rows say something.)
bool is_axis(const Grid& grid) {
  std::set<int> worded;
  for (const GridCell& cell : grid.cells)
    if (!is_number(cell.text)) worded.insert(cell.row);
  if (2 * int(worded.size()) > grid.rows) return false;
  std::map<int, std::vector<std::pair<int, double>>> columns;
  for (const GridCell& cell : grid.cells)
    if (const auto value = value_of(cell.text)) columns[cell.column].push_back({cell.row, *value});
  size_t counted = 0, columns_of_figures = 0;
  for (auto& [column, values] : columns) {
    if (values.size() < 3) continue;
    std::ranges::sort(values);
    ++columns_of_figures;
    counted += values.size();
    const double step = values[1].second - values[0].second;
    if (step == 0) return false;
    for (size_t i = 1; i < values.size(); ++i)
      if (std::abs(values[i].second - values[i - 1].second - step) > 5e-5) return false;
  }
  return columns_of_figures && double(counted) > 0.3 * double(grid.cells.size());
}

// "17" or, chapter by chapter, "2-17", as one number that grows from page to page.
std::optional<int> page_number(std::string_view text) {
  const size_t dash = text.find('-');
  const std::string_view chapter = dash == text.npos ? "" : text.substr(0, dash),
                         page = text.substr(dash + 1);
  const auto is_short = [](std::string_view t, size_t most) { return t.size() <= most && is_all_digits(t); };
  if (!is_short(page, 3) || (dash != text.npos && !is_short(chapter, 2))) return std::nullopt;
  const auto value = [](std::string_view t) { return t.empty() ? 0 : std::stoi(std::string(t)); };
  return 1000 * value(chapter) + value(page);
}

// Titles with the numbers of their pages, which grow; leaders between them, or else
// no exception and nothing above.
bool is_contents(const Page& page, const FoundTable& table) {
  constexpr size_t kFewest = 3, kFewestPlain = 6;  // with leaders; without, unless there is nothing else
  const Grid& grid = table.grid;
  if (grid.columns > 3) return false;
  size_t leaders = 0;
  for (const Point& p : page.leaders) leaders += table.box.y0 <= p.y && p.y <= table.box.y1;
  const bool plain = double(leaders) < 0.5 * grid.rows;
  std::vector<std::pair<int, int>> pages;  // by row
  size_t last_column = 0;
  for (const GridCell& cell : grid.cells) {
    if (cell.column != grid.columns - 1) continue;
    ++last_column;
    if (const auto number = page_number(cell.text)) pages.push_back({cell.row, *number});
  }
  const bool nothing_else = grid.columns == 2 && int(pages.size()) == grid.rows;
  if (pages.size() < (plain && !nothing_else ? kFewestPlain : kFewest) ||
      double(pages.size()) < 0.6 * grid.rows)
    return false;
  std::ranges::sort(pages);
  size_t falls = 0, steps = 0;  // a running head may stand above
  for (size_t i = 1; i < pages.size(); ++i) {
    falls += pages[i].second < pages[i - 1].second;
    steps += pages[i].second > pages[i - 1].second;
  }
  if (plain) return falls == 0 && 2 * steps > pages.size() && last_column == pages.size();
  return falls <= 1;
}

// Words, each with the pages where it stands: "Aviation, 14, 103".
bool is_index(const Grid& grid) {
  constexpr double kMost = 0.7;
  size_t entries = 0;
  for (const GridCell& cell : grid.cells) {
    const size_t comma = cell.text.rfind(", ");
    entries +=
        comma != cell.text.npos && comma > 0 && page_number(std::string_view(cell.text).substr(comma + 2));
  }
  return double(entries) >= kMost * double(grid.cells.size());
}

// Names with their values stand at the right of other text: the head of a letter or of a form, not rows.
bool is_letterhead(const std::vector<Line>& lines) {
  constexpr double kShare = 0.6;
  size_t with = 0;
  for (const std::vector<size_t>& names : find_pairs(lines))
    with += std::ranges::any_of(names, [](size_t chunk) { return chunk > 0; });
  return with >= 2 && double(with) >= kShare * double(lines.size());
}

// No figures in it but years and numbers of columns, and lines with figures right below:
// rulings part the headings alone.
bool heads_lines_below(const Page& page, const FoundTable& table) {
  constexpr int kMostRows = 4;
  constexpr double kNear = 3;  // em
  if (table.grid.rows > kMostRows) return false;
  double size = 0;
  for (const GridCell& cell : table.grid.cells) {
    if (cell.column > 0 && is_number(cell.text) && !is_year_alone(cell.text) && !is_bracketed(cell.text))
      return false;
    for (const Word* word : cell.words) size = std::max(size, word->size);
  }
  const Box& b = table.box;
  Words below;
  for (const Word& word : page.words)
    if (word.center_y() > b.y1 && word.y0 < b.y1 + kNear * size && word.x0 > b.x0 - 2 && word.x1 < b.x1 + 2)
      below.push_back(&word);
  const std::vector<Line> lines = lines_of(below, *page.settings);
  return std::ranges::any_of(lines,
                             [](const Line& line) { return is_data_line(line) && !is_header_like(line); });
}

// Most of the spaces between columns hold a ruling, as high as the table.
bool parts_columns_by_rules(const FoundTable& table) {
  constexpr double kHigh = 0.6, kMost = 0.6;
  std::vector<double> at;
  for (const Rule& rule : table.rules.vertical)
    if (rule.length() > kHigh * table.box.height()) at.push_back(rule.at);
  const size_t rules = cluster(std::move(at), 3).size();
  return rules >= 2 && double(rules) >= kMost * (table.grid.columns - 1);
}

size_t count_words(std::string_view text) { return words(text).size(); }

}  // namespace

bool is_good_lattice(Page& page, FoundTable& table) {
  const Grid& grid = table.grid;
  const Box& b = table.box;
  if (grid.rows < 2 || grid.columns < 2 || grid.cells.size() < 4)
    return reject(table, "fewer than four cells");
  if (in_chart(page, b)) return reject(table, "in a chart");
  size_t slants = 0, covered = 0, long_cells = 0;
  for (const Point& p : page.slants) slants += b.x0 < p.x && p.x < b.x1 && b.y0 < p.y && p.y < b.y1;
  if (slants >= 6) {
    page.charts.push_back(b);
    return reject(table, "slanted lines: a chart");
  }
  const auto borders = [](const std::vector<Rule>& rules) {
    std::vector<double> at;
    for (const Rule& rule : rules)
      if (rule.length() > 6) at.push_back(rule.at);
    return std::max<size_t>(1, cluster(std::move(at), 3).size()) - 1;
  };
  const size_t slots = std::max<size_t>(1, borders(table.rules.vertical)) *
                       std::max<size_t>(1, borders(table.rules.horizontal));
  for (const GridCell& cell : grid.cells) {
    covered += size_t(cell.row_span) * size_t(cell.column_span);
    long_cells += count_code_points(cell.text) > 150;
  }
  const double n = double(grid.cells.size());
  if (slots > 12 && n < 0.2 * double(slots) && n < 12) return reject(table, "rulings without text");
  if (double(covered) / (double(grid.rows) * grid.columns) < 0.25)
    return reject(table, "most of it is empty");
  if (double(long_cells) > 0.4 * n) return reject(table, "a box of prose");
  if (heads_lines_below(page, table))
    return reject(table, "the header of a table that goes on without rulings");
  return true;
}

bool is_good_text(const Page& page, FoundTable& table) {
  const Grid& grid = table.grid;
  if (grid.rows < 2 || grid.columns < 2) return reject(table, "a single row or column");
  const int first = is_leftward(table.words) ? grid.columns - 1 : 0;  // where the eye begins
  size_t body = 0, numbers = 0, words_in = 0, marks = 0;
  std::vector<int> filled(size_t(grid.rows), 0);
  std::vector<double> first_words;
  for (const GridCell& cell : grid.cells) {
    body += cell.column != first;
    numbers += cell.column != first && is_number(cell.text);
    words_in += count_words(cell.text);
    for (int r = cell.row; r < cell.row + cell.row_span; ++r) ++filled[size_t(r)];
    if (cell.column != first) continue;
    first_words.push_back(double(count_words(cell.text)));
    const std::vector<std::string_view> parts = words(cell.text);
    marks += !parts.empty() && is_list_mark(parts[0]) && count_code_points(cell.text) < 6;
  }
  const double figures = double(numbers) / double(std::max<size_t>(1, body));
  const double words_a_cell = double(words_in) / double(grid.cells.size());
  const auto full_rows = int(std::ranges::count_if(filled, [](int n) { return n >= 2; }));
  if (!first_words.empty() && double(marks) >= 0.5 * double(first_words.size()) && grid.columns <= 3 &&
      figures < 0.5)
    return reject(table, "a list");
  if (in_chart(page, table.box)) return reject(table, "in a chart");
  size_t rules = 0;
  for (const Rule& rule : table.rules.horizontal) rules += rule.length() > 0.6 * table.box.width();
  if (rules < 3 && is_axis(grid)) return reject(table, "the labels of an axis");
  if (table.below_figure && table.rules.horizontal.empty())
    return reject(table, "below the caption of a figure");
  if (is_contents(page, table)) return reject(table, "a table of contents");
  if (is_index(grid)) return reject(table, "an index");
  if (full_rows < 2) return reject(table, "no two full rows");
  if (table.below_caption) return true;  // it is said to be one
  if (rules >= 1 && parts_columns_by_rules(table)) return true;
  if (grid.columns == 2 && rules < 2 && (full_rows < 3 || figures < 0.5))
    return reject(table, "two columns without figures");
  if (grid.columns <= 4 && rules < 2 && is_letterhead(table.lines))
    return reject(table, "names and values beside other text");
  const bool heavy = grid.columns >= 3 && full_rows >= 4 && grid.rows < 0.7 * double(table.lines.size()) &&
                     median(first_words, 9) <= 4;
  if (figures < 0.25 && words_a_cell > 4 && rules < 2 && !heavy) return reject(table, "columns of prose");
  if (figures < 0.15 && grid.columns < 3 && rules < 3) return reject(table, "no figures");
  if (figures < 0.3 && grid.rows < 4 && rules < 2) return reject(table, "few rows, few figures");
  if (full_rows < 0.5 * grid.rows && figures < 0.5) return reject(table, "most rows have one cell");
  return true;
}

}  // namespace gleaner::layout
