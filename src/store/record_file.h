// A file of records that is more than text: Parquet, a DuckDB database, an SQLite database, by the ending of
// its name.
//
// Records are given as JSON lines, the one form that every verb can write; each kind of file makes of them
// what suits it (duckdb.cc: structs and lists; sqlite_file.cc: a table a level). The file is made beside the
// result and renamed at the end.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gleaner::store {

class RecordFile {
 public:
  // "parquet", "duckdb" or "sqlite" by the ending of the name; empty: no such file.
  static std::string_view kind_of(std::string_view path);
  static bool writes(std::string_view path) { return !kind_of(path).empty(); }
  // REQUIRES: writes(path).
  static Result<std::unique_ptr<RecordFile>> create(const std::string& path);
  virtual ~RecordFile() = default;

  virtual Status add(std::string_view json_lines) = 0;  // whole lines, an object each
  // The same to another table than `records`. Only files that hold several have it: .duckdb.
  virtual Status add_to(const std::string& table, std::string_view json_lines);
  static bool has_tables(std::string_view path) { return kind_of(path) == "duckdb"; }
  virtual Status finish() = 0;  // appears whole or not at all
  // What lies beside the result until finish(): to be removed where no destructor runs.
  virtual std::vector<std::string> unfinished() const = 0;
};

}  // namespace gleaner::store
