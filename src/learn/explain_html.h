// One self-contained HTML page: the page's rendering and source side by side with every value marked, the
// records as a table, and hover that joins cell, source, rendering and rule. No network: the rendering runs
// no scripts and loads nothing from outside.
#pragma once

#include <string>
#include <vector>

#include "learn/explain.h"
#include "page/document.h"

namespace gleaner::learn {

struct HtmlOptions {
  std::string title;
  std::vector<std::string> rules = {};    // one readable line each, shown above the table
  std::vector<std::string> columns = {};  // fields in the order wanted; others follow
  // in place of the page's own rendering: HTML whose elements with data-c="N" are the places
  // of cell N (pictures of sheets)
  std::string shown = {};
};

std::string explanation_html(const Document& page, const std::vector<ExplainedCell>& cells,
                             const HtmlOptions& options);

}  // namespace gleaner::learn
