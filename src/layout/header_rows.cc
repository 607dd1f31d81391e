// Header lines to rows of cells: stacked lines of a column are one cell, a heading over several columns that
// all have a heading of their own spans them. See grid.h.
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/text.h"
#include "layout/grid.h"
#include "layout/kinds.h"

namespace gleaner::layout {
namespace {

struct Heading {
  int first, last;
  Chunk chunk;
  size_t line;
};

struct HeadingStack {  // headings stacked in one place
  int first, last;
  std::vector<Chunk> chunks;
  double y0, y1;
  int level = -1;  // from below
};

class HeaderMaker {
 public:
  HeaderMaker(const std::vector<TextLine>& lines, int columns, int band, const std::vector<double>& borders,
              const std::vector<Rule>& horizontal)
      : lines_(lines), columns_(columns), band_(band), borders_(borders), rules_(horizontal) {}

  std::vector<GridRow> make() {
    for (size_t i = 0; i < lines_.size(); ++i) {
      numbered_.push_back(numbers_columns(lines_[i]));
      for (const Piece& piece : lines_[i].pieces)
        headings_.push_back({piece.first, piece.last, piece.chunk, i});
    }
    for (Heading& heading : headings_) span_by_rule(heading);
    for (size_t i = 0; i + 1 < lines_.size(); ++i) span_by_center(i);
    span_unit();
    stack();
    set_levels();
    return rows();
  }

 private:
  // A ruling just below that carries this heading alone.
  void span_by_rule(Heading& h) {
    const Chunk& k = h.chunk;
    for (const Rule& rule : rules_) {
      if (!(rule.at - k.base > -2 && rule.at - k.base < 1.1 * k.size && rule.a <= k.x0 + 2 &&
            rule.b >= k.x1 - 2))
        continue;
      if (rule.length() >= 0.9 * (borders_.back() - borders_.front()) && rule.a < borders_[1] - 0.5 * k.size)
        continue;
      size_t carried = 0;
      for (const Heading& other : headings_)
        carried +=
            other.line == h.line && std::min(other.chunk.x1, rule.b) - std::max(other.chunk.x0, rule.a) > 0;
      if (carried != 1) continue;
      for (int c = 0; c < columns_; ++c) {
        const double from = borders_[size_t(c)], to = borders_[size_t(c) + 1];
        if (std::min(rule.b, to) - std::max(rule.a, from) <= 0.5 * (to - from)) continue;
        h.first = std::min(h.first, c);
        h.last = std::max(h.last, c);
      }
    }
  }

  // "Thousands of persons" alone in the last line, in the middle below the headings of all columns but
  // the first: the unit of them all.
  void span_unit() {
    constexpr double kOff = 0.03;  // of the width
    if (lines_.size() < 2 || columns_ < 4 || lines_.back().pieces.size() != 1) return;
    Heading& unit = headings_.back();
    const Heading *left = nullptr, *right = nullptr;
    for (const Heading& h : headings_) {
      if (h.line + 1 == lines_.size() || h.first == 0) continue;
      if (h.first == unit.first && h.last == unit.last &&
          std::abs(h.chunk.center_x() - unit.chunk.center_x()) < 2.5)
        return;
      if (!left || h.chunk.x0 < left->chunk.x0) left = &h;
      if (!right || h.chunk.x1 > right->chunk.x1) right = &h;
    }
    if (unit.first == 0 || !left || left->first != 1 || right->last != columns_ - 1) return;
    const double text = (left->chunk.x0 + right->chunk.x1) / 2, space = (borders_[1] + borders_.back()) / 2;
    const double off =
        std::min(std::abs(unit.chunk.center_x() - text), std::abs(unit.chunk.center_x() - space));
    if (off < kOff * (borders_.back() - borders_[1]) + 2) unit.first = 1, unit.last = columns_ - 1;
  }

  // Midway over two columns or more that all have a heading of their own below.
  void span_by_center(size_t line) {
    std::vector<Heading*> row;
    for (Heading& h : headings_)
      if (h.line == line) row.push_back(&h);
    std::ranges::stable_sort(row, [](const Heading* a, const Heading* b) { return a->first < b->first; });
    int taken = -1;
    for (size_t n = 0; n < row.size(); ++n) {
      Heading& h = *row[n];
      const int low = std::max(taken + 1, 0);
      const int high = n + 1 < row.size() ? row[n + 1]->first - 1 : columns_ - 1;
      const std::vector<const Heading*> leaf = leaves_below(line, low, high);
      if (!stands_over_own(h, leaf)) choose_span(h, leaf, low, high);
      taken = h.last;
    }
  }

  std::vector<const Heading*> leaves_below(size_t line, int low, int high) const {
    std::vector<const Heading*> leaf(size_t(columns_), nullptr);
    for (int c = low; c <= high; ++c)
      for (const Heading& h : headings_)
        if (h.line > line && h.first <= c && c <= h.last &&
            (!leaf[size_t(c)] || h.line < leaf[size_t(c)]->line))
          leaf[size_t(c)] = &h;
    return leaf;
  }

  static bool stands_over_own(const Heading& h, const std::vector<const Heading*>& leaf) {
    if (h.first != h.last) return false;
    const Heading* own = leaf[size_t(h.first)];
    if (!own || own->first != own->last) return false;
    const Chunk &a = own->chunk, &b = h.chunk;
    return std::min({std::abs(a.center_x() - b.center_x()), std::abs(a.x1 - b.x1), std::abs(a.x0 - b.x0)}) <
           2.5;
  }

  void choose_span(Heading& h, const std::vector<const Heading*>& leaf, int low, int high) {
    double best = -1;
    int best_first = h.first, best_last = h.last;
    for (int u = low; u <= h.first; ++u)
      for (int v = h.last; v <= high; ++v) {
        if (u == 0 && v > 0 && h.first > 0) continue;
        const auto middle = middle_of(h, leaf, u, v);
        if (!middle) continue;
        const double off = std::abs(*middle - h.chunk.center_x());
        if (best < 0 || off < best - 2) best = off, best_first = u, best_last = v;
      }
    if (best < 0 || (best_first == h.first && best_last == h.last)) return;
    const double width = borders_[size_t(best_last) + 1] - borders_[size_t(best_first)];
    if (best < 0.1 * width + 3) h.first = best_first, h.last = best_last;
  }

  static std::optional<double> middle_of(const Heading& h, const std::vector<const Heading*>& leaf, int u,
                                         int v) {
    if (u == v) return leaf[size_t(u)] ? leaf[size_t(u)]->chunk.center_x() : h.chunk.center_x();
    double x0 = 1e9, x1 = -1e9;
    bool several = false;
    for (int c = u; c <= v; ++c) {
      const Heading* own = leaf[size_t(c)];
      if (!own || own->first < u || own->last > v) return std::nullopt;  // it would part a group below
      several |= own != leaf[size_t(u)];
      x0 = std::min(x0, own->chunk.x0);
      x1 = std::max(x1, own->chunk.x1);
    }
    if (!several) return std::nullopt;
    return (x0 + x1) / 2;
  }

  bool ruled_between(const Chunk& above, const Chunk& below) const {
    return std::ranges::any_of(rules_, [&](const Rule& rule) {
      return above.base < rule.at && rule.at < below.base - 0.3 * below.size && rule.a < below.center_x() &&
             below.center_x() < rule.b;
    });
  }

  void stack() {
    for (const Heading& h : headings_) {
      HeadingStack* under = nullptr;
      for (HeadingStack& b : blocks_) {
        const Chunk& last = b.chunks.back();
        const double gap = h.chunk.base - last.base;
        const bool over = std::min(h.last, b.last) >= std::max(h.first, b.first);
        const bool alike =
            (h.first == b.first && h.last == b.last) || (b.last > b.first) == (h.last > h.first);
        if (over && gap > 0 && gap <= 1.5 * h.chunk.size && alike && !ruled_between(last, h.chunk) &&
            !numbered_[h.line]) {
          under = &b;
          break;
        }
      }
      if (!under) {
        blocks_.push_back({h.first, h.last, {h.chunk}, h.chunk.y0, h.chunk.y1});
        continue;
      }
      under->chunks.push_back(h.chunk);
      under->first = std::min(under->first, h.first);
      under->last = std::max(under->last, h.last);
      under->y1 = h.chunk.y1;
    }
  }

  static bool share_columns(const HeadingStack& a, const HeadingStack& b) {
    return std::min(a.last, b.last) >= std::max(a.first, b.first);
  }

  void set_levels() {
    std::ranges::stable_sort(blocks_, std::greater{}, &HeadingStack::y0);
    for (size_t i = 0; i < blocks_.size(); ++i) {
      HeadingStack& b = blocks_[i];
      int level = 0;
      for (size_t j = 0; j < i; ++j)
        if (blocks_[j].y0 >= b.y1 - 0.3 * b.chunks[0].size && share_columns(blocks_[j], b))
          level = std::max(level, blocks_[j].level + 1);
      b.level = level;
      top_ = std::max(top_, level);
    }
  }

  std::vector<GridRow> rows() const {
    std::vector<GridRow> out;
    for (int level = top_; level >= 0; --level) {
      GridRow row;
      row.band = band_;
      row.from_text = row.header = true;
      row.y0 = 1e9, row.y1 = -1e9;
      for (const HeadingStack& b : blocks_)
        if (b.level == level) row.y0 = std::min(row.y0, b.y0), row.y1 = std::max(row.y1, b.y1);
      out.push_back(std::move(row));
    }
    for (const HeadingStack& b : blocks_) {
      const int last = top_ - b.level;
      int first = last;
      while (first > 0 && reaches_up(b, first - 1)) --first;
      Words words;
      for (const Chunk& chunk : b.chunks) words.insert(words.end(), chunk.words.begin(), chunk.words.end());
      GridRow& row = out[size_t(first)];
      row.pieces.push_back({b.first, b.last, Chunk(std::move(words))});
      row.row_spans[{b.first, b.last}] = last - first + 1;
    }
    return out;
  }

  // Beside the blocks of the row above, and below none of them.
  bool reaches_up(const HeadingStack& b, int row) const {
    double most = -1e9;
    for (const HeadingStack& other : blocks_) {
      if (&other == &b || top_ - other.level != row) continue;
      if (share_columns(other, b)) return false;
      most = std::max(most, std::min(b.y1, other.y1) - std::max(b.y0, other.y0));
    }
    return most > 0.3 * b.chunks[0].size;
  }

  const std::vector<TextLine>& lines_;
  int columns_, band_;
  const std::vector<double>& borders_;
  const std::vector<Rule>& rules_;
  std::vector<Heading> headings_;
  std::vector<bool> numbered_;  // lines that number the columns
  std::vector<HeadingStack> blocks_;
  int top_ = 0;
};

}  // namespace

bool numbers_columns(const TextLine& line) {
  return line.pieces.size() > 1 && std::ranges::all_of(line.pieces, [](const Piece& p) {
           return is_bracketed(p.chunk.text) && p.chunk.text.size() <= 4 && is_digit(p.chunk.text[1]);
         });
}

std::vector<GridRow> make_header_rows(const std::vector<TextLine>& lines, int columns, int band,
                                      const std::vector<double>& borders,
                                      const std::vector<Rule>& horizontal) {
  if (lines.empty()) return {};
  return HeaderMaker(lines, columns, band, borders, horizontal).make();
}

}  // namespace gleaner::layout
