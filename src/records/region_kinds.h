// The kinds of regions that several pages have: the same list on each of them.
//
// Regions of different pages are of one kind if their heads have one tag and their cores (the paths most
// records share) are alike. A kind's score is the mean over all pages, less what it repeats from page to page
// (menus). Cost: pages times kSiteCandidates times kSiteSeeds.
#pragma once

#include <string>
#include <vector>

#include "records/site_texts.h"

namespace gleaner::records {

struct RegionKind {
  double score = 0;     // mean over the pages, repeated records held against it
  double repeated = 0;  // share of its records that stand on most pages
  size_t pages = 0;     // on which it was found
  size_t records = 0;
  std::string where;              // "div/ul/li"
  std::vector<size_t> candidate;  // a page: which candidate it is there, or npos
  static constexpr size_t npos = size_t(-1);
};

// Best first; none that mostly covers what a better one covers.
std::vector<RegionKind> find_region_kinds(const SiteTexts& texts);

// Calls visit(leaf) for the leaves of all records of a candidate (none for npos), in order.
template <class Visit>
void each_leaf(const Analysis& page, size_t index, Visit&& visit) {
  if (index == RegionKind::npos) return;
  const Outline& outline = page.outline();
  const Candidate& candidate = page.candidates()[index];
  for (size_t i = 0; i < candidate.heads.size(); ++i) {
    const Stretch record = candidate.record(i);
    for (uint32_t leaf = outline[record.first].leaf_begin; leaf < outline[record.last].leaf_end; ++leaf)
      visit(leaf);
  }
}

}  // namespace gleaner::records
