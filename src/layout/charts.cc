// See charts.h.
#include "layout/charts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "layout/lines.h"
#include "layout/rules.h"

namespace gleaner::layout {
namespace {

constexpr size_t kMostCurves = 4000;  // a map has more; its zone is found with these
constexpr size_t kFewestCurves = 12;
constexpr double kReach = 15;  // points between curves of one drawing

std::vector<Box> curve_zones(const Page& page) {
  struct Zone {
    Box box;
    size_t count;
  };
  std::vector<Box> curves = page.curves;
  std::ranges::sort(curves, [](const Box& a, const Box& b) {
    return std::tie(a.x0, a.y0, a.x1, a.y1) < std::tie(b.x0, b.y0, b.x1, b.y1);
  });
  if (curves.size() > kMostCurves) curves.resize(kMostCurves);
  std::vector<Zone> zones;
  for (const Box& curve : curves) {
    Zone made{curve, 1};
    std::erase_if(zones, [&](const Zone& z) {
      if (!(curve.x0 < z.box.x1 + kReach && curve.x1 > z.box.x0 - kReach && curve.y0 < z.box.y1 + kReach &&
            curve.y1 > z.box.y0 - kReach))
        return false;
      made.box = made.box.hull(z.box);
      made.count += z.count;
      return true;
    });
    zones.push_back(made);
  }
  std::vector<Box> out;
  for (const Zone& z : zones)
    if (z.count >= kFewestCurves && z.box.width() > 50 && z.box.height() > 30) out.push_back(z.box);
  return out;
}

// Most of these areas are only the shading of the text on them.
bool shades_text(const Page& page, const std::vector<Box>& areas) {
  size_t shading = 0;
  for (const Box& area : areas) {
    double x0 = 1e9, x1 = -1e9;
    for (const Word& word : page.words)
      if (area.holds(word.center_x(), word.center_y()))
        x0 = std::min(x0, word.x0), x1 = std::max(x1, word.x1);
    shading += x1 > x0 && x1 - x0 > 0.6 * area.width();
  }
  return double(shading) >= 0.4 * double(areas.size());
}

// Cells of striped rows: areas of one colour that touch side by side. Bars stand apart.
bool are_stripes(const Page& page, const std::vector<Box>& areas, uint32_t colour) {
  size_t touching = 0;
  for (const Box& area : areas)
    touching += std::ranges::any_of(page.fills, [&](const Fill& fill) {
      const Box& b = fill.box;
      return fill.colour == colour && std::abs(b.y0 - area.y0) < 1 && std::abs(b.y1 - area.y1) < 1 &&
             (std::abs(b.x0 - area.x1) < 1 || std::abs(b.x1 - area.x0) < 1);
    });
  return double(touching) >= 0.4 * double(areas.size());
}

// Bars: of one width and colour, standing on one line, of different lengths, with gaps.
void add_bars(const Page& page, bool upright, std::vector<Box>& out) {
  std::map<std::tuple<long, long, uint32_t>, std::vector<Box>> groups;
  for (const Fill& fill : page.fills) {
    const Box& b = fill.box;
    const double foot = upright ? b.y1 : b.x0, width = upright ? b.width() : b.height();
    groups[{std::lround(foot), std::lround(width), fill.colour}].push_back(b);
  }
  for (auto& [key, bars] : groups) {
    if (bars.size() < 3) continue;
    const auto from = [&](const Box& b) { return upright ? b.x0 : b.y0; };
    const auto to = [&](const Box& b) { return upright ? b.x1 : b.y1; };
    std::ranges::stable_sort(bars, [&](const Box& a, const Box& b) { return from(a) < from(b); });
    std::set<long> tops, places;
    std::vector<double> gaps;
    for (size_t i = 0; i < bars.size(); ++i) {
      tops.insert(std::lround(upright ? bars[i].y0 : bars[i].x1));
      places.insert(std::lround(from(bars[i])));
      if (i) gaps.push_back(from(bars[i]) - to(bars[i - 1]));
    }
    const double thickness = to(bars[0]) - from(bars[0]);
    if (tops.size() < 3 || places.size() < 3 || median(gaps) <= 0.2 * thickness || shades_text(page, bars) ||
        are_stripes(page, bars, std::get<2>(key)))
      continue;
    Box zone = bars[0];
    for (const Box& bar : bars) zone = zone.hull(bar);
    out.push_back(zone);
  }
}

// The names beside lying bars, which end where the bars begin, belong to the chart.
void add_names(const Page& page, size_t from, std::vector<Box>& zones) {
  if (from == zones.size()) return;
  Words words;
  for (const Word& word : page.words) words.push_back(&word);
  std::vector<double> left(zones.size(), 1e9);
  for (const Line& line : lines_of(words, *page.settings))
    for (const Chunk& chunk : line.chunks)
      for (size_t i = from; i < zones.size(); ++i)
        if (zones[i].y0 <= line.base && line.base <= zones[i].y1 + line.size && chunk.x0 < zones[i].x0 &&
            std::abs(chunk.x1 - zones[i].x0) < 1.5 * line.size)
          left[i] = std::min(left[i], chunk.x0);
  for (size_t i = from; i < zones.size(); ++i) zones[i].x0 = std::min(zones[i].x0, left[i]);
}

}  // namespace

std::vector<Box> find_charts(const Page& page) {
  std::vector<Box> zones = curve_zones(page);
  add_bars(page, true, zones);
  const size_t lying = zones.size();
  add_bars(page, false, zones);
  if (zones.empty()) return zones;
  add_names(page, lying, zones);
  std::vector<Box> frames;
  for (const Lattice& lattice : lattices(page.horizontal, page.vertical)) frames.push_back(lattice.box());
  for (Box& zone : zones) {
    zone = {zone.x0 - 18, zone.y0 - 12, zone.x1 + 12, zone.y1 + 18};
    for (const Box& b : frames) {
      const double common = common_area(b, zone);
      if (common > 0.5 * b.area() || (common > 0.6 * zone.area() && b.area() < 6 * zone.area()))
        zone = {std::min(zone.x0, b.x0 - 12), std::min(zone.y0, b.y0), std::max(zone.x1, b.x1),
                std::max(zone.y1, b.y1 + 12)};
    }
  }
  return zones;
}

}  // namespace gleaner::layout
