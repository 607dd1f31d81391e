// A row of header cells is no record of its table.
#pragma once

#include "records/outline.h"

namespace gleaner::records {

// Is the node a tr whose cells are all th?
bool is_header_row(const Outline& outline, uint32_t node);

}  // namespace gleaner::records
