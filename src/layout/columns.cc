// See columns.h.
#include "layout/columns.h"

#include <algorithm>
#include <cmath>

namespace gleaner::layout {
namespace {

constexpr double kNarrowest = 9;   // points: a strip between columns
constexpr size_t kFewestRows = 4;  // that a set of columns has
constexpr size_t kBothSides = 3;   // of them with text on both sides of a strip
constexpr int kDeepest = 6;

struct FreeStrip {
  double from, to;
};

struct Row {
  std::vector<Item*> items;
  double y0, y1;
};

class Order {
 public:
  std::vector<const Item*> out;

  void read(std::vector<Item*> items, int depth) {
    if (items.empty()) return;
    const std::vector<Row> rows = rows_of(std::move(items));
    double x0 = 1e9, x1 = -1e9;
    for (const Row& row : rows)
      for (const Item* item : row.items) x0 = std::min(x0, item->box.x0), x1 = std::max(x1, item->box.x1);
    for (size_t i = 0; i < rows.size();) {
      std::vector<FreeStrip> strips;
      const size_t end = depth < kDeepest ? columns_from(rows, i, x0, x1, strips) : i;
      if (end == i) {
        emit(rows[i++]);
        continue;
      }
      ++group_;
      double from = -1e9;
      for (size_t s = 0; s <= strips.size(); ++s) {
        const double to = s < strips.size() ? (strips[s].from + strips[s].to) / 2 : 1e9;
        std::vector<Item*> column;
        for (size_t r = i; r < end; ++r)
          for (Item* item : rows[r].items)
            if (item->box.center_x() > from && item->box.center_x() <= to) column.push_back(item);
        ++group_;
        read(std::move(column), depth + 1);
        from = to;
      }
      ++group_;
      i = end;
    }
  }

 private:
  void emit(const Row& row) {
    for (Item* item : row.items) {
      item->group = group_;
      out.push_back(item);
    }
  }

  // Items that overlap by more than half the smaller height stand in one row.
  static std::vector<Row> rows_of(std::vector<Item*> items) {
    std::ranges::stable_sort(items, [](const Item* a, const Item* b) { return a->box.y0 < b->box.y0; });
    std::vector<Row> rows;
    for (Item* item : items) {
      Row* best = nullptr;
      for (size_t back = 0; back < 4 && back < rows.size(); ++back) {
        Row& row = rows[rows.size() - 1 - back];
        const double common = std::min(row.y1, item->box.y1) - std::max(row.y0, item->box.y0);
        if (common > 0.5 * std::min(row.y1 - row.y0, item->box.height())) {
          best = &row;
          break;
        }
      }
      if (!best) {
        rows.push_back({{item}, item->box.y0, item->box.y1});
        continue;
      }
      best->items.push_back(item);
    }
    for (Row& row : rows)
      std::ranges::stable_sort(row.items, [](const Item* a, const Item* b) { return a->box.x0 < b->box.x0; });
    return rows;
  }

  static std::vector<FreeStrip> without(const std::vector<FreeStrip>& strips, const Row& row) {
    std::vector<FreeStrip> out = strips;
    for (const Item* item : row.items) {
      std::vector<FreeStrip> next;
      for (const FreeStrip& s : out) {
        if (item->box.x1 <= s.from || item->box.x0 >= s.to) {
          next.push_back(s);
          continue;
        }
        if (item->box.x0 - s.from >= kNarrowest) next.push_back({s.from, item->box.x0});
        if (s.to - item->box.x1 >= kNarrowest) next.push_back({item->box.x1, s.to});
      }
      out = std::move(next);
    }
    return out;
  }

  // Names and values, line by line ("Date  3 March"): short texts on common baselines. They are read across.
  static bool parts_pairs(const std::vector<Row>& rows, size_t i, size_t end, const FreeStrip& s) {
    constexpr size_t kShort = 4;        // words
    constexpr double kPairs = 0.9;      // of the rows
    constexpr double kBaseline = 0.15;  // of the height
    size_t pairs = 0, right_rows = 0;
    for (size_t r = i; r < end; ++r) {
      const Item *left = nullptr, *right = nullptr;
      for (const Item* item : rows[r].items) {
        if (item->box.x1 <= s.from + 0.1) left = item;
        if (!right && item->box.x0 >= s.to - 0.1) right = item;
      }
      if (!right) continue;
      ++right_rows;
      pairs += left && left->words.size() <= kShort && right->words.size() <= kShort &&
               !left->words.empty() && !right->words.empty() &&
               std::abs(left->box.y1 - right->box.y1) < kBaseline * right->box.height();
    }
    return double(pairs) >= kPairs * double(right_rows);
  }

  // The strips that part rows [i, end): each with text on both sides in several rows.
  static std::vector<FreeStrip> parting(const std::vector<Row>& rows, size_t i, size_t end,
                                        const std::vector<FreeStrip>& strips) {
    std::vector<FreeStrip> out;
    for (const FreeStrip& s : strips) {
      size_t left = 0, right = 0;
      for (size_t r = i; r < end; ++r) {
        bool l = false, g = false;
        for (const Item* item : rows[r].items) {
          l |= item->box.x1 <= s.from + 0.1;
          g |= item->box.x0 >= s.to - 0.1;
        }
        left += l, right += g;
      }
      if (left >= kBothSides && right >= kBothSides && !parts_pairs(rows, i, end, s)) out.push_back(s);
    }
    return out;
  }

  // Where the run of rows from i that share a strip ends; i if it makes no columns.
  static size_t columns_from(const std::vector<Row>& rows, size_t i, double x0, double x1,
                             std::vector<FreeStrip>& strips) {
    std::vector<FreeStrip> open = without({{x0, x1}}, rows[i]);
    size_t end = i, best = i;
    while (end < rows.size()) {
      const std::vector<FreeStrip> next = end == i ? open : without(open, rows[end]);
      // a strip counts only where it lies between texts
      bool between = false;
      for (const FreeStrip& s : next) between |= s.from > x0 + kNarrowest && s.to < x1 - kNarrowest;
      if (!between) break;
      open = next;
      ++end;
      if (end - i >= kFewestRows) {
        std::vector<FreeStrip> found = parting(rows, i, end, open);
        if (!found.empty()) best = end, strips = std::move(found);
      }
    }
    return best;
  }

  int group_ = 0;
};

}  // namespace

std::vector<const Item*> reading_order(std::vector<Item>& items) {
  std::vector<Item*> all;
  for (Item& item : items) all.push_back(&item);
  Order order;
  order.read(std::move(all), 0);
  return std::move(order.out);
}

}  // namespace gleaner::layout
