// What every kind of stored table gives: rows of cells, one row at a time. A row's cells are views that live
// until the next row.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gleaner::store {

struct Cell {
  // whole: a number that a double cannot hold, its digits as text; json: a nested value, written as JSON
  enum class Kind : uint8_t { null, boolean, number, whole, text, json } kind = Kind::null;
  std::string_view name;  // of the column
  double number = 0;      // boolean: 0 or 1
  std::string_view text;
};
using Row = std::vector<Cell>;
// False: enough.
using TakeRow = std::function<bool(const Row&)>;

// Whole numbers up to here are exact as a double; larger ones are given by their digits.
inline constexpr int64_t kExactInteger = int64_t{1} << 53;

std::string quote_name(std::string_view name);  // as SQL writes it: "a ""b"""
std::string quote_text(std::string_view text);  // 'it''s'
// A statement that reads: what a script may write itself, everything else is the name of a table.
bool is_query(std::string_view text);
// "select * from T", or the query itself.
std::string query_for(std::string_view table_or_query);

// The table that is meant when none is named: the only one, or `records`, the top of what was written here;
// else an error that lists them.
Result<std::string> only_table(const std::vector<std::string>& tables, const std::string& of);

}  // namespace gleaner::store
