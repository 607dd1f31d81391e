// See cell_tables.h.
#include "layout/cell_tables.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace gleaner::layout {
namespace {

constexpr double kAlign = 2.5;        // pixels or points: ends nearer than this are one coordinate
constexpr double kFarBelow = 2.0;     // of the higher line: a larger space ends a table
constexpr double kAlignedPart = 0.6;  // of a line's cells stand below one that is aligned with them
constexpr double kSameRow = 0.5;      // of the lower height: so much vertical overlap is one line
constexpr double kPart = 0.3;  // of a cell's height or of a line's: so much of it lies beside the other
constexpr double kOverColumn = 0.35;  // of a column's width, or of the cell's: so much overlap puts it there
constexpr size_t kLookBack = 3;       // lines above that a line is compared with

double overlap(double a0, double a1, double b0, double b1) { return std::min(a1, b1) - std::max(a0, b0); }
double down(const Box& a, const Box& b) { return overlap(a.y0, a.y1, b.y0, b.y1); }
double along(const Box& a, const Box& b) { return overlap(a.x0, a.x1, b.x0, b.x1); }
bool in_one_line(const Box& a, const Box& b) {
  return down(a, b) > kSameRow * std::min(a.height(), b.height());
}
bool beside(const Box& a, const Box& b) {
  return along(a, b) <= 0 && down(a, b) > kPart * std::min(a.height(), b.height());
}
bool aligned(const Box& a, const Box& b) {
  return std::abs(a.x0 - b.x0) <= kAlign || std::abs(a.x1 - b.x1) <= kAlign ||
         std::abs(a.center_x() - b.center_x()) <= kAlign;
}

struct CellLine {
  Box box;
  std::vector<size_t> cells;  // from left to right
};

class CellTableFinder {
 public:
  explicit CellTableFinder(const std::vector<Box>& boxes) : boxes_(boxes) {}

  std::vector<CellTable> find() {
    make_lines();
    std::vector<CellTable> out;
    used_.assign(boxes_.size(), false);
    for (size_t from = 0, before = 0; from < lines_.size();) {
      const size_t to = end_of_run(from);
      if (to - from >= 2) {
        CellTable table = build(from > before && heads(from - 1) ? from - 1 : from, to);
        if (table.columns >= 2) out.push_back(std::move(table));
        before = to;
      }
      from = std::max(to, from + 1);
    }
    return out;
  }

 private:
  // --- lines

  void make_lines() {
    std::vector<size_t> order(boxes_.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::sort(order, [&](size_t a, size_t b) {
      const double p = boxes_[a].center_y(), q = boxes_[b].center_y();
      return p != q ? p < q : a < b;
    });
    double highest = 0;
    for (const Box& box : boxes_) highest = std::max(highest, box.height());
    for (size_t at = 0; at < order.size(); ++at) {
      const Box& b = boxes_[order[at]];
      if (is_tall(order, at, highest)) {
        tall_.push_back(order[at]);
        continue;
      }
      if (lines_.empty() || !in_one_line(lines_.back().box, b)) lines_.push_back({b, {}});
      lines_.back().box = lines_.back().box.hull(b);
      lines_.back().cells.push_back(order[at]);
    }
    for (CellLine& line : lines_)
      std::ranges::sort(line.cells, [&](size_t a, size_t b) {
        return boxes_[a].x0 != boxes_[b].x0 ? boxes_[a].x0 < boxes_[b].x0 : a < b;
      });
  }

  // Beside two cells that stand one below the other?
  bool is_tall(const std::vector<size_t>& order, size_t at, double highest) const {
    const Box& b = boxes_[order[at]];
    std::vector<size_t> near;
    const auto look = [&](size_t k) {
      const Box& other = boxes_[order[k]];
      if (std::abs(other.center_y() - b.center_y()) > (b.height() + highest) / 2) return false;
      if (beside(b, other)) near.push_back(order[k]);
      return true;
    };
    for (size_t k = at; k-- > 0 && look(k);) {
    }
    for (size_t k = at + 1; k < order.size() && look(k); ++k) {
    }
    for (size_t i = 0; i < near.size(); ++i)
      for (size_t k = i + 1; k < near.size(); ++k)
        if (along(boxes_[near[i]], boxes_[near[k]]) > 0 && !in_one_line(boxes_[near[i]], boxes_[near[k]]))
          return true;
    return false;
  }

  // --- runs of lines

  // Behind the last line of the table that begins with this one; the line itself if none does.
  size_t end_of_run(size_t from) const {
    if (lines_[from].cells.size() < 2) return from;
    std::vector<size_t> full = {from};  // lines of several cells
    size_t end = from + 1;
    for (size_t i = from + 1; i < lines_.size(); ++i) {
      const CellLine &line = lines_[i], &last = lines_[i - 1];
      if (line.box.y0 - last.box.y1 > kFarBelow * std::max(line.box.height(), last.box.height())) break;
      if (line.cells.size() < 2) {
        if (i != full.back() + 1 || along(line.box, lines_[full.back()].box) <= 0) break;
        continue;
      }
      if (!continues(line, full)) break;
      full.push_back(i);
      end = i + 1;
    }
    return full.size() >= 2 ? end : from;
  }

  // A cell alone over some of the columns, not over the first: a heading of several.
  bool heads(size_t line) const {
    const CellLine &above = lines_[line], &first = lines_[line + 1];
    return above.cells.size() == 1 && first.box.y0 - above.box.y1 < above.box.height() / 2 &&
           above.box.x0 > boxes_[first.cells[0]].x1 - kAlign && above.box.x1 < first.box.x1 + kAlign;
  }

  bool continues(const CellLine& line, const std::vector<size_t>& full) const {
    size_t fit = 0;
    for (size_t i : line.cells)
      for (size_t back = 0; back < std::min(kLookBack, full.size()); ++back) {
        const CellLine& above = lines_[full[full.size() - 1 - back]];
        const bool any =
            std::ranges::any_of(above.cells, [&](size_t k) { return aligned(boxes_[i], boxes_[k]); });
        if (!any) continue;
        ++fit;
        break;
      }
    return fit >= 2 && double(fit) >= kAlignedPart * double(line.cells.size());
  }

  // --- the grid

  CellTable build(size_t from, size_t to) {
    const std::vector<Box> columns = columns_of(from, to);
    CellTable out;
    out.rows = int(to - from);
    out.columns = int(columns.size());
    for (size_t r = from; r < to; ++r) {
      const CellLine& line = lines_[r];
      for (size_t i : line.cells) {
        CellTable::Cell cell = place(columns, i);
        cell.row = int(r - from);
        if (line.cells.size() == 1 && r > from && !has_label(r))
          cell.column = 0, cell.column_span = out.columns;
        out.cells.push_back(cell);
      }
    }
    for (size_t i : tall_)
      if (!used_[i]) used_[i] = add_tall(out, columns, i, from, to);
    for (int c = 0; c < out.columns; ++c) spread(out, c, from);
    std::ranges::sort(out.cells, [](const CellTable::Cell& a, const CellTable::Cell& b) {
      return a.row != b.row ? a.row < b.row : a.column != b.column ? a.column < b.column : a.index < b.index;
    });
    return out;
  }

  // Does a cell that spans rows reach into the line?
  bool has_label(size_t line) const {
    return std::ranges::any_of(tall_, [&](size_t i) { return beside(boxes_[i], lines_[line].box); });
  }

  // The cells of the fullest lines, widened by those that lie over one of them; those that
  // lie over none are more columns.
  std::vector<Box> columns_of(size_t from, size_t to) const {
    std::vector<size_t> order(to - from);
    std::iota(order.begin(), order.end(), from);
    std::ranges::stable_sort(
        order, [&](size_t a, size_t b) { return lines_[a].cells.size() > lines_[b].cells.size(); });
    std::vector<Box> out;
    const auto add = [&](const Box& b) {
      std::optional<size_t> only;
      size_t over = 0;
      for (size_t c = 0; c < out.size(); ++c)
        if (along(b, out[c]) > 0) ++over, only = c;
      if (!over) out.push_back(b);
      else if (over == 1) out[*only] = out[*only].hull(b);
    };
    for (size_t r : order)
      if (lines_[r].cells.size() > 1)
        for (size_t i : lines_[r].cells) add(boxes_[i]);
    for (size_t i : tall_)
      if (lines_[from].box.y0 <= boxes_[i].center_y() && boxes_[i].center_y() <= lines_[to - 1].box.y1)
        add(boxes_[i]);
    std::ranges::sort(out, [](const Box& a, const Box& b) { return a.x0 < b.x0; });
    return out;
  }

  CellTable::Cell place(const std::vector<Box>& columns, size_t i) const {
    const Box& b = boxes_[i];
    int first = -1, last = -1;
    for (int c = 0; c < int(columns.size()); ++c) {
      const Box& column = columns[size_t(c)];
      if (along(b, column) < kOverColumn * std::min(column.width(), b.width())) continue;
      if (first < 0) first = c;
      last = c;
    }
    if (first < 0) {  // between columns: the nearer one
      const auto away = [&](const Box& column) { return std::abs(column.center_x() - b.center_x()); };
      first = last = int(
          std::ranges::min_element(columns, [&](const Box& p, const Box& q) { return away(p) < away(q); }) -
          columns.begin());
    }
    return {i, 0, first, 1, last - first + 1};
  }

  bool add_tall(CellTable& out, const std::vector<Box>& columns, size_t i, size_t from, size_t to) const {
    std::optional<size_t> first;
    size_t last = 0;
    for (size_t r = from; r < to; ++r)
      if (down(boxes_[i], lines_[r].box) > kPart * std::min(boxes_[i].height(), lines_[r].box.height())) {
        if (!first) first = r;
        last = r;
      }
    if (!first) return false;
    CellTable::Cell cell = place(columns, i);
    cell.row = int(*first - from), cell.row_span = int(last - *first + 1);
    out.cells.push_back(cell);
    return true;
  }

  // A column with fewer cells than rows, each in the middle of the rows from the last one on:
  // they are labels of those rows.
  void spread(CellTable& out, int column, size_t from) const {
    std::vector<CellTable::Cell*> cells;
    for (CellTable::Cell& cell : out.cells)
      if (cell.column == column && cell.column_span == 1) cells.push_back(&cell);
    if (cells.size() < 2 || int(cells.size()) >= out.rows) return;
    std::ranges::sort(cells, [](const auto* a, const auto* b) { return a->row < b->row; });
    std::vector<std::pair<int, int>> rows;  // first and last of each
    int next = 0;
    for (const CellTable::Cell* cell : cells) {
      int last = next;
      const auto off = [&] {
        return lines_[from + size_t(next)].box.y0 + lines_[from + size_t(last)].box.y1 -
               2 * boxes_[cell->index].center_y();
      };
      while (last + 1 < out.rows && off() < -2 * kAlign) ++last;
      if (next >= out.rows || std::abs(off()) > 2 * kAlign || cell->row < next || cell->row > last) return;
      rows.push_back({next, last});
      next = last + 1;
    }
    if (next != out.rows) return;
    for (size_t i = 0; i < cells.size(); ++i)
      cells[i]->row = rows[i].first, cells[i]->row_span = rows[i].second - rows[i].first + 1;
  }

  const std::vector<Box>& boxes_;
  std::vector<CellLine> lines_;  // from the top
  std::vector<size_t> tall_;     // cells beside several lines
  std::vector<bool> used_;       // ... that a table has
};

}  // namespace

std::vector<CellTable> tables_of_cells(const std::vector<Box>& cells) {
  return CellTableFinder(cells).find();
}

}  // namespace gleaner::layout
