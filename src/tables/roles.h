// The roles of a table's rows and columns. Internal to tables.
//
// Header rows are the leading rows of headings only (or those of thead, or the first), further down where a
// heading spans into them; a row that one cell fills is a title above the header, a note below the last row,
// else a section. On sheets, where no markup says what a cell fills, a row with nothing but its first cell is
// a section, too. A column that shares its heading with a neighbour and is empty itself is a colour bar.
#pragma once

#include "tables/table.h"

namespace gleaner::tables {

// What the markup says of a row.
enum class RowGroup : uint8_t { body, head, foot };

// REQUIRES: slots and cells are filled. Fills row_roles and column_roles.
// `shown`: made of boxes, on a sheet or in a browser.
void find_roles(Table& table, const std::vector<RowGroup>& groups, bool shown);

}  // namespace gleaner::tables
