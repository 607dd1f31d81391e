// A page of several columns of text is read column by column. See find_tables.h.
//
// Columns are told by paragraphs: four lines or more, one below the other from one left end, most of them
// filled. Where other text stands beside a paragraph, the strip between them parts the page, from the
// paragraph up and down as long as no line and no ruling crosses it; text that only reaches into it makes it
// narrower. So a table beside running text, or beside a chart below such text, is not taken for more columns
// of it. Each side is looked at again. Captions of tables side by side part the page from there down. Cost:
// lines times the paragraphs that are open, a few.
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "base/text.h"
#include "layout/find_tables.h"
#include "layout/kinds.h"

namespace gleaner::layout {
namespace {

constexpr int kMostCuts = 3;              // one inside the other: four columns
constexpr size_t kFewestLines = 4;        // of a paragraph
constexpr double kWordsOfALine = 4.5;     // on the average: cells of tables have fewer
constexpr double kNarrowColumn = 0.22;    // of the page: narrower ones are columns of a table
constexpr double kFilled = 0.8;           // of the width: a line that is full, ragged or not
constexpr double kMostlyFilled = 0.65;    // of the lines
constexpr double kProsePitch = 1.7;       // em, from line to line
constexpr double kFirstIndent = 3;        // em, of a first line
constexpr double kSameEnd = 2;            // points
constexpr double kNarrowestStream = 0.6;  // em, of the strip
constexpr double kLeastLeft = 1.0;        // em, of a strip that text reaches into
constexpr double kBlockGap = 1.7;         // em, from line to line: blocks of text are parted by more
constexpr double kTextBeside = 0.3;       // of a paragraph's lines have other text beside them
constexpr double kCellsBeside = 0.9;      // of the lines of a column of a table have a cell beside them
constexpr double kWordsOfACell = 1.5;     // on the average, of those
constexpr double kBelowCaptions = 12;     // em, that are looked at for the space between the tables
constexpr double kCaptionsBeside = 3;     // em, by which one of two captions may stand lower

struct Paragraph {
  std::vector<const Chunk*> lines;
  Box box;
  double size = 0;
  bool continues(const Chunk& chunk) const {
    const Chunk& last = *lines.back();
    const double gap = chunk.base - last.base;
    if (gap <= 0.5 * size || gap > kProsePitch * size || std::abs(chunk.size - size) > 0.6) return false;
    if (std::abs(chunk.x0 - last.x0) < kSameEnd) return true;
    return lines.size() == 1 && chunk.x0 < last.x0 && chunk.x0 > last.x0 - kFirstIndent * size;
  }
};

// A strip that parts the page, with the lines that it does so for.
struct SideStrip {
  double x0 = 0, x1 = 0;
  double y0 = 0, y1 = 0;
  size_t weight = 0;    // lines of paragraphs beside it
  bool is_top = false;  // nothing above belongs to it
  double middle() const { return (x0 + x1) / 2; }
};

class StreamFinder {
 public:
  StreamFinder(const Page& page, std::vector<Line> lines, int cuts)
      : page_(page), s_(*page.settings), lines_(std::move(lines)), cuts_(cuts) {}

  std::vector<std::vector<Line>> find() {
    if (cuts_ == kMostCuts || lines_.size() < kFewestLines) return {std::move(lines_)};
    const std::optional<SideStrip> strip = best_strip();
    if (!strip) return {std::move(lines_)};
    std::vector<bool> split(lines_.size());
    for (size_t i = 0; i < lines_.size(); ++i)
      split[i] = strip->y0 - 1 <= lines_[i].base && lines_[i].base <= strip->y1 + 1;
    return cut(split, strip->middle());
  }

 private:
  std::vector<Paragraph> paragraphs() const {
    std::vector<Paragraph> open, out;
    const auto close = [&](const Paragraph& p) {
      if (is_prose(p)) out.push_back(p);
    };
    for (const Line& line : lines_) {
      for (const Chunk& chunk : line.chunks) {
        const auto at = std::ranges::find_if(open, [&](const Paragraph& p) { return p.continues(chunk); });
        const Box box{chunk.x0, chunk.y0, chunk.x1, chunk.y1};
        if (at == open.end()) {
          open.push_back({{&chunk}, box, chunk.size});
          continue;
        }
        at->lines.push_back(&chunk);
        at->box = at->box.hull(box);
      }
      std::erase_if(open, [&](const Paragraph& p) {
        const bool over = line.base - p.lines.back()->base > kProsePitch * p.size;
        if (over) close(p);
        return over;
      });
    }
    for (const Paragraph& p : open) close(p);
    return out;
  }

  bool is_prose(const Paragraph& p) const {
    if (p.lines.size() < kFewestLines || p.box.width() < kNarrowColumn * page_.width) return false;
    size_t words = 0, figures = 0, filled = 0;
    for (const Chunk* chunk : p.lines) {
      words += chunk->words.size();
      for (const Word* word : chunk->words) figures += word->number;
      filled += chunk->x1 > p.box.x0 + kFilled * p.box.width();
    }
    const double lines = double(p.lines.size());
    return double(words) >= kWordsOfALine * lines && figures * 4 < words &&
           double(filled) >= std::min(kMostlyFilled * lines, lines - 1);
  }

  // Does every line begin as a text of its own?
  static bool begins_anew(const Paragraph& p) {
    return std::ranges::none_of(p.lines, [](const Chunk* line) { return begins_lower(line->text, false); });
  }

  // Between the paragraph and what stands at its right (its left), seen over its lines.
  std::optional<SideStrip> strip_beside(const Paragraph& p, bool right) const {
    SideStrip out{right ? p.box.x1 : -1e9, right ? 1e9 : p.box.x0, p.box.y0, p.box.y1, p.lines.size()};
    size_t beside = 0, figures = 0, words = 0;
    for (const Line& line : lines_) {
      if (line.base < p.box.y0 || line.base > p.box.y1) continue;
      bool any = false, figure = false;
      for (const Chunk& c : line.chunks) {
        if (right && c.x0 > p.box.x1 - 1) {
          if (!any) figure = c.number, words += c.words.size();
          any = true, out.x1 = std::min(out.x1, c.x0);
        }
        if (!right && c.x1 < p.box.x0 + 1) {
          any = true, out.x0 = std::max(out.x0, c.x1);
          figure = c.number;
          words += c.words.size();
        }
      }
      beside += any;
      figures += figure;
    }
    if (double(beside) < kTextBeside * double(p.lines.size()) || out.x1 - out.x0 < kNarrowestStream * p.size)
      return std::nullopt;
    if (right && 2 * figures >= beside && figures) return std::nullopt;  // long labels of figures
    // Codes and units beside every line are cells of its row. (Figures at the left number the lines of a
    // text.)
    if (double(beside) >= kCellsBeside * double(p.lines.size()) && 2 * figures < beside &&
        double(words) <= kWordsOfACell * double(beside) && begins_anew(p))
      return std::nullopt;
    return out;
  }

  // Between the captions of tables side by side: what is white in the lines below, with labels at its right.
  void add_between_captions(std::vector<SideStrip>& strips) const {
    std::vector<const Chunk*> captions;
    for (const Line& line : lines_)
      for (const Chunk& chunk : line.chunks)
        if (opens_caption(chunk.text, s_)) captions.push_back(&chunk);
    for (const Chunk* left : captions)
      for (const Chunk* right : captions)
        if (left->x1 < right->x0 && std::abs(left->base - right->base) < kCaptionsBeside * left->size)
          for (const SideStrip& strip : white_below(*left, *right)) strips.push_back(strip);
  }

  std::vector<SideStrip> white_below(const Chunk& left, const Chunk& right) const {
    const SideStrip all{left.x1,      right.x0, std::min(left.y0, right.y0), std::max(left.y1, right.y1),
                        kFewestLines, true};
    std::vector<const Line*> below;
    std::vector<std::pair<double, double>> ink = {{all.x1, all.x1}};
    for (const Line& line : lines_)
      if (line.base > all.y1 && line.base < all.y1 + kBelowCaptions * left.size) {
        below.push_back(&line);
        for (const Chunk& chunk : line.chunks)
          if (chunk.x1 > all.x0 && chunk.x0 < all.x1) ink.push_back({chunk.x0, chunk.x1});
      }
    std::ranges::sort(ink);
    std::vector<SideStrip> out;
    double end = all.x0;
    for (const auto& [from, to] : ink) {
      if (from - end >= kLeastLeft * left.size && has_labels_behind(below, from, right)) {
        out.push_back(all);
        out.back().x0 = end, out.back().x1 = from;
      }
      end = std::max(end, to);
    }
    return out;
  }
  static bool has_labels_behind(const std::vector<const Line*>& lines, double x, const Chunk& caption) {
    size_t labels = 0, figures = 0;
    for (const Line* line : lines) {
      const auto at = std::ranges::find_if(line->chunks, [&](const Chunk& c) { return c.x0 >= x - 1; });
      if (at != line->chunks.end() && at->x0 < caption.x1) ++(at->number ? figures : labels);
    }
    return labels > figures;
  }

  std::optional<SideStrip> best_strip() const {
    std::vector<SideStrip> strips;
    add_between_captions(strips);
    for (const Paragraph& p : paragraphs())
      for (bool right : {false, true})
        if (const auto strip = strip_beside(p, right)) strips.push_back(*strip);
    std::optional<SideStrip> best;
    for (const SideStrip& first : strips) {
      SideStrip made = first;
      widen(made);
      for (const SideStrip& other : strips) {
        const double x0 = std::max(made.x0, other.x0), x1 = std::min(made.x1, other.x1);
        if (&other == &first || x1 - x0 < 1 || other.y0 < made.y0 - 1 || other.y1 > made.y1 + 1) continue;
        made.x0 = x0, made.x1 = x1;
        made.weight += other.weight;
      }
      if (!best || std::tuple(made.weight, made.y1 - made.y0, made.x0) >
                       std::tuple(best->weight, best->y1 - best->y0, best->x0))
        best = made;
    }
    return best;
  }

  // Makes the strip as narrow as the line wants it; false if it crosses: nothing worth of the name is left.
  static bool passes(const Line& line, SideStrip& strip) {
    double x0 = strip.x0, x1 = strip.x1;
    for (const Word* word : line.words) {
      if (word->x0 >= x1 - kSameEnd || word->x1 <= x0 + kSameEnd) continue;
      if (word->x0 - x0 > x1 - word->x1) x1 = word->x0;
      else x0 = word->x1;
      if (x1 - x0 < kLeastLeft * line.size) return false;
    }
    strip.x0 = x0, strip.x1 = x1;
    return true;
  }
  bool ruled_across(const SideStrip& strip, double from, double to) const {
    return std::ranges::any_of(page_.horizontal, [&](const Rule& rule) {
      return rule.drawn && rule.a < strip.x0 - kSameEnd && rule.b > strip.x1 + kSameEnd && from < rule.at &&
             rule.at < to;
    });
  }

  // Up and down, as long as the strip stays white. What crosses it belongs to a block of its own, with the
  // lines from there to the next gap.
  void widen(SideStrip& strip) const {
    size_t first = 0, last = 0;
    bool any = false;
    for (size_t i = 0; i < lines_.size(); ++i)
      if (lines_[i].base >= strip.y0 && lines_[i].base <= strip.y1) {
        if (!any) first = i;
        last = i, any = true;
      }
    if (!any) return;
    size_t top = first, bottom = last;
    while (!strip.is_top && top > 0 && !ruled_across(strip, lines_[top - 1].base, lines_[top].base) &&
           passes(lines_[top - 1], strip))
      --top;
    while (bottom + 1 < lines_.size() && !ruled_across(strip, lines_[bottom].base, lines_[bottom + 1].base) &&
           passes(lines_[bottom + 1], strip))
      ++bottom;
    if (top > 0 && !strip.is_top) top = widest_gap(top, first).value_or(top);
    if (bottom + 1 < lines_.size()) bottom = widest_gap(last + 1, bottom + 1).value_or(bottom + 1) - 1;
    strip.y0 = lines_[top].y0, strip.y1 = lines_[bottom].y1;
  }

  // The line of [from, to] above which most is white, if blocks are parted there.
  std::optional<size_t> widest_gap(size_t from, size_t to) const {
    std::optional<size_t> out;
    double widest = 0;
    for (size_t i = from; i <= to; ++i) {
      const double gap = lines_[i].base - lines_[i - 1].base;
      if (gap > kBlockGap * lines_[i].size && gap > widest) out = i, widest = gap;
    }
    return out;
  }

  std::vector<std::vector<Line>> cut(const std::vector<bool>& split, double x) {
    std::vector<std::vector<Line>> out;
    const auto add = [&](std::vector<Line> part, int cuts) {
      for (std::vector<Line>& stream : StreamFinder(page_, std::move(part), cuts).find())
        out.push_back(std::move(stream));
    };
    for (size_t from = 0; from < lines_.size();) {
      size_t to = from + 1;
      while (to < lines_.size() && split[to] == split[from]) ++to;
      if (!split[from]) {
        add({std::make_move_iterator(lines_.begin() + int64_t(from)),
             std::make_move_iterator(lines_.begin() + int64_t(to))},
            cuts_ + 1);
      } else {
        Words left, right;
        for (size_t i = from; i < to; ++i)
          for (const Word* word : lines_[i].words) (word->center_x() < x ? left : right).push_back(word);
        for (const Words* side : {&left, &right})
          if (!side->empty()) add(lines_of(*side, s_), cuts_ + 1);
      }
      from = to;
    }
    return out;
  }

  const Page& page_;
  const Settings& s_;
  std::vector<Line> lines_;
  int cuts_;
};

}  // namespace

std::vector<std::vector<Line>> text_streams(const Page& page, const Words& words) {
  if (words.empty()) return {};
  return StreamFinder(page, lines_of(words, *page.settings), 0).find();
}

}  // namespace gleaner::layout
