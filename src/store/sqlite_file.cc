// Records to an SQLite database: the table `records`, and a table for each list inside a record, as `extract
// --flat` does it.
//
//   records       _id, page, name, price, "price.value", "price.currency"
//   offers        _id, _parent, _position, seller          a record a row; _parent is the _id in records
//   tags          _id, _parent, _position, tags            a list of texts: a text a row
//
// A table is made for its first row, with the columns of that; another column appears when the first value for
// it does (ALTER TABLE ADD COLUMN only writes the schema, but reads all of it: for each of many columns that
// would be too much). Columns have no type, so that every value keeps its own: the lines go straight into the
// database and wait nowhere. A record that is no list becomes columns of its parent ("maker.name"), a list inside a list is JSON text.
// Cost: linear in the values; memory: the names of tables and columns.
#include <sqlite3.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text.h"
#include "store/shape.h"
#include "store/sqlite.h"

namespace gleaner::store {
namespace {

using json::Value;

// SQLite takes "Name" and "name" for the same: the second is called "name_2".
class Names {
 public:
  std::string unique(std::string name) {
    const std::string first = name;
    for (int n = 2; !taken_.insert(lower_ascii(name)).second; ++n) name = fmt::format("{}_{}", first, n);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
};

struct Statement {
  sqlite3_stmt* handle = nullptr;
  Statement() = default;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(handle); }
};

struct Table {
  std::string path, name;  // of the list in the records: "" for records, "offers"; in the database
  int64_t rows = 0;
  Names names;                                  // of the columns
  std::unordered_map<std::string, int> column;  // field, as the lines name it, to parameter of `insert`
  std::string columns;                          // of CREATE TABLE, until that ran
  int parameters = 0;
  Statement insert;  // of all columns; made anew after a column was added
};

struct Bound {
  int parameter;
  const Value* value;
};

// A value with its readings: {"text": "EUR 6.90", "value": 6.9}, not a record.
bool is_annotated(const Value& v) {
  const Value* text = v.is_object() ? v.find("text") : nullptr;
  return text && !text->is_object() && !text->is_array();
}

}  // namespace

class SqliteFile final : public RecordFile {
 public:
  static Result<std::unique_ptr<RecordFile>> create(const std::string& path);
  ~SqliteFile() override {
    tables_.clear();  // statements before their database
    sqlite3_close_v2(handle_);
    ::unlink(part_.c_str());
  }
  Status add(std::string_view json_lines) override;
  Status finish() override;
  std::vector<std::string> unfinished() const override { return {part_}; }

 private:
  explicit SqliteFile(const std::string& path)
      : path_(path), part_(fmt::format("{}.{}.part", path, ::getpid())) {}
  Diagnostic failed() const {
    return error(Code::io, fmt::format("cannot write: {}", sqlite3_errmsg(handle_)), Where{.file = path_});
  }
  Status run(const std::string& sql) {
    return sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK ? Status() : failed();
  }
  // The table of the list at `path`, below `parent`.
  Result<Table*> table(const std::string& path, const Table* parent);
  Result<int> column(Table& into, const std::string& field);
  Status make(Table& table);  // in the database, unless it is there
  Status prepare(Table& into);

  // Rows of lists have a parent and the name of their list, which is the column of values that are no
  // records.
  Status add_row(Table& into, int64_t parent, size_t position, const std::string& name, const Value& value);
  Status add_record(Table& into, const std::string& prefix, int64_t id, const Value& record,
                    std::vector<Bound>& cells);
  Status add_value(Table& into, const std::string& field, int64_t id, const Value& value,
                   std::vector<Bound>& cells);
  Status add_annotated(Table& into, const std::string& field, const Value& value, std::vector<Bound>& cells);
  Status put(Table& into, const std::string& field, const Value& value, std::vector<Bound>& cells);
  int bind(sqlite3_stmt* statement, int parameter, const Value& value) const;

  std::string path_, part_;
  sqlite3* handle_ = nullptr;
  std::string_view line_;  // that is being added: nested lists are copied from it
  Names names_;
  std::deque<Table> tables_;  // never move
  std::unordered_map<std::string, Table*> by_path_;
};

Result<std::unique_ptr<RecordFile>> SqliteFile::create(const std::string& path) {
  std::unique_ptr<SqliteFile> made(new SqliteFile(path));
  ::unlink(made->part_.c_str());
  if (sqlite3_open_v2(made->part_.c_str(), &made->handle_,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    return made->failed();
  // The file has no readers and no past before it is renamed: nothing to roll back to.
  GLEANER_CHECK(made->run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN"));
  GLEANER_CHECK(made->table("", nullptr));
  return std::unique_ptr<RecordFile>(std::move(made));
}

Result<Table*> SqliteFile::table(const std::string& path, const Table* parent) {
  if (const auto at = by_path_.find(path); at != by_path_.end()) return at->second;
  Table& made = tables_.emplace_back();
  made.path = path;
  made.name = parent ? path : "records";
  // SQLite's own tables are called so
  if (lower_ascii(path).starts_with("sqlite_")) made.name.insert(0, 1, '_');
  made.name = names_.unique(made.name);
  std::vector<std::string> keys = {"_id INTEGER PRIMARY KEY"};
  if (parent) {
    keys.push_back("_parent INTEGER REFERENCES " + quote_name(parent->name) + "(_id)");
    keys.push_back("_position INTEGER");
  }
  for (const std::string& key : keys) {
    made.names.unique(key.substr(0, key.find(' ')));  // a field of that name gets another
    made.columns += (made.columns.empty() ? "" : ", ") + key;
  }
  made.parameters = int(keys.size());
  by_path_.emplace(path, &made);
  return &made;
}

Result<int> SqliteFile::column(Table& into, const std::string& field) {
  auto [at, inserted] = into.column.try_emplace(field, 0);
  if (!inserted) return at->second;
  const std::string name = quote_name(into.names.unique(field));
  if (!into.columns.empty()) {
    into.columns += ", " + name;
    return at->second = ++into.parameters;
  }
  GLEANER_CHECK(run("ALTER TABLE " + quote_name(into.name) + " ADD COLUMN " + name));
  sqlite3_finalize(into.insert.handle);
  into.insert.handle = nullptr;
  return at->second = ++into.parameters;
}

Status SqliteFile::make(Table& table) {
  if (table.columns.empty()) return {};
  const std::string columns = std::move(table.columns);
  table.columns.clear();
  return run("CREATE TABLE " + quote_name(table.name) + " (" + columns + ")");
}

Status SqliteFile::prepare(Table& into) {
  if (into.insert.handle) return {};
  GLEANER_CHECK(make(into));
  std::string sql = "INSERT INTO " + quote_name(into.name) + " VALUES (?";
  for (int i = 1; i < into.parameters; ++i) sql += ", ?";
  sql += ")";
  if (sqlite3_prepare_v2(handle_, sql.c_str(), int(sql.size()), &into.insert.handle, nullptr) != SQLITE_OK)
    return failed();
  return {};
}

Status SqliteFile::add(std::string_view json_lines) {
  for (std::string_view line : split(json_lines, '\n')) {
    if (trim(line).empty()) continue;
    GLEANER_TRY(json::Parsed parsed, parse_record(line, path_));
    line_ = line;
    GLEANER_CHECK(add_row(tables_.front(), 0, 0, "", parsed.root));
  }
  return {};
}

Status SqliteFile::add_row(Table& into, int64_t parent, size_t position, const std::string& name,
                           const Value& value) {
  const int64_t id = ++into.rows;
  std::vector<Bound> cells;
  if (value.is_object() && (!parent || !is_annotated(value))) {
    GLEANER_CHECK(add_record(into, "", id, value, cells));
  } else if (value.is_object()) {
    GLEANER_CHECK(add_annotated(into, name, value, cells));
  } else {
    GLEANER_CHECK(put(into, name, value, cells));
  }
  GLEANER_CHECK(prepare(into));
  sqlite3_stmt* insert = into.insert.handle;
  sqlite3_bind_int64(insert, 1, id);
  if (parent) {
    sqlite3_bind_int64(insert, 2, parent);
    sqlite3_bind_int64(insert, 3, int64_t(position));
  }
  bool fine = true;
  for (const Bound& cell : cells) fine &= bind(insert, cell.parameter, *cell.value) == SQLITE_OK;
  fine = fine && sqlite3_step(insert) == SQLITE_DONE;
  if (!fine) return failed();
  sqlite3_reset(insert);
  sqlite3_clear_bindings(insert);
  return {};
}

Status SqliteFile::add_record(Table& into, const std::string& prefix, int64_t id, const Value& record,
                              std::vector<Bound>& cells) {
  for (const json::Member& member : record.members)
    GLEANER_CHECK(add_value(into, prefix + std::string(member.key), id, member.value, cells));
  return {};
}

Status SqliteFile::add_value(Table& into, const std::string& field, int64_t id, const Value& value,
                             std::vector<Bound>& cells) {
  if (is_annotated(value)) return add_annotated(into, field, value, cells);
  if (value.is_object()) return add_record(into, field + ".", id, value, cells);
  if (!value.is_array()) return put(into, field, value, cells);
  GLEANER_TRY(Table * list, table(into.path.empty() ? field : into.path + "." + field, &into));
  for (size_t i = 0; i < value.items.size(); ++i)
    GLEANER_CHECK(add_row(*list, id, i + 1, field, value.items[i]));
  return {};
}

// price, price.value, price.currency, and of a span price.begin, price.end: the columns that csv has.
Status SqliteFile::add_annotated(Table& into, const std::string& field, const Value& value,
                                 std::vector<Bound>& cells) {
  for (const json::Member& member : value.members) {
    const std::string name = member.key == "text" ? field : field + "." + std::string(member.key);
    if (member.key == "span" && member.value.is_array() && member.value.items.size() == 2) {
      GLEANER_CHECK(put(into, field + ".begin", member.value.items[0], cells));
      GLEANER_CHECK(put(into, field + ".end", member.value.items[1], cells));
    } else {
      GLEANER_CHECK(put(into, name, member.value, cells));
    }
  }
  return {};
}

Status SqliteFile::put(Table& into, const std::string& field, const Value& value, std::vector<Bound>& cells) {
  GLEANER_TRY(const int parameter, column(into, field));
  cells.push_back({parameter, &value});
  return {};
}

int SqliteFile::bind(sqlite3_stmt* statement, int parameter, const Value& value) const {
  const auto text = [&](std::string_view bytes) {
    return sqlite3_bind_text64(statement, parameter, bytes.data(), bytes.size(), SQLITE_STATIC, SQLITE_UTF8);
  };
  switch (value.kind) {
    case Value::Kind::null: return SQLITE_OK;
    case Value::Kind::boolean: return sqlite3_bind_int(statement, parameter, value.boolean);
    case Value::Kind::string: return text(value.text);
    case Value::Kind::number:
      if (is_whole(value.text))
        return sqlite3_bind_int64(statement, parameter,
                                  std::strtoll(std::string(value.text).c_str(), nullptr, 10));
      return sqlite3_bind_double(statement, parameter, value.number);
    default: return text(line_.substr(value.span.begin, value.span.end - value.span.begin));
  }
}

Status SqliteFile::finish() {
  for (Table& table : tables_) GLEANER_CHECK(make(table));
  for (const Table& table : tables_)
    if (&table != &tables_.front())
      GLEANER_CHECK(run(fmt::format("CREATE INDEX {} ON {} (_parent)", quote_name(table.name + "._parent"),
                                    quote_name(table.name))));
  GLEANER_CHECK(run("COMMIT"));
  tables_.clear();
  if (sqlite3_close(handle_) != SQLITE_OK) return failed();
  handle_ = nullptr;
  if (std::rename(part_.c_str(), path_.c_str()) != 0)
    return error(Code::io, fmt::format("cannot write: {}", std::strerror(errno)), Where{.file = path_});
  // What a database of that name had not finished would be taken for part of the new one.
  for (const char* ending : {"-journal", "-wal", "-shm"}) ::unlink((path_ + ending).c_str());
  return {};
}

Result<std::unique_ptr<RecordFile>> create_sqlite_file(const std::string& path) {
  return SqliteFile::create(path);
}

}  // namespace gleaner::store
