// Records inside of records: where the members of a list stand in each record of the level above.
#pragma once

#include <vector>

#include "rows/rows.h"

namespace gleaner::rows {

// For each of `records` (in document order) the records of one of the model's lists in it, in order;
// none where the list is not there.
std::vector<std::vector<Stretch>> list_in(const Model& model, const ListModel& list, const Page& page,
                                          const std::vector<Stretch>& records, Budget& budget);

// The same of all lists together: what of a record is not its own.
std::vector<std::vector<Stretch>> inner_records(const Model& model, const Page& page,
                                                const std::vector<Stretch>& records, Budget& budget);

}  // namespace gleaner::rows
