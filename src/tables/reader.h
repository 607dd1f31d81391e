// Reads the tables of a page: every <table>, its grid by the HTML standard's algorithm, its roles, and
// whether it holds data or frames a layout.
//
// Cost: one pass over the tree, one over the slots of each table; both bounded (limits.h). Tables inside
// tables are read on their own, in document order. A page with boxes (a browser's, data-look) also gives what
// it shows as a table and does not mark (box_tables.h).
#pragma once

#include <vector>

#include "base/budget.h"
#include "html/tree.h"
#include "tables/table.h"

namespace gleaner::tables {

struct ReadOptions {
  bool styles = true;   // also leave out what the page's style sheets hide
  bool layout = false;  // also tables that only frame the page
};

std::vector<Table> read_tables(const html::Tree& tree, const ReadOptions& options, Budget& budget);

}  // namespace gleaner::tables
