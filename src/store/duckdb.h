// DuckDB: Parquet files and .duckdb databases, read. duckdb_backend.cc writes them.
//
// The library is 65 MB, so it is loaded when the first such table is asked for; where it is not installed,
// that is an error that says so, and everything else works. What a script asks for can reach no file but the
// one it named, and no network: external access is switched off and the configuration locked before its words
// are looked at. One thread, so that sums of doubles are the same every time.
#pragma once

#include <memory>

#include "store/table.h"

namespace gleaner::store {

class DuckDb {
 public:
  // A database file, read only.
  static Result<DuckDb> open(const std::string& path);
  // Parquet: the one table `data`.
  static Result<DuckDb> open_parquet(const std::string& path);
  DuckDb(DuckDb&&) noexcept;
  DuckDb& operator=(DuckDb&&) noexcept;
  ~DuckDb();

  Result<std::vector<std::string>> tables() const;  // tables and views, by name
  // Each row of one statement that only reads.
  Status query(const std::string& sql, const TakeRow& take) const;

 private:
  friend class DuckDbBackend;
  DuckDb();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gleaner::store
