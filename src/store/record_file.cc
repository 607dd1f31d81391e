// See record_file.h.
#include "store/record_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "store/merge.h"

namespace gleaner::store {
namespace {

constexpr const char* kPartial = "_partial";
constexpr size_t kFed = 256 * 1024;  // bytes of waiting lines that are read at once

// Leaves of records that are no list, as columns "maker.town".
void add_leaves(const std::vector<wrap::FieldSchema>& fields, const std::vector<std::string>& above,
                bool nested, std::vector<wrap::FieldSchema>& columns,
                std::vector<std::vector<std::string>>& paths) {
  for (const wrap::FieldSchema& field : fields) {
    std::vector<std::string> path = above;
    path.push_back(field.name);
    if (!nested && !field.fields.empty() && !field.list) {
      add_leaves(field.fields, path, nested, columns, paths);
      continue;
    }
    wrap::FieldSchema column = field;
    column.name = fmt::format("{}", fmt::join(path, "."));
    columns.push_back(std::move(column));
    paths.push_back(std::move(path));
  }
}

const wrap::Value* at_path(const std::vector<wrap::Field>& fields, const std::vector<std::string>& path) {
  const std::vector<wrap::Field>* at = &fields;
  for (size_t i = 0; i < path.size(); ++i) {
    const wrap::Value* value = wrap::find(*at, path[i]);
    if (!value || i + 1 == path.size()) return value;
    at = &value->fields;
  }
  return nullptr;
}

// A name that stands twice in a record is a list that was not written as one.
void join_doubles(std::vector<wrap::Field>& fields) {
  for (size_t i = 0; i < fields.size(); ++i)
    for (size_t j = i + 1; j < fields.size();) {
      if (fields[j].name != fields[i].name) {
        ++j;
        continue;
      }
      if (!fields[i].value.is_list()) fields[i].value = wrap::Value::make_list({std::move(fields[i].value)});
      fields[i].value.items.push_back(std::move(fields[j].value));
      fields.erase(fields.begin() + ptrdiff_t(j));
    }
}

// A list where the column has no place for one: its values, joined as in csv.
void join_list(wrap::Value& value) {
  std::string text;
  for (const wrap::Value& item : value.items)
    if (item.is_text()) text += (text.empty() ? "" : " | ") + item.text;
  value = wrap::Value::make_text(std::move(text));
}

// A field that the schema has no column for; empty: none.
std::string unknown_field(const std::vector<wrap::Field>& fields,
                          const std::vector<wrap::FieldSchema>& schema) {
  for (const wrap::Field& field : fields) {
    if (field.value.is_absent()) continue;
    const wrap::FieldSchema* known = nullptr;
    for (const wrap::FieldSchema& one : schema)
      if (one.name == field.name) known = &one;
    if (!known) return field.name;
    const auto below = [&](const wrap::Value& value) {
      return value.is_record() && !known->fields.empty() ? unknown_field(value.fields, known->fields) : "";
    };
    std::string found = below(field.value);
    for (size_t i = 0; found.empty() && i < field.value.items.size(); ++i)
      found = below(field.value.items[i]);
    if (!found.empty()) return field.name + "." + found;
  }
  return "";
}

int64_t key_of(const wrap::Record& row, const std::string& name) {
  const wrap::Value* value = row.find(name);
  return value ? whole_of(*value).value_or(0) : 0;
}

}  // namespace

Result<std::unique_ptr<RecordFile>> RecordFile::create(const std::string& place) {
  GLEANER_TRY(const Target target, parse_target(place));
  return create(target);
}

Result<std::unique_ptr<RecordFile>> RecordFile::create(const Target& target) {
  if (target.mode == Mode::upsert && target.key.empty())
    return error(Code::usage, "--mode upsert needs the key by which rows are told apart", {},
                 "--key FIELD, or several: --key shop,name");
  if (target.mode != Mode::upsert && !target.key.empty())
    return error(Code::usage, "--key is for --mode upsert");
  std::unique_ptr<RecordFile> made(new RecordFile(target));
  const std::string_view kind = kind_of(target.place);
  made->keyed_ = kind == "sqlite" || target.flat;
  if (target.flat && kind == "parquet")
    return error(Code::usage, "a Parquet file is one table: --flat makes several",
                 Where{.file = target.place},
                 "write a .duckdb or .sqlite, or leave out --flat: lists stay lists");
  if (kind == "sqlite") {
    GLEANER_TRY(made->backend_, make_sqlite_backend(target));
  } else if (kind == "postgresql") {
    GLEANER_TRY(made->backend_, make_postgres_backend(target));
  } else {
    GLEANER_TRY(made->backend_, make_duckdb_backend(target));
  }
  return made;
}

RecordFile::~RecordFile() {
  if (waiting_) std::fclose(waiting_);
  if (!waiting_file_.empty()) ::unlink(waiting_file_.c_str());
}

std::vector<std::string> RecordFile::unfinished() const {
  std::vector<std::string> files = backend_->unfinished();
  if (!waiting_file_.empty()) files.push_back(waiting_file_);
  return files;
}

void RecordFile::add_table(const std::string& name, size_t parent, const wrap::Schema& schema,
                           const wrap::WriteOptions& options) {
  const wrap::Readings readings =
      options.typed ? options.readings.value_or(wrap::Readings::columns) : wrap::Readings::text;
  wrap::Schema fields = schema;
  if (keyed_) {  // the keys are not among the columns
    const wrap::KeyNames keys = flattener_->keys();
    std::erase_if(fields.fields, [&](const wrap::FieldSchema& field) {
      return field.name == keys.id || field.name == keys.parent || field.name == keys.position;
    });
  }
  Table table{wrap::ReadingColumns(fields, readings, options.spans), {}};
  StagedTable staged{name, parent, keyed_, {}};
  add_leaves(table.columns.schema().fields, {}, !keyed_, staged.columns, table.paths);
  wrap::ColumnNames names;
  if (keyed_)
    for (const char* key : {kId, kParent, kPosition}) names.unique(key);
  for (wrap::FieldSchema& column : staged.columns) column.name = names.unique(column.name);
  if (tables_.empty()) {
    staged.columns.push_back({names.unique(kPartial), wrap::Type::boolean, false, {}});
    table.paths.push_back({"\n"});  // filled in by put()
  }
  staged_.push_back(std::move(staged));
  tables_.push_back(std::move(table));
}

Status RecordFile::begin(const wrap::Schema& schema, const wrap::WriteOptions& options) {
  begun_ = true;
  schema_ = schema;
  wrap::Schema whole;
  if (options.page) {
    page_key_ = wrap::page_key(schema);
    whole.fields.push_back({page_key_, wrap::Type::text, false, {}});
  }
  whole.fields.insert(whole.fields.end(), schema.fields.begin(), schema.fields.end());
  if (whole.fields.empty())
    whole.fields.push_back({"value", wrap::Type::text, false, {}});  // a table has a column
  if (!keyed_) {
    add_table(target_.table, 0, whole, options);
  } else {
    flattener_ = std::make_unique<wrap::Flattener>(whole, false, wrap::KeyNames{kId, kParent, kPosition});
    wrap::ColumnNames names;
    for (const wrap::FlatTable& table : flattener_->tables()) {
      std::string name = table.name;
      if (tables_.empty()) name = target_.table;
      else if (target_.table != "records") name.insert(0, target_.table + ".");
      else if (lower_ascii(name).starts_with("sqlite_")) name.insert(0, "_");  // SQLite's own are called so
      add_table(names.unique(name), table.parent, table.schema, options);
    }
  }
  GLEANER_CHECK(check_key(target_, staged_[0]));
  return backend_->begin(staged_);
}

Status RecordFile::put(size_t t, const RowKeys& keys, const std::vector<wrap::Field>& fields,
                       const Document* document, bool partial) {
  const Table& table = tables_[t];
  wrap::Record own;
  own.fields = fields;
  join_doubles(own.fields);
  wrap::Record made = table.columns.apply(own, document);
  std::vector<wrap::Value> joined;
  joined.reserve(table.paths.size());
  const wrap::Value yes = wrap::Value::make_text("true");
  Cells cells;
  for (size_t i = 0; i < table.paths.size(); ++i) {
    const wrap::FieldSchema& column = staged_[t].columns[i];
    const wrap::Value* cell = at_path(made.fields, table.paths[i]);
    if (cell && cell->is_list() && !column.list) {
      join_list(joined.emplace_back(*cell));
      cell = &joined.back();
    }
    cells.push_back(cell);
  }
  if (t == 0 && partial) {
    cells.back() = &yes;
    partial_ = true;
  }
  return backend_->put(t, keys, cells);
}

Status RecordFile::page(const std::string& name, const Document* document,
                        const std::vector<wrap::Record>& records) {
  for (const wrap::Record& record : records)
    if (const std::string field = unknown_field(record.fields, schema_.fields); !field.empty())
      return error(Code::internal, fmt::format("the field \"{}\" is not in the wrapper's schema", field),
                   Where{.file = name}, "write jsonl instead: it needs no columns");
  std::vector<wrap::Record> paged = records;
  if (!page_key_.empty())
    for (wrap::Record& record : paged)
      record.fields.insert(record.fields.begin(), wrap::Field{page_key_, wrap::Value::make_text(name)});
  if (!keyed_) {
    for (const wrap::Record& record : paged)
      GLEANER_CHECK(put(0, {++rows_, 0, 0}, record.fields, document, record.partial));
    return {};
  }
  for (wrap::Record& record : paged) join_doubles(record.fields);
  const auto rows = flattener_->flatten(paged);
  const wrap::KeyNames keys = flattener_->keys();
  for (size_t t = 0; t < rows.size(); ++t)
    for (const wrap::Record& row : rows[t])
      GLEANER_CHECK(put(t, {key_of(row, keys.id), key_of(row, keys.parent), key_of(row, keys.position)},
                        row.fields, document, row.partial));
  return {};
}

Status RecordFile::wait(const std::string& line) {
  if (!waiting_) {
    const std::string folder = kind_of(target_.place) == "postgresql" ? "gleaner" : target_.place;
    waiting_file_ = fmt::format("{}.{}.lines.part", folder, ::getpid());
    waiting_ = folder == "gleaner" ? std::tmpfile() : std::fopen(waiting_file_.c_str(), "w+b");
    if (folder == "gleaner") waiting_file_.clear();
  }
  if (waiting_ && std::fwrite(line.data(), 1, line.size(), waiting_) == line.size()) return {};
  return error(Code::io, fmt::format("cannot write: {}", std::strerror(errno)), Where{.file = target_.place});
}

Status RecordFile::add(std::string_view json_lines) {
  GLEANER_TRY(const std::vector<wrap::PageRecords> pages,
              wrap::read_records(wrap::Format::jsonl, json_lines, target_.place));
  for (const wrap::PageRecords& page : pages) {
    paged_ |= !page.page.empty();
    for (const wrap::Record& record : page.records) shape_.add(record.fields);
  }
  std::string lines(json_lines);
  if (!lines.empty() && lines.back() != '\n') lines += '\n';
  return wait(lines);
}

Status RecordFile::feed_waiting() {
  wrap::WriteOptions options;
  options.page = paged_;
  GLEANER_CHECK(begin(shape_.schema(), options));
  if (!waiting_) return {};
  std::rewind(waiting_);
  std::string lines(kFed, '\0');
  std::string rest;
  for (;;) {
    const size_t n = std::fread(lines.data(), 1, lines.size(), waiting_);
    rest.append(lines, 0, n);
    const size_t end = n == 0 ? rest.size() : rest.rfind('\n') + 1;
    GLEANER_TRY(
        std::vector<wrap::PageRecords> pages,
        wrap::read_records(wrap::Format::jsonl, std::string_view(rest).substr(0, end), target_.place));
    for (wrap::PageRecords& one : pages) {
      for (wrap::Record& record : one.records) shape_.fit(record.fields);
      GLEANER_CHECK(page(one.page, nullptr, one.records));
    }
    rest.erase(0, end);
    if (n == 0) return {};
  }
}

Result<Written> RecordFile::finish() {
  if (!begun_) GLEANER_CHECK(feed_waiting());
  std::vector<StagedTable> tables = staged_;
  // The one column that is there only if it says something.
  if (!partial_) tables[0].columns.pop_back();
  GLEANER_TRY(Written written, backend_->commit(tables));
  for (const Table& table : tables_)
    for (const auto& [field, column] : table.columns.renamed())
      written.renamed += fmt::format("{}{} is {}", written.renamed.empty() ? "" : ", ", json::quote(field),
                                     json::quote(column));
  return written;
}

namespace {

class RecordWriter : public wrap::Writer {
 public:
  RecordWriter(RecordFile& file, const wrap::Schema& schema, const wrap::WriteOptions& options)
      : file_(file), schema_(schema), options_(options) {}

  Status page(const std::string& name, const Document* document,
              const std::vector<wrap::Record>& records) override {
    GLEANER_CHECK(begin());
    return file_.page(name, document, records);
  }
  Status finish() override { return begin(); }

 private:
  Status begin() {
    if (begun_) return {};
    begun_ = true;
    return file_.begin(schema_, options_);
  }

  RecordFile& file_;
  wrap::Schema schema_;
  wrap::WriteOptions options_;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<wrap::Writer> make_record_writer(RecordFile& file, const wrap::Schema& schema,
                                                 const wrap::WriteOptions& options) {
  return std::make_unique<RecordWriter>(file, schema, options);
}

}  // namespace gleaner::store
