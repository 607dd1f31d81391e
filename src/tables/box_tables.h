// Tables that no <table> marks: rows of divs that a browser shows as one. The page says where its texts stand
// (data-box, data-look: a snapshot with boxes), layout finds columns and rows (layout/cell_tables.h), and the
// same roles as elsewhere are given to them.
//
// A header is told by its role (columnheader) or by a look that no row below has. Of what lies in rows and
// columns most is no table of data (menus, cards, forms): see is_data() in the source for what is asked.
#pragma once

#include "base/budget.h"
#include "tables/cell_text.h"
#include "tables/table.h"

namespace gleaner::tables {

// None where the page has no boxes. What stands inside `marked`, tables that the page marks, is left
// out. Internal: read_tables asks.
std::vector<Table> read_box_tables(const html::Tree& tree, const std::vector<Table>& marked,
                                   const TextReader& reader, bool layout, Budget& budget);

}  // namespace gleaner::tables
