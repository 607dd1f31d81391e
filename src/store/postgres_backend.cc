// Records into a PostgreSQL database. Lists of texts and numbers are arrays, nested records are jsonb, or
// with --flat a table for each list.
//
// Rows wait in a file without a name, in the text form of COPY. At the end one transaction copies them into
// temporary tables and moves them on (merge.h); a lock of its own keeps two writers of one table apart.
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "store/merge.h"
#include "store/postgres_internal.h"
#include "store/table.h"
#include "wrap/writer.h"

#ifdef GLEANER_HAVE_POSTGRES
namespace gleaner::store {
namespace {

using wrap::FieldSchema;
using wrap::Type;

std::string postgres_type(const FieldSchema& column) {
  if (!column.fields.empty()) return "jsonb";
  std::string type;
  switch (column.type) {
    case Type::number: type = "double precision"; break;
    case Type::integer: type = "bigint"; break;
    case Type::boolean: type = "boolean"; break;
    case Type::date: type = "date"; break;
    case Type::timestamp: type = "timestamp without time zone"; break;
    default: type = "text";
  }
  return column.list ? type + "[]" : type;
}

// Without the one escape that jsonb refuses.
std::string json_text(const wrap::Value& value) {
  std::string json = wrap::json_of(value);
  for (size_t at = 0; (at = json.find('\\', at)) != std::string::npos; at += 2)
    if (json.compare(at, 6, "\\u0000") == 0) json.replace(at, 6, "\\ufffd");
  return json;
}

std::optional<std::string> plain_text(const FieldSchema& column, const wrap::Value& value) {
  if (!value.is_text()) return std::nullopt;
  if (column.type == Type::integer && !whole_of(value)) return std::nullopt;
  if (column.type != Type::number) return value.text;
  std::string text;
  json::append_number(text, real_of(value));
  return text;
}

// {"a","b",NULL}
std::string array_text(const FieldSchema& column, const std::vector<wrap::Value>& items) {
  std::string out = "{";
  for (const wrap::Value& item : items) {
    if (out.size() > 1) out += ',';
    const auto text = plain_text(column, item);
    if (!text) {
      out += "NULL";
      continue;
    }
    out += '"';
    for (char c : *text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }
  return out + "}";
}

std::optional<std::string> cell_text(const FieldSchema& column, const wrap::Value& value) {
  if (value.is_absent() || value.kind == wrap::Value::Kind::null) return std::nullopt;
  if (!column.fields.empty())
    return json_text(column.list && !value.is_list() ? wrap::Value::make_list({value}) : value);
  if (!column.list) return plain_text(column, value);
  return array_text(column, value.is_list() ? value.items : std::vector<wrap::Value>{value});
}

}  // namespace

class PostgresBackend final : public Backend {
 public:
  explicit PostgresBackend(const Target& target) : address_(target.place), target_(target) {
    target_.place = shown_place(address_);  // in messages
  }
  ~PostgresBackend() override {
    for (std::FILE* file : waiting_) std::fclose(file);
  }

  Status look() {
    GLEANER_CHECK(connect());
    connection_.reset();  // the work may take hours: nobody likes an idle connection
    return {};
  }

  Status begin(const std::vector<StagedTable>& tables) override {
    tables_ = tables;
    for (size_t i = 0; i < tables.size(); ++i) {
      std::FILE* file = std::tmpfile();
      if (!file) return cannot_wait();
      waiting_.push_back(file);
    }
    return {};
  }

  Status put(size_t table, const RowKeys& keys, const Cells& cells) override {
    std::string line = fmt::format("{}", keys.id);
    if (tables_[table].keyed) line += fmt::format("\t{}\t{}", keys.parent, keys.position);
    for (size_t i = 0; i < cells.size(); ++i) {
      line += '\t';
      const auto text = cells[i] ? cell_text(tables_[table].columns[i], *cells[i]) : std::nullopt;
      if (text) append_copied(line, *text);
      else line += "\\N";
    }
    line += '\n';
    return std::fwrite(line.data(), 1, line.size(), waiting_[table]) == line.size() ? Status()
                                                                                    : cannot_wait();
  }

  Result<Written> commit(const std::vector<StagedTable>& tables) override;
  std::vector<std::string> unfinished() const override { return {}; }

 private:
  class Tables;

  Diagnostic cannot_wait() const {
    return error(Code::io,
                 fmt::format("cannot write to the folder for temporary files: {}", std::strerror(errno)));
  }
  Status connect() {
    GLEANER_TRY(Postgres opened, Postgres::Impl::connect(address_, false));
    connection_ = std::make_unique<Postgres>(std::move(opened));
    return {};
  }
  Status run(const std::string& sql) const { return connection_->impl_->run(sql); }
  Status copy(size_t table);

  std::string address_;
  Target target_;
  std::unique_ptr<Postgres> connection_;
  std::vector<StagedTable> tables_;
  std::vector<std::FILE*> waiting_;
};

class PostgresBackend::Tables final : public Sql {
 public:
  explicit Tables(const PostgresBackend& backend) : backend_(backend) {}

  Status run(const std::string& sql) override { return backend_.run(sql); }
  Result<int64_t> number(const std::string& sql) override {
    int64_t found = 0;
    GLEANER_CHECK(backend_.connection_->query(sql, [&](const Row& row) {
      found = int64_t(row[0].number);
      return true;
    }));
    return found;
  }
  Result<std::optional<std::vector<ColumnThere>>> columns(const std::string& table) override {
    std::vector<ColumnThere> found;
    bool other = false;
    GLEANER_CHECK(backend_.connection_->query(
        "SELECT a.attname::text, format_type(a.atttypid, a.atttypmod), "
        "c.relkind::text FROM pg_attribute a JOIN "
        "pg_class c ON c.oid = a.attrelid WHERE c.oid = to_regclass(" +
            quote_text(quote_name(table)) + ") AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum",
        [&](const Row& row) {
          found.push_back({std::string(row[0].text), std::string(row[1].text)});
          other |= row[2].text != "r" && row[2].text != "p";
          return true;
        }));
    if (other) return error(Code::usage, fmt::format("{} is a view of this database, not a table", table));
    if (found.empty()) return std::optional<std::vector<ColumnThere>>();
    return std::optional(std::move(found));
  }
  std::string type_of(const FieldSchema& column) const override { return postgres_type(column); }
  // a temporary table of the same name would hide the target
  std::string staged(const std::string& table) const override {
    return "pg_temp." + quote_name("stage " + table);
  }
  std::string target(const std::string& table) const override { return quote_name(table); }
  bool has_indexes() const override { return true; }

 private:
  const PostgresBackend& backend_;
};

Status PostgresBackend::copy(size_t table) {
  Tables sql(*this);
  const std::string staged = sql.staged(tables_[table].name);
  GLEANER_CHECK(run("CREATE TEMPORARY TABLE " + staged + " (" + staged_columns(sql, tables_[table]) +
                    ") ON COMMIT DROP"));
  GLEANER_CHECK(run("COPY " + staged + " FROM STDIN"));
  std::rewind(waiting_[table]);
  char buffer[1 << 16];
  while (const size_t n = std::fread(buffer, 1, sizeof buffer, waiting_[table]))
    GLEANER_CHECK(connection_->impl_->copy({buffer, n}));
  return connection_->impl_->end_copy(std::ferror(waiting_[table]) ? "cannot read" : nullptr);
}

Result<Written> PostgresBackend::commit(const std::vector<StagedTable>& tables) {
  GLEANER_CHECK(connect());
  GLEANER_CHECK(run("BEGIN"));
  GLEANER_CHECK(
      run(fmt::format("SET LOCAL lock_timeout = {}", std::max(1, int(target_.wait_seconds * 1000)))));
  GLEANER_CHECK(run(fmt::format("SELECT pg_advisory_xact_lock(hashtext('gleaner'), hashtext({}))",
                                quote_text(target_.table))));
  for (size_t t = 0; t < tables_.size(); ++t) GLEANER_CHECK(copy(t));
  Tables sql(*this);
  GLEANER_CHECK(drop_double_keys(sql, target_, tables));
  GLEANER_TRY(Written written, merge(sql, target_, tables));
  GLEANER_CHECK(run("COMMIT"));
  return written;
}

Result<std::unique_ptr<Backend>> make_postgres_backend(const Target& target) {
  auto made = std::make_unique<PostgresBackend>(target);
  GLEANER_CHECK(made->look());
  return std::unique_ptr<Backend>(std::move(made));
}

}  // namespace gleaner::store
#endif
