// Rows of a flow as values of the Gleaner language, and back.
#pragma once

#include "flow/table.h"
#include "script/value.h"

namespace gleaner::flow {

script::Value value_of(const Cell& cell);
Cell cell_of(const script::Value& value);
// A list of records, or of plain values (then the column `value`); anything else is one row of one value.
Table table_of(const script::Value& value);

}  // namespace gleaner::flow
