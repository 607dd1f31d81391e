// Tables without rulings: runs of lines with common gutters, between captions, notes and running text. See
// find_tables.h.
#include <algorithm>
#include <cmath>

#include "layout/find_tables.h"
#include "layout/kinds.h"
#include "regex/regex.h"

namespace gleaner::layout {
namespace {

constexpr double kMiddle = 0.3;     // of the width: twice what the middle of a title is off
constexpr double kNextLine = 1.35;  // em: lines of one cell are nearer

class TextFinder {
 public:
  TextFinder(const Page& page, std::vector<Line>& lines) : page_(page), s_(*page.settings), lines_(lines) {}

  std::vector<FoundTable> find() {
    if (lines_.empty()) return {};
    double x0 = lines_[0].x0, x1 = lines_[0].x1;
    for (const Line& line : lines_) x0 = std::min(x0, line.x0), x1 = std::max(x1, line.x1);
    width_ = x1 - x0;
    mark_stops(lines_, width_, s_);
    std::vector<FoundTable> out;
    for (size_t i = 0; i < lines_.size();) {
      if (!several(lines_[i])) {
        ++i;
        continue;
      }
      const std::vector<size_t> run = run_from(i);
      i = run.back() + 1;
      if (run.size() < 2) continue;
      size_t a = run.front(), b = run.back();
      trim(a, b);
      if (b <= a) continue;
      if (!split_sides(a, b, out))
        if (auto table = table_of(a, b)) out.push_back(std::move(*table));
      free_from_ = b + 1;
    }
    return out;
  }

 private:
  // Tables side by side are found on each side anew.
  bool split_sides(size_t a, size_t b, std::vector<FoundTable>& out) const {
    const std::vector<const Line*> run = pointers(lines_, a, b + 1);
    auto x = between_captions(a);
    if (!x) x = space_between_tables(run, find_gutters(run, 0, page_.width, s_));
    if (!x) return false;
    Words left, right;
    for (const Line* line : run)
      for (const Word* word : line->words) (word->center_x() < *x ? left : right).push_back(word);
    for (const Words* side : {&left, &right}) {
      std::vector<Line> lines = lines_of(*side, s_);
      for (FoundTable& table : tables_of_text(page_, lines)) out.push_back(std::move(table));
    }
    return true;
  }

  // Where the second of two captions begins that stand side by side above.
  std::optional<double> between_captions(size_t a) const {
    constexpr size_t kLinesAbove = 4;
    for (size_t k = a; k-- > free_from_ && a - k <= kLinesAbove;)
      for (size_t c = 1; c < lines_[k].chunks.size(); ++c)
        if (lines_[k].stop == Stop::caption && opens_caption(lines_[k].chunks[c].text, s_))
          return lines_[k].chunks[c].x0 - 1;
    return std::nullopt;
  }

  static bool several(const Line& line) { return line.chunks.size() >= 2 && line.stop == Stop::none; }

  std::vector<size_t> run_from(size_t i) const {
    constexpr size_t kVoters = 12, kMisses = 3;
    std::vector<size_t> run = {i};
    size_t misses = 0, data = is_data_line(lines_[i]);
    for (size_t j = i + 1; j < lines_.size(); ++j) {
      const Line &line = lines_[j], &before = lines_[j - 1];
      const double size = std::max(line.size, before.size);
      if (line.stop != Stop::none || line.base - before.base > s_.line_break * size) break;
      if (data >= 2 && is_other_text(line, before, run)) break;
      if (several(line)) {
        if (data >= 2 && opens_table(j, run)) break;
        if (heads_below_letter(j, run)) break;
        std::vector<const Line*> voters;
        for (size_t k = run.size() > kVoters ? run.size() - kVoters : 0; k < run.size(); ++k)
          if (several(lines_[run[k]])) voters.push_back(&lines_[run[k]]);
        voters.push_back(&line);
        if (find_gutters(voters, 0, page_.width, s_).empty()) break;
        run.push_back(j);
        misses = 0;
        data += is_data_line(line);
      } else {
        if (line.wordy && line.x1 - line.x0 > 0.7 * width_) break;
        if (!data && line.size > s_.heading_size * before.size) break;  // a title, and a running head above
        if (data >= 2 && heads_table(j, run, size)) break;
        // half lines are no lines; of labels that run on in the first column more may come
        if (line.base - before.base >= s_.same_row * size) misses += stands_first(line, run) ? 1 : 2;
        if (misses > 2 * kMisses) break;
      }
    }
    return run;
  }

  // Set in another size than the rows so far, and apart from them.
  bool is_other_text(const Line& line, const Line& before, const std::vector<size_t>& run) const {
    constexpr double kOtherSize = 0.12, kApart = 1.6;  // of the size; em
    std::vector<double> sizes;
    for (size_t k : run) sizes.push_back(lines_[k].size);
    const double size = median(sizes);
    return std::abs(line.size - size) > kOtherSize * size && line.base - before.base > kApart * size;
  }

  // Left of the second column, as far as the run shows it?
  bool stands_first(const Line& line, const std::vector<size_t>& run) const {
    double second = 1e9;
    for (size_t k : run)
      if (is_data_line(lines_[k])) second = std::min(second, lines_[k].chunks[1].x0);
    return line.x1 < second;
  }

  // A header after data rows and a gap: another table.
  bool opens_table(size_t j, const std::vector<size_t>& run) const {
    constexpr double kPitches = 1.15;
    const Line &line = lines_[j], &last = lines_[run.back()];
    std::vector<double> gaps;
    for (size_t k = 1; k < run.size(); ++k) gaps.push_back(lines_[run[k]].base - lines_[run[k - 1]].base);
    const double size = std::max(line.size, lines_[j - 1].size);
    if (line.text() == lines_[run.front()].text() && is_header_like(line) &&
        line.base - lines_[j - 1].base > kPitches * median(gaps))
      return true;  // the same header again, and not as one more row
    if (!is_header_like(line) || line.base - lines_[j - 1].base <= 1.7 * std::max(median(gaps), size))
      return false;
    bool data = false;
    for (size_t k = j + 1; k < std::min(j + 4, lines_.size()); ++k) data |= is_data_line(lines_[k]);
    return data && (line.chunks[0].x0 >= last.x0 + 3 || (line.bold && !lines_[run[run.size() / 2]].bold));
  }

  // A header below lines that stand in fewer columns, and farther from them than they are from each other, or
  // than it is from its first row: they are the addresses of a letter, the heading of a statement. (Headings
  // over several columns leave the first one free, or come one line at a time.)
  bool heads_below_letter(size_t j, const std::vector<size_t>& run) const {
    constexpr double kApart = 1.25;  // of their pitch
    const Line& line = lines_[j];
    if (line.chunks.size() < 3 || !is_header_like(line)) return false;
    std::vector<double> gaps;
    size_t left = 0;
    for (size_t k = run.front(); k < j; ++k) {
      if (2 * lines_[k].chunks.size() > line.chunks.size() + 1) return false;
      if (lines_[k].x0 < line.x0 - line.size) return false;  // the first column has its heading above
      left += lines_[k].x0 < line.chunks[1].x0;
      if (k > run.front()) gaps.push_back(lines_[k].base - lines_[k - 1].base);
    }
    const double gap = line.base - lines_[j - 1].base;
    if (2 * left <= j - run.front()) return false;
    const bool apart = run.size() >= 2 && gap > kApart * median(gaps);
    if (!apart && (j + 1 == lines_.size() || gap <= kApart * (lines_[j + 1].base - line.base))) return false;
    for (size_t k = j + 1; k < std::min(j + 4, lines_.size()); ++k)
      if (is_data_line(lines_[k]) && lines_[k].chunks.size() + 1 >= line.chunks.size()) return true;
    return false;
  }

  // A single line followed by a header: the title of another table.
  bool heads_table(size_t j, const std::vector<size_t>& run, double size) const {
    const Line* next = nullptr;
    for (size_t k = j + 1; k < std::min(j + 5, lines_.size()) && !next; ++k)
      if (several(lines_[k])) next = &lines_[k];
    return next && is_header_like(*next) && !next->chunks[0].number && stands_as_title(lines_[j], run) &&
           (next->chunks[0].x0 > lines_[run.front()].x0 + 8 ||
            lines_[j].base - lines_[j - 1].base > 1.5 * size);
  }

  // At the left of the lines so far, or in the middle over them: not in one of the columns.
  bool stands_as_title(const Line& line, const std::vector<size_t>& run) const {
    double x0 = 1e9, x1 = -1e9;
    for (size_t k : run) x0 = std::min(x0, lines_[k].x0), x1 = std::max(x1, lines_[k].x1);
    return line.x0 < x0 + line.size || std::abs(line.x0 + line.x1 - x0 - x1) < kMiddle * (x1 - x0);
  }

  static bool is_list_line(const Line& line) {
    return line.chunks.size() == 2 && is_list_mark(line.chunks[0].text) && !line.chunks[1].number &&
           line.chunks[1].words.size() >= 2;
  }

  // "a: on school days only    b: from May", below the rows: what their marks mean.
  static bool is_legend(const Line& line) {
    return std::ranges::all_of(line.chunks, [](const Chunk& chunk) {
      const std::string& mark = chunk.words[0]->text;
      return chunk.words.size() > 2 && mark.size() <= 3 && mark.find_last_of(":=)") == mark.size() - 1;
    });
  }

  void trim(size_t& a, size_t& b) const {
    std::vector<double> sizes;
    for (size_t i = a; i <= b; ++i)
      if (is_data_line(lines_[i])) sizes.push_back(lines_[i].size);
    const double body = median(sizes, 0);
    while (b > a && (lines_[b].chunks.size() < 2 || is_list_line(lines_[b]) || is_legend(lines_[b]) ||
                     (lines_[b].size < 0.93 * body && !is_data_line(lines_[b]))))
      --b;
    while (b > a && (lines_[a].chunks.size() < 2 || is_list_line(lines_[a]))) ++a;
  }

  // Where the lines below go on with cells of the last row: half lines, and what stands in a column of
  // theirs.
  size_t with_wrapped(size_t a, size_t b, const std::vector<Gutter>& gutters) const {
    while (b + 1 < lines_.size()) {
      const Line &line = lines_[b + 1], &last = lines_[b];
      const double gap = line.base - last.base;
      if (line.stop != Stop::none || gap >= kNextLine * last.size) break;
      if (gap >= s_.same_row * last.size &&
          !std::ranges::all_of(line.chunks, [&](const Chunk& c) { return goes_on(c, a, b, gutters); }))
        break;
      ++b;
    }
    return b;
  }

  // Below a cell near the end of [a, b], in line with it. In the first column, where notes begin too, the
  // text must show it.
  bool goes_on(const Chunk& chunk, size_t a, size_t b, const std::vector<Gutter>& gutters) const {
    constexpr size_t kMostLines = 8;  // of a cell, at whose middle others stand
    constexpr double kInLine = 2;     // points
    double left = -1e9, right = 1e9;  // of its column
    for (const Gutter& g : gutters) {
      if (chunk.x0 < g.x && g.x < chunk.x1) return false;
      if (g.x <= chunk.x0) left = std::max(left, g.x);
      else right = std::min(right, g.x);
    }
    for (size_t k = b + 1; k-- > a && b - k < kMostLines;)
      for (const Chunk& above : lines_[k].chunks) {
        if (above.x1 < left || above.x0 > right) continue;
        if (left == -1e9) return ends_open(above.text) || begins_lower(chunk.text, false);
        return std::abs(above.x0 - chunk.x0) < kInLine || std::abs(above.x1 - chunk.x1) < kInLine ||
               std::abs(above.center_x() - chunk.center_x()) < kInLine;
      }
    return false;
  }

  // Lines right above that stand over the columns, not over the first; half lines.
  void add_header(size_t& a, const Box& box, double first_gutter) const {
    const size_t start = a;
    for (size_t k = a; k-- > free_from_;) {
      const Line& line = lines_[k];
      if (lines_[k + 1].base - line.base >= 1.7 * line.size || start - k >= 5 || line.stop != Stop::none)
        return;
      if (lines_[k + 1].base - line.base < s_.same_row * line.size) {
        a = k;
        continue;
      }
      const double middle = (line.x0 + line.x1) / 2;
      const bool title =
          std::abs(middle - box.center_x()) < std::abs(middle - (first_gutter + box.x1) / 2) - 3;
      if (line.chunks.size() < 2 && !(line.x0 > first_gutter - 2 && line.x1 <= box.x1 + 10 && !title)) return;
      a = k;
    }
  }

  Box box_of(size_t a, size_t b) const {
    Box box{lines_[a].x0, lines_[a].y0, lines_[a].x1, lines_[b].y1};
    for (size_t i = a; i <= b; ++i)
      box.x0 = std::min(box.x0, lines_[i].x0), box.x1 = std::max(box.x1, lines_[i].x1);
    return box;
  }

  std::optional<FoundTable> table_of(size_t a, size_t b) const {
    Box box = box_of(a, b);
    FoundTable table;
    table.gutters = find_gutters(pointers(lines_, a, b + 1), box.x0, box.x1, s_);
    if (table.gutters.empty()) return std::nullopt;
    double first = table.gutters[0].x;
    for (const Gutter& g : table.gutters) first = std::min(first, g.x);
    add_header(a, box, first);
    b = with_wrapped(a, b, table.gutters);
    box = box_of(a, b);
    table.box = {box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1};
    table.lines.assign(lines_.begin() + int64_t(a), lines_.begin() + int64_t(b) + 1);
    for (const Line& line : table.lines)
      table.words.insert(table.words.end(), line.words.begin(), line.words.end());
    table.rules = rules_in(page_, table.box, 6);
    std::erase_if(table.rules.vertical, [](const Rule& v) { return v.length() <= 8; });
    table.grid = make_grid(page_, table.box, table.rules.horizontal, table.rules.vertical, table.words,
                           GridMode::text);
    if (table.grid.cells.empty()) return std::nullopt;
    if (const Line* caption = caption_above(lines_, a)) {
      const auto figure = regex::Regex::compile(s_.figure, {.ignore_case = true});
      table.below_figure = figure.ok() && figure->find(caption->text()).has_value();
      table.below_caption = !table.below_figure;
    }
    return table;
  }

  const Page& page_;
  const Settings& s_;
  std::vector<Line>& lines_;
  double width_ = 0;
  size_t free_from_ = 0;  // lines before belong to the last table
};

}  // namespace

const Line* caption_above(const std::vector<Line>& lines, size_t a) {
  constexpr size_t kLines = 3;
  constexpr double kFar = 45;  // points
  for (size_t k = a; k-- > (a > kLines ? a - kLines : 0);)
    if (lines[k].stop == Stop::caption && lines[a].base - lines[k].base < kFar) {
      const Chunk& last = lines[k].chunks.back();  // the number of a page: a list of tables
      return lines[k].chunks.size() > 1 && last.number && !is_year_alone(last.text) ? nullptr : &lines[k];
    }
  return nullptr;
}

std::vector<FoundTable> tables_of_text(const Page& page, std::vector<Line>& lines) {
  return TextFinder(page, lines).find();
}

}  // namespace gleaner::layout
