// DuckDB: Parquet files, .duckdb databases and CSV files, read. duckdb_backend.cc writes them.
//
// The library is 65 MB, so it is loaded when the first such table is asked for; where it is not installed,
// that is an error that says so, and everything else works. What a script asks for can reach no file but the
// one it named, and no network: external access is switched off and the configuration locked before its words
// are looked at. One thread, so that sums of doubles are the same every time, unless the caller knows better.
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
  // Files as tables of one database in memory, which reaches nothing else.
  struct File {
    std::string path, name;
    std::string reader;  // how it is read: "read_csv({}, ...)", {} stands for the path
  };
  struct Use {
    unsigned threads = 1;
    uint64_t memory = UINT64_MAX;  // bytes
  };
  static Result<DuckDb> open_files(const std::vector<File>& files, const Use& use);

  Result<std::vector<std::string>> tables() const;  // tables and views, by name
  // Each row of one statement that only reads.
  Status query(const std::string& sql, const TakeRow& take) const;

 private:
  friend class DuckDbBackend;
  friend class DuckDbSession;
  DuckDb();
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace gleaner::store
