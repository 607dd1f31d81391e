// Queries over large CSV and Parquet files, run by DuckDB: the same answer as the language's own (query.cc),
// in the same order, without a value for each cell.
//
// Only what means the same in both is handed over: columns whose type is plain (whole numbers, numbers,
// texts), comparisons between like and like, the aggregates of SQL. Everything else, and whatever DuckDB
// refuses, is done here. query_test.cc compares the two on random tables and queries.
#pragma once

#include <optional>

#include "script/interpreter.h"

namespace gleaner::script {

// Nothing: not a query for DuckDB.
std::optional<Value> select_in_duckdb(Interpreter& in, const Query& query, Value* frame);

}  // namespace gleaner::script
