// Tables that stand side by side: one gutter is not a gutter of a table but the space between two. See
// find_tables.h.
//
// On both sides a column of labels comes first. Signs that they are two tables: the labels are the same ones
// behind a column of figures (countries, then countries again), or one side has rows below the end of the
// other; or the space is wider than the gutters, and the headings begin again behind it, or the rows do not
// keep to common lines, or end at different heights. Captions side by side are the plainest sign.
#include <algorithm>
#include <cmath>
#include <set>

#include "layout/find_tables.h"

namespace gleaner::layout {
namespace {

constexpr double kWider = 1.3;       // than the others: a space between tables
constexpr double kMuchWider = 2.5;   // no table spreads one of its columns so
constexpr double kUneven = 0.4;      // of the lines are on one side alone, or shifted
constexpr double kLabels = 0.6;      // of the first column of labels are no figures
constexpr double kMoreLabels = 0.5;  // of the second: the texts of a chart may stand there
constexpr double kFigures = 0.6;     // of a column of figures
constexpr double kDistinct = 0.8;    // of labels differ: winners of many years do not
constexpr double kShared = 0.4;      // of the labels are on both sides
constexpr size_t kFewestShared = 4;
constexpr double kShifted = 0.15;     // em between baselines
constexpr double kMostFigures = 0.8;  // of a column before a second column of labels
constexpr size_t kFewestBelow = 3;    // lines of one table below the end of the other

struct Sides {
  double left_top = 1e9, left_bottom = -1e9, right_top = 1e9, right_bottom = -1e9;
  size_t both = 0, shifted = 0, crossing = 0;
  size_t left_labels = 0, left_firsts = 0, right_labels = 0, right_firsts = 0;
  std::vector<double> single;                      // baselines of lines on one side alone
  std::vector<std::string> left_head, right_head;  // texts of the first line on both sides
  bool head_labelled = false;                      // the left one begins in the first column
  std::set<std::string> left_names, right_names;   // labels
  size_t left_last = 0, left_figures = 0;          // of the last column on the left
  double size = 10;
  // Labels that differ on both sides, the second behind figures.
  bool labelled_twice() const {
    return double(left_figures) >= kMostFigures * double(left_last) &&
           double(left_names.size()) >= kDistinct * double(left_labels) &&
           double(right_names.size()) >= kDistinct * double(right_labels);
  }
};

Sides measure(const std::vector<const Line*>& lines, const std::vector<Gutter>& gutters, size_t at) {
  Sides out;
  const double x = gutters[at].x;
  const double left_end = gutters[0].x, right_end = gutters[at + 1].x, last_begin = gutters[at - 1].x;
  for (const Line* line : lines) {
    const Chunk *left = nullptr, *right = nullptr;
    std::vector<std::string> left_texts, right_texts;
    out.size = line->size;
    for (const Chunk& c : line->chunks) {
      if (c.x0 < x - 2 && c.x1 > x + 2) {
        ++out.crossing;
        continue;
      }
      const bool on_left = c.center_x() < x;
      (on_left ? left : right) = &c;
      (on_left ? left_texts : right_texts).push_back(c.text);
      if (on_left && c.center_x() >= last_begin) ++out.left_last, out.left_figures += c.number;
      if (on_left && c.center_x() < left_end) {
        ++out.left_firsts;
        if (!c.number) ++out.left_labels, out.left_names.insert(c.text);
      }
      if (!on_left && c.center_x() < right_end) {
        ++out.right_firsts;
        if (!c.number) ++out.right_labels, out.right_names.insert(c.text);
      }
    }
    if (left)
      out.left_top = std::min(out.left_top, line->y0), out.left_bottom = std::max(out.left_bottom, line->y1);
    if (right)
      out.right_top = std::min(out.right_top, line->y0),
      out.right_bottom = std::max(out.right_bottom, line->y1);
    if (left && right) {
      ++out.both;
      out.shifted += std::abs(left->base - right->base) > kShifted * line->size;
      if (out.left_head.empty() && left_texts.size() > 1) {
        out.left_head = left_texts, out.right_head = right_texts;
        out.head_labelled = line->chunks[0].center_x() < left_end;
      }
    } else if (left || right) {
      out.single.push_back(line->base);
    }
  }
  return out;
}

bool begins_again(const Sides& s) {
  return s.head_labelled && s.left_head.size() >= 2 && s.right_head.size() >= s.left_head.size() &&
         std::equal(s.left_head.begin(), s.left_head.end(), s.right_head.begin());
}

bool shares_labels(const Sides& s) {
  if (double(s.left_figures) < kFigures * double(s.left_last)) return false;
  if (double(s.left_names.size()) < kDistinct * double(s.left_labels) ||
      double(s.right_names.size()) < kDistinct * double(s.right_labels))
    return false;
  size_t shared = 0;
  for (const std::string& name : s.left_names) shared += s.right_names.count(name);
  return shared >= kFewestShared &&
         double(shared) >= kShared * double(std::min(s.left_names.size(), s.right_names.size()));
}

// REQUIRES: two columns at least on either side.
bool is_between_tables(const Sides& s, const std::vector<Gutter>& gutters, size_t at) {
  if (s.crossing > 1 || s.left_firsts < 3 || s.right_firsts < 3) return false;
  if (double(s.left_labels) < kLabels * double(s.left_firsts) ||
      double(s.right_labels) < kMoreLabels * double(s.right_firsts))
    return false;
  if (shares_labels(s)) return true;
  const auto below = size_t(
      std::ranges::count_if(s.single, [&](double y) { return y > std::min(s.left_bottom, s.right_bottom); }));
  if (s.labelled_twice() && below >= kFewestBelow && gutters[at].width > s.size) return true;
  double widest = 0;
  for (size_t i = 0; i < gutters.size(); ++i)
    if (i != at) widest = std::max(widest, gutters[i].width);
  if (gutters[at].width < kWider * widest) return false;
  if (s.labelled_twice() && gutters[at].width >= kMuchWider * widest && gutters[at].width > 2 * s.size)
    return true;
  if (begins_again(s)) return true;
  const double top = std::max(s.left_top, s.right_top), bottom = std::min(s.left_bottom, s.right_bottom);
  const auto alone = size_t(std::ranges::count_if(s.single, [&](double y) { return y > top && y < bottom; }));
  const double uneven = double(s.shifted + alone) / double(std::max<size_t>(1, s.both + alone));
  const double ends = std::abs(s.left_top - s.right_top) + std::abs(s.left_bottom - s.right_bottom);
  return uneven >= kUneven || (gutters[at].width > 1.8 * widest && ends > 5 * s.size);
}

}  // namespace

std::optional<double> space_between_tables(const std::vector<const Line*>& lines,
                                           const std::vector<Gutter>& gutters) {
  for (size_t at = 1; at + 1 < gutters.size(); ++at)
    if (is_between_tables(measure(lines, gutters, at), gutters, at)) return gutters[at].x;
  return std::nullopt;
}

}  // namespace gleaner::layout
