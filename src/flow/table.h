// Table: what flows between the steps of a flow. Columns have a name and a type,
// rows know what they were made of.
//
// A cell keeps the text that it was read from beside its value, so that every step may read it anew and the
// original is never lost. A row's number in the table is its id within the run: `from` names rows of the
// inputs of the step that made it, and rows of a source name the page, the bytes of each value and the rule
// that found it. That is all that `explain` needs. In the store a table is one packed text (pack, unpack),
// named by the hash of what it was made from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/span.h"
#include "wrap/record.h"

namespace gleaner::flow {

struct Cell {
  enum class Kind : uint8_t { null, text, number, boolean, json };  // json: a list or a record, as `text`
  Kind kind = Kind::null;
  double number = 0;  // boolean: 0 or 1
  std::string text;   // as it was written; of a number that was computed: empty

  bool is_null() const { return kind == Kind::null; }
  static Cell of_text(std::string text) { return {Kind::text, 0, std::move(text)}; }
  static Cell of_number(double number, std::string written = {}) {
    return {Kind::number, number, std::move(written)};
  }
  static Cell of_boolean(bool value) { return {Kind::boolean, double(value), {}}; }
  static Cell of_json(std::string text) { return {Kind::json, 0, std::move(text)}; }
  bool operator==(const Cell&) const = default;
};

// The value as a text: numbers in their shortest form, nothing for null.
std::string shown(const Cell& cell);

struct Column {
  std::string name;
  wrap::Type type = wrap::Type::text;  // text, number, integer, boolean, date, timestamp
  bool operator==(const Column&) const = default;
};

// A row of an input: which of the step's inputs, which row of it.
struct RowRef {
  uint32_t input = 0, row = 0;
  bool operator==(const RowRef&) const = default;
};

// Where a value of a source stands.
struct Place {
  Span span;          // bytes of the page; empty: nowhere
  uint32_t rule = 0;  // of Table::rules
};

inline constexpr uint32_t kNoPage = UINT32_MAX;

struct Row {
  std::vector<Cell> cells;    // one for each column
  std::vector<RowRef> from;   // what it was made of; none for rows of sources
  int64_t stale = 0;          // the run it comes from, where that is not the run at hand
  uint32_t source = kNoPage;  // of Table::sources; kNoPage: of several
  uint32_t page = kNoPage;    // sources: of Table::pages
  std::vector<Place> places;  // ... one for each column, or none
};

struct PageSeen {
  std::string name, url, hash;
  uint64_t bytes = 0;
};

struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<std::string> sources;  // of the flow, that rows come from
  std::vector<PageSeen> pages;       // of a source
  std::vector<std::string> rules;    // of a source: "price.1  text of shape money after ..."

  static constexpr size_t npos = SIZE_MAX;
  size_t column(std::string_view name) const;
  uint32_t source(const std::string& name);  // its number, made where there is none
  std::vector<std::string> names() const;
};

// "a, b, c"
std::string column_list(const Table& table);
// The values of some columns of a row as one text, by which rows are the same thing over runs.
std::string key_of(const Row& row, const std::vector<size_t>& columns);
bool has_key(const Row& row, const std::vector<size_t>& columns);  // not all of them are empty
// Numbers of columns; names the first that is not there.
Result<std::vector<size_t>> columns_of(const Table& table, const std::vector<std::string>& names,
                                       const std::string& where);
// Columns whose values are all numbers (booleans) are of that type, others that say
// so by their values are text.
void find_types(Table& table);

std::string pack(const Table& table);
Result<Table> unpack(std::string_view packed);
// Over columns and values, not over what they were made of: two runs gave the same.
uint64_t content_hash(const Table& table);
uint64_t row_hash(const Row& row);

}  // namespace gleaner::flow
