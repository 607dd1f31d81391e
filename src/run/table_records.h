// Where the list that `records` found is the rows of a table, the table says what they are.
//
// The search for what repeats takes section lines and repeated headers for records, passes over rows
// that are built otherwise, and knows nothing of cells that span rows; tables/ reads them by the HTML
// standard and by their roles. So that both verbs give the same, such lists are replaced by the rows of
// the table; links that were found stay.
#pragma once

#include <vector>

#include "records/site.h"

namespace gleaner::run {

// Changes columns and records of `site` where, on every page with records, they are rows of one table, and
// the tables have the same columns. The table names its columns, or is more than a plain grid (sections,
// repeated headers, several header rows, spanning cells).
void use_tables(const std::vector<const records::Analysis*>& pages, records::Site& site, Budget& budget);

}  // namespace gleaner::run
