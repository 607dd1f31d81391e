// From what was found to the common currency: records with spans, labels, and which columns are worth a
// person's look.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "records/region.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::records {

// Columns that hold data: no label texts, nothing that is the same in every record, nothing that few records
// have, unless that leaves no texts. Indices into `columns`, in order.
std::vector<uint32_t> data_columns(const std::vector<Column>& columns);

// Which columns are given, under which names.
struct Selection {
  std::vector<uint32_t> columns;
  std::vector<std::string> names;  // parallel
};
Selection select_all(const std::vector<Column>& columns, const std::vector<uint32_t>& shown);
// Names given by a person for the shown columns in order; "-" leaves a column out; columns beyond the names
// keep theirs. Fails on more names than columns and on a name given twice.
Result<Selection> select_named(const std::vector<Column>& columns, const std::vector<uint32_t>& shown,
                               const std::vector<std::string_view>& names);

wrap::Record to_record(const FoundRecord& found, const std::vector<Column>& columns,
                       const Selection& selection);
wrap::Schema to_schema(const std::vector<Column>& columns, const Selection& selection);

}  // namespace gleaner::records
