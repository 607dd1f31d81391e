// Rows of a table that name the section below them are no records of it: one cell over several columns, or on
// a sheet (PDF) a first cell alone.
#pragma once

#include "rows/learn_page.h"

namespace gleaner::rows {

// A row of several cells of a sheet's table of which the first alone has a text.
bool is_label_row(const Page& page, Stretch record);

// Where no labelled row is such a one, they are refused from now on.
void refuse_section_rows(const LearnPage& page, Model& model);

}  // namespace gleaner::rows
