// Rows whose cells are set in the middle of their height: see grid.h.
//
// Comb alignment (Lixto section 3.4): the lines of each cell of such a row stand evenly about one height, so that a cell of two lines and one of three are half
// a line apart, and the label of a row of five lines stands beside the third. Rows are runs of lines in which that holds for every column; the best cover of the
// lines by such runs is found by dynamic programming, in O(lines * longest row * columns). Where figures stand below figures in such a run, its lines are rows of their own that share the label.
#include <algorithm>
#include <cmath>
#include <map>

#include "layout/grid.h"
#include "layout/kinds.h"

namespace gleaner::layout {
namespace {

constexpr size_t kLongest = 16;      // lines of a row
constexpr double kOff = 0.25;        // em: middles nearer than this are the same
constexpr double kPitch = 1.5;       // em: lines of one cell follow each other within this
constexpr double kStaggered = 0.75;  // em: lines nearer than this are no lines of one column
constexpr size_t kFewest = 2;        // rows set so, before labels beside middle lines are believed

struct Stack {  // the lines of one column in a run
  double top = 0, bottom = 0;
  size_t lines = 0, figures = 0;
  double middle() const { return (top + bottom) / 2; }
};

class Middles {
 public:
  Middles(const std::vector<TextLine>& lines, double size) : lines_(lines), size_(size) {}

  // Rows by the labels' places alone, if that explains every line without a label; else those that half lines prove.
  std::vector<MiddleRow> find() const {
    std::vector<MiddleRow> out = cover(true);
    size_t inside = 0, in_rows = 0, labelled = 0;
    for (const MiddleRow& row : out) {
      inside += !is_labelled(row.first);
      in_rows += row.last - row.first + 1;
      for (size_t i = row.first; i <= row.last; ++i) labelled += is_labelled(i);
    }
    size_t all_labelled = 0;
    for (size_t i = 0; i < lines_.size(); ++i) all_labelled += is_labelled(i);
    const bool explains = lines_.size() - in_rows == all_labelled - labelled;
    return explains && inside >= kFewest ? out : cover(false);
  }

 private:
  bool is_labelled(size_t i) const {
    return !lines_[i].pieces.empty() && lines_[i].pieces.front().first == 0;
  }

  std::vector<MiddleRow> cover(bool on_grid) const {
    std::vector<size_t> best(lines_.size() + 1, 0);
    std::vector<std::optional<MiddleRow>> taken(lines_.size() + 1);
    for (size_t end = 1; end <= lines_.size(); ++end) {
      best[end] = best[end - 1];
      for (size_t begin = end - std::min(end, kLongest); begin + 1 < end; ++begin)
        if (const auto row = row_of(begin, end - 1, on_grid); row && best[begin] + (end - begin) > best[end])
          best[end] = best[begin] + (end - begin), taken[end] = row;
    }
    std::vector<MiddleRow> out;
    for (size_t end = lines_.size(); end > 0;) {
      if (!taken[end]) {
        --end;
        continue;
      }
      out.push_back(*taken[end]);
      end = taken[end]->first;
    }
    std::reverse(out.begin(), out.end());
    return out;
  }

  std::optional<MiddleRow> row_of(size_t first, size_t last, bool on_grid) const {
    std::map<int, Stack> stacks;
    for (size_t i = first; i <= last; ++i)
      for (const Piece& p : lines_[i].pieces) {
        Stack& stack = stacks[p.first];
        if (stack.lines > 0 && p.chunk.base - stack.bottom > kPitch * size_) return std::nullopt;
        if (stack.lines == 0) stack.top = p.chunk.base;
        stack.bottom = p.chunk.base;
        ++stack.lines;
        stack.figures += p.chunk.number && !is_bracketed(p.chunk.text);
      }
    const auto label = stacks.find(0);
    if (label == stacks.end() || stacks.size() < 2) return std::nullopt;
    double top = 1e9, bottom = -1e9;
    for (const auto& [column, stack] : stacks)
      top = std::min(top, stack.top), bottom = std::max(bottom, stack.bottom);
    for (const auto& [column, stack] : stacks)
      if (std::abs(stack.middle() - (top + bottom) / 2) > kOff * size_) return std::nullopt;
    bool staggered = false;
    for (size_t i = first + 1; i <= last; ++i)
      staggered |= lines_[i].line.base - lines_[i - 1].line.base < kStaggered * size_;
    if (!staggered && (!on_grid || is_labelled(first))) return std::nullopt;
    const auto shared = shares_label(stacks);
    if (!shared) return std::nullopt;
    return MiddleRow{first, last, *shared};
  }

  // Do figures stand below figures, in every column beside the label? Nothing where they do in some only: that is no row and no group of rows.
  static std::optional<bool> shares_label(const std::map<int, Stack>& stacks) {
    const Stack &label = stacks.at(0), &any = stacks.rbegin()->second;
    const bool stacked = std::any_of(stacks.begin(), stacks.end(), [](const auto& entry) {
      return entry.first > 0 && entry.second.figures > 1;
    });
    if (!stacked) return false;
    for (const auto& [column, stack] : stacks)
      if (column > 0 && stack.lines != any.lines) return std::nullopt;
    if (label.lines >= any.lines || label.figures > 0) return std::nullopt;
    return true;
  }

  const std::vector<TextLine>& lines_;
  double size_;
};

}  // namespace

std::vector<MiddleRow> rows_by_middles(const std::vector<TextLine>& lines, double size) {
  return Middles(lines, size).find();
}

}  // namespace gleaner::layout
