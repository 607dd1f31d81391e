// Tables of cells whose boxes are known: what a browser shows, where no <table> says what belongs together.
//
// After section 3.4 of the Lixto paper, but from rows instead of from columns: whole pages align in
// columns by accident, seldom in rows.
//
//  - Cells beside each other are a line. Lines follow each other in a table if most cells share their left
//    end, right end or middle with a cell above. Between two of them at most one line of a single cell may
//    stand (an intermediate heading).
//  - Columns are the cells of the fullest lines. A cell that lies over several
//    columns is a heading of all of them.
//  - A cell that stands beside several lines (comb alignment, 1:n or m:1) is a label
//    of them: it spans their rows.
//
// Cost: sorting, then linear in cells and lines.
#pragma once

#include <cstddef>
#include <vector>

#include "layout/box.h"

namespace gleaner::layout {

struct CellTable {
  struct Cell {
    size_t index = 0;  // into the boxes given
    int row = 0, column = 0, row_span = 1, column_span = 1;
  };
  int rows = 0, columns = 0;
  std::vector<Cell> cells;  // by row and column; a cell alone in its line fills it
};

// From the top. A cell is in one table at most.
std::vector<CellTable> tables_of_cells(const std::vector<Box>& cells);

}  // namespace gleaner::layout
