// How far from the templates a page may be and still count as one of their kind: the 99 % quantile of the distances between the templates (Lixto,
// section 3.1), by a normal distribution fitted to them as there, or as they are.
//
// The fit is used unless there are kEnoughPairs: then the quantile itself is known. Few templates say little of how much pages vary: with one or two the
// threshold is a share of their length, with more it is kept within shares (weights.h). How it was made is told in words.
#pragma once

#include <string>
#include <vector>

#include "crawl/distance.h"

namespace gleaner::crawl {

enum class Fit { automatic, normal, empirical };

struct Threshold {
  uint32_t limit = 0;  // pages up to this distance are candidates
  size_t pairs = 0;
  double mean = 0, deviation = 0;       // of the distances between templates
  double normal = 0, empirical = 0;     // quantiles
  double length = 0;                    // of the templates, mean
  std::string how;                      // for people
};

inline constexpr size_t kEnoughPairs = 100;

Threshold threshold_of(const std::vector<Measured>& templates, double quantile = 0.99, Fit fit = Fit::automatic);

// The value below which a share p of a standard normal distribution lies (Wichura's AS 241 is as exact as this: Acklam's with one step of Halley).
double normal_quantile(double p);
// Of the values as they are, between neighbours in proportion. REQUIRES: values are sorted and not empty.
double sample_quantile(const std::vector<double>& sorted, double p);

}  // namespace gleaner::crawl
