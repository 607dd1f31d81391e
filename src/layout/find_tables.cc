// See find_tables.h. Lattices, and the order of the three ways.
#include "layout/find_tables.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "layout/charts.h"

namespace gleaner::layout {
namespace {

Words words_in(const std::vector<Word>& words, const Box& box) {
  Words out;
  for (const Word& word : words)
    if (box.holds(word.center_x(), word.center_y(), 1.5)) out.push_back(&word);
  return out;
}

class LatticeFinder {
 public:
  LatticeFinder(Page& page, std::vector<FoundTable>* rejected) : page_(page), rejected_(rejected) {}

  // Drawn rulings first; edges of filled areas only where no drawn lattice is: the shading of paragraphs and
  // of every other row gives false borders.
  std::vector<FoundTable> find() {
    for (bool edges : {false, true}) {
      std::vector<FoundTable> candidates = collect(edges);
      std::ranges::stable_sort(
          candidates, [](const FoundTable& a, const FoundTable& b) { return a.box.area() > b.box.area(); });
      for (FoundTable& table : candidates) {
        const bool inside = std::ranges::any_of(keep_, [&](const FoundTable& k) {
          return common_area(table.box, k.box) > 0.8 * table.box.area();
        });
        if (inside) continue;
        table.grid = make_grid(page_, table.box, table.rules.horizontal, table.rules.vertical, table.words,
                               GridMode::ruled);
        if (table.grid.cells.empty()) continue;
        if (is_good_lattice(page_, table)) keep_.push_back(std::move(table));
        else if (rejected_) rejected_->push_back(std::move(table));
      }
    }
    return std::move(keep_);
  }

 private:
  bool is_free(double x, double y) const {
    return std::ranges::none_of(keep_, [&](const FoundTable& k) { return k.box.holds(x, y, 3); });
  }

  std::vector<FoundTable> collect(bool edges) const {
    std::vector<Rule> horizontal, vertical;
    for (const Rule& h : page_.horizontal)
      if ((h.drawn || edges) && is_free((h.a + h.b) / 2, h.at)) horizontal.push_back(h);
    for (const Rule& v : page_.vertical)
      if ((v.drawn || edges) && is_free(v.at, (v.a + v.b) / 2)) vertical.push_back(v);
    std::vector<FoundTable> out;
    std::vector<Lattice> found = with_loose_rules(lattices(horizontal, vertical));
    std::vector<Box> stripes;
    for (const Lattice& lattice : found)
      if (edges && is_stripe(lattice)) stripes.push_back(lattice.box());
    for (Lattice& lattice : found) {
      if (edges && is_among(lattice.box(), stripes)) continue;
      FoundTable table;
      table.kind = TableKind::lattice;
      table.box = lattice.box();
      if (table.box.width() < 40 || table.box.height() < 12) continue;
      table.words = words_in(page_.words, table.box);
      if (table.words.size() < 3) continue;
      for (const std::vector<Word>* more : {&page_.rotated, &page_.values}) {
        const Words inside = words_in(*more, table.box);
        table.words.insert(table.words.end(), inside.begin(), inside.end());
      }
      table.rules = std::move(lattice);
      out.push_back(std::move(table));
    }
    return out;
  }

  static bool is_frame(const Lattice& lattice) {
    return lattice.horizontal.size() >= 2 && !lattice.vertical.empty();
  }

  // Vertical rulings inside a frame that touch no other belong to it: they part headings, or end short of the
  // edge. (Horizontal ones underline.)
  static std::vector<Lattice> with_loose_rules(std::vector<Lattice> found) {
    const auto loose = std::stable_partition(found.begin(), found.end(), is_frame);
    for (auto rule = loose; rule != found.end(); ++rule) {
      const Box box = rule->box();
      Lattice* into = nullptr;
      for (auto frame = found.begin(); frame != loose; ++frame)
        if (const Box b = frame->box(); b.holds(box.x0, box.y0, 0) && b.holds(box.x1, box.y1, 0) &&
                                        (!into || b.area() < into->box().area()))
          into = &*frame;
      if (!into || !rule->horizontal.empty()) continue;
      into->vertical.insert(into->vertical.end(), rule->vertical.begin(), rule->vertical.end());
    }
    found.erase(loose, found.end());
    return found;
  }

  // One row of filled cells: every other row of a table is coloured.
  static bool is_stripe(const Lattice& lattice) {
    std::vector<double> levels;
    for (const Rule& rule : lattice.horizontal) levels.push_back(rule.at);
    return cluster(std::move(levels), 3).size() < 3;
  }

  // A stripe, or a larger area in line with several (where a cell spans rows).
  static bool is_among(const Box& box, const std::vector<Box>& stripes) {
    constexpr double kAligned = 3;
    size_t aligned = 0;
    for (const Box& stripe : stripes) {
      if (common_area(stripe, box) > 0.9 * box.area()) return true;
      aligned += std::abs(stripe.x0 - box.x0) < kAligned && std::abs(stripe.x1 - box.x1) < kAligned;
    }
    return aligned >= 2;
  }

  Page& page_;
  std::vector<FoundTable>* rejected_;
  std::vector<FoundTable> keep_;
};

// Words that no table and no chart has.
Words rest_of(const Page& page, const std::vector<FoundTable>& tables) {
  std::set<const Word*> used;
  for (const FoundTable& table : tables) used.insert(table.words.begin(), table.words.end());
  Words out;
  for (const Word& word : page.words) {
    if (used.count(&word)) continue;
    const bool charted = std::ranges::any_of(
        page.charts, [&](const Box& zone) { return zone.holds(word.center_x(), word.center_y()); });
    if (!charted) out.push_back(&word);
  }
  return out;
}

// Where the columns of a grid stand.
std::vector<Box> columns_of(const Grid& grid) {
  std::vector<Box> out(size_t(grid.columns), Box{1e9, 1e9, -1e9, -1e9});
  for (const GridCell& cell : grid.cells)
    if (cell.column_span == 1)
      for (const Word* word : cell.words)
        out[size_t(cell.column)] = out[size_t(cell.column)].hull(word->box());
  return out;
}

// Headings of narrow columns are written upwards. Without rulings they stand above the first line, or beside
// the header: they go into its first row, or are one more.
void add_turned_headings(const Page& page, FoundTable& table) {
  constexpr double kNear = 1.5;  // em, above the table
  const std::vector<Box> columns = columns_of(table.grid);
  std::vector<std::pair<const Word*, int>> found;
  double low = 0;
  for (const Word& word : page.rotated) {
    if (word.y1 < table.box.y0 - kNear * word.size || word.center_y() > table.box.center_y()) continue;
    for (size_t c = 0; c < columns.size(); ++c)
      if (columns[c].x0 - word.size <= word.center_x() && word.center_x() <= columns[c].x1 + word.size) {
        found.push_back({&word, int(c)});
        low = std::max(low, word.y1);
        break;
      }
  }
  if (found.size() < 2) return;
  bool beside = false;  // is the first row a header at the same height?
  for (const GridCell& cell : table.grid.cells)
    if (cell.row == 0)
      for (const Word* word : cell.words) beside |= word->y0 < low;
  for (const auto& [word, column] : found)
    if (std::ranges::any_of(table.grid.cells, [&, c = column](const GridCell& cell) {
          return beside && cell.row == 0 && cell.column <= c && c < cell.column + cell.column_span;
        }))
      return;  // something stands there: these are no headings
  if (!beside) {
    for (GridCell& cell : table.grid.cells) ++cell.row;
    ++table.grid.rows, ++table.grid.header_rows;
  }
  table.grid.header_rows = std::max(table.grid.header_rows, 1);
  for (const auto& [word, column] : found) {
    table.grid.cells.push_back({0, column, 1, 1, word->text, {word}});
    table.words.push_back(word);
    table.box = table.box.hull(word->box());
  }
  std::ranges::stable_sort(table.grid.cells, [](const GridCell& a, const GridCell& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
}

}  // namespace

std::vector<FoundTable> find_tables(Page& page, std::vector<FoundTable>* rejected) {
  page.charts = find_charts(page);
  std::vector<FoundTable> tables = LatticeFinder(page, rejected).find();
  const auto take = [&](FoundTable& table) {
    if (is_good_text(page, table)) tables.push_back(std::move(table));
    else if (rejected) rejected->push_back(std::move(table));
  };
  for (FoundTable& table : tables_between_rules(page, rest_of(page, tables))) take(table);
  std::vector<std::vector<Line>> streams = text_streams(page, rest_of(page, tables));
  for (std::vector<Line>& stream : streams)
    for (FoundTable& table : tables_of_text(page, stream)) {
      const bool taken = std::ranges::any_of(tables, [&](const FoundTable& k) {
        return common_area(table.box, k.box) > 0.3 * table.box.area();
      });
      if (!taken) take(table);
    }
  for (FoundTable& table : tables)
    if (table.kind != TableKind::lattice) add_turned_headings(page, table);
  return tables;
}

}  // namespace gleaner::layout
