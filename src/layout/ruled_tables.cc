// Tables between horizontal rulings of one extent, as books set them: the header may stand above the first
// ruling, rows below the last. See find_tables.h.
#include <algorithm>
#include <cmath>

#include "layout/find_tables.h"
#include "layout/kinds.h"

namespace gleaner::layout {
namespace {

constexpr double kShortest = 80;  // points

class RuledFinder {
 public:
  RuledFinder(const Page& page, const Words& words) : page_(page), s_(*page.settings), words_(words) {}

  std::vector<FoundTable> find() {
    std::vector<Box> boxes;
    for (const std::vector<Rule>& group : groups()) cut_group(group, boxes);
    std::ranges::stable_sort(boxes, [](const Box& a, const Box& b) { return a.area() > b.area(); });
    std::erase_if(boxes, [all = boxes](const Box& box) { return holds_several(box, all); });
    std::vector<Box> keep;
    for (const Box& box : boxes)
      if (std::ranges::none_of(keep, [&](const Box& k) { return common_area(box, k) > 0.5 * box.area(); }))
        keep.push_back(box);
    std::vector<FoundTable> out;
    for (const Box& box : keep)
      if (auto table = table_at(box)) out.push_back(std::move(*table));
    return out;
  }

 private:
  // Nearly as wide as others one below the other inside it: its rulings part tables (they
  // underline titles), they make none.
  static bool holds_several(const Box& box, const std::vector<Box>& all) {
    constexpr double kWide = 0.7;
    std::vector<Box> inside;
    for (const Box& b : all)
      if (b.x0 >= box.x0 && b.x1 <= box.x1 && b.y0 > box.y0 && b.y1 < box.y1 &&
          b.width() > kWide * box.width() &&
          std::ranges::none_of(inside, [&](const Box& in) { return common_area(in, b) > 0; }))
        inside.push_back(b);
    return inside.size() >= 2;
  }

  std::vector<std::vector<Rule>> groups() const {
    std::vector<Rule> rules;
    for (const Rule& h : page_.horizontal)
      if (h.length() > kShortest) rules.push_back(h);
    std::ranges::sort(rules,
                      [](const Rule& a, const Rule& b) { return a.at != b.at ? a.at < b.at : a.a < b.a; });
    std::vector<std::vector<Rule>> out;
    for (const Rule& h : rules) {
      auto at = std::ranges::find_if(out, [&](const std::vector<Rule>& g) {
        return std::abs(g.back().a - h.a) < 4 && std::abs(g.back().b - h.b) < 4;
      });
      if (at == out.end()) out.push_back({h});
      else at->push_back(h);
    }
    std::erase_if(out, [](const std::vector<Rule>& g) { return g.size() < 2; });
    return out;
  }

  std::vector<Line> lines_between(const Rule& a, const Rule& b) const {
    const Box box{a.a, a.at, a.b, b.at};
    Words inside;
    for (const Word* word : words_)
      if (box.holds(word->center_x(), word->center_y(), 1.5)) inside.push_back(word);
    return lines_of(inside, s_);
  }

  // Much white among the lines above the ruling, or below the last of them: it belongs to something else.
  bool ends_above(const std::vector<Line>& lines, const Rule& rule) const {
    constexpr double kPitches = 3;
    if (lines.size() < 3) return false;
    std::vector<double> gaps;
    for (size_t i = 1; i < lines.size(); ++i) gaps.push_back(lines[i].base - lines[i - 1].base);
    const double most = std::max(2 * s_.line_break * lines[0].size, kPitches * median(gaps));
    return rule.at - lines.back().base > most || *std::ranges::max_element(gaps) > most;
  }

  // Running text, a caption or nothing at all between two rulings: there the group is cut.
  bool is_cut(const Rule& a, const Rule& b, const Rule* c, size_t taken) const {
    std::vector<Line> lines = lines_between(a, b);
    mark_stops(lines, a.length(), s_);
    std::vector<double> sizes;
    size_t several = 0, prose = 0;
    bool stopped = false;
    for (const Line& line : lines) {
      sizes.push_back(line.size);
      several += line.chunks.size() > 1;
      prose += line.prose;
      stopped |= line.stop == Stop::caption || line.stop == Stop::note;
    }
    const double size = median(sizes, 10), height = b.at - a.at;
    if (lines.empty() && height > 30) return true;
    if ((prose >= 2 && double(prose) > 0.3 * double(lines.size())) || stopped) return true;
    if (several == 0 && height > 3.2 * size) return true;
    if (ends_above(lines, b)) return true;
    if (lines.empty() || several > 0 || height <= 1.9 * size || !c || taken <= 2) return false;
    bool any = false;
    for (const Line& line : lines_between(b, *c)) {
      if (line.chunks.size() < 2) continue;
      any = true;
      if (!is_header_like(line)) return false;
    }
    return any;
  }

  void cut_group(const std::vector<Rule>& group, std::vector<Box>& out) const {
    std::vector<Rule> current = {group[0]};
    const auto close = [&] {
      if (current.size() < 2) return;
      Box box{1e9, current.front().at, -1e9, current.back().at};
      for (const Rule& rule : current) box.x0 = std::min(box.x0, rule.a), box.x1 = std::max(box.x1, rule.b);
      out.push_back(box);
    };
    for (size_t i = 0; i + 1 < group.size(); ++i) {
      const Rule* after = i + 2 < group.size() ? &group[i + 2] : nullptr;
      if (is_cut(group[i], group[i + 1], after, current.size())) {
        close();
        current.clear();
      }
      current.push_back(group[i + 1]);
    }
    close();
  }

  std::optional<FoundTable> table_at(Box box) const {
    constexpr double kAbove = 60, kBelow = 2000;
    Words near;
    for (const Word* word : words_)
      if (box.x0 - 8 <= word->x0 && word->x1 <= box.x1 + 8 && word->center_y() > box.y0 - kAbove &&
          word->center_y() < box.y1 + kBelow)
        near.push_back(word);
    std::vector<Line> lines = lines_of(near, s_);
    mark_stops(lines, box.width(), s_);
    size_t a = lines.size(), b = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
      const double y = lines[i].base - 0.25 * lines[i].size;
      if (y < box.y0 - 1 || y > box.y1 + 1) continue;
      a = std::min(a, i);
      b = i;
    }
    if (a == lines.size()) return std::nullopt;
    if (holds_header_alone(lines, box, a, b)) return std::nullopt;
    grow(lines, box, a, b);
    if (b <= a) return std::nullopt;
    FoundTable table;
    table.kind = TableKind::ruled;
    table.gutters = find_gutters(pointers(lines, a, b + 1), box.x0, box.x1, s_);
    if (table.gutters.empty()) return std::nullopt;
    table.box = {box.x0, std::min(box.y0, lines[a].y0 - 1), box.x1, std::max(box.y1, lines[b].y1 + 1)};
    table.lines.assign(lines.begin() + int64_t(a), lines.begin() + int64_t(b) + 1);
    for (const Line& line : table.lines)
      table.words.insert(table.words.end(), line.words.begin(), line.words.end());
    table.rules = rules_in(page_, table.box, 3);
    table.grid = make_grid(page_, table.box, table.rules.horizontal, table.rules.vertical, table.words,
                           GridMode::text);
    if (table.grid.cells.empty()) return std::nullopt;
    table.below_caption = caption_above(lines, a);
    return table;
  }

  // Above and below the header, with figures only further down, or the edges of what the header is printed
  // on: such rulings do not say where the table ends. Lines do, as without rulings.
  bool holds_header_alone(const std::vector<Line>& lines, const Box& box, size_t a, size_t b) const {
    constexpr size_t kLinesBelow = 3;
    if (is_striped(box) && rules_across(box) <= 2)
      return b + 1 < lines.size() && lines[b + 1].stop == Stop::none;
    for (size_t i = a; i <= b; ++i)
      if (holds_figures(lines[i])) return false;
    for (size_t i = b + 1; i < lines.size() && i <= b + kLinesBelow && lines[i].stop == Stop::none; ++i)
      if (holds_figures(lines[i])) return true;
    return false;
  }
  // In most of its columns, years and numbers of columns aside.
  static bool holds_figures(const Line& line) {
    size_t figures = 0;
    for (size_t c = 1; c < line.chunks.size(); ++c) {
      const Chunk& chunk = line.chunks[c];
      figures += chunk.number && !is_year_alone(chunk.text) && !is_bracketed(chunk.text);
    }
    return 2 * figures > line.chunks.size() - 1;
  }

  size_t rules_across(const Box& box) const {
    return size_t(std::ranges::count_if(page_.horizontal, [&](const Rule& rule) {
      return rule.at > box.y0 - 2 && rule.at < box.y1 + 2 &&
             std::min(rule.b, box.x1) - std::max(rule.a, box.x0) > 0.5 * box.width();
    }));
  }

  // Is the box made by the edges of filled areas alone?
  bool is_striped(const Box& box) const {
    return std::ranges::none_of(page_.horizontal, [&](const Rule& rule) {
      return rule.drawn && rule.at > box.y0 - 2 && rule.at < box.y1 + 2 &&
             std::min(rule.b, box.x1) - std::max(rule.a, box.x0) > 0.5 * box.width();
    });
  }

  // Every other row is filled: the header, the first row and the last may stand outside. Their
  // lines begin where the others do.
  void grow_stripes(const std::vector<Line>& lines, size_t& a, size_t& b) const {
    constexpr double kSameBegin = 2, kFar = 2.2;  // points; em
    const size_t first = a, last = b;
    const auto belongs = [&](const Line& line) {
      return line.stop == Stop::none && std::ranges::all_of(line.chunks, [&](const Chunk& chunk) {
               for (size_t i = first; i <= last; ++i)
                 for (const Chunk& other : lines[i].chunks)
                   if (std::abs(other.x0 - chunk.x0) < kSameBegin ||
                       std::abs(other.x1 - chunk.x1) < kSameBegin ||
                       std::abs(other.center_x() - chunk.center_x()) < kSameBegin)
                     return true;
               return false;
             });
    };
    while (a > 0 && lines[a].base - lines[a - 1].base < kFar * lines[a].size && belongs(lines[a - 1])) --a;
    const auto is_half = [&](size_t i) {  // of the row below it
      return lines[i + 1].base - lines[i].base < s_.same_row * lines[i].size;
    };
    while (a < first && lines[a].chunks.size() < 2 && !is_half(a)) ++a;  // titles
    while (b + 1 < lines.size() && lines[b + 1].base - lines[b].base < kFar * lines[b].size &&
           belongs(lines[b + 1]))
      ++b;
  }

  // The header above the first ruling, rows below the last.
  void grow(const std::vector<Line>& lines, const Box& box, size_t& a, size_t& b) const {
    if (is_striped(box)) grow_stripes(lines, a, b);
    const size_t first = a;
    std::vector<Gutter> own;
    if (b > a) own = find_gutters(pointers(lines, a, b + 1), box.x0, box.x1, s_);
    std::vector<double> gaps;
    for (size_t i = a + 1; i <= b; ++i) gaps.push_back(lines[i].base - lines[i - 1].base);
    const double size = lines[a].size, pitch = std::max(median(gaps, 0), 1.15 * size);
    const auto fits = [&](const Line& line) {
      if (line.stop != Stop::none || line.chunks.size() < 2) return false;
      std::vector<const Line*> with = pointers(lines, a, b + 1);
      with.push_back(&line);
      return find_gutters(with, box.x0, box.x1, s_).size() >= std::max<size_t>(1, own.size());
    };
    const auto is_near = [&](size_t i) { return lines[i + 1].base - lines[i].base < 1.6 * pitch; };
    // a line of a cell that has several, in another column than the first
    const auto is_part = [&](const Line& line) {
      return line.stop == Stop::none && line.chunks.size() == 1 && !own.empty() && line.x0 > own[0].x;
    };
    while (a > 0 && is_near(a - 1)) {
      if (fits(lines[a - 1])) --a;
      else if (a > 1 && is_part(lines[a - 1]) && is_near(a - 2) && fits(lines[a - 2])) a -= 2;
      else break;
    }
    while (a > 0 && a < first && lines[a - 1].chunks.size() == 1 && lines[a - 1].stop == Stop::none &&
           lines[a].base - lines[a - 1].base < 1.5 * lines[a].size && !own.empty() &&
           lines[a - 1].x0 > own[0].x)
      --a;
    while (b + 1 < lines.size() && lines[b + 1].base - lines[b].base < 1.6 * pitch && fits(lines[b + 1]) &&
           lines[b + 1].size > 0.93 * size && is_data_line(lines[b + 1]))
      ++b;
  }

  const Page& page_;
  const Settings& s_;
  const Words& words_;
};

}  // namespace

std::vector<FoundTable> tables_between_rules(const Page& page, const Words& words) {
  return RuledFinder(page, words).find();
}

}  // namespace gleaner::layout
