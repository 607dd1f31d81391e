// See rules.h.
#include "layout/rules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace gleaner::layout {

Box Lattice::box() const {
  Box out{1e9, 1e9, -1e9, -1e9};
  for (const Rule& h : horizontal) out = out.hull({h.a, h.at, h.b, h.at});
  for (const Rule& v : vertical) out = out.hull({v.at, v.a, v.at, v.b});
  return out;
}

std::vector<Lattice> lattices(const std::vector<Rule>& horizontal, const std::vector<Rule>& vertical) {
  constexpr double kTouch = 3;
  std::vector<size_t> parent(horizontal.size() + vertical.size());
  std::iota(parent.begin(), parent.end(), size_t{0});
  const auto find = [&](size_t a) {
    while (parent[a] != a) a = parent[a] = parent[parent[a]];
    return a;
  };
  // vertical rulings by position, so that each horizontal one looks only at those in its reach
  std::vector<size_t> order(vertical.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t a, size_t b) { return vertical[a].at < vertical[b].at; });
  for (size_t i = 0; i < horizontal.size(); ++i) {
    const Rule& h = horizontal[i];
    auto from = std::lower_bound(order.begin(), order.end(), h.a - kTouch,
                                 [&](size_t k, double x) { return vertical[k].at < x; });
    for (; from != order.end() && vertical[*from].at <= h.b + kTouch; ++from) {
      const Rule& v = vertical[*from];
      if (v.a - kTouch <= h.at && h.at <= v.b + kTouch) parent[find(i)] = find(horizontal.size() + *from);
    }
  }
  std::map<size_t, size_t> number;
  std::vector<Lattice> out;
  const auto group = [&](size_t i) -> Lattice& {
    const auto [at, fresh] = number.try_emplace(find(i), out.size());
    if (fresh) out.emplace_back();
    return out[at->second];
  };
  for (size_t i = 0; i < horizontal.size(); ++i) group(i).horizontal.push_back(horizontal[i]);
  for (size_t j = 0; j < vertical.size(); ++j) group(horizontal.size() + j).vertical.push_back(vertical[j]);
  return out;
}

double cover(const std::vector<Rule>& rules, double at, double a, double b) {
  constexpr double kAcross = 2.5;
  if (b - a < 0.1) return 1;
  std::vector<std::pair<double, double>> parts;
  for (const Rule& rule : rules)
    if (std::abs(rule.at - at) <= kAcross && rule.b > a && rule.a < b)
      parts.push_back({std::max(rule.a, a), std::min(rule.b, b)});
  std::ranges::sort(parts);
  double sum = 0, end = a;
  for (auto [from, to] : parts) {
    from = std::max(from, end);
    if (to > from) sum += to - from, end = to;
  }
  return sum / (b - a);
}

std::vector<double> cluster(std::vector<double> values, double distance) {
  std::ranges::sort(values);
  std::vector<double> out;
  for (size_t from = 0; from < values.size();) {
    size_t to = from + 1;
    double sum = values[from];
    while (to < values.size() && values[to] - values[to - 1] <= distance) sum += values[to++];
    out.push_back(sum / double(to - from));
    from = to;
  }
  return out;
}

Lattice rules_in(const Page& page, const Box& box, double margin) {
  Lattice out;
  for (const Rule& h : page.horizontal)
    if (box.y0 - margin <= h.at && h.at <= box.y1 + margin &&
        std::min(h.b, box.x1) - std::max(h.a, box.x0) > 0.6 * h.length())
      out.horizontal.push_back(h);
  for (const Rule& v : page.vertical)
    if (box.x0 - margin <= v.at && v.at <= box.x1 + margin &&
        std::min(v.b, box.y1) - std::max(v.a, box.y0) > 0.6 * v.length())
      out.vertical.push_back(v);
  return out;
}

}  // namespace gleaner::layout
