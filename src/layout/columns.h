// Reading order: the items of a page (chunks of lines, tables, figures) over its columns of text. Internal to
// layout.
//
// Rows of items are taken from the top. A run of rows that leave a strip white from top to bottom, with text
// on both sides of it in several rows, is a set of columns: each is read on its own, from the left. So a
// heading over the whole width parts the columns above it from those below. Cost: rows times items of a row.
#pragma once

#include <vector>

#include "layout/lines.h"

namespace gleaner::layout {

struct Item {
  Box box;
  Words words;        // of a chunk or a figure
  int table = -1;     // index of a table
  int chart = -1;     // index of a chart's zone
  int group = -1;     // set by reading_order: items of one column and stretch share it
  int field = -1;     // index of a form field; the words name it
  bool pair = false;  // a name and its value: a line of its own
};

std::vector<const Item*> reading_order(std::vector<Item>& items);

}  // namespace gleaner::layout
