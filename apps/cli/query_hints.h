// What is said of a query beside its answer: what was probably meant, and columns that came out empty.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "script/value.h"

namespace gleaner::cli {

// What people who know SQL write: words in capitals, files without quotes.
void add_query_hint(Diagnostic& why, const std::string& query);

// Columns without a value in any row. REQUIRES: nothing; an answer that is no list has none.
std::vector<std::string> empty_columns(const script::Value& answer);
// Of the first row.
std::vector<std::string> columns_of(const script::Value& answer);
// The table that the query names first, in its quotes; "" if none.
std::string first_table(const std::string& query);

}  // namespace gleaner::cli
