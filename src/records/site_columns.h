// The same columns on all pages of a site.
//
// What a page alone cannot tell, all decide: a list inside the records of one page is one on all; the
// majority of fields says whether a field is one value or several, and with what label or word its values
// begin. Then columns of the same path and occurrence are one column, with the commonest name.
#pragma once

#include <vector>

#include "records/region_kinds.h"
#include "records/site_texts.h"

namespace gleaner::records {

struct SiteRegions {
  std::vector<Column> columns;  // of all pages
  std::vector<Region> pages;    // a page; cells point to `columns`
};

// The records of one kind of region on every page. `whole`: whole records, else heads only.
SiteRegions describe_kind(const SiteTexts& texts, const RegionKind& kind, bool whole);

}  // namespace gleaner::records
