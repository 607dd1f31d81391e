// Rows whose cells are set in the middle of their height: see grid.h.
//
// Comb alignment (Lixto section 3.4): the lines of each cell of such a row stand evenly about one height,
// so that a cell of two lines and one of three are half a line apart, and the label of a row of five lines
// stands beside the third. Rows are runs of lines in which that holds for every column; the best cover of
// the lines by such runs is found by dynamic programming, in O(lines * longest row * columns). Where
// figures stand below figures in such a run, its lines are rows of their own that share the label. So are
// they where the column beside the labels says the same again and again (count, percentage, count,
// percentage), wherever the label stands.
#include <algorithm>
#include <cmath>
#include <map>

#include "layout/grid.h"
#include "layout/kinds.h"
#include "layout/wrapping.h"

namespace gleaner::layout {
namespace {

constexpr size_t kLongest = 16;      // lines of a row
constexpr double kOff = 0.25;        // em: middles nearer than this are the same
constexpr double kPitch = 1.5;       // em: lines of one cell follow each other within this
constexpr double kRowPitch = 2.5;    // em: rows that share a label, within this
constexpr double kHalf = 0.6;        // of the pitch: the same for rows farther apart
constexpr double kStaggered = 0.75;  // em: lines nearer than this are no lines of one column
constexpr size_t kFewest = 2;        // rows set so, before labels beside middle lines are believed

constexpr size_t kColumnsAlike = 3;  // beside the label: as many lines in each of so many columns are rows
constexpr size_t kLongestTurn = 6, kFewestTurns = 4;
constexpr double kSame = 0.9;  // of the lines say what their turn says

struct Stack {  // the lines of one column in a run
  double top = 0, bottom = 0, pitch = 0;
  size_t lines = 0, figures = 0;
  double middle() const { return (top + bottom) / 2; }
};

class Middles {
 public:
  Middles(const std::vector<TextLine>& lines, double size, const Wrapping& wrapping)
      : lines_(lines), size_(size), wrapping_(wrapping) {}

  // Rows by the labels' places alone, if that explains every line without a label;
  // else those that half lines prove.
  std::vector<MiddleRow> find() const {
    std::vector<MiddleRow> out = turns();
    if (!out.empty()) return out;
    out = cover(true);
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
  // Words that come in turns in the second column: lines of each turn share the label.
  std::vector<MiddleRow> turns() const {
    for (size_t length = 2; length <= kLongestTurn; ++length) {
      const size_t count = lines_.size() / length;
      if (count < kFewestTurns || lines_.size() % length || turn_word(0) == turn_word(1)) continue;
      size_t same = 0, shared = 0;
      for (size_t i = 0; i < lines_.size(); ++i) same += says(i, turn_word(i % length));
      for (size_t t = 0; t < count; ++t) {
        size_t labelled = 0;
        for (size_t i = t * length; i < (t + 1) * length; ++i) labelled += is_labelled(i);
        shared += labelled > 0 && labelled < length;
      }
      if (double(same) < kSame * double(lines_.size()) || 3 * shared < count) continue;
      std::vector<MiddleRow> out;
      for (size_t t = 0; t < count; ++t) out.push_back({t * length, (t + 1) * length - 1, true});
      return out;
    }
    return {};
  }
  std::string_view turn_word(size_t line) const {
    for (const Piece& p : lines_[line].pieces)
      if (p.first == 1 && p.last == 1 && !p.chunk.number) return p.chunk.text;
    return {};
  }
  bool says(size_t line, std::string_view word) const { return !word.empty() && turn_word(line) == word; }

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
    std::ranges::reverse(out);
    return out;
  }

  std::optional<MiddleRow> row_of(size_t first, size_t last, bool on_grid) const {
    std::map<int, Stack> stacks;
    for (size_t i = first; i <= last; ++i)
      for (const Piece& p : lines_[i].pieces) {
        Stack& stack = stacks[p.first];
        if (stack.lines == 0) stack.top = p.chunk.base;
        else stack.pitch = std::max(stack.pitch, p.chunk.base - stack.bottom);
        stack.bottom = p.chunk.base;
        ++stack.lines;
        stack.figures += p.chunk.number && !is_bracketed(p.chunk.text);
      }
    const auto label = stacks.find(0);
    if (label == stacks.end() || stacks.size() < 2) return std::nullopt;
    double top = 1e9, bottom = -1e9, pitch = 0;
    for (const auto& [column, stack] : stacks) {
      top = std::min(top, stack.top), bottom = std::max(bottom, stack.bottom);
      pitch = std::max(pitch, stack.pitch);
    }
    if (pitch > kRowPitch * size_ || label->second.pitch > kPitch * size_) return std::nullopt;
    for (const auto& [column, stack] : stacks)
      if (std::abs(stack.middle() - (top + bottom) / 2) > kOff * size_) return std::nullopt;
    bool staggered = false;
    for (size_t i = first + 1; i <= last; ++i)
      staggered |=
          lines_[i].line.base - lines_[i - 1].line.base < std::max(kStaggered * size_, kHalf * pitch);
    if (!staggered && (!on_grid || is_labelled(first))) return std::nullopt;
    auto shared = shares_label(stacks);
    if (shared && *shared && goes_on(first, last)) shared = false;
    if (!shared || (!*shared && pitch > kPitch * size_)) return std::nullopt;
    return MiddleRow{first, last, *shared};
  }

  // Is every line the rest of the one above?
  bool goes_on(size_t first, size_t last) const {
    for (size_t i = first + 1; i <= last; ++i)
      if (!wrapping_.continues(lines_[i - 1], lines_[i]).value_or(false)) return false;
    return true;
  }

  // Do figures stand below figures, in every column beside the label, or as many lines in several columns?
  // Nothing where figures do in some only: that is no row and no group of rows.
  static std::optional<bool> shares_label(const std::map<int, Stack>& stacks) {
    const Stack &label = stacks.at(0), &any = stacks.rbegin()->second;
    const bool stacked = std::ranges::any_of(
        stacks, [](const auto& entry) { return entry.first > 0 && entry.second.figures > 1; });
    const bool alike = std::ranges::all_of(
        stacks, [&](const auto& entry) { return entry.first == 0 || entry.second.lines == any.lines; });
    const bool rows = alike && label.lines < any.lines && label.figures <= 1;
    if (!stacked) return rows && stacks.size() > kColumnsAlike;
    if (!rows) return std::nullopt;
    return true;
  }

  const std::vector<TextLine>& lines_;
  double size_;
  const Wrapping& wrapping_;
};

}  // namespace

std::vector<MiddleRow> rows_by_middles(const std::vector<TextLine>& lines, double size,
                                       const Wrapping& wrapping) {
  return Middles(lines, size, wrapping).find();
}

}  // namespace gleaner::layout
