// Several pages of one site: the same region on all of them, columns that agree, boilerplate known as such;
// and sites whose pages are single entities recognised, which then give one record a page.
//
// Regions of different pages are the same if their heads have one tag and their cores (the paths most records
// share) are alike. The kind of region is chosen that scores best over all pages, less what it repeats from
// page to page (menus). Whether the site is a list or a set of detail pages is decided by where the varying
// text stands. Neither the order of pages nor pages given twice change anything.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "records/detail.h"
#include "records/region.h"

namespace gleaner::records {

enum class SiteKind : uint8_t { none, list, detail };
std::string_view name_of(SiteKind kind);

struct SiteOptions {
  bool whole = true;               // whole records; else heads only
  SiteKind kind = SiteKind::none;  // none: find out
  size_t choice = 0;               // which kind of region, best first
  bool any = false;                // also regions that do not look like records
};

// A kind of region found on several pages.
struct RegionKind {
  double score = 0;     // mean over the pages, repeated records held against it
  double repeated = 0;  // share of its records that stand on most pages
  size_t pages = 0;     // on which it was found
  size_t records = 0;
  std::string where;              // "div/ul/li"
  std::vector<size_t> candidate;  // a page: which candidate it is there, or npos
  static constexpr size_t npos = size_t(-1);
};

struct Site {
  SiteKind kind = SiteKind::none;
  std::vector<Column> columns;                  // of all pages
  std::vector<std::vector<FoundRecord>> pages;  // records a page, as given; cells point to `columns`
  std::vector<RegionKind> choices;              // best first (lists only)
  size_t choice = 0;
  double list_share = 0;  // of the varying text that stands in the best kind of region
  double own_labels = 0;  // of its records that have label texts of their own
  double leading = 0;     // of its records that have a link off the page
  double confidence = 0;
  size_t distinct_pages = 0;
  std::string why;  // one sentence on the kind
};

// Every page's analysis, in the order given. One page works too: then it is the page's own best regions.
Site find_on_site(const std::vector<const Analysis*>& pages, const SiteOptions& options, Budget& budget);

}  // namespace gleaner::records
