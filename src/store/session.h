// Session: a database that is read and written by SQL, the same way for DuckDB, SQLite and
// PostgreSQL. For what the program itself keeps where the user wants it (the runs of a flow); records
// of wrappers go through record_file.h.
//
// Statements are the common part of the three: TEXT, BIGINT, DOUBLE PRECISION, BOOLEAN; texts quoted by
// quote_text(). Rows in bulk go by insert(), which is the quick way of each (appender, prepared statement,
// COPY). DuckDB lets one process at a time have a file: open() waits for it, so keep a session short.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "store/table.h"

namespace gleaner::store {

// A value on its way into a table. The text must live until insert() returns.
struct Datum {
  enum class Kind : uint8_t { null, whole, real, truth, text };
  Kind kind = Kind::null;
  int64_t whole = 0;  // truth: 0 or 1
  double real = 0;
  std::string_view text;

  Datum() = default;
  Datum(int64_t n) : kind(Kind::whole), whole(n) {}
  Datum(double n) : kind(Kind::real), real(n) {}
  Datum(std::string_view s) : kind(Kind::text), text(s) {}
  Datum(const std::string& s) : Datum(std::string_view(s)) {}
  Datum(std::string&& s) = delete;
  static Datum of_truth(bool b) {
    Datum out(int64_t{b});
    out.kind = Kind::truth;
    return out;
  }
};

class Session {
 public:
  // A .duckdb or .sqlite file, made where there is none, or postgresql://...; waits
  // for others as long as said.
  static Result<std::unique_ptr<Session>> open(const std::string& place, double wait_seconds = 30);
  virtual ~Session() = default;
  Session(const Session&) = delete;

  virtual Status run(const std::string& sql) = 0;  // a statement without an answer
  virtual Status query(const std::string& sql, const TakeRow& take) = 0;
  template <class Take>
  Status each(const std::string& sql, const Take& take) {  // all rows
    return query(sql, [&](const Row& row) { return take(row), true; });
  }
  // Rows into a table, values in the order of its columns. `cells` holds them row after row.
  virtual Status insert(const std::string& table, size_t columns, std::span<const Datum> cells) = 0;
  virtual std::string_view kind() const = 0;  // "duckdb", "sqlite", "postgresql"
  // What is committed is in the file itself, not in a log beside it. Costs a copy of the
  // file (DuckDB; nothing elsewhere).
  virtual Status settle() { return {}; }
  // Keeps out other programs that use the same lock, until the transaction ends. REQUIRES: in a transaction.
  virtual Status lock(const std::string& name) { return (void)name, Status(); }

  // The one text or number of an answer; empty, 0 where there is no row.
  Result<std::string> text(const std::string& sql);
  Result<int64_t> number(const std::string& sql);
  // Runs `work` in a transaction, which is rolled back if it fails.
  template <class Work>
  Status transaction(Work&& work) {
    GLEANER_CHECK(run("BEGIN"));
    Status done = work();
    if (done.ok()) done = run("COMMIT");
    if (!done.ok()) (void)run("ROLLBACK");
    return done;
  }

 protected:
  Session() = default;
};

}  // namespace gleaner::store
