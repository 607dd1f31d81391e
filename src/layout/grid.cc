// See grid.h.
#include "layout/grid.h"

#include <algorithm>
#include <set>

#include "base/lists.h"
#include "layout/gutters.h"
#include "layout/kinds.h"
#include "layout/rules.h"
#include "layout/wrapping.h"

namespace gleaner::layout {
namespace {

constexpr double kShortRule = 6;     // points: shorter pieces give no border
constexpr double kSameBorder = 3.0;  // points: rulings nearer than this are one border

class GridMaker {
 public:
  GridMaker(const Page& page, const Box& box, const std::vector<Rule>& horizontal,
            const std::vector<Rule>& vertical, const Words& words, GridMode mode)
      : s_(*page.settings), box_(box), h_(horizontal), v_(vertical), mode_(mode) {
    Words upright;
    for (const Word* word : words) (word->rotated ? turned_ : upright).push_back(word);
    lines_ = lines_of(upright, s_);
  }

  Grid make() {
    if (lines_.empty()) return {};
    set_borders();
    cut_lines_at_rules();
    add_gutters();
    make_bands();
    merge_heading_columns();
    for (size_t band = 0; band < bands_.size(); ++band)
      for (const Line& line : bands_[band]) text_.push_back({int(band), {line, pieces_of(line)}});
    if (text_.empty()) return {};
    std::vector<const TextLine*> all = mapped(text_, [](const BandLine& line) { return &line.text; });
    units_ = gives_units_below(all);
    make_rows();
    join_cells();
    return collect();
  }

 private:
  int columns() const { return int(xs_.size()) - 1; }

  void set_borders() {
    std::vector<double> x, y;
    for (const Rule& rule : v_)
      if (rule.length() > kShortRule) x.push_back(rule.at);
    const double shortest = mode_ == GridMode::ruled ? kShortRule : 0.55 * box_.width();
    for (const Rule& rule : h_)
      if (rule.length() > shortest) y.push_back(rule.at);
    xs_ = cluster(std::move(x), kSameBorder);
    ys_ = cluster(std::move(y), kSameBorder);
    if (xs_.empty() || xs_.front() > box_.x0 + 4) xs_.insert(xs_.begin(), box_.x0);
    if (xs_.back() < box_.x1 - 4) xs_.push_back(box_.x1);
    if (ys_.empty() || ys_.front() > box_.y0 + 4) ys_.insert(ys_.begin(), box_.y0);
    if (ys_.back() < box_.y1 - 4) ys_.push_back(box_.y1);
    if (xs_.size() < 2) xs_.push_back(box_.x1);
    if (ys_.size() < 2) ys_.push_back(box_.y1);
    ruled_columns_ = int(xs_.size()) - 2;
  }

  void cut_lines_at_rules() {
    for (Line& line : lines_) {
      std::vector<Chunk> out;
      for (const Chunk& chunk : line.chunks)
        cut_chunk(
            chunk, [&](const Word& a, const Word& b) { return ruled_between(a, b); },
            [&](Words words) { out.emplace_back(std::move(words)); });
      line.chunks = std::move(out);
    }
  }

  bool ruled_between(const Word& a, const Word& b) const {
    const double middle = a.center_y();
    return std::ranges::any_of(v_, [&](const Rule& v) {
      return a.center_x() < v.at && v.at < b.center_x() && a.x1 - 2.5 < v.at && v.at < b.x0 + 2.5 &&
             v.a - 2 < middle && middle < v.b + 2;
    });
  }

  // Text gutters inside ruled columns.
  void add_gutters() {
    std::vector<double> inner;
    for (size_t i = 0; i + 1 < xs_.size(); ++i) {
      const double a = xs_[i], b = xs_[i + 1];
      std::vector<Line> part;
      for (const Line& line : lines_) {
        Words words;
        std::vector<Chunk> chunks;
        for (const Chunk& chunk : line.chunks)
          if (chunk.x0 >= a - 3 && chunk.x1 <= b + 3) {
            chunks.push_back(chunk);
            words.insert(words.end(), chunk.words.begin(), chunk.words.end());
          }
        if (words.empty()) continue;
        Line made(std::move(words), s_);
        made.chunks = std::move(chunks);
        part.push_back(std::move(made));
      }
      if (part.size() < 2) continue;
      const bool free = ruled_columns_ == 0 || mode_ == GridMode::text;
      GutterOptions options = gutter_options(s_);
      if (!free) options.opposition = 0.2, options.votes = 3;
      for (const Gutter& g : find_gutters(pointers(part, 0, part.size()), a, b, s_, options))
        if (free || (g.width > 4 && g.support >= 0.5 * double(part.size()))) inner.push_back(g.x);
    }
    virtual_.insert(inner.begin(), inner.end());
    xs_.insert(xs_.end(), inner.begin(), inner.end());
    sort_unique(xs_);
  }

  int band_of(double y) const {
    const int above = int(std::lower_bound(ys_.begin(), ys_.end(), y) - ys_.begin());  // borders < y
    return std::clamp(above - 1, 0, int(ys_.size()) - 2);
  }

  // A visual line may hold words of several bands: cut by the words' middles.
  void make_bands() {
    bands_.resize(ys_.size() - 1);
    for (const Line& line : lines_) {
      std::map<int, Words> by_band;
      for (const Word* word : line.words) by_band[band_of(word->center_y())].push_back(word);
      for (auto& [band, words] : by_band) {
        const std::set<const Word*> own(words.begin(), words.end());
        Line made(words, s_);
        made.chunks.clear();
        for (const Chunk& chunk : line.chunks) {
          Words part;
          for (const Word* word : chunk.words)
            if (own.count(word)) part.push_back(word);
          if (!part.empty()) made.chunks.emplace_back(std::move(part));
        }
        bands_[size_t(band)].push_back(std::move(made));
      }
    }
    for (std::vector<Line>& band : bands_) std::ranges::stable_sort(band, {}, &Line::base);
  }

  int column_of(double x) const {
    const int left = int(std::upper_bound(xs_.begin(), xs_.end(), x) - xs_.begin());  // borders <= x
    return std::clamp(left - 1, 0, columns() - 1);
  }

  // A border between two words of a chunk, with gap enough to part them?
  bool parts_at_border(const Word& a, const Word& b) const {
    const double gap = b.x0 - a.x1;
    for (size_t i = 1; i + 1 < xs_.size(); ++i) {
      const double x = xs_[i];
      if (!(a.center_x() < x && x < b.center_x() && a.x1 - 0.35 * a.size <= x && x <= b.x0 + 0.35 * b.size))
        continue;
      if (gap < parting_gap(a, b, 0)) return a.pure && b.pure;  // a typewriter's space
      return gap > 0.38 * a.size || (a.number && b.number && gap > 0.15 * a.size) ||
             (a.number != b.number && gap > 0.33 * a.size);
    }
    return false;
  }

  std::vector<Piece> pieces_of(const Line& line) const {
    std::vector<Piece> out;
    const auto add = [&](Words words) {
      Chunk k(std::move(words));
      const double slack = std::min(0.9 * k.size, 0.3 * (k.x1 - k.x0));
      const int first = column_of(k.x0 + slack), last = std::max(first, column_of(k.x1 - slack));
      if (!out.empty() && out.back().last >= first) {  // chunks of one line in one column are one
        out.back().last = std::max(out.back().last, last);
        Words both = out.back().chunk.words;
        both.insert(both.end(), k.words.begin(), k.words.end());
        out.back().chunk = Chunk(std::move(both));
      } else {
        out.push_back({first, last, std::move(k)});
      }
    };
    for (const Chunk& chunk : line.chunks)
      cut_chunk(chunk, [&](const Word& a, const Word& b) { return parts_at_border(a, b); }, add);
    return out;
  }

  // A column of headings only beside a column of body only is the same column (centred over right-aligned).
  void merge_heading_columns() {
    while (columns() > 2) {
      struct Column {
        std::set<int> lines, figures;
        double x0 = 1e9, x1 = -1e9;
        // All of it stands above, or above the figures and in lines of its own (a heading over
        // several columns may stand higher).
        bool heads(const Column& body) const {
          if (*lines.rbegin() < *body.lines.begin()) return true;
          return figures.empty() && !body.figures.empty() && *lines.rbegin() < *body.figures.begin() &&
                 std::ranges::none_of(lines, [&](int n) { return body.lines.count(n); });
        }
      };
      std::vector<Column> found(static_cast<size_t>(columns()));
      int n = 0;
      for (const std::vector<Line>& band : bands_)
        for (const Line& line : band) {
          for (const Piece& p : pieces_of(line))
            if (p.first == p.last) {
              Column& column = found[size_t(p.first)];
              column.lines.insert(n);
              if (p.chunk.number && !is_year(p.chunk.text)) column.figures.insert(n);
              column.x0 = std::min(column.x0, p.chunk.x0);
              column.x1 = std::max(column.x1, p.chunk.x1);
            }
          ++n;
        }
      int best = -1;
      double nearest = 0;
      for (int c = 0; c + 1 < columns(); ++c) {
        const Column &l = found[size_t(c)], &r = found[size_t(c) + 1];
        if (!virtual_.count(xs_[size_t(c) + 1]) || l.lines.empty() || r.lines.empty()) continue;
        if (c == 0 && *l.lines.begin() < *r.lines.begin()) continue;
        const bool left_first = l.heads(r), right_first = r.heads(l);
        if (!left_first && !right_first) continue;
        const Column &head = left_first ? l : r, &body = left_first ? r : l;
        if (head.lines.size() > 5 || body.lines.size() < 2) continue;
        const double distance = r.x0 - l.x1;
        if (best < 0 || distance < nearest) best = c, nearest = distance;
      }
      if (best < 0 || nearest > 60) return;
      virtual_.erase(xs_[size_t(best) + 1]);
      xs_.erase(xs_.begin() + best + 1);
    }
  }

  struct BandLine {
    int band;
    TextLine text;
  };

  // A bold line above others, or a line without figures above one of figures: no ruling parts
  // the header from the first row.
  static bool opens_with_header(const std::vector<const TextLine*>& lines) {
    const TextLine &first = *lines[0], &last = *lines.back();
    if (first.pieces.size() < 2 || last.pieces.size() < 2) return false;
    const auto figures = [](const TextLine& line) {
      return std::ranges::count_if(line.pieces, [](const Piece& p) { return p.first > 0 && p.chunk.number; });
    };
    return (first.line.bold && !last.line.bold) || (figures(first) == 0 && figures(last) >= 2);
  }

  // Do most lines of text begin something, where the one above had room for their first words?
  bool begins_anew(const std::vector<const TextLine*>& lines) const {
    std::vector<TextLine> all = mapped(lines, [](const TextLine* line) { return *line; });
    const Wrapping wrapping(all, columns(), xs_);
    size_t anew = 0, goes_on = 0;
    for (size_t i = 1; i < all.size(); ++i)
      if (const auto same = wrapping.continues(all[i - 1], all[i])) ++(*same ? goes_on : anew);
    return anew >= 2 && anew > goes_on;
  }

  bool splits_by_text(const std::vector<const TextLine*>& lines, bool first_band) const {
    if (lines.size() < 2) return false;
    const double n = double(lines.size());
    std::vector<size_t> stacked(static_cast<size_t>(columns()), 0);
    size_t several = 0, labelled = 0, full = 0, records = 0;
    for (const TextLine* line : lines) {
      std::set<int> numbers;
      bool label = false;
      for (const Piece& p : line->pieces) {
        if (p.first == p.last && p.chunk.number && !(units_ && is_bracketed(p.chunk.text)))
          numbers.insert(p.first);
        label |= p.first == 0;
      }
      for (int c : numbers) ++stacked[size_t(c)];
      records += numbers.size() >= 2;
      several += line->pieces.size() >= 2;
      labelled += label;
      full += double(line->pieces.size()) >= 0.8 * columns();
    }
    const size_t stack = *std::ranges::max_element(stacked);
    const double multi = double(several) / n, first = double(labelled) / n;
    const bool text = mode_ == GridMode::text && ruled_columns_ == 0;
    // A frame and vertical rulings alone, or a frame and the header's: if lines were
    // no rows, there would be none.
    if (bands_.size() == 1 && ruled_columns_ > 0 && multi >= 0.5) return true;
    if (bands_.size() <= 3 && ruled_columns_ == 0 && n >= 6 && multi >= 0.5) return true;
    if (first_band && opens_with_header(lines)) return true;
    if (bands_.size() <= 3 && n >= 4 && multi >= 0.5 && begins_anew(lines)) return true;
    return (text && ys_.size() <= 3) || (stack >= 2 && multi >= 0.5) ||
           (records >= 2 &&
            bands_.size() <= 3) ||  // a frame and perhaps a header rule: figures below figures
           (n >= 4 && multi >= 0.7 && first >= 0.6 && ruled_columns_ < 2) ||
           (text && multi > 0 && bands_.size() <= 4) ||
           (n >= 4 && bands_.size() <= 3 && columns() >= 3 && double(full) >= 0.8 * n);
  }

  void make_rows() {
    for (int band = 0; band < int(bands_.size()); ++band) {
      std::vector<const TextLine*> lines;
      bool more = false;
      for (const BandLine& line : text_) {
        if (line.band == band) lines.push_back(&line.text);
        more |= line.band > band;
      }
      const double y0 = ys_[size_t(band)], y1 = ys_[size_t(band) + 1];
      if (lines.empty() || !splits_by_text(lines, band == 0)) {
        GridRow row;
        row.band = band;
        row.y0 = y0, row.y1 = y1;
        for (const TextLine* line : lines)
          row.pieces.insert(row.pieces.end(), line->pieces.begin(), line->pieces.end());
        rows_.push_back(std::move(row));
        continue;
      }
      TextRowsInput in;
      for (const TextLine* line : lines) in.lines.push_back(*line);
      in.columns = columns();
      in.band = band;
      in.borders = &xs_;
      in.horizontal = &h_;
      in.may_have_header = header_may_follow();
      in.more_below = more;
      in.y0 = y0, in.y1 = y1;
      for (GridRow& row : make_text_rows(std::move(in), s_)) rows_.push_back(std::move(row));
    }
  }

  // Nothing above but a few columns without figures.
  bool header_may_follow() const {
    std::set<int> filled;
    for (const GridRow& row : rows_)
      for (const Piece& p : row.pieces) {
        if (p.first == p.last) filled.insert(p.first);
        if (p.first > 0 && p.chunk.number && !is_year(p.chunk.text)) return false;
      }
    return double(filled.size()) < 0.5 * columns();
  }

  // ---- cells: slots joined over missing borders

  int slot(int row, int column) const { return row * columns() + column; }
  int find(int a) {
    while (parent_[size_t(a)] != a) a = parent_[size_t(a)] = parent_[size_t(parent_[size_t(a)])];
    return a;
  }
  void unite(int a, int b) {
    a = find(a), b = find(b);
    if (a != b) parent_[size_t(std::max(a, b))] = std::min(a, b);
  }

  void join_cells() {
    const int n = int(rows_.size());
    parent_.resize(size_t(n) * size_t(columns()));
    for (size_t i = 0; i < parent_.size(); ++i) parent_[i] = int(i);
    const bool throughout = is_ruled_throughout();
    for (int r = 0; r < n; ++r) join_across(r, throughout);
    for (int r = 0; r + 1 < n; ++r) join_down(r);
    for (int r = 0; r < n; ++r)
      for (const Piece& p : rows_[size_t(r)].pieces) {
        const auto span = rows_[size_t(r)].row_spans.find({p.first, p.last});
        if (span == rows_[size_t(r)].row_spans.end()) continue;
        for (int q = 1; q < span->second && r + q < n; ++q)
          if (rows_[size_t(r) + size_t(q)].from_text) unite(slot(r, p.first), slot(r + q, p.first));
      }
  }

  // The share of the row's height that each border is ruled along.
  std::vector<double> covered_in(const GridRow& row) const {
    std::vector<double> out(size_t(columns()) + 1, 0);
    if (!row.from_text)
      for (int c = 0; c <= columns(); ++c) out[size_t(c)] = cover(v_, xs_[size_t(c)], row.y0, row.y1);
    return out;
  }
  static bool ruled_inside(const std::vector<double>& covered) {
    return std::any_of(covered.begin() + 1, covered.end() - 1, [](double share) { return share > 0.5; });
  }

  // Nearly all rows have borders inside: one that has only those at its ends is a single cell.
  bool is_ruled_throughout() const {
    size_t inside = 0;
    for (const GridRow& row : rows_) inside += ruled_inside(covered_in(row));
    return inside >= 3 && double(inside) >= 0.6 * double(rows_.size());
  }

  void join_across(int r, bool throughout) {
    const GridRow& row = rows_[size_t(r)];
    const std::vector<double> covered = covered_in(row);
    const bool ruled = ruled_inside(covered) || (throughout && covered.front() > 0.5 && covered.back() > 0.5);
    std::set<int> crossed, ends, begins;
    for (const Piece& p : row.pieces) {
      for (int c = p.first; c < p.last; ++c) crossed.insert(c + 1);
      ends.insert(p.last);
      begins.insert(p.first);
    }
    for (int c = 1; c < columns(); ++c) {
      if (row.from_text) {
        if (crossed.count(c)) unite(slot(r, c - 1), slot(r, c));
        continue;
      }
      if (covered[size_t(c)] > 0.5) continue;
      if (crossed.count(c)) {
        unite(slot(r, c - 1), slot(r, c));
        continue;
      }
      if ((ends.count(c - 1) && begins.count(c)) || virtual_.count(xs_[size_t(c)])) continue;
      if (ruled) unite(slot(r, c - 1), slot(r, c));
    }
  }

  // Between ruled bands, where the ruling is missing.
  void join_down(int r) {
    if (rows_[size_t(r)].band == rows_[size_t(r) + 1].band) return;
    const double y = rows_[size_t(r)].y1;
    std::vector<double> covered;
    for (int c = 0; c < columns(); ++c)
      covered.push_back(cover(h_, y, xs_[size_t(c)] + 1, xs_[size_t(c) + 1] - 1));
    if (std::ranges::none_of(covered, [](double share) { return share > 0.5; })) return;
    for (int c = 0; c < columns(); ++c)
      if (covered[size_t(c)] < 0.3) unite(slot(r, c), slot(r + 1, c));
  }

  Grid collect() {
    struct Extent {
      int r0 = 1 << 30, r1 = -1, c0 = 1 << 30, c1 = -1;
      Words words;
    };
    std::map<int, Extent> groups;
    std::vector<Words> put(parent_.size());
    for (int r = 0; r < int(rows_.size()); ++r)
      for (const Piece& p : rows_[size_t(r)].pieces) {
        Words& into = put[size_t(slot(r, p.first))];
        into.insert(into.end(), p.chunk.words.begin(), p.chunk.words.end());
      }
    put_turned(put);
    for (int r = 0; r < int(rows_.size()); ++r)
      for (int c = 0; c < columns(); ++c) {
        Extent& e = groups[find(slot(r, c))];
        e.r0 = std::min(e.r0, r), e.r1 = std::max(e.r1, r), e.c0 = std::min(e.c0, c),
        e.c1 = std::max(e.c1, c);
        const Words& words = put[size_t(slot(r, c))];
        e.words.insert(e.words.end(), words.begin(), words.end());
      }
    Grid grid;
    for (auto& [root, e] : groups) {
      if (e.words.empty()) continue;
      std::string text = text_of(e.words, s_);
      grid.cells.push_back(
          {e.r0, e.c0, e.r1 - e.r0 + 1, e.c1 - e.c0 + 1, std::move(text), std::move(e.words)});
    }
    drop_empty(grid);
    if (!grid.header_rows && heads_rows_below(grid)) grid.header_rows = 1;
    return grid;
  }

  // Rulings on all sides do not say it: the first row is bold and the next is not, or it has
  // words over columns of figures.
  static bool heads_rows_below(const Grid& grid) {
    constexpr double kFigures = 0.8;
    if (grid.rows < 3) return false;
    std::vector<std::pair<size_t, size_t>> below(size_t(grid.columns));  // texts, figures
    bool bold = true, next_bold = true, figures = false;
    for (const GridCell& cell : grid.cells) {
      const bool heavy = std::ranges::all_of(cell.words, [](const Word* w) { return w->bold; });
      if (cell.row == 0) {
        bold &= heavy;
        figures |= is_number(cell.text) && !is_year_alone(cell.text);
        if (cell.row_span > 1 || cell.column_span > 1) return false;  // more rows than one
        continue;
      }
      if (cell.row == 1) next_bold &= heavy;
      auto& [texts, numbers] = below[size_t(cell.column)];
      ++texts, numbers += is_number(cell.text);
    }
    if (figures) return false;
    return (bold && !next_bold) || std::any_of(below.begin() + 1, below.end(), [&](const auto& column) {
             return column.first >= 2 && double(column.second) >= kFigures * double(column.first);
           });
  }

  // Text of another direction stands in the cell that its middle is in.
  void put_turned(std::vector<Words>& put) const {
    for (const Word* word : turned_)
      for (int r = 0; r < int(rows_.size()); ++r)
        if (rows_[size_t(r)].y0 <= word->center_y() && word->center_y() <= rows_[size_t(r)].y1) {
          put[size_t(slot(r, column_of(word->center_x())))].push_back(word);
          break;
        }
  }

  // Rows and columns in which no cell begins are none.
  void drop_empty(Grid& grid) const {
    std::vector<int> row_to(rows_.size(), -1), column_to(size_t(columns()), -1);
    for (const GridCell& cell : grid.cells) row_to[size_t(cell.row)] = column_to[size_t(cell.column)] = 0;
    const auto number = [](std::vector<int>& to) {
      int n = 0;
      for (int& at : to)
        if (at == 0) at = n++;
      return n;
    };
    const auto span = [](const std::vector<int>& to, int from, int length) {
      int n = 0;
      for (int i = from; i < from + length; ++i) n += to[size_t(i)] >= 0;
      return n;
    };
    for (size_t r = 0; r < rows_.size(); ++r) grid.header_rows += row_to[r] == 0 && rows_[r].header;
    grid.rows = number(row_to);
    grid.columns = number(column_to);
    for (GridCell& cell : grid.cells) {
      cell.row_span = span(row_to, cell.row, cell.row_span);
      cell.column_span = span(column_to, cell.column, cell.column_span);
      cell.row = row_to[size_t(cell.row)];
      cell.column = column_to[size_t(cell.column)];
    }
  }

  const Settings& s_;
  Box box_;
  const std::vector<Rule>&h_, &v_;
  GridMode mode_;
  std::vector<Line> lines_;
  Words turned_;                 // words of another direction
  std::vector<double> xs_, ys_;  // borders
  std::set<double> virtual_;     // borders that no ruling makes
  int ruled_columns_ = 0;
  bool units_ = false;  // figures come again in brackets below
  std::vector<std::vector<Line>> bands_;
  std::vector<BandLine> text_;
  std::vector<GridRow> rows_;
  std::vector<int> parent_;
};

}  // namespace

Grid make_grid(const Page& page, const Box& box, const std::vector<Rule>& horizontal,
               const std::vector<Rule>& vertical, const Words& words, GridMode mode) {
  return GridMaker(page, box, horizontal, vertical, words, mode).make();
}

}  // namespace gleaner::layout
