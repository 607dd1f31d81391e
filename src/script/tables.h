// Tables as lists of records: CSV, TSV, JSON, JSON lines, and what the store module reads (SQLite, Parquet,
// DuckDB, PostgreSQL).
#pragma once

#include <string>
#include <string_view>

#include "base/budget.h"
#include "base/result.h"
#include "script/pushdown.h"
#include "script/value.h"

namespace gleaner::script {

// By the ending of the name. `file.sqlite#table` names one table of a database.
// `pushed`: what the store may do of the query that asks, see pushdown.h.
Result<Value> read_table(const std::string& path, Budget& budget, const Pushed* pushed = nullptr);
// The text of a table by the ending of its name: what read_table does for the formats that are texts.
Result<Value> read_table_text(std::string_view text, const std::string& name);

// The first line names the columns; quotes as in RFC 4180. `separator` 0: found, see csv.h. Empty cells are
// null; a column is of numbers if all its values are, else of texts.
Result<Value> read_csv(std::string_view text, char separator, const std::string& file);
Result<Value> read_json(std::string_view text, const std::string& file);
Result<Value> read_json_lines(std::string_view text, const std::string& file);

enum class Store : uint8_t { sqlite, parquet, duckdb, postgres };
// `what` is the name of a table or a query; empty: the only table. Parquet files have one table, `data`.
Result<Value> read_stored(Store store, const std::string& where, const std::string& what, Budget& budget,
                          const Pushed* pushed = nullptr);

}  // namespace gleaner::script
