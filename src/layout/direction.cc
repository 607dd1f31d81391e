// See direction.h.
#include "layout/direction.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/unicode.h"

namespace gleaner::layout {
namespace {

// Scripts that may be set in columns, character below character.
bool may_stand_in_columns(uint32_t c) {
  return (c >= 0x2e80 && c < 0xa4d0) || (c >= 0xac00 && c < 0xd7b0) || (c >= 0xf900 && c < 0xfb00) ||
         (c >= 0xfe30 && c < 0xfe50) || (c >= 0xff00 && c < 0xfff0) || (c >= 0x20000 && c < 0x32000);
}

}  // namespace

bool is_blank(uint32_t c) {
  return c <= 0x20 || is_white(c) || c == 0x200b || c == 0xfeff || c == 0xfffe || c == 0xffff;
}

bool is_leftward(uint32_t c) {
  return (c >= 0x590 && c < 0x900 && !is_digit_point(c)) || (c >= 0xfb1d && c < 0xfe00) ||
         (c >= 0xfe70 && c < 0xff00);
}

Point turned(Turn turn, double w, double h, double x, double y) {
  switch (turn) {
    case Turn::text_runs_up: return {h - y, x};
    case Turn::text_runs_down: return {y, w - x};
    case Turn::none: break;
  }
  return {x, y};
}

Box turned(Turn turn, double w, double h, const Box& box) {
  const Point a = turned(turn, w, h, box.x0, box.y0), b = turned(turn, w, h, box.x1, box.y1);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

std::vector<Direction> directions_of(const Sheet& sheet) {
  constexpr double kAside = 0.3, kNearest = 0.6, kFarthest = 2.2;  // em, from one to the next
  std::vector<Direction> out(sheet.glyphs.size());
  const Glyph* last = nullptr;
  size_t before = 0;
  for (size_t i = 0; i < sheet.glyphs.size(); ++i) {
    const Glyph& g = sheet.glyphs[i];
    out[i] = {g.along_x, g.along_y};
    if (is_blank(g.code)) continue;
    if (!may_stand_in_columns(g.code) || g.along_x != 1) {
      last = nullptr;
      continue;
    }
    if (last) {
      const double dx = std::abs(g.baseline_x - last->baseline_x), dy = g.baseline_y - last->baseline_y;
      if (dx < kAside * g.size && dy > kNearest * g.size && dy < kFarthest * g.size)
        out[before] = out[i] = {0, 1};
    }
    last = &g;
    before = i;
  }
  return out;
}

Turn turn_of(const Sheet& sheet, const std::vector<Direction>& directions, Direction& along) {
  size_t right = 0, up = 0, down = 0;
  for (size_t i = 0; i < sheet.glyphs.size(); ++i) {
    if (is_blank(sheet.glyphs[i].code)) continue;
    right += directions[i] == Direction{1, 0};
    up += directions[i] == Direction{0, -1};
    down += directions[i] == Direction{0, 1};
  }
  along = {1, 0};
  if (up > right && up >= down) return along = {0, -1}, Turn::text_runs_up;
  if (down > right) return along = {0, 1}, Turn::text_runs_down;
  return Turn::none;
}

}  // namespace gleaner::layout
