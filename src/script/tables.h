// Tables from files, as lists of records: CSV, TSV, JSON, JSON lines, SQLite (through the store module).
#pragma once

#include <string>
#include <string_view>

#include "base/budget.h"
#include "base/result.h"
#include "script/value.h"

namespace gleaner::script {

// By the ending of the name. `file.sqlite#table` names one table of a database.
Result<Value> read_table(const std::string& path, Budget& budget);

// The first line names the columns; quotes as in RFC 4180. Values are texts.
Result<Value> read_csv(std::string_view text, char separator, const std::string& file);
Result<Value> read_json(std::string_view text, const std::string& file);
Result<Value> read_json_lines(std::string_view text, const std::string& file);
// `what` is the name of a table or a query.
Result<Value> read_sqlite(const std::string& path, const std::string& what, Budget& budget);

}  // namespace gleaner::script
