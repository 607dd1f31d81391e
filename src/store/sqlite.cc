// See sqlite.h. Statements, cells and rows.
#include "store/sqlite.h"

#include <sqlite3.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/text.h"
#include "store/state.h"

namespace gleaner::store {
namespace {

// A writer that was killed leaves a journal, and who only reads may not roll it back: that is done first.
void recover(const std::string& path) {
  if (::access((path + "-journal").c_str(), F_OK) != 0) return;
  sqlite3* handle = nullptr;
  if (sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) ==
      SQLITE_OK)
    sqlite3_exec(handle, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
  sqlite3_close_v2(handle);
}

}  // namespace

struct Database::Impl {
  sqlite3* handle = nullptr;
  std::string path;
  std::function<bool()> go_on;
  ~Impl() { sqlite3_close_v2(handle); }
};

Database::Database() : impl_(std::make_shared<Impl>()) {}

Result<Database> Database::open(const std::string& path) {
  recover(path);
  Database database;
  database.impl_->path = path;
  if (sqlite3_open_v2(path.c_str(), &database.impl_->handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
                      nullptr) != SQLITE_OK)
    return error(Code::io, fmt::format("cannot open {}: {}", path, sqlite3_errmsg(database.impl_->handle)));
  // Nothing a script asks may reach another file.
  sqlite3_limit(database.impl_->handle, SQLITE_LIMIT_ATTACHED, 0);
  return database;
}

void Database::watch(std::function<bool()> go_on) {
  constexpr int kInstructions = 10'000;
  impl_->go_on = std::move(go_on);
  sqlite3_progress_handler(
      impl_->handle, impl_->go_on ? kInstructions : 0,
      [](void* impl) { return static_cast<Impl*>(impl)->go_on() ? 0 : 1; }, impl_.get());
}

Result<std::vector<std::string>> Database::tables() const {
  std::vector<std::string> out;
  GLEANER_CHECK(
      query("select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%' "
            "order by name",
            [&](const Row& row) { return out.emplace_back(row[0].text), true; }));
  return out;
}

Status Database::query(const std::string& sql, const TakeRow& take) const {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  if (sqlite3_prepare_v2(impl_->handle, sql.c_str(), int(sql.size()), &statement, &rest) != SQLITE_OK)
    return error(Code::bad_input, fmt::format("{}: {}", impl_->path, sqlite3_errmsg(impl_->handle)));
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owner(statement, sqlite3_finalize);
  sqlite3_stmt* second = nullptr;  // blanks and comments behind a statement are none
  const bool more = sqlite3_prepare_v2(impl_->handle, rest, -1, &second, nullptr) != SQLITE_OK || second;
  sqlite3_finalize(second);
  if (!statement || more)
    return error(Code::usage, statement ? "a second statement stands behind the first; one is asked at a time"
                                        : "there is no statement here");
  if (!sqlite3_stmt_readonly(statement))
    return error(Code::usage, "only statements that read are allowed here");
  Row row(size_t(sqlite3_column_count(statement)));
  std::vector<bool> boolean;  // SQLite has none: a column that was declared so holds 0 and 1
  for (size_t i = 0; i < row.size(); ++i) {
    row[i].name = sqlite3_column_name(statement, int(i));
    const char* type = sqlite3_column_decltype(statement, int(i));
    boolean.push_back(type && equals_ignoring_case(type, "boolean"));
  }
  int state;
  while ((state = sqlite3_step(statement)) == SQLITE_ROW) {
    for (size_t i = 0; i < row.size(); ++i) {
      read_cell(statement, int(i), row[i]);
      if (boolean[i] && row[i].kind == Cell::Kind::number) row[i].kind = Cell::Kind::boolean;
    }
    if (!take(row)) return {};
  }
  if (state != SQLITE_DONE)
    return error(Code::io, fmt::format("{}: {}", impl_->path, sqlite3_errmsg(impl_->handle)));
  return {};
}

}  // namespace gleaner::store
