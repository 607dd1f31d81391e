// Records into an SQLite database. SQLite has no lists, so every list is a table of its own:
//
//   records       _id, page, name, price, price_currency, price_text
//   offers        _id, _parent, _position, seller          a record a row; _parent is the _id in records
//   tags          _id, _parent, _position, tags            a list of texts: a text a row
//
// See staging.h for the way there. A database that is not there yet is made beside its name and linked to it.
#include <sqlite3.h>
#include <unistd.h>

#include <deque>

#include <fmt/format.h>

#include "store/merge.h"
#include "store/sqlite.h"
#include "store/table.h"

namespace gleaner::store {
namespace {

using wrap::Type;

class Handle {
 public:
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { close(); }

  Status open(const std::string& path, const std::string& shown, int flags) {
    close();
    shown_ = shown;
    if (sqlite3_open_v2(path.c_str(), &handle_, flags | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
      return failed();
    return {};
  }
  void close() {
    sqlite3_close_v2(handle_);
    handle_ = nullptr;
  }
  Diagnostic failed() const {
    const int code = sqlite3_errcode(handle_);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
      return error(Code::io, "another program is writing to this database: nothing was written",
                   Where{.file = shown_}, "run it again when that is done, or wait longer: --wait SECONDS");
    if (code == SQLITE_NOTADB)
      return error(Code::bad_input, "this file is there already and is no SQLite database",
                   Where{.file = shown_}, "remove it, or write to another name");
    return error(Code::io, fmt::format("cannot write: {}", sqlite3_errmsg(handle_)), Where{.file = shown_});
  }
  Status run(const std::string& sql) {
    return sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK ? Status() : failed();
  }
  sqlite3* get() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
  std::string shown_;
};

struct SqliteStatement {
  sqlite3_stmt* handle = nullptr;
  SqliteStatement() = default;
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;
  ~SqliteStatement() { sqlite3_finalize(handle); }
};

class SqliteSql final : public Sql {
 public:
  explicit SqliteSql(Handle& handle) : handle_(handle) {}

  Status run(const std::string& sql) override { return handle_.run(sql); }

  Result<int64_t> number(const std::string& sql) override {
    SqliteStatement statement;
    if (sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &statement.handle, nullptr) != SQLITE_OK ||
        sqlite3_step(statement.handle) != SQLITE_ROW)
      return handle_.failed();
    return sqlite3_column_int64(statement.handle, 0);
  }

  Result<std::optional<std::vector<ColumnThere>>> columns(const std::string& table) override {
    std::optional<std::vector<ColumnThere>> found;
    SqliteStatement kind, info;
    if (sqlite3_prepare_v2(handle_.get(), "SELECT type FROM main.sqlite_master WHERE name = ? COLLATE NOCASE",
                           -1, &kind.handle, nullptr) != SQLITE_OK)
      return handle_.failed();
    sqlite3_bind_text(kind.handle, 1, table.c_str(), -1, SQLITE_STATIC);
    const int state = sqlite3_step(kind.handle);
    if (state == SQLITE_DONE) return found;
    if (state != SQLITE_ROW) return handle_.failed();
    if (const char* is = reinterpret_cast<const char*>(sqlite3_column_text(kind.handle, 0));
        std::string_view(is) != "table")
      return error(Code::usage, fmt::format("{} is a {} of this database, not a table", table, is));
    found.emplace();
    const std::string sql = "PRAGMA main.table_info(" + quote_name(table) + ")";
    if (sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &info.handle, nullptr) != SQLITE_OK)
      return handle_.failed();
    while (sqlite3_step(info.handle) == SQLITE_ROW) {
      const auto text = [&](int column) {
        const auto* at = reinterpret_cast<const char*>(sqlite3_column_text(info.handle, column));
        return std::string(at ? at : "");
      };
      found->push_back({text(1), text(2)});
    }
    return found;
  }

  std::string type_of(const wrap::FieldSchema& column) const override {
    switch (column.type) {
      case Type::number: return "REAL";
      case Type::integer: return "INTEGER";
      case Type::boolean: return "BOOLEAN";
      case Type::date: return "DATE";
      case Type::timestamp: return "TIMESTAMP";
      default: return "TEXT";
    }
  }
  std::string staged(const std::string& table) const override { return "stage." + quote_name(table); }
  std::string target(const std::string& table) const override { return "main." + quote_name(table); }
  bool has_indexes() const override { return true; }
  std::string index(const std::string& name, const std::string& table) const override {
    return "main." + name + " ON " + quote_name(table);
  }

 private:
  Handle& handle_;
};

class SqliteBackend final : public Backend {
 public:
  explicit SqliteBackend(const Target& target)
      : target_(target),
        stage_(fmt::format("{}.{}.stage.part", target.place, ::getpid())),
        fresh_(fmt::format("{}.{}.part", target.place, ::getpid())) {}
  ~SqliteBackend() override {
    inserts_.clear();  // statements before their database
    handle_.close();
    for (const std::string& file : unfinished()) ::unlink(file.c_str());
  }

  // Says now what would go wrong at the end.
  Status look() {
    GLEANER_CHECK(open_stage());
    if (!is_there(target_.place)) return {};
    Handle there;
    GLEANER_CHECK(there.open(target_.place, target_.place, SQLITE_OPEN_READWRITE));
    sqlite3_busy_timeout(there.get(), int(target_.wait_seconds * 1000));
    GLEANER_CHECK(there.run("PRAGMA schema_version"));
    if (sqlite3_db_readonly(there.get(), "main"))
      return error(Code::io, "cannot write: this database may only be read", Where{.file = target_.place});
    return {};
  }

  Status begin(const std::vector<StagedTable>& tables) override {
    SqliteSql sql(handle_);
    for (const StagedTable& table : tables) {
      GLEANER_CHECK(
          handle_.run("CREATE TABLE " + quote_name(table.name) + " (" + staged_columns(sql, table) + ")"));
      SqliteStatement& insert = inserts_.emplace_back();
      std::string text = "INSERT INTO " + quote_name(table.name) + " VALUES (?";
      for (size_t i = 1; i < table.columns.size() + 3; ++i) text += ", ?";
      if (sqlite3_prepare_v2(handle_.get(), (text + ")").c_str(), -1, &insert.handle, nullptr) != SQLITE_OK)
        return handle_.failed();
    }
    tables_ = tables;
    return {};
  }

  Status put(size_t table, const RowKeys& keys, const Cells& cells) override {
    sqlite3_stmt* insert = inserts_[table].handle;
    int at = 0;
    bool fine = true;
    for (const int64_t key : {keys.id, keys.parent, keys.position})
      fine &= sqlite3_bind_int64(insert, ++at, key) == SQLITE_OK;
    for (size_t i = 0; i < cells.size(); ++i)
      fine &= bind(insert, ++at, cells[i], tables_[table].columns[i].type) == SQLITE_OK;
    fine = fine && sqlite3_step(insert) == SQLITE_DONE;
    if (!fine) return handle_.failed();
    sqlite3_reset(insert);
    return {};
  }

  Result<Written> commit(const std::vector<StagedTable>& tables) override {
    inserts_.clear();
    GLEANER_CHECK(handle_.run("COMMIT"));
    handle_.close();
    for (;;) {
      const bool there = is_there(target_.place);
      GLEANER_TRY(Written written, move(tables, there ? target_.place : fresh_, there));
      if (there) return written;
      // What a database of that name had not finished would be taken for part of the new one.
      for (const char* ending : {"-journal", "-wal", "-shm"}) ::unlink((target_.place + ending).c_str());
      GLEANER_TRY(const bool placed, place_file(fresh_, target_.place));
      if (placed) return written;
    }
  }

  std::vector<std::string> unfinished() const override {
    return {stage_, fresh_, fresh_ + "-journal", stage_ + "-journal"};
  }

 private:
  Status open_stage() {
    ::unlink(stage_.c_str());
    ::unlink(fresh_.c_str());
    GLEANER_CHECK(handle_.open(stage_, target_.place, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
    // Nobody reads it and nothing is rolled back in it.
    return handle_.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  }

  Result<Written> move(const std::vector<StagedTable>& tables, const std::string& into, bool there) {
    Handle handle;
    GLEANER_CHECK(handle.open(into, target_.place, SQLITE_OPEN_READWRITE | (there ? 0 : SQLITE_OPEN_CREATE)));
    sqlite3_busy_timeout(handle.get(), int(target_.wait_seconds * 1000));
    if (!there) GLEANER_CHECK(handle.run("PRAGMA journal_mode = OFF"));
    GLEANER_CHECK(handle.run("ATTACH " + quote_text(stage_) + " AS stage"));
    SqliteSql sql(handle);
    GLEANER_CHECK(drop_double_keys(sql, target_, tables));
    GLEANER_CHECK(handle.run("BEGIN IMMEDIATE"));
    GLEANER_TRY(Written written, merge(sql, target_, tables));
    GLEANER_CHECK(handle.run("COMMIT"));
    return written;
  }

  static int bind(sqlite3_stmt* statement, int at, const wrap::Value* value, Type type) {
    if (!value || !value->is_text()) return sqlite3_bind_null(statement, at);
    switch (type) {
      case Type::number: return sqlite3_bind_double(statement, at, real_of(*value));
      case Type::boolean: return sqlite3_bind_int(statement, at, truth_of(*value));
      case Type::integer:
        if (const auto whole = whole_of(*value)) return sqlite3_bind_int64(statement, at, *whole);
        [[fallthrough]];
      default:
        return sqlite3_bind_text64(statement, at, value->text.data(), value->text.size(), SQLITE_STATIC,
                                   SQLITE_UTF8);
    }
  }

  Target target_;
  std::string stage_, fresh_;
  Handle handle_;  // of the staging tables
  std::vector<StagedTable> tables_;
  std::deque<SqliteStatement> inserts_;
};

}  // namespace

Result<std::unique_ptr<Backend>> make_sqlite_backend(const Target& target) {
  auto made = std::make_unique<SqliteBackend>(target);
  GLEANER_CHECK(made->look());
  return std::unique_ptr<Backend>(std::move(made));
}

}  // namespace gleaner::store
