// Several pages of one site: the same region on all of them, columns that agree, boilerplate known as such.
// If the pages are single entities (details), that is recognised, and each gives one record.
//
// Pages that are built otherwise than most (an item among lists, an error page, a page of another site)
// are told apart first (page_groups.h). Then one group of pages is taken; or, where pages are single
// entities, all such groups of the site. It is the kind that most pages have; with equal numbers, lists
// before details. The other pages give nothing and are named, with the reason. The order of pages, and
// pages given twice, change nothing.
#pragma once

#include <string>
#include <vector>

#include "records/list_or_detail.h"
#include "records/region.h"
#include "records/region_kinds.h"

namespace gleaner::records {

std::string_view name_of(SiteKind kind);

struct SiteOptions {
  bool whole = true;               // whole records; else heads only
  SiteKind kind = SiteKind::none;  // none: find out
  size_t choice = 0;               // which kind of region, best first
  bool any = false;                // also regions that do not look like records
};

// Why a page gave no records.
enum class Absence : uint8_t {
  empty,       // there is no visible text on it
  lacks_list,  // built like the others, or with next to no text of its own, and the list is not there
  lacks_data,  // hardly anything that the others' records are made of
  one_entity,  // among lists: of the site, but no list
  is_list,     // among single entities: of the site, but a list
  other_list,  // of the site, but another list
  other_site,  // has nothing in common with the others
};
std::string_view words_of(Absence absence);

struct LeftOut {
  size_t page = 0;  // as given
  Absence why = Absence::empty;
};

struct Site {
  SiteKind kind = SiteKind::none;
  std::vector<Column> columns;                  // of all pages
  std::vector<std::vector<FoundRecord>> pages;  // records a page, as given; cells point to `columns`
  std::vector<RegionKind> choices;              // best first (lists only); candidates of the pages as given
  size_t choice = 0;
  Verdict verdict;
  double confidence = 0;
  // of the kind; one page alone may be a list with much around it, or one thing with a list on it
  bool sure = true;
  std::string why;  // one sentence on the kind
  std::vector<LeftOut> left_out;
};

// Every page's analysis, in the order given. One page works too: then it is the page's own best regions.
Site find_on_site(const std::vector<const Analysis*>& pages, const SiteOptions& options, Budget& budget);

}  // namespace gleaner::records
