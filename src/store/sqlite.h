// SQLite databases, read row by row. sqlite_backend.cc writes them.
#pragma once

#include <functional>
#include <memory>

#include "store/table.h"

namespace gleaner::store {

class Database {  // read only
 public:
  static Result<Database> open(const std::string& path);

  Result<std::vector<std::string>> tables() const;  // tables and views, by name
  // Each row of a statement that only reads. `take` returning false stops.
  Status query(const std::string& sql, const TakeRow& take) const;
  // `go_on` is asked every few thousand instructions of a query; false ends it with an error.
  void watch(std::function<bool()> go_on);

 private:
  Database();
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace gleaner::store
