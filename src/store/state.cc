// See state.h.
#include "store/state.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <utility>

namespace gleaner::store {
namespace {

constexpr int kBusyMilliseconds = 5000;

std::string_view text_in(sqlite3_stmt* statement, int column) {
  const char* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return {text ? text : "", text ? size_t(sqlite3_column_bytes(statement, column)) : 0};
}

Diagnostic failure(sqlite3* handle) {
  const char* file = sqlite3_db_filename(handle, "main");
  return error(Code::io, fmt::format("{}", sqlite3_errmsg(handle)), {file ? file : "", 0, 0, {}});
}

}  // namespace

void read_cell(sqlite3_stmt* statement, int column, Cell& cell) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL: cell.kind = Cell::Kind::null; return;
    case SQLITE_INTEGER:
    case SQLITE_FLOAT: cell.kind = Cell::Kind::number; break;
    default: cell.kind = Cell::Kind::text, cell.text = text_in(statement, column); return;
  }
  cell.number = sqlite3_column_double(statement, column);
  if (sqlite3_column_type(statement, column) != SQLITE_INTEGER) return;
  if (const int64_t n = sqlite3_column_int64(statement, column); n > kExactInteger || n < -kExactInteger)
    cell.kind = Cell::Kind::whole, cell.text = text_in(statement, column);
}

Statement::Statement(Statement&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}
Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::bind(int parameter, int64_t value) {
  sqlite3_bind_int64(handle_, parameter, value);
  return *this;
}
Statement& Statement::bind(int parameter, std::string_view value) {
  sqlite3_bind_text(handle_, parameter, value.data(), int(value.size()), SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind(int parameter, double value) {
  sqlite3_bind_double(handle_, parameter, value);
  return *this;
}
Statement& Statement::bind_null(int parameter) {
  sqlite3_bind_null(handle_, parameter);
  return *this;
}

Result<bool> Statement::step() {
  const int state = sqlite3_step(handle_);
  if (state == SQLITE_ROW) return true;
  const bool done = state == SQLITE_DONE;
  if (!done) {
    Diagnostic why = failure(sqlite3_db_handle(handle_));
    sqlite3_reset(handle_);
    return why;
  }
  sqlite3_reset(handle_);
  return false;
}

Status Statement::run() {
  for (;;) {
    GLEANER_TRY(const bool more, step());
    if (!more) return {};
  }
}

void Statement::reset() { sqlite3_reset(handle_); }
int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }
std::string_view Statement::text(int column) const { return text_in(handle_, column); }

int Statement::columns() const { return sqlite3_column_count(handle_); }
Cell Statement::cell(int column) const {
  Cell out;
  out.name = sqlite3_column_name(handle_, column);
  read_cell(handle_, column, out);
  return out;
}

Result<std::unique_ptr<State>> State::open(const std::string& path) {
  std::unique_ptr<State> state(new State());
  if (sqlite3_open_v2(path.c_str(), &state->handle_,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    return error(Code::io, fmt::format("cannot be opened: {}", sqlite3_errmsg(state->handle_)), {path});
  sqlite3_busy_timeout(state->handle_, kBusyMilliseconds);
  GLEANER_CHECK(
      state->run("pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -32768; pragma "
                 "temp_store = memory"));
  return state;
}

State::~State() { sqlite3_close_v2(handle_); }

Status State::run(const char* sql) {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) return failure(handle_);
  return {};
}

Result<Statement> State::prepare(const char* sql) {
  Statement statement;
  if (sqlite3_prepare_v3(handle_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement.handle_, nullptr) !=
      SQLITE_OK)
    return failure(handle_);
  return statement;
}

int64_t State::last_row() const { return sqlite3_last_insert_rowid(handle_); }
int64_t State::changes() const { return sqlite3_changes64(handle_); }

}  // namespace gleaner::store
