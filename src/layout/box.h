// Box: a rectangle on a sheet. Points, origin at the top left, y grows downwards.
#pragma once

#include <algorithm>

namespace gleaner::layout {

struct Box {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  double width() const { return x1 - x0; }
  double height() const { return y1 - y0; }
  double area() const { return std::max(0.0, width()) * std::max(0.0, height()); }
  double center_x() const { return (x0 + x1) / 2; }
  double center_y() const { return (y0 + y1) / 2; }
  bool holds(double x, double y, double margin = 0) const {
    return x0 - margin <= x && x <= x1 + margin && y0 - margin <= y && y <= y1 + margin;
  }
  Box hull(const Box& b) const {
    return {std::min(x0, b.x0), std::min(y0, b.y0), std::max(x1, b.x1), std::max(y1, b.y1)};
  }
  Box common(const Box& b) const {
    return {std::max(x0, b.x0), std::max(y0, b.y0), std::min(x1, b.x1), std::min(y1, b.y1)};
  }
};

inline double common_area(const Box& a, const Box& b) { return a.common(b).area(); }

}  // namespace gleaner::layout
