// gleaner records of plain texts: the kinds of lines of logs, with the columns that they share.
#pragma once

#include <vector>

#include "options.h"
#include "page/document.h"

namespace gleaner::cli {

struct LineRecordsOptions {
  OutputOptions output;
  BudgetOptions budget;
  size_t region = 0;  // 0: the biggest
  size_t rows = 3;
  bool as_labels = false, as_records = false, json = false, spans = false;
};

// REQUIRES: all pages are plain text.
int run_line_records(const std::vector<DocumentPtr>& pages, const LineRecordsOptions& options);

}  // namespace gleaner::cli
