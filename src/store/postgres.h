// PostgreSQL databases, read only, through libpq, which is loaded when the first one is asked for.
// postgres_backend.cc writes them.
//
// An address is postgresql://user@host:port/database?parameters. Only what names the database is taken from
// it: parameters that would make libpq read other files (service, passfile, keys) are refused, because
// scripts write addresses. Statements run in a read-only transaction, one statement a call.
#pragma once

#include <memory>

#include "store/table.h"

namespace gleaner::store {

class Postgres {
 public:
  static bool is_address(std::string_view text);  // postgresql://... or postgres://...
  // The hosts that an address leads to; "localhost" for a socket of this machine.
  static Result<std::vector<std::string>> hosts(const std::string& address);

  static Result<Postgres> open(const std::string& address);

  Result<std::vector<std::string>> tables() const;  // tables and views on the search path, by name
  Status query(const std::string& sql, const TakeRow& take) const;

 private:
  friend class PostgresBackend;
  friend class PostgresSession;
  Postgres();
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace gleaner::store
