// Rulings: which belong together, what they cover. Internal to layout.
#pragma once

#include <vector>

#include "layout/page.h"

namespace gleaner::layout {

// Rulings that cross or touch.
struct Lattice {
  std::vector<Rule> horizontal, vertical;
  Box box() const;
};
std::vector<Lattice> lattices(const std::vector<Rule>& horizontal, const std::vector<Rule>& vertical);

// The share of [a, b] that rulings at that position cover.
double cover(const std::vector<Rule>& rules, double at, double a, double b);

// Means of values that follow each other within `distance`.
std::vector<double> cluster(std::vector<double> values, double distance);

// Most of whose length lies in the box.
Lattice rules_in(const Page& page, const Box& box, double margin);

}  // namespace gleaner::layout
