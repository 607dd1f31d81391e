// See find_tables.h. Lattices, and the order of the three ways.
#include "layout/find_tables.h"

#include <algorithm>
#include <set>

#include "layout/charts.h"

namespace gleaner::layout {
namespace {

Words words_in(const Page& page, const Box& box) {
  Words out;
  for (const Word& word : page.words)
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
      std::stable_sort(candidates.begin(), candidates.end(),
                       [](const FoundTable& a, const FoundTable& b) { return a.box.area() > b.box.area(); });
      for (FoundTable& table : candidates) {
        const bool inside = std::any_of(keep_.begin(), keep_.end(), [&](const FoundTable& k) {
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
    return std::none_of(keep_.begin(), keep_.end(),
                        [&](const FoundTable& k) { return k.box.holds(x, y, 3); });
  }

  std::vector<FoundTable> collect(bool edges) const {
    std::vector<Rule> horizontal, vertical;
    for (const Rule& h : page_.horizontal)
      if ((h.drawn || edges) && is_free((h.a + h.b) / 2, h.at)) horizontal.push_back(h);
    for (const Rule& v : page_.vertical)
      if ((v.drawn || edges) && is_free(v.at, (v.a + v.b) / 2)) vertical.push_back(v);
    std::vector<FoundTable> out;
    for (Lattice& lattice : lattices(horizontal, vertical)) {
      if (lattice.horizontal.size() < 2 || lattice.vertical.empty()) continue;
      FoundTable table;
      table.kind = TableKind::lattice;
      table.box = lattice.box();
      if (table.box.width() < 40 || table.box.height() < 12) continue;
      table.words = words_in(page_, table.box);
      if (table.words.size() < 3) continue;
      table.rules = std::move(lattice);
      out.push_back(std::move(table));
    }
    return out;
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
    const bool charted = std::any_of(page.charts.begin(), page.charts.end(), [&](const Box& zone) {
      return zone.holds(word.center_x(), word.center_y());
    });
    if (!charted) out.push_back(&word);
  }
  return out;
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
      const bool taken = std::any_of(tables.begin(), tables.end(), [&](const FoundTable& k) {
        return common_area(table.box, k.box) > 0.3 * table.box.area();
      });
      if (!taken) take(table);
    }
  return tables;
}

}  // namespace gleaner::layout
