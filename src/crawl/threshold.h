// How far from the templates a page may be and still count as one of their kind.
//
// Lixto (section 3.1) takes the 99 % quantile of the distances between all pairs of templates, by a normal
// distribution fitted to them; Fit::normal and Fit::empirical (the distances as they are) do. But a page is
// compared with the template that is nearest to it, and pages vary: where some have reviews and some have
// none, all pairs are far apart on average, and the quantile lets in pages of other kinds. So the default is
// the quantile of each template's distance to the nearest other one, and that of all pairs only bounds it.
// Few templates say little of how much pages vary: with one or two the threshold is a share of their length,
// with more it is kept within shares (weights.h). How it was made is told in words. bench/crawl.cc measures
// all three.
#pragma once

#include <string>
#include <vector>

#include "crawl/structure.h"

namespace gleaner::crawl {

enum class Fit { nearest, normal, empirical };

struct Threshold {
  uint32_t limit = 0;         // pages up to this distance are candidates
  uint32_t by_templates = 0;  // the same before pages were seen
  bool bounded = false;       // kept within what is usual, since the quantile was not asked for as it is
  size_t pairs = 0;
  double mean = 0, deviation = 0;    // of the distances between templates
  double normal = 0, empirical = 0;  // quantiles of all pairs
  double nearest = 0;                // of the distances to the nearest other template
  double stretch = 1;                // how many times the edits of their tags that is
  double length = 0;                 // of the templates, mean
  std::vector<uint32_t> apart;       // each template from the nearest other one, sorted
  std::string how;                   // for people
  // Further than this no threshold moves.
  double most() const;
};

Threshold threshold_of(const std::vector<Structure>& templates, double quantile = 0.99,
                       Fit fit = Fit::nearest);

// The threshold that is seen when pages were visited: how many are at which distance to the nearest template.
// Between the kind that is wanted and the others lies a valley; where the threshold stands among pages, it
// moves into an empty valley: the one to which fewest pages change sides from where the templates put it, so
// that it never climbs over another kind. `limit` and `how` are changed then. Gives whether they were.
bool review(Threshold& threshold, const std::vector<uint32_t>& pages_at);

// The value below which a share p of a standard normal distribution lies (Wichura's AS 241 is as exact as
// this: Acklam's with one step of Halley).
double normal_quantile(double p);
// Of the values as they are, between neighbours in proportion. REQUIRES: values are sorted and not empty.
double sample_quantile(const std::vector<double>& sorted, double p);

}  // namespace gleaner::crawl
