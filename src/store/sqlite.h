// SQLite databases, read only. A row's cells are views that live until the next row.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gleaner::store {

struct Cell {
  enum class Kind : uint8_t { null, number, text } kind = Kind::null;
  std::string_view name;
  double number = 0;
  std::string_view text;
};
using Row = std::vector<Cell>;

class Database {
 public:
  static Result<Database> open(const std::string& path);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  Result<std::vector<std::string>> tables() const;  // tables and views, by name
  // Each row of a statement that only reads. `take` returning false stops.
  Status query(const std::string& sql, const std::function<bool(const Row&)>& take) const;

 private:
  Database();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gleaner::store
