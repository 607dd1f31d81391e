// Is what the pages show a list of records, or is each page one entity?
//
// Decided by where the text stands that varies between the pages: in the records of one kind of region, or
// all over the page. Records that do not lead anywhere (paragraphs, comments) or have label texts of their
// own (rows of a table of properties) are no records.
#pragma once

#include <string>
#include <vector>

#include "records/region_kinds.h"
#include "records/site_texts.h"

namespace gleaner::records {

enum class SiteKind : uint8_t { none, list, detail };

struct Verdict {
  SiteKind kind = SiteKind::none;
  double list_share = 0;    // of the varying text that stands in the kind of region
  double list_records = 0;  // a page
  double own_labels = 0;    // of its records that have label texts of their own
  double leading = 0;       // of its records that have a link off the page
  std::string why;          // one sentence
};

// `kinds`: best first; the first is the one in question.
Verdict list_or_detail(const SiteTexts& texts, const std::vector<RegionKind>& kinds);

}  // namespace gleaner::records
