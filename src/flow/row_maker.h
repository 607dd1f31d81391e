// RowMaker: records of a wrapper as rows of a flow's table. The columns are those of the schema; a field that
// it does not name becomes a column when it first comes. Internal to flow.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flow/table.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::flow {

class RowMaker {
 public:
  // Gives `table` the columns of the schema. It outlives this.
  RowMaker(Table& table, const wrap::Schema& schema);
  // `page`, `source`: where the record is from (Row::page, Row::source).
  void add(const wrap::Record& record, uint32_t page, uint32_t source);

 private:
  void put(Row& row, size_t at, const wrap::Value& value);

  Table& table_;
};

}  // namespace gleaner::flow
