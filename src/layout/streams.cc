// A page of two columns of text is read column by column: the lines of each, where no line crosses. See
// find_tables.h.
#include <algorithm>
#include <cmath>
#include <map>

#include "layout/find_tables.h"

namespace gleaner::layout {
namespace {

class StreamFinder {
 public:
  StreamFinder(const Page& page, std::vector<Line> lines) : s_(*page.settings), lines_(std::move(lines)) {}

  std::vector<std::vector<Line>> find() {
    if (!find_middle()) return {std::move(lines_)};
    widen();
    std::vector<bool> split(lines_.size());
    size_t inside = 0, crossing = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].base < y0_ || lines_[i].base > y1_) continue;
      ++inside;
      crossing += crosses(lines_[i], 6);
    }
    if (double(crossing) >= 0.35 * double(inside)) return {std::move(lines_)};
    for (size_t i = 0; i < lines_.size(); ++i)
      split[i] = y0_ - 1 <= lines_[i].base && lines_[i].base <= y1_ + 1 &&
                 !(lines_[i].base >= y0_ && lines_[i].base <= y1_ && crosses(lines_[i], 6));
    return cut(split);
  }

 private:
  bool crosses(const Line& line, double margin) const {
    return std::any_of(line.chunks.begin(), line.chunks.end(),
                       [&](const Chunk& c) { return c.x0 < x_ - margin && c.x1 > x_ + margin; });
  }

  // Where many lines begin a second text of several words.
  bool find_middle() {
    if (lines_.empty()) return false;
    left_ = lines_[0].x0, right_ = lines_[0].x1;
    for (const Line& line : lines_) left_ = std::min(left_, line.x0), right_ = std::max(right_, line.x1);
    const double width = right_ - left_;
    std::map<long, int> places;
    for (const Line& line : lines_)
      for (size_t i = 1; i < line.chunks.size(); ++i) {
        const Chunk &a = line.chunks[i - 1], &b = line.chunks[i];
        if (a.words.size() >= 4 && b.words.size() >= 4 && b.x0 - a.x1 < 60 && left_ + 0.25 * width < b.x0 &&
            b.x0 < left_ + 0.75 * width && !b.words[0]->number)
          ++places[long(std::nearbyint(b.x0 / 4))];
      }
    long best = 0;
    int most = 0;
    const auto near = [&](long k) {
      int sum = 0;
      for (long at = k - 1; at <= k + 1; ++at)
        if (const auto found = places.find(at); found != places.end()) sum += found->second;
      return sum;
    };
    for (const auto& [k, count] : places)
      if (near(k) > most) most = near(k), best = k;
    if (most < 6) return false;
    begin_ = double(best) * 4;
    x_ = begin_ - 3;
    y0_ = 1e9, y1_ = -1e9;
    for (const Line& line : lines_)
      for (const Chunk& c : line.chunks)
        if (std::abs(c.x0 - begin_) < 8) y0_ = std::min(y0_, line.y0), y1_ = std::max(y1_, line.y1);
    return true;
  }

  bool keeps_columns(const Line& line) const {
    if (crosses(line, 4)) return false;
    const double left = x_ - left_, right = right_ - x_;
    return std::any_of(line.chunks.begin(), line.chunks.end(), [&](const Chunk& c) {
      return c.words.size() >= 4 &&
             ((std::abs(c.x0 - left_) < 12 && c.x1 > left_ + 0.7 * left && c.x1 < x_) ||
              (std::abs(c.x0 - begin_) < 8 && c.x1 > right_ - 0.3 * right));
    });
  }

  // Up and down, as long as lines keep to the columns.
  void widen() {
    const double top = y0_, bottom = y1_;
    int misses = 0;
    for (size_t i = lines_.size(); i-- > 0;) {
      const Line& line = lines_[i];
      if (line.base >= top) continue;
      if (keeps_columns(line)) misses = 0, y0_ = line.y0;
      else if (++misses > 2 || crosses(line, 4)) break;
    }
    misses = 0;
    for (const Line& line : lines_) {
      if (line.base <= bottom) continue;
      if (keeps_columns(line)) misses = 0, y1_ = line.y1;
      else if (++misses > 2 || crosses(line, 4)) break;
    }
  }

  std::vector<std::vector<Line>> cut(const std::vector<bool>& split) {
    std::vector<std::vector<Line>> out;
    for (size_t from = 0; from < lines_.size();) {
      size_t to = from + 1;
      while (to < lines_.size() && split[to] == split[from]) ++to;
      if (!split[from]) {
        out.emplace_back(std::make_move_iterator(lines_.begin() + int64_t(from)),
                         std::make_move_iterator(lines_.begin() + int64_t(to)));
      } else {
        Words left, right;
        for (size_t i = from; i < to; ++i)
          for (const Word* word : lines_[i].words) (word->center_x() < x_ ? left : right).push_back(word);
        for (const Words* side : {&left, &right})
          if (!side->empty()) out.push_back(lines_of(*side, s_));
      }
      from = to;
    }
    return out;
  }

  const Settings& s_;
  std::vector<Line> lines_;
  double left_ = 0, right_ = 0, begin_ = 0, x_ = 0, y0_ = 0, y1_ = 0;
};

}  // namespace

std::vector<std::vector<Line>> text_streams(const Page& page, const Words& words) {
  if (words.empty()) return {};
  return StreamFinder(page, lines_of(words, *page.settings)).find();
}

}  // namespace gleaner::layout
