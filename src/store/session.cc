// See session.h.
#include "store/session.h"

#include <fmt/format.h>

#include "base/json.h"
#include "store/duckdb_checkpoint.h"
#include "store/duckdb_internal.h"
#include "store/postgres_internal.h"
#include "store/staging.h"
#include "store/state.h"
#include "store/target.h"

namespace gleaner::store {
namespace {

class SqliteSession final : public Session {
 public:
  static Result<std::unique_ptr<Session>> open(const std::string& path) {
    std::unique_ptr<SqliteSession> made(new SqliteSession());
    GLEANER_TRY(made->state_, State::open(path));
    return std::unique_ptr<Session>(std::move(made));
  }
  std::string_view kind() const override { return "sqlite"; }
  Status run(const std::string& sql) override {
    return state_->run(sql == "BEGIN" ? "BEGIN IMMEDIATE"
                                      : sql.c_str());  // a reader that becomes a writer may be refused
  }
  Status query(const std::string& sql, const TakeRow& take) override {
    GLEANER_TRY(Statement statement, state_->prepare(sql.c_str()));
    Row row(size_t(statement.columns()));
    for (;;) {
      GLEANER_TRY(const bool more, statement.step());
      if (!more) return {};
      for (size_t i = 0; i < row.size(); ++i) row[i] = statement.cell(int(i));
      if (!take(row)) return {};
    }
  }
  Status insert(const std::string& table, size_t columns, std::span<const Datum> cells) override {
    std::string marks;
    for (size_t i = 0; i < columns; ++i) marks += i ? ", ?" : "?";
    GLEANER_TRY(Statement statement,
                state_->prepare(fmt::format("INSERT INTO {} VALUES ({})", quote_name(table), marks).c_str()));
    for (size_t at = 0; at + columns <= cells.size(); at += columns) {
      for (size_t i = 0; i < columns; ++i) bind(statement, int(i) + 1, cells[at + i]);
      GLEANER_CHECK(statement.run());
    }
    return {};
  }

 private:
  static void bind(Statement& statement, int parameter, const Datum& datum) {
    switch (datum.kind) {
      case Datum::Kind::null: statement.bind_null(parameter); return;
      case Datum::Kind::whole:
      case Datum::Kind::truth: statement.bind(parameter, datum.whole); return;
      case Datum::Kind::real: statement.bind(parameter, datum.real); return;
      case Datum::Kind::text: statement.bind(parameter, datum.text); return;
    }
  }
  std::unique_ptr<State> state_;
};

}  // namespace

#ifdef GLEANER_HAVE_DUCKDB
class DuckDbSession final : public Session {
 public:
  DuckDbSession(DuckDb database, std::string path) : path_(std::move(path)), database_(std::move(database)) {}
  ~DuckDbSession() override {
    constexpr uint64_t kLongLog = 1 << 20;
    if (logged(path_) > kLongLog) (void)settle();
  }
  static Result<std::unique_ptr<Session>> open(const std::string& path) {
    mend_cut_checkpoint(path);
    GLEANER_TRY(DuckDb opened, DuckDb::Impl::open(path, path, {{"checkpoint_threshold", "1TB"}}));
    GLEANER_CHECK(opened.impl_->run("PRAGMA disable_checkpoint_on_shutdown"));
    GLEANER_CHECK(opened.impl_->lock());
    return std::unique_ptr<Session>(std::make_unique<DuckDbSession>(std::move(opened), path));
  }
  Status settle() override {
    if (!logged(path_)) return {};
    GLEANER_CHECK(safe_.make(path_));
    GLEANER_CHECK(run("CHECKPOINT"));
    safe_.remove();
    return {};
  }
  std::string_view kind() const override { return "duckdb"; }
  Status run(const std::string& sql) override { return database_.impl_->run(sql); }
  Status query(const std::string& sql, const TakeRow& take) override { return database_.query(sql, take); }
  Status insert(const std::string& table, size_t columns, std::span<const Datum> cells) override {
    const DuckDbApi& api = database_.impl_->api;
    duckdb_appender appender = nullptr;
    bool fine = api.duckdb_appender_create_ext(database_.impl_->connection, nullptr, nullptr, table.c_str(),
                                               &appender) == DuckDBSuccess;
    for (size_t at = 0; fine && at + columns <= cells.size(); at += columns) {
      for (size_t i = 0; i < columns; ++i)
        fine = fine && append(api, appender, cells[at + i]) == DuckDBSuccess;
      fine = fine && api.duckdb_appender_end_row(appender) == DuckDBSuccess;
    }
    fine = fine && api.duckdb_appender_close(appender) == DuckDBSuccess;
    const std::string why = fine ? "" : first_line(api.duckdb_appender_error(appender));
    api.duckdb_appender_destroy(&appender);
    if (!fine)
      return error(Code::io, fmt::format("{}: cannot write into {}: {}", database_.impl_->name, table, why));
    return {};
  }

 private:
  static duckdb_state append(const DuckDbApi& api, duckdb_appender appender, const Datum& datum) {
    switch (datum.kind) {
      case Datum::Kind::null: break;
      case Datum::Kind::whole: return api.duckdb_append_int64(appender, datum.whole);
      case Datum::Kind::truth: return api.duckdb_append_bool(appender, datum.whole != 0);
      case Datum::Kind::real: return api.duckdb_append_double(appender, datum.real);
      case Datum::Kind::text:
        return api.duckdb_append_varchar_length(appender, datum.text.data(), datum.text.size());
    }
    return api.duckdb_append_null(appender);
  }
  std::string path_;
  SafeCopy safe_;  // outlives the database
  DuckDb database_;
};
#endif

#ifdef GLEANER_HAVE_POSTGRES
class PostgresSession final : public Session {
 public:
  explicit PostgresSession(Postgres connection) : connection_(std::move(connection)) {}
  static Result<std::unique_ptr<Session>> open(const std::string& address) {
    GLEANER_TRY(Postgres opened, Postgres::Impl::connect(address, false));
    return std::unique_ptr<Session>(std::make_unique<PostgresSession>(std::move(opened)));
  }
  std::string_view kind() const override { return "postgresql"; }
  Status run(const std::string& sql) override { return connection_.impl_->run(sql); }
  Status query(const std::string& sql, const TakeRow& take) override { return connection_.query(sql, take); }
  Status lock(const std::string& name) override {
    return run(
        fmt::format("SELECT pg_advisory_xact_lock(hashtext('gleaner'), hashtext({}))", quote_text(name)));
  }
  Status insert(const std::string& table, size_t columns, std::span<const Datum> cells) override {
    GLEANER_CHECK(run("COPY " + quote_name(table) + " FROM STDIN"));
    constexpr size_t kBuffer = 1 << 16;
    std::string lines;
    for (size_t at = 0; at + columns <= cells.size(); at += columns) {
      for (size_t i = 0; i < columns; ++i) {
        if (i) lines += '\t';
        append(lines, cells[at + i]);
      }
      lines += '\n';
      if (lines.size() < kBuffer) continue;
      GLEANER_CHECK(connection_.impl_->copy(lines));
      lines.clear();
    }
    if (!lines.empty()) GLEANER_CHECK(connection_.impl_->copy(lines));
    return connection_.impl_->end_copy();
  }

 private:
  static void append(std::string& line, const Datum& datum) {
    switch (datum.kind) {
      case Datum::Kind::null: line += "\\N"; return;
      case Datum::Kind::whole: line += std::to_string(datum.whole); return;
      case Datum::Kind::truth: line += datum.whole ? "t" : "f"; return;
      case Datum::Kind::real: json::append_number(line, datum.real); return;
      case Datum::Kind::text: append_copied(line, datum.text); return;
    }
  }
  Postgres connection_;
};
#endif

Result<std::unique_ptr<Session>> Session::open(const std::string& place, double wait_seconds) {
  const std::string_view kind = kind_of(place);
#ifdef GLEANER_HAVE_POSTGRES
  if (kind == "postgresql") return PostgresSession::open(place);
#endif
#ifdef GLEANER_HAVE_DUCKDB
  if (kind == "duckdb") return open_patiently(wait_seconds, [&] { return DuckDbSession::open(place); });
#endif
  if (kind == "sqlite") return open_patiently(wait_seconds, [&] { return SqliteSession::open(place); });
  if (kind == "duckdb" || kind == "postgresql")
    return error(Code::unsupported, fmt::format("this program was built without {}", kind), {},
                 "scripts/setup installs it; or use a .sqlite file");
  return error(Code::usage, fmt::format("{} is no database that can be written", shown_place(place)), {},
               "use FILE.duckdb, FILE.sqlite or postgresql://...");
}

Result<std::string> Session::text(const std::string& sql) {
  std::string out;
  GLEANER_CHECK(query(sql, [&](const Row& row) { return out = std::string(row[0].text), false; }));
  return out;
}

Result<int64_t> Session::number(const std::string& sql) {
  int64_t out = 0;
  GLEANER_CHECK(query(sql, [&](const Row& row) { return out = int64_t(row[0].number), false; }));
  return out;
}

}  // namespace gleaner::store
