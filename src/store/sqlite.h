// SQLite databases, read row by row. sqlite_backend.cc writes them.
#pragma once

#include <memory>

#include "store/table.h"

namespace gleaner::store {

class Database {  // read only
 public:
  static Result<Database> open(const std::string& path);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  Result<std::vector<std::string>> tables() const;  // tables and views, by name
  // Each row of a statement that only reads. `take` returning false stops.
  Status query(const std::string& sql, const TakeRow& take) const;

 private:
  Database();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gleaner::store
