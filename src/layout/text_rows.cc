// Lines of a band without row rulings to rows: where the header ends, which lines are wrapped. See grid.h.
//
// A line joins the row above if it stands half a line below it (label and figures staggered), if it has no
// label and no figures, or if its label continues: lower case, an open ending, a hanging indent, the nearer
// neighbour. Where the pitch inside records is smaller than between them, that decides.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/lists.h"
#include "layout/grid.h"
#include "layout/kinds.h"
#include "layout/wrapping.h"

namespace gleaner::layout {
namespace {

using Columns = std::set<int>;

Columns columns_of(const std::vector<Piece>& pieces) {
  Columns out;
  for (const Piece& p : pieces)
    for (int c = p.first; c <= p.last; ++c) out.insert(c);
  return out;
}

bool subset(const Columns& a, const Columns& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

bool only_first(const Columns& columns) { return columns.size() == 1 && *columns.begin() == 0; }

size_t numbers_in(const std::vector<Piece>& pieces) {
  return size_t(std::ranges::count_if(pieces, [](const Piece& p) { return p.first > 0 && p.chunk.number; }));
}

const Chunk* label_of(const std::vector<Piece>& pieces) {
  for (const Piece& p : pieces)
    if (p.first == 0) return &p.chunk;
  return nullptr;
}

// Several figures behind the label, all in brackets?
bool has_bracketed_figures(const TextLine& line) {
  size_t all = 0, bracketed = 0;
  for (const Piece& p : line.pieces)
    if (p.first > 0) ++all, bracketed += is_bracketed(p.chunk.text);
  return all >= 2 && all == bracketed;
}

// ---- where the header ends

class HeaderEnd {
 public:
  HeaderEnd(const TextRowsInput& in) : in_(in), lines_(in.lines) {}

  size_t find() const {
    size_t h = by_figures();
    if (h != 1) h = by_bold(h);
    return h;
  }

 private:
  static bool is_body(const std::vector<Piece>& pieces, int columns) {
    bool label = false;
    std::vector<const Chunk*> rest;
    for (const Piece& p : pieces) {
      label |= p.first == 0;
      if (p.first > 0) rest.push_back(&p.chunk);
    }
    if (rest.empty()) return false;
    size_t figures = 0, numbers = 0, years = 0;
    for (const Chunk* chunk : rest) {
      figures += chunk->number || is_data(chunk->text);
      numbers += chunk->number;
      years += chunk->number && is_year(chunk->text);
    }
    if (label && double(figures) >= 0.5 * double(rest.size())) return true;
    return !label && rest.size() >= 2 && double(numbers) >= 0.8 * double(rest.size()) && years < numbers &&
           columns > 2;
  }

  // "Town  1998  1999  2000" above lines of other figures.
  bool heads_by_years(size_t i) const {
    if (!has_years_alone(lines_[i].pieces)) return numbers_columns(lines_[i]) && i > 0;
    for (size_t k = i + 1; k < lines_.size(); ++k)
      if (is_body(lines_[k].pieces, in_.columns) && !numbers_columns(lines_[k]))
        return !has_years_alone(lines_[k].pieces);
    return false;
  }
  static bool has_years_alone(const std::vector<Piece>& pieces) {
    return std::ranges::all_of(pieces,
                               [](const Piece& p) { return p.first == 0 || is_year_alone(p.chunk.text); });
  }

  size_t by_figures() const {
    for (size_t i = 0; i < lines_.size(); ++i)
      if (is_body(lines_[i].pieces, in_.columns) && !heads_by_years(i)) return i;
    if (in_.more_below) return lines_.size();
    // a table of texts: the header ends at the first change of weight or wide gap
    for (size_t i = 1; i < std::min<size_t>(lines_.size(), 5); ++i)
      if (lines_[i - 1].line.bold && !lines_[i].line.bold) return i;
    if (lines_.size() > 2) {
      std::vector<double> gaps;
      for (size_t i = 1; i < lines_.size(); ++i)
        gaps.push_back(lines_[i].line.base - lines_[i - 1].line.base);
      if (gaps[0] > 1.25 * median(gaps)) return 1;
    }
    return 0;
  }

  size_t by_bold(size_t h) const {
    size_t bold = 0;
    while (bold < lines_.size() && lines_[bold].line.bold) ++bold;
    bool later = false;
    for (size_t i = bold; i < std::min(bold + 3, lines_.size()); ++i) later |= lines_[i].line.bold;
    if (bold > 0 && bold < lines_.size() && !later && (bold < h || h == 0)) h = bold;
    if (h > 3 && !in_.more_below) {
      size_t full = 0;
      for (size_t i = 0; i < h; ++i) full += double(lines_[i].pieces.size()) >= 0.75 * in_.columns;
      if (double(full) >= 0.8 * double(h)) h = 1;
    }
    return h;
  }

  const TextRowsInput& in_;
  const std::vector<TextLine>& lines_;
};

// ---- the body

class Body {
 public:
  Body(std::vector<TextLine> lines, const TextRowsInput& in, double size, const Settings& s)
      : lines_(std::move(lines)),
        columns_(in.columns),
        size_(size),
        s_(s),
        wrapping_(lines_, columns_, *in.borders) {
    measure();
    find_sections(*in.borders);
    for (size_t i : sections_) lines_[i].pieces[0].first = 0, lines_[i].pieces[0].last = columns_ - 1;
  }

  struct Group {  // lines of a row, or of rows that share a label
    std::vector<size_t> lines;
    bool closed = false, shared = false;
  };
  std::vector<Group> group() {
    std::vector<Group> out;
    const std::vector<MiddleRow> middles = rows_by_middles(lines_, size_, wrapping_);
    auto middle = middles.begin();
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (middle != middles.end() && middle->first == i) {
        out.push_back({{}, true, middle->shared});
        for (; i <= middle->last; ++i) out.back().lines.push_back(i);
        --i, ++middle;
        continue;
      }
      bool join = !out.empty() && !out.back().closed && joins(i, out.back().lines);
      if (opens_next_.count(i)) join = true;
      if (sections_.count(i) || (i > 0 && sections_.count(i - 1))) join = false;
      if (join) out.back().lines.push_back(i);
      else out.push_back({{i}});
    }
    return out;
  }
  const std::vector<TextLine>& lines() const { return lines_; }

 private:
  // Texts alone in the middle, of different lengths, or bold, or over a gutter: a cell of the middle
  // column may run on there as well.
  void find_sections(const std::vector<double>& borders) {
    std::set<long> begins;
    for (size_t i = 0; i < lines_.size(); ++i)
      if (is_centred(lines_[i], borders)) {
        sections_.insert(i);
        begins.insert(std::lround(lines_[i].pieces[0].chunk.x0 / 2));
      }
    std::erase_if(sections_, [&](size_t i) {
      const Piece& p = lines_[i].pieces[0];
      return begins.size() < 2 && p.first == p.last && !lines_[i].line.bold;
    });
  }

  // A text alone, in the middle of the table and not at its left: the title of a section, over all columns.
  bool is_centred(const TextLine& line, const std::vector<double>& borders) const {
    constexpr double kOffMiddle = 0.015;  // of the width
    if (line.pieces.size() != 1 || columns_ < 3) return false;
    const Chunk& chunk = line.pieces[0].chunk;
    const double width = high_line_ - low_line_;
    return !chunk.number && !begins_lower(chunk.text, true) && chunk.x0 > low_line_ + size_ &&
           borders.size() == size_t(columns_) + 1 &&
           std::abs(chunk.center_x() - (low_line_ + high_line_) / 2) < kOffMiddle * width + 1.5;
  }

  void measure() {
    low_line_ = 1e9, high_line_ = -1e9;
    for (const TextLine& line : lines_)
      low_line_ = std::min(low_line_, line.line.x0), high_line_ = std::max(high_line_, line.line.x1);
    std::vector<double> gaps, between_records;
    for (size_t i = 1; i < lines_.size(); ++i) {
      const double gap = lines_[i].line.base - lines_[i - 1].line.base;
      gaps.push_back(gap);
      if (numbers_in(lines_[i].pieces) && numbers_in(lines_[i - 1].pieces)) between_records.push_back(gap);
    }
    if (between_records.size() >= 2) record_gap_ = median(between_records);
    find_two_pitches(gaps);
    size_t with_numbers = 0, full = 0;
    low_x_ = 0, high_x_ = 0;
    bool any = false;
    for (const TextLine& line : lines_) {
      with_numbers += numbers_in(line.pieces) > 0;
      full += is_full(line.pieces);
      for (const Piece& p : line.pieces)
        if (p.first == 0) {
          low_x_ = any ? std::min(low_x_, p.chunk.x0) : p.chunk.x0;
          high_x_ = any ? std::max(high_x_, p.chunk.x1) : p.chunk.x1;
          any = true;
        }
    }
    find_hanging();
    std::vector<const TextLine*> all = mapped(lines_, [](const TextLine& line) { return &line; });
    units_ = gives_units_below(all);
    textual_ = double(with_numbers) < 0.3 * double(lines_.size());
    guard_ = !regular_records_ && double(full) > 0.6 * double(lines_.size());
    labels_decide_ = textual_ && cut_ && labels_open_rows(gaps);
  }

  // Wide gaps stand inside rows (before lines without a label) as well as between them, and no label stands
  // alone: then labels open rows, gaps do not.
  bool labels_open_rows(const std::vector<double>& gaps) const {
    constexpr double kInside = 0.25;  // of the wide gaps, at least
    if (!label_of(lines_[0].pieces)) return false;
    size_t wide = 0, inside = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      const bool labelled = label_of(lines_[i].pieces);
      if (labelled && lines_[i].pieces.size() < 2) return false;
      if (i == 0 || gaps[i - 1] < *cut_) continue;
      if (!labelled && int(lines_[i].pieces.size()) >= columns_ - 1) return false;  // a row of its own
      ++wide, inside += !labelled;
    }
    return double(inside) >= kInside * double(wide);
  }

  // A pitch inside records and a larger one between them?
  void find_two_pitches(const std::vector<double>& gaps) {
    if (gaps.size() < 3) return;
    std::vector<double> sorted = gaps;
    std::ranges::sort(sorted);
    double ratio = -1;
    size_t at = 0;
    for (size_t i = 0; i + 1 < sorted.size(); ++i)
      if (const double r = sorted[i + 1] / std::max(sorted[i], 0.1); r >= ratio) ratio = r, at = i;
    if (!(ratio > s_.record_pitch && sorted[at] < 1.45 * size_ && sorted[at + 1] < 4 * size_ &&
          double(at) >= std::max(1.0, 0.15 * double(sorted.size()))))
      return;
    cut_ = (sorted[at] + sorted[at + 1]) / 2;
    std::vector<double> low, high, sizes = {1};
    for (double gap : gaps) {
      (gap < *cut_ ? low : high).push_back(gap);
      if (gap < *cut_) ++sizes.back();
      else sizes.push_back(1);
    }
    const auto [low_min, low_max] = std::minmax_element(low.begin(), low.end());
    const auto [high_min, high_max] = std::minmax_element(high.begin(), high.end());
    seldom_ = low.size() < high.size();
    strong_ = *low_max < 1.1 * *low_min && high.size() >= 2 && *high_min > 1.2 * *low_max &&
              *high_max < 1.5 * *high_min;
    const double middle = median(sizes);
    regular_records_ = strong_ && sizes.size() >= 4 && middle <= 3 && middle > 1;
  }

  // Labels that run on at an indent of their own, with the figures in their last line: lines at that indent
  // follow a label alone that stands further left and was full, and only the last of them has figures,
  // wherever it comes. Sections with several rows look different.
  void find_hanging() {
    constexpr size_t kFewestRuns = 3;
    constexpr double kFull = 0.6;  // of the runs: the first word would not have fitted into the line above
    const double near = 0.35 * size_;
    std::vector<double> levels;
    double right = 0;
    for (const TextLine& line : lines_)
      if (const Chunk* label = label_of(line.pieces)) {
        levels.push_back(label->x0);
        if (numbers_in(line.pieces)) right = std::max(right, label->x1);
      }
    std::ranges::sort(levels);
    levels.erase(std::unique(levels.begin(), levels.end(), [&](double a, double b) { return b - a < near; }),
                 levels.end());
    for (size_t k = 1; k < levels.size(); ++k) {
      std::set<size_t> members;
      size_t runs = 0, full = 0;
      bool fine = true;
      for (size_t i = 0; i < lines_.size() && fine;) {
        size_t to = i;
        while (to < lines_.size() && stands_at(to, levels[k])) ++to;
        if (to == i) {
          ++i;
          continue;
        }
        fine = is_hanging(i, to);
        if (!fine) break;
        const Chunk &above = *label_of(lines_[i - 1].pieces), &first = *label_of(lines_[i].pieces);
        full += above.x1 + 0.25 * size_ + first.words[0]->box().width() > right;
        ++runs;
        for (size_t m = i; m < to; ++m) members.insert(m);
        i = to;
      }
      if (fine && runs >= kFewestRuns && double(full) >= kFull * double(runs))
        hanging_.insert(members.begin(), members.end());
    }
  }
  bool stands_at(size_t i, double x) const {
    const Chunk* label = label_of(lines_[i].pieces);
    return label && label->x0 - x > -0.1 && label->x0 - x < 0.35 * size_;
  }
  bool is_hanging(size_t from, size_t to) const {
    if (from == 0) return false;
    const TextLine& above = lines_[from - 1];
    const Chunk* label = label_of(above.pieces);
    if (!label || above.pieces.size() != 1 || label->x0 > label_of(lines_[from].pieces)->x0 - 0.4 * size_)
      return false;
    for (size_t i = from; i < to; ++i)
      if ((numbers_in(lines_[i].pieces) > 0) != (i + 1 == to) ||
          lines_[i].line.base - lines_[i - 1].line.base > 1.45 * size_)
        return false;
    return true;
  }

  bool is_full(const std::vector<Piece>& pieces) const {
    const Columns columns = columns_of(pieces);
    return columns.count(0) && double(columns.size()) >= 0.75 * columns_;
  }

  bool is_wide(const Chunk* label) const { return label && label->x1 - low_x_ > 0.7 * (high_x_ - low_x_); }

  bool joins(size_t i, const std::vector<size_t>& row) {
    if (hanging_.count(i)) return true;
    if (hanging_.count(i + 1)) return false;
    const TextLine& line = lines_[i];
    const double gap = line.line.base - lines_[row.back()].line.base;
    if (const size_t last = last_of_row_below(i, row.back(), gap)) {
      for (size_t k = i + 1; k <= last; ++k) opens_next_.insert(k);
      return false;
    }
    std::vector<const Chunk*> labels;
    std::vector<Piece> all;
    for (size_t r : row)
      for (const Piece& p : lines_[r].pieces) {
        all.push_back(p);
        if (p.first == 0) labels.push_back(&p.chunk);
      }
    const Chunk* last_label = labels.empty() ? nullptr : labels.back();
    const Columns mine = columns_of(line.pieces), theirs = columns_of(all);
    const bool tight = gap <= std::clamp(1.02 * record_gap_, 1.45 * size_, 1.8 * size_) &&
                       (record_gap_ == 0 || gap <= 1.1 * record_gap_);
    const bool figures = numbers_in(line.pieces) > 0;
    bool join = joins_by_rules(line, row, all, mine, theirs, gap, tight, figures, last_label);
    // Cells are set at the bottom of their rows: a full line ends one.
    if (textual_ && !label_of(lines_[0].pieces) && gap >= s_.same_row * size_ &&
        is_full(lines_[row.back()].pieces))
      return false;
    const bool by_pitch = cut_ && (textual_ || strong_);
    // Where cells are set at the top of their rows, lines without a label run on however they were broken.
    const bool runs_on = join && !mine.count(0) && label_of(lines_[0].pieces);
    if (!by_pitch && !runs_on && gap >= s_.same_row * size_ && gap <= 1.6 * size_)
      if (const auto goes_on = wrapping_.continues(lines_[row.back()], line)) return *goes_on;
    if (!join && tight && mine.count(0) && line.pieces[0].first == 0 && last_label && i + 1 < lines_.size())
      join = hangs(line, i, *last_label, mine, theirs, figures);
    if (only_first(mine) && line.pieces.size() == 1 && i + 1 < lines_.size() && gap >= s_.same_row * size_ &&
        opens_row_below(line, i, gap)) {
      join = false;
      opens_next_.insert(i + 1);
    }
    return join;
  }

  bool joins_by_rules(const TextLine& line, const std::vector<size_t>& row, const std::vector<Piece>& all,
                      const Columns& mine, const Columns& theirs, double gap, bool tight, bool figures,
                      const Chunk* last_label) const {
    const std::vector<Piece>& pieces = line.pieces;
    const bool small = cut_ && gap < *cut_;
    const bool first = mine.count(0) > 0;
    if (gap < s_.same_row * size_) return true;  // label and figures half a line apart
    if (units_ && tight && subset(mine, theirs) && has_bracketed_figures(line)) return true;
    if (textual_ && cut_) {
      bool row_figures = false;
      for (size_t r : row) row_figures |= numbers_in(lines_[r].pieces) > 0;
      if (labels_decide_) return !first && !(figures && row_figures);
      return small && !(figures && row_figures) && !(guard_ && is_full(pieces));
    }
    if (strong_ && small)
      return !stacks_numbers(pieces, all) &&
             !(guard_ && is_full(pieces) && !(seldom_ && only_first(theirs))) &&
             !(only_first(theirs) && figures && !is_wide(last_label) && !goes_on(pieces, last_label));
    if (!first && small && subset(mine, theirs)) return true;
    if (!first && tight && subset(mine, theirs) && all_bracketed(pieces) &&
        !all_bracketed(lines_[row.back()].pieces))
      return true;
    if (!figures && tight && subset(mine, theirs) && !first) return true;  // tail of a text column
    if (only_first(mine) && tight) return label_joins(pieces, theirs, last_label, small);
    if (only_first(theirs) && first && tight && figures && last_label) {
      const Chunk* label = label_of(pieces);
      const bool open =
          begins_lower(label->text, true) || ends_open(last_label->text) || (small && is_wide(last_label));
      return open && !last_label->text.ends_with(':');
    }
    return false;
  }

  static bool goes_on(const std::vector<Piece>& pieces, const Chunk* last) {
    const Chunk* label = label_of(pieces);
    return label && last && (begins_lower(label->text, true) || ends_open(last->text));
  }

  bool label_joins(const std::vector<Piece>& pieces, const Columns& theirs, const Chunk* last,
                   bool small) const {
    if (!last || pieces.size() != 1) return false;
    const Chunk& label = pieces[0].chunk;
    const bool low = begins_lower(label.text, true), open = ends_open(last->text);
    if (only_first(theirs)) return (low || open) && std::abs(label.size - last->size) < 0.6;
    return (cut_ && small) || (low && label.x0 >= last->x0 - 1) || open ||
           (low && wrapping_.vote(0, *last, label) > 0);
  }

  static bool stacks_numbers(const std::vector<Piece>& pieces, const std::vector<Piece>& all) {
    for (const Piece& p : pieces)
      if (p.first == p.last && p.chunk.number && !p.chunk.text.starts_with('('))
        for (const Piece& q : all)
          if (q.first == p.first && q.last == q.first && q.chunk.number) return true;
    return false;
  }

  static bool all_bracketed(const std::vector<Piece>& pieces) {
    return std::ranges::all_of(pieces, [](const Piece& p) { return is_bracketed(p.chunk.text); });
  }

  // Hanging indent: the label is indented and the next one is not.
  bool hangs(const TextLine& line, size_t i, const Chunk& last, const Columns& mine, const Columns& theirs,
             bool figures) const {
    const Chunk& label = line.pieces[0].chunk;
    const Chunk* next = label_of(lines_[i + 1].pieces);
    return next && label.x0 > last.x0 + 0.4 * size_ && next->x0 < label.x0 - 0.4 * size_ && is_wide(&last) &&
           std::abs(label.size - last.size) < 0.6 &&
           ((only_first(theirs) && figures) || (only_first(mine) && !only_first(theirs)));
  }

  // Cells set at the bottom of their row: texts without a label and figures, nearer to the full line below
  // than to the one above, which is full as well. Gives that line, or 0.
  size_t last_of_row_below(size_t i, size_t above, double gap) const {
    constexpr double kNearer = 0.85;
    if (!is_full(lines_[above].pieces)) return 0;
    const Columns mine = columns_of(lines_[i].pieces);
    for (size_t k = i;; ++k) {
      if (k > i && is_full(lines_[k].pieces))
        return numbers_in(lines_[k].pieces) && has_texts_in(lines_[k].pieces, mine) ? k : 0;
      if (lines_[k].pieces.empty() || label_of(lines_[k].pieces) || numbers_in(lines_[k].pieces) ||
          !subset(columns_of(lines_[k].pieces), mine) || k + 1 >= lines_.size() ||
          lines_[k + 1].line.base - lines_[k].line.base > kNearer * gap)
        return 0;
    }
  }

  static bool has_texts_in(const std::vector<Piece>& pieces, const Columns& columns) {
    return std::ranges::all_of(columns, [&](const int c) {
      return std::ranges::any_of(
          pieces, [&](const Piece& p) { return p.first <= c && c <= p.last && !p.chunk.number; });
    });
  }

  // A label alone, nearer to an indented line with figures below: its first part.
  bool opens_row_below(const TextLine& line, size_t i, double gap) const {
    const TextLine& below = lines_[i + 1];
    const Chunk* next = label_of(below.pieces);
    const Chunk& label = line.pieces[0].chunk;
    const double down = below.line.base - line.line.base;
    if (!next || !numbers_in(below.pieces) || down > 1.02 * gap || down >= 1.3 * size_ ||
        next->x0 <= label.x0 + 0.3 * size_ || !is_wide(&label) || std::abs(next->size - label.size) >= 0.6)
      return false;
    const Chunk* after = i + 2 < lines_.size() ? label_of(lines_[i + 2].pieces) : nullptr;
    return !after || after->x0 < next->x0 - 0.3 * size_;
  }

  std::vector<TextLine> lines_;
  int columns_;
  double size_;
  const Settings& s_;
  double record_gap_ = 0, low_x_ = 0, high_x_ = 0;
  std::optional<double> cut_;  // pitches below are inside records
  bool seldom_ = false;        // fewer gaps are small: rows stand far apart, lines of one label do not
  bool strong_ = false, regular_records_ = false, textual_ = false, guard_ = false, units_ = false,
       labels_decide_ = false;
  Wrapping wrapping_;
  double low_line_ = 0, high_line_ = 0;  // ends of the lines
  std::set<size_t> sections_;            // lines in the middle, over all columns
  std::set<size_t> opens_next_;
  std::set<size_t> hanging_;  // lines in which a label runs on, up to its figures
};

bool is_section_line(const TextLine& line) {
  return line.pieces.size() == 1 && line.pieces[0].first == 0 && line.pieces[0].last == 0;
}

}  // namespace

bool gives_units_below(const std::vector<const TextLine*>& lines) {
  constexpr size_t kFewest = 3;
  constexpr double kShare = 0.35;
  size_t bracketed = 0, of = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    of += lines[i]->pieces.size() > 2;
    if (!has_bracketed_figures(*lines[i])) continue;
    if (i == 0 || has_bracketed_figures(*lines[i - 1])) return false;
    ++bracketed;
  }
  return bracketed >= kFewest && double(bracketed) >= kShare * double(of);
}

// One row, or several of which the first has the label.
static std::vector<GridRow> rows_of(const Body::Group& group, const std::vector<TextLine>& lines) {
  std::vector<GridRow> out;
  std::vector<Piece> label;
  for (size_t i : group.lines) {
    const TextLine& line = lines[i];
    std::vector<Piece> pieces;
    for (const Piece& p : line.pieces) (group.shared && p.first == 0 ? label : pieces).push_back(p);
    if (pieces.empty()) continue;
    if (out.empty() || group.shared) out.emplace_back().y0 = line.line.y0;
    out.back().y1 = line.line.y1;
    out.back().pieces.insert(out.back().pieces.end(), pieces.begin(), pieces.end());
  }
  for (const Piece& p : label) out.front().row_spans[{p.first, p.last}] = int(out.size());
  out.front().pieces.insert(out.front().pieces.begin(), label.begin(), label.end());
  return out;
}

std::vector<GridRow> make_text_rows(TextRowsInput in, const Settings& settings) {
  std::vector<double> sizes = mapped(in.lines, [](const TextLine& line) { return line.line.size; });
  const double size = median(sizes, 10);
  size_t h = in.may_have_header ? HeaderEnd(in).find() : 0;
  // section lines at the end of the header belong to the body, half lines do not
  while (h > 1 && is_section_line(in.lines[h - 1]) &&
         in.lines[h - 1].line.base - in.lines[h - 2].line.base >= settings.same_row * size) {
    bool others = false;
    for (size_t i = 0; i + 1 < h; ++i)
      for (const Piece& p : in.lines[i].pieces) others |= p.first > 0;
    if (!others) break;
    --h;
  }
  const std::vector<TextLine> header(in.lines.begin(), in.lines.begin() + int64_t(h));
  std::vector<GridRow> rows = make_header_rows(header, in.columns, in.band, *in.borders, *in.horizontal);
  Body body(std::vector<TextLine>(in.lines.begin() + int64_t(h), in.lines.end()), in, size, settings);
  for (const Body::Group& group : body.group())
    for (GridRow& row : rows_of(group, body.lines())) {
      row.band = in.band;
      row.from_text = true;
      rows.push_back(std::move(row));
    }
  if (!rows.empty()) rows.front().y0 = in.y0, rows.back().y1 = in.y1;
  return rows;
}

}  // namespace gleaner::layout
