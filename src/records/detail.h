// Detail pages: sites whose pages are one entity each.
//
// Given several pages of a site, texts that stand at the same path on nearly all pages are the site's
// (boilerplate and labels); the others vary and are data. A varying text is known by the constant text before
// it and its path, which holds when optional parts come and go above it. So each page gives one record, whose
// fields are named by their label texts. The order of pages does not matter. Cost: linear in the pages'
// texts.
#pragma once

#include <string>
#include <vector>

#include "records/region.h"

namespace gleaner::records {

struct DetailColumn {
  std::string name;
  std::string label;  // constant text before it, as written
  wrap::Type type = wrap::Type::text;
  bool list = false;                                 // several values a page, their number varies
  double present = 0;                                // share of the pages
  double quality = 0;                                // best first
  std::string lead = {};                             // a label that its values began with
  std::vector<std::vector<FieldPlace>> values = {};  // a page
};

struct DetailSite {
  std::vector<DetailColumn> columns;  // in page order
  double varying = 0;                 // mean share of a page's characters that vary
};

// REQUIRES: no page twice (site.cc looks to that).
DetailSite find_details(const std::vector<const Analysis*>& pages, Budget& budget);

}  // namespace gleaner::records
