// What a page shows without labels: the records of one or several pages of a site.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "page/document.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::run {

struct FoundRecords {
  wrap::Schema schema;
  std::vector<std::vector<wrap::Record>> pages;  // one list a page, in their order
  double confidence = 0;
  std::string why;
};
// Fails with not_found where the pages have no list and are no details of one kind.
Result<FoundRecords> find_records(const std::vector<DocumentPtr>& pages, Budget& budget);

}  // namespace gleaner::run
