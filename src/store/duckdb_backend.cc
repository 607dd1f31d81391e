// Records into a .duckdb database or a Parquet file: nested values stay nested (structs and lists), or with
// --flat a table for each list. See staging.h for the way there.
//
// Values go to DuckDB's appender as values. The connection is a database in memory with the staging file
// attached as `stage` and the database that is written as `target`. What is moved into a database that is
// there goes through its log; a checkpoint brings it from there into the file, under the care of
// duckdb_checkpoint.h: somebody's data of years stands in it.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "base/text.h"
#include "store/duckdb_checkpoint.h"
#include "store/duckdb_internal.h"
#include "store/merge.h"
#include "store/table.h"

#ifdef GLEANER_HAVE_DUCKDB
namespace gleaner::store {
namespace {

using wrap::FieldSchema;
using wrap::Type;

struct PlainType {
  const char* name;
  ::duckdb_type type;
};

PlainType plain_type(Type type) {
  switch (type) {
    case Type::number: return {"DOUBLE", DUCKDB_TYPE_DOUBLE};
    case Type::integer: return {"BIGINT", DUCKDB_TYPE_BIGINT};
    case Type::boolean: return {"BOOLEAN", DUCKDB_TYPE_BOOLEAN};
    case Type::date: return {"DATE", DUCKDB_TYPE_DATE};
    case Type::timestamp: return {"TIMESTAMP", DUCKDB_TYPE_TIMESTAMP};
    default: return {"VARCHAR", DUCKDB_TYPE_VARCHAR};
  }
}

std::string duckdb_type(const FieldSchema& column) {
  std::string type;
  if (!column.fields.empty()) {
    type =
        "STRUCT(" +
        joined(column.fields,
               [](const FieldSchema& field) { return quote_name(field.name) + " " + duckdb_type(field); }) +
        ")";
  } else {
    type = plain_type(column.type).name;
  }
  return column.list ? type + "[]" : type;
}

// Values of nested columns, as the appender takes them.
class Values {
 public:
  explicit Values(const DuckDbApi& api) : api_(api) {}

  duckdb_value make(const FieldSchema& column, const wrap::Value* value) const {
    if (!value || value->is_absent() || value->kind == wrap::Value::Kind::null)
      return api_.duckdb_create_null_value();
    if (!column.list) return make_one(column, *value);
    std::vector<duckdb_value> items;
    if (value->is_list())
      for (const wrap::Value& item : value->items)
        items.push_back(item.is_text() || item.is_record() ? make_one(column, item)
                                                           : api_.duckdb_create_null_value());
    else items.push_back(make_one(column, *value));  // the only one
    FieldSchema inner = column;
    inner.list = false;
    duckdb_logical_type type = logical(inner);
    duckdb_value none = nullptr;  // an empty list has a place for its values too
    duckdb_value made =
        api_.duckdb_create_list_value(type, items.empty() ? &none : items.data(), items.size());
    api_.duckdb_destroy_logical_type(&type);
    for (duckdb_value& item : items) api_.duckdb_destroy_value(&item);
    return made;
  }

 private:
  duckdb_logical_type logical(const FieldSchema& column) const {
    duckdb_logical_type made;
    if (!column.fields.empty()) {
      std::vector<duckdb_logical_type> types;
      std::vector<const char*> names;
      for (const FieldSchema& field : column.fields) {
        types.push_back(logical(field));
        names.push_back(field.name.c_str());
      }
      made = api_.duckdb_create_struct_type(types.data(), names.data(), types.size());
      for (duckdb_logical_type& type : types) api_.duckdb_destroy_logical_type(&type);
    } else {
      made = api_.duckdb_create_logical_type(plain_type(column.type).type);
    }
    if (!column.list) return made;
    duckdb_logical_type list = api_.duckdb_create_list_type(made);
    api_.duckdb_destroy_logical_type(&made);
    return list;
  }

  duckdb_value make_record(const FieldSchema& column, const wrap::Value& value) const {
    FieldSchema inner = column;
    inner.list = false;
    std::vector<duckdb_value> fields;
    for (const FieldSchema& field : column.fields)
      fields.push_back(make(field, wrap::find(value.fields, field.name)));
    duckdb_logical_type type = logical(inner);
    duckdb_value made = api_.duckdb_create_struct_value(type, fields.data());
    api_.duckdb_destroy_logical_type(&type);
    for (duckdb_value& field : fields) api_.duckdb_destroy_value(&field);
    return made;
  }

  duckdb_value make_one(const FieldSchema& column, const wrap::Value& value) const {
    if (!column.fields.empty())
      return value.is_record() ? make_record(column, value) : api_.duckdb_create_null_value();
    if (!value.is_text()) return api_.duckdb_create_null_value();
    switch (column.type) {
      case Type::number: return api_.duckdb_create_double(real_of(value));
      case Type::boolean: return api_.duckdb_create_bool(truth_of(value));
      case Type::integer:
        if (const auto whole = whole_of(value)) return api_.duckdb_create_int64(*whole);
        return api_.duckdb_create_null_value();
      case Type::date:
        if (const auto days = days_of(value)) return api_.duckdb_create_date({int32_t(*days)});
        return api_.duckdb_create_null_value();
      case Type::timestamp:
        if (const auto micros = microseconds_of(value)) return api_.duckdb_create_timestamp({*micros});
        return api_.duckdb_create_null_value();
      default: return api_.duckdb_create_varchar_length(value.text.data(), value.text.size());
    }
  }

  const DuckDbApi& api_;
};

}  // namespace

class DuckDbBackend final : public Backend {
 public:
  explicit DuckDbBackend(const Target& target)
      : target_(target),
        parquet_(kind_of(target.place) == "parquet"),
        stage_(fmt::format("{}.{}.stage.part", target.place, ::getpid())),
        fresh_(fmt::format("{}.{}.part", target.place, ::getpid())) {}
  ~DuckDbBackend() override {
    close_appenders();
    database_.reset();
    for (const std::string& file : unfinished()) ::unlink(file.c_str());
  }

  Status open() {
    GLEANER_CHECK(look());
    for (const std::string& file : unfinished()) ::unlink(file.c_str());
    GLEANER_CHECK(try_folder());
    GLEANER_TRY(DuckDb opened, DuckDb::Impl::open("", target_.place, {}));
    database_ = std::make_unique<DuckDb>(std::move(opened));
    GLEANER_CHECK(run("SET temp_directory = " + quote_text(stage_ + ".tmp")));
    return run("ATTACH " + quote_text(stage_) + " AS stage");
  }

  Status begin(const std::vector<StagedTable>& tables) override;
  Status put(size_t table, const RowKeys& keys, const Cells& cells) override;
  Result<Written> commit(const std::vector<StagedTable>& tables) override;
  std::vector<std::string> unfinished() const override {
    return {stage_, stage_ + ".wal", fresh_, fresh_ + ".wal"};
  }

 private:
  class Tables;  // as merge.h sees them

  const DuckDbApi& api() const { return database_->impl_->api; }
  Status run(const std::string& sql) const {
    Status done = database_->impl_->run(sql);
    if (done.ok()) return done;
    Diagnostic why = done.error();
    why.code = Code::io;
    return why;
  }
  // What DuckDB says of a folder that may not be written names a file that nobody knows.
  Status try_folder() const {
    const int file = ::open(stage_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
      return error(Code::io, fmt::format("cannot write: {}", std::strerror(errno)),
                   Where{.file = target_.place});
    ::close(file);
    ::unlink(stage_.c_str());
    return {};
  }
  Status look() const;
  Status attach(const std::string& path) const;
  Result<Written> move(const std::vector<StagedTable>& tables, const std::string& into);
  Status settle(const std::string& into);
  Status write_parquet(const StagedTable& table);
  void close_appenders() {
    for (duckdb_appender& appender : appenders_) api().duckdb_appender_destroy(&appender);
    appenders_.clear();
  }
  duckdb_state append(duckdb_appender appender, const FieldSchema& column, const wrap::Value* value) const;

  Target target_;
  bool parquet_;
  std::string stage_, fresh_;
  SafeCopy safe_;  // outlives the database
  std::unique_ptr<DuckDb> database_;
  std::vector<StagedTable> tables_;
  std::vector<duckdb_appender> appenders_;
};

class DuckDbBackend::Tables final : public Sql {
 public:
  explicit Tables(const DuckDbBackend& backend) : backend_(backend) {}

  Status run(const std::string& sql) override { return backend_.run(sql); }
  Result<int64_t> number(const std::string& sql) override {
    int64_t found = 0;
    GLEANER_CHECK(backend_.database_->query(sql, [&](const Row& row) {
      found = int64_t(row[0].number);
      return false;
    }));
    return found;
  }
  Result<std::optional<std::vector<ColumnThere>>> columns(const std::string& table) override {
    const std::string where =
        " WHERE database_name = 'target' AND schema_name = 'main' AND lower({}) = lower(" +
        quote_text(table) + ")";
    GLEANER_TRY(const int64_t views, number("SELECT count(*) FROM duckdb_views()" +
                                            fmt::format(fmt::runtime(where), "view_name")));
    if (views)
      return error(Code::usage, fmt::format("{} is a view of this database, not a table", table),
                   Where{.file = backend_.target_.place});
    std::vector<ColumnThere> found;
    GLEANER_CHECK(backend_.database_->query(
        "SELECT column_name, data_type FROM duckdb_columns()" +
            fmt::format(fmt::runtime(where), "table_name") + " ORDER BY column_index",
        [&](const Row& row) {
          found.push_back({std::string(row[0].text), std::string(row[1].text)});
          return true;
        }));
    if (found.empty()) return std::optional<std::vector<ColumnThere>>();
    return std::optional(std::move(found));
  }
  std::string type_of(const FieldSchema& column) const override { return duckdb_type(column); }
  std::string staged(const std::string& table) const override { return "stage.main." + quote_name(table); }
  std::string target(const std::string& table) const override { return "target.main." + quote_name(table); }
  bool has_indexes() const override { return false; }

 private:
  const DuckDbBackend& backend_;
};

// What would go wrong at the end is said now.
Status DuckDbBackend::look() const {
  if (parquet_ && target_.mode != Mode::replace && target_.mode != Mode::create)
    return error(Code::usage, "a Parquet file is written whole: rows cannot be added to it",
                 Where{.file = target_.place},
                 "write another file and read both: read_parquet(['a.parquet', 'b.parquet']); or a .duckdb");
  if (!is_there(target_.place)) return {};
  if (parquet_ && target_.mode == Mode::create)
    return error(Code::usage, "this file is there already", Where{.file = target_.place},
                 "--mode replace replaces it");
  std::ifstream file(target_.place, std::ios::binary);
  char head[12] = {};
  file.read(head, sizeof head);
  const bool fits = parquet_ ? std::string_view(head, 4) == "PAR1" : std::string_view(head + 8, 4) == "DUCK";
  if (!file && file.gcount() == 0)
    return error(Code::io, fmt::format("cannot read: {}", std::strerror(errno)),
                 Where{.file = target_.place});
  if (!fits)
    return error(
        Code::bad_input,
        fmt::format("this file is there already and is no {}", parquet_ ? "Parquet file" : "DuckDB database"),
        Where{.file = target_.place}, "remove it, or write to another name");
  if (::access(target_.place.c_str(), W_OK) != 0)
    return error(Code::io, fmt::format("cannot write: {}", std::strerror(errno)),
                 Where{.file = target_.place});
  return {};
}

Status DuckDbBackend::begin(const std::vector<StagedTable>& tables) {
  const Tables sql(*this);
  tables_ = tables;
  for (const StagedTable& table : tables) {
    GLEANER_CHECK(run("CREATE TABLE " + sql.staged(table.name) + " (" + staged_columns(sql, table) + ")"));
    duckdb_appender appender = nullptr;
    if (api().duckdb_appender_create_ext(database_->impl_->connection, "stage", "main", table.name.c_str(),
                                         &appender) != DuckDBSuccess) {
      const std::string why = first_line(api().duckdb_appender_error(appender));
      api().duckdb_appender_destroy(&appender);
      return error(Code::io, "cannot write: " + why, Where{.file = target_.place});
    }
    appenders_.push_back(appender);
  }
  return {};
}

duckdb_state DuckDbBackend::append(duckdb_appender appender, const FieldSchema& column,
                                   const wrap::Value* value) const {
  if (!value || value->is_absent() || value->kind == wrap::Value::Kind::null)
    return api().duckdb_append_null(appender);
  if (column.list || !column.fields.empty()) {
    duckdb_value made = Values(api()).make(column, value);
    const duckdb_state state = api().duckdb_append_value(appender, made);
    api().duckdb_destroy_value(&made);
    return state;
  }
  if (!value->is_text()) return api().duckdb_append_null(appender);
  switch (column.type) {
    case Type::number: return api().duckdb_append_double(appender, real_of(*value));
    case Type::boolean: return api().duckdb_append_bool(appender, truth_of(*value));
    case Type::integer:
      if (const auto whole = whole_of(*value)) return api().duckdb_append_int64(appender, *whole);
      break;
    case Type::date:
      if (const auto days = days_of(*value)) return api().duckdb_append_date(appender, {int32_t(*days)});
      break;
    case Type::timestamp:
      if (const auto micros = microseconds_of(*value))
        return api().duckdb_append_timestamp(appender, {*micros});
      break;
    default: return api().duckdb_append_varchar_length(appender, value->text.data(), value->text.size());
  }
  return api().duckdb_append_null(appender);
}

Status DuckDbBackend::put(size_t table, const RowKeys& keys, const Cells& cells) {
  duckdb_appender appender = appenders_[table];
  bool fine = api().duckdb_append_int64(appender, keys.id) == DuckDBSuccess;
  if (tables_[table].keyed)
    for (const int64_t key : {keys.parent, keys.position})
      fine &= api().duckdb_append_int64(appender, key) == DuckDBSuccess;
  for (size_t i = 0; i < cells.size(); ++i)
    fine &= append(appender, tables_[table].columns[i], cells[i]) == DuckDBSuccess;
  fine = fine && api().duckdb_appender_end_row(appender) == DuckDBSuccess;
  if (fine) return {};
  return error(Code::io, "cannot write: " + first_line(api().duckdb_appender_error(appender)),
               Where{.file = target_.place});
}

// Another process may hold the database: it is asked again for a while.
Status DuckDbBackend::attach(const std::string& path) const {
  const Status done =
      open_patiently(target_.wait_seconds, [&] { return run("ATTACH " + quote_text(path) + " AS target"); });
  if (!is_locked(done)) return done;
  return error(Code::io, "another program has opened this database: nothing was written",
               Where{.file = target_.place},
               "run it again when that is done, or wait longer: --wait SECONDS");
}

Result<Written> DuckDbBackend::move(const std::vector<StagedTable>& tables, const std::string& into) {
  mend_cut_checkpoint(into);
  GLEANER_CHECK(run("SET checkpoint_threshold = '1TB'; PRAGMA disable_checkpoint_on_shutdown"));
  GLEANER_CHECK(attach(into));
  Tables sql(*this);
  GLEANER_CHECK(drop_double_keys(sql, target_, tables));
  GLEANER_CHECK(run("BEGIN"));
  GLEANER_TRY(Written written, merge(sql, target_, tables));
  GLEANER_CHECK(run("COMMIT"));
  GLEANER_CHECK(settle(into));
  GLEANER_CHECK(run("DETACH target"));
  return written;
}

// Everything from the log into the file. Where there is no room for that, it stays in the log: it is
// committed there. The copy of a checkpoint that failed stays, too: whoever comes next puts it back.
Status DuckDbBackend::settle(const std::string& into) {
  if (into == fresh_) return run("CHECKPOINT target");  // nobody's yet
  if (is_worth_a_checkpoint(into) && safe_.make(into).ok() && run("CHECKPOINT target").ok()) safe_.remove();
  return {};
}

Status DuckDbBackend::write_parquet(const StagedTable& table) {
  const std::string columns =
      joined(table.columns, [](const FieldSchema& column) { return quote_name(column.name); });
  GLEANER_CHECK(run(fmt::format("COPY (SELECT {} FROM {}) TO {} (FORMAT parquet, COMPRESSION zstd)", columns,
                                Tables(*this).staged(table.name), quote_text(fresh_))));
  if (std::rename(fresh_.c_str(), target_.place.c_str()) == 0) return {};
  return error(Code::io, fmt::format("cannot write: {}", std::strerror(errno)), Where{.file = target_.place});
}

Result<Written> DuckDbBackend::commit(const std::vector<StagedTable>& tables) {
  for (duckdb_appender appender : appenders_)
    if (api().duckdb_appender_close(appender) != DuckDBSuccess)
      return error(Code::io, "cannot write: " + first_line(api().duckdb_appender_error(appender)),
                   Where{.file = target_.place});
  close_appenders();
  if (parquet_) {
    GLEANER_CHECK(write_parquet(tables[0]));
    return Written{};
  }
  for (;;) {
    const bool there = is_there(target_.place);
    GLEANER_TRY(Written written, move(tables, there ? target_.place : fresh_));
    if (there) return written;
    ::unlink((target_.place + ".wal").c_str());  // of a database that is gone
    GLEANER_TRY(const bool placed, place_file(fresh_, target_.place));
    if (placed) return written;
  }
}

Result<std::unique_ptr<Backend>> make_duckdb_backend(const Target& target) {
  GLEANER_CHECK(load_duckdb());
  auto made = std::make_unique<DuckDbBackend>(target);
  GLEANER_CHECK(made->open());
  return std::unique_ptr<Backend>(std::move(made));
}

}  // namespace gleaner::store
#endif
