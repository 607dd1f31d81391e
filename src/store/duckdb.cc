// See duckdb.h.
#include "store/duckdb.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>

#include <fmt/format.h>

#include "base/library.h"
#include "base/text.h"
#include "store/shape.h"

#ifdef GLEANER_HAVE_DUCKDB
#include <duckdb.h>
#endif

namespace gleaner::store {

#ifdef GLEANER_HAVE_DUCKDB
namespace {

// The functions that are used, found by name when the library is loaded.
// clang-format off
#define GLEANER_DUCKDB_FUNCTIONS(X) \
  X(duckdb_create_config) X(duckdb_set_config) X(duckdb_destroy_config) X(duckdb_open_ext) \
  X(duckdb_close) X(duckdb_free) X(duckdb_connect) X(duckdb_disconnect) X(duckdb_query) \
  X(duckdb_destroy_result) X(duckdb_result_error) X(duckdb_prepare) X(duckdb_destroy_prepare) \
  X(duckdb_prepare_error) X(duckdb_prepared_statement_type) X(duckdb_prepared_statement_column_count) \
  X(duckdb_prepared_statement_column_name) X(duckdb_prepared_statement_column_type) \
  X(duckdb_execute_prepared_streaming) X(duckdb_fetch_chunk) X(duckdb_destroy_data_chunk) \
  X(duckdb_data_chunk_get_size) X(duckdb_data_chunk_get_vector) X(duckdb_vector_get_data) \
  X(duckdb_vector_get_validity)
// clang-format on

struct Api {
#define X(name) decltype(&::name) name = nullptr;
  GLEANER_DUCKDB_FUNCTIONS(X)
#undef X
};

Result<Api> load_api() {
  GLEANER_TRY(Library library,
              Library::open(library_places("libduckdb.so", GLEANER_DUCKDB_LIBRARY),
                            "DuckDB, which reads and writes this,",
                            "libduckdb.so belongs beside the program: scripts/setup fetches it"));
  Api functions;
  const char* missing = nullptr;
#define X(name)                                            \
  functions.name = library.find<decltype(&::name)>(#name); \
  if (!functions.name) missing = #name;
  GLEANER_DUCKDB_FUNCTIONS(X)
#undef X
  if (missing)
    return error(Code::unsupported, fmt::format("libduckdb.so is too old: it has no {}", missing), {},
                 "1.4 or later is needed");
  return functions;
}

// How a column is fetched: everything is cast to one of four kinds that are easy to read.
enum class Fetch : uint8_t { boolean, whole, real, big, text, json };

Fetch fetch_of(duckdb_type type) {
  switch (type) {
    case DUCKDB_TYPE_BOOLEAN: return Fetch::boolean;
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER: return Fetch::whole;
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
    case DUCKDB_TYPE_DECIMAL: return Fetch::real;
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT: return Fetch::big;
    case DUCKDB_TYPE_LIST:
    case DUCKDB_TYPE_STRUCT:
    case DUCKDB_TYPE_MAP:
    case DUCKDB_TYPE_ARRAY:
    case DUCKDB_TYPE_UNION: return Fetch::json;
    default: return Fetch::text;
  }
}

const char* cast_of(Fetch fetch) {
  switch (fetch) {
    case Fetch::boolean: return "CAST({} AS BOOLEAN)";
    case Fetch::whole: return "CAST({} AS BIGINT)";
    case Fetch::real: return "CAST({} AS DOUBLE)";
    case Fetch::json: return "CAST(to_json({}) AS VARCHAR)";
    default: return "CAST({} AS VARCHAR)";
  }
}

void read_cell(Cell& cell, Fetch fetch, const void* data, idx_t row) {
  auto number = [&](double n) { cell.kind = Cell::Kind::number, cell.number = n; };
  if (fetch == Fetch::boolean) {
    cell.kind = Cell::Kind::boolean;
    cell.number = static_cast<const bool*>(data)[row];
    return;
  }
  if (fetch == Fetch::real) return number(static_cast<const double*>(data)[row]);
  if (fetch == Fetch::whole) return number(double(static_cast<const int64_t*>(data)[row]));
  const auto& string = static_cast<const duckdb_string_t*>(data)[row];
  const uint32_t length = string.value.inlined.length;
  cell.text = {length <= 12 ? string.value.inlined.inlined : string.value.pointer.ptr, length};
  cell.kind = fetch == Fetch::json ? Cell::Kind::json : Cell::Kind::text;
  constexpr size_t kExactDigits = 15;
  if (fetch == Fetch::big && cell.text.size() <= kExactDigits)
    number(std::strtod(std::string(cell.text).c_str(), nullptr));
}

std::string first_line(const char* text) {
  std::string_view all = text ? text : "unknown error";
  return std::string(all.substr(0, all.find('\n')));
}

}  // namespace

struct DuckDb::Impl {
  Api api;
  std::string name;
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;

  ~Impl() {
    if (connection) api.duckdb_disconnect(&connection);
    if (database) api.duckdb_close(&database);
  }

  static Result<DuckDb> open(const std::string& path, const std::string& name,
                             const std::vector<std::pair<const char*, const char*>>& how) {
    DuckDb made;
    Impl& impl = *made.impl_;
    impl.name = name;
    GLEANER_TRY(impl.api, load_api());
    duckdb_config config = nullptr;
    impl.api.duckdb_create_config(&config);
    for (const auto& [key, value] : how) impl.api.duckdb_set_config(config, key, value);
    impl.api.duckdb_set_config(config, "threads", "1");
    impl.api.duckdb_set_config(config, "autoinstall_known_extensions", "false");
    impl.api.duckdb_set_config(config, "autoload_known_extensions", "false");
    char* why = nullptr;
    const bool opened = impl.api.duckdb_open_ext(path.empty() ? nullptr : path.c_str(), &impl.database,
                                                 config, &why) == DuckDBSuccess;
    impl.api.duckdb_destroy_config(&config);
    const std::string words = first_line(why);
    if (why) impl.api.duckdb_free(why);
    if (!opened || impl.api.duckdb_connect(impl.database, &impl.connection) != DuckDBSuccess)
      return error(Code::bad_input, fmt::format("cannot open {}: {}", name, words));
    return made;
  }

  // A statement of our own.
  Status run(const std::string& sql) const {
    duckdb_result result;
    const bool done = api.duckdb_query(connection, sql.c_str(), &result) == DuckDBSuccess;
    const std::string why = done ? "" : first_line(api.duckdb_result_error(&result));
    api.duckdb_destroy_result(&result);
    if (!done) return error(Code::bad_input, fmt::format("{}: {}", name, why));
    return {};
  }

  // From here on no other file, no network, no way back.
  Status lock() const { return run("SET enable_external_access = false; SET lock_configuration = true"); }

  struct Statement {
    explicit Statement(const Api& a) : api(a) {}
    ~Statement() { api.duckdb_destroy_prepare(&prepared); }
    const Api& api;
    duckdb_prepared_statement prepared = nullptr;
  };
  Status prepare(Statement& into, const std::string& sql) const {
    if (api.duckdb_prepare(connection, sql.c_str(), &into.prepared) == DuckDBSuccess) return {};
    return error(Code::bad_input,
                 fmt::format("{}: {}", name, first_line(api.duckdb_prepare_error(into.prepared))));
  }
};

DuckDb::DuckDb() : impl_(std::make_unique<Impl>()) {}

Result<DuckDb> DuckDb::open(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0)
    return error(Code::io, fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  GLEANER_TRY(DuckDb made, Impl::open(path, path, {{"access_mode", "READ_ONLY"}}));
  GLEANER_CHECK(made.impl_->lock());
  return made;
}

Result<DuckDb> DuckDb::open_parquet(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0)
    return error(Code::io, fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  GLEANER_TRY(DuckDb made, Impl::open("", path, {}));
  GLEANER_CHECK(made.impl_->run("SET allowed_paths = [" + quote_text(path) + "]"));
  GLEANER_CHECK(made.impl_->run("CREATE VIEW data AS SELECT * FROM read_parquet(" + quote_text(path) + ")"));
  GLEANER_CHECK(made.impl_->lock());
  return made;
}

Result<std::vector<std::string>> DuckDb::tables() const {
  std::vector<std::string> out;
  GLEANER_CHECK(query(
      "select table_name from information_schema.tables where table_schema = 'main' order by table_name",
      [&](const Row& row) { return out.emplace_back(row[0].text), true; }));
  return out;
}

Status DuckDb::query(const std::string& sql, const TakeRow& take) const {
  const Api& api = impl_->api;
  std::string_view bare = trim(sql);
  while (bare.ends_with(';')) bare = trim(bare.substr(0, bare.size() - 1));
  Impl::Statement inner(api), outer(api);
  GLEANER_CHECK(impl_->prepare(inner, std::string(bare)));
  if (api.duckdb_prepared_statement_type(inner.prepared) != DUCKDB_STATEMENT_TYPE_SELECT)
    return error(Code::usage, "only statements that read are allowed here");
  const idx_t columns = api.duckdb_prepared_statement_column_count(inner.prepared);
  std::vector<Fetch> fetch;
  std::vector<std::string> names;
  std::string list, aliases;
  for (idx_t i = 0; i < columns; ++i) {
    const char* name = api.duckdb_prepared_statement_column_name(inner.prepared, i);
    names.emplace_back(name ? name : "");
    if (name) api.duckdb_free(const_cast<char*>(name));
    fetch.push_back(fetch_of(api.duckdb_prepared_statement_column_type(inner.prepared, i)));
    const std::string alias = fmt::format("c{}", i);
    list += (i ? ", " : "") + fmt::format(fmt::runtime(cast_of(fetch.back())), alias);
    aliases += (i ? ", " : "") + alias;
  }
  GLEANER_CHECK(impl_->prepare(outer, fmt::format("SELECT {} FROM ({}\n) AS t({})", list, bare, aliases)));
  duckdb_result result;
  const bool done = api.duckdb_execute_prepared_streaming(outer.prepared, &result) == DuckDBSuccess;
  std::unique_ptr<duckdb_result, void (*)(duckdb_result*)> owner(&result, api.duckdb_destroy_result);
  auto failed = [&] {
    return error(Code::bad_input,
                 fmt::format("{}: {}", impl_->name, first_line(api.duckdb_result_error(&result))));
  };
  if (!done) return failed();
  Row row(columns);
  for (idx_t i = 0; i < columns; ++i) row[i].name = names[i];
  std::vector<const void*> data(columns);
  std::vector<uint64_t*> valid(columns);
  for (bool more = true; more;) {
    duckdb_data_chunk chunk = api.duckdb_fetch_chunk(result);
    if (!chunk) break;
    for (idx_t i = 0; i < columns; ++i) {
      duckdb_vector vector = api.duckdb_data_chunk_get_vector(chunk, i);
      data[i] = api.duckdb_vector_get_data(vector);
      valid[i] = api.duckdb_vector_get_validity(vector);
    }
    const idx_t size = api.duckdb_data_chunk_get_size(chunk);
    for (idx_t r = 0; r < size && more; ++r) {
      for (idx_t i = 0; i < columns; ++i) {
        row[i].kind = Cell::Kind::null;
        if (!valid[i] || (valid[i][r / 64] >> (r % 64) & 1)) read_cell(row[i], fetch[i], data[i], r);
      }
      more = take(row);
    }
    more &= size > 0;
    api.duckdb_destroy_data_chunk(&chunk);
  }
  if (const char* why = api.duckdb_result_error(&result); why && *why) return failed();
  return {};
}

class DuckDbFile final : public RecordFile {
 public:
  static Result<std::unique_ptr<RecordFile>> create(const std::string& path);
  ~DuckDbFile() override;
  Status add(std::string_view json_lines) override { return add_lines(tables_.front(), json_lines); }
  Status add_to(const std::string& table, std::string_view json_lines) override;
  Status finish() override;
  std::vector<std::string> unfinished() const override;

 private:
  // The lines of a table, which wait in a file.
  struct Waiting {
    std::string table, file;
    std::FILE* lines = nullptr;
    Shape shape = {};
    size_t longest = 0;
    std::string source() const;  // as a table that DuckDB reads
  };

  explicit DuckDbFile(const std::string& path)
      : path_(path), part_(fmt::format("{}.{}.part", path, ::getpid())) {}
  Diagnostic cannot_write() const {
    return error(Code::io, fmt::format("cannot write: {}", std::strerror(errno)), Where{.file = path_});
  }
  Status wait(const std::string& table);
  Status add_lines(Waiting& into, std::string_view json_lines);

  std::string path_, part_;  // the result, and what it is called before
  std::deque<Waiting> tables_;
};

Result<std::unique_ptr<RecordFile>> DuckDbFile::create(const std::string& path) {
  GLEANER_CHECK(load_api());  // better now than after the work
  std::unique_ptr<DuckDbFile> made(new DuckDbFile(path));
  GLEANER_CHECK(made->wait("records"));
  return std::unique_ptr<RecordFile>(std::move(made));
}

DuckDbFile::~DuckDbFile() {
  for (const Waiting& table : tables_)
    if (table.lines) std::fclose(table.lines);
  for (const std::string& file : unfinished()) ::unlink(file.c_str());
}

std::vector<std::string> DuckDbFile::unfinished() const {
  std::vector<std::string> files = {part_, part_ + ".wal"};
  for (const Waiting& table : tables_) files.push_back(table.file);
  return files;
}

Status DuckDbFile::wait(const std::string& table) {
  Waiting& made =
      tables_.emplace_back(Waiting{table, fmt::format("{}.{}.{}lines", path_, ::getpid(), tables_.size())});
  made.lines = std::fopen(made.file.c_str(), "wb");
  return made.lines ? Status() : cannot_write();
}

Status DuckDbFile::add_to(const std::string& table, std::string_view json_lines) {
  if (kind_of(path_) == "parquet") return RecordFile::add_to(table, json_lines);
  auto known =
      std::find_if(tables_.begin(), tables_.end(), [&](const Waiting& w) { return w.table == table; });
  if (known != tables_.end()) return add_lines(*known, json_lines);
  GLEANER_CHECK(wait(table));
  return add_lines(tables_.back(), json_lines);
}

Status DuckDbFile::add_lines(Waiting& into, std::string_view json_lines) {
  for (std::string_view line : split(json_lines, '\n')) {
    if (trim(line).empty()) continue;
    GLEANER_TRY(json::Parsed parsed, parse_record(line, path_));
    into.shape.add(parsed.root);
    into.longest = std::max(into.longest, line.size());
    if (std::fwrite(line.data(), 1, line.size(), into.lines) != line.size() ||
        std::fputc('\n', into.lines) == EOF)
      return cannot_write();
  }
  return {};
}

std::string DuckDbFile::Waiting::source() const {
  std::string columns;
  for (size_t i = 0; i < shape.names.size(); ++i)
    columns += (i ? ", " : "") + quote_text(shape.names[i]) + ": " + quote_text(shape.shapes[i].sql_type());
  if (columns.empty()) columns = "'value': 'VARCHAR'";  // a table has a column
  return fmt::format(
      "SELECT * FROM read_json({}, format = 'newline_delimited', columns = {{{}}}, maximum_object_size = {})",
      quote_text(file), columns, std::max<size_t>(longest + 1024, 1u << 24));
}

Status DuckDbFile::finish() {
  for (Waiting& table : tables_) {
    const bool flushed = std::fclose(table.lines) == 0;
    table.lines = nullptr;
    if (!flushed) return cannot_write();
  }
  const bool parquet = kind_of(path_) == "parquet";
  {
    GLEANER_TRY(DuckDb database, DuckDb::Impl::open(parquet ? "" : part_, path_, {}));
    for (const Waiting& table : tables_)
      GLEANER_CHECK(
          database.impl_->run(parquet ? fmt::format("COPY ({}) TO {} (FORMAT parquet, COMPRESSION zstd)",
                                                    table.source(), quote_text(part_))
                                      : "CREATE TABLE " + quote_name(table.table) + " AS " + table.source()));
  }
  if (std::rename(part_.c_str(), path_.c_str()) != 0) return cannot_write();
  return {};
}

Result<std::unique_ptr<RecordFile>> create_duckdb_file(const std::string& path) {
  return DuckDbFile::create(path);
}

#else  // built without DuckDB
namespace {

Diagnostic without() {
  return error(Code::unsupported,
               "this program was built without DuckDB: it has no Parquet files and no .duckdb tables", {},
               "run scripts/setup and build again, or use .csv, .jsonl or .sqlite");
}

}  // namespace

struct DuckDb::Impl {};
DuckDb::DuckDb() = default;
Result<DuckDb> DuckDb::open(const std::string&) { return without(); }
Result<DuckDb> DuckDb::open_parquet(const std::string&) { return without(); }
Result<std::vector<std::string>> DuckDb::tables() const { return without(); }
Status DuckDb::query(const std::string&, const TakeRow&) const { return without(); }
Result<std::unique_ptr<RecordFile>> create_duckdb_file(const std::string&) { return without(); }

#endif

DuckDb::DuckDb(DuckDb&&) noexcept = default;
DuckDb& DuckDb::operator=(DuckDb&&) noexcept = default;
DuckDb::~DuckDb() = default;

}  // namespace gleaner::store
