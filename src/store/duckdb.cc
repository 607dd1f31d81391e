// See duckdb.h.
#include "store/duckdb.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/library.h"
#include "base/text.h"
#include "store/duckdb_checkpoint.h"
#include "store/duckdb_internal.h"
#include "store/staging.h"

namespace gleaner::store {

#ifdef GLEANER_HAVE_DUCKDB

Result<DuckDbApi> load_duckdb() {
  GLEANER_TRY(Library library,
              Library::open(library_places("libduckdb.so", GLEANER_DUCKDB_LIBRARY),
                            "DuckDB, which reads and writes this,",
                            "libduckdb.so belongs beside the program: scripts/setup fetches it"));
  DuckDbApi functions;
  const char* missing = nullptr;
  GLEANER_DUCKDB_FUNCTIONS(GLEANER_FIND_FUNCTION)
  if (missing)
    return error(Code::unsupported, fmt::format("libduckdb.so is too old: it has no {}", missing), {},
                 "1.4 or later is needed");
  return functions;
}

std::string first_line(const char* text) {
  std::string_view all = text ? text : "unknown error";
  return std::string(all.substr(0, all.find('\n')));
}

Result<DuckDb> DuckDb::Impl::open(const std::string& path, const std::string& name,
                                  const std::vector<std::pair<const char*, const char*>>& how) {
  DuckDb made;
  Impl& impl = *made.impl_;
  impl.name = name;
  GLEANER_TRY(impl.api, load_duckdb());
  duckdb_config config = nullptr;
  impl.api.duckdb_create_config(&config);
  impl.api.duckdb_set_config(config, "threads", "1");
  for (const auto& [key, value] : how) impl.api.duckdb_set_config(config, key, value);
  impl.api.duckdb_set_config(config, "autoinstall_known_extensions", "false");
  impl.api.duckdb_set_config(config, "autoload_known_extensions", "false");
  char* why = nullptr;
  const bool opened = impl.api.duckdb_open_ext(path.empty() ? nullptr : path.c_str(), &impl.database, config,
                                               &why) == DuckDBSuccess;
  impl.api.duckdb_destroy_config(&config);
  const std::string words = first_line(why);
  if (why) impl.api.duckdb_free(why);
  if (!opened || impl.api.duckdb_connect(impl.database, &impl.connection) != DuckDBSuccess)
    return error(Code::bad_input, fmt::format("cannot open {}: {}", name, words));
  return made;
}

Status DuckDb::Impl::run(const std::string& sql) const {
  duckdb_result result;
  const bool done = api.duckdb_query(connection, sql.c_str(), &result) == DuckDBSuccess;
  const std::string why = done ? "" : first_line(api.duckdb_result_error(&result));
  api.duckdb_destroy_result(&result);
  if (!done) return error(Code::bad_input, fmt::format("{}: {}", name, why));
  return {};
}

Status DuckDb::Impl::prepare(Statement& into, const std::string& sql) const {
  if (api.duckdb_prepare(connection, sql.c_str(), &into.prepared) == DuckDBSuccess) return {};
  return error(Code::bad_input,
               fmt::format("{}: {}", name, first_line(api.duckdb_prepare_error(into.prepared))));
}
namespace {

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
  if (fetch != Fetch::big) return;
  constexpr size_t kExactDigits = 15;
  number(std::strtod(std::string(cell.text).c_str(), nullptr));
  if (cell.text.size() > kExactDigits) cell.kind = Cell::Kind::whole;
}

}  // namespace

DuckDb::DuckDb() : impl_(std::make_shared<Impl>()) {}

Result<DuckDb> DuckDb::open(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0)
    return error(Code::io, fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  mend_cut_checkpoint(path);
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

Result<DuckDb> DuckDb::open_files(const std::vector<File>& files, const Use& use) {
  const std::string threads = std::to_string(use.threads);
  GLEANER_TRY(DuckDb made,
              Impl::open("", files.empty() ? "" : files[0].path, {{"threads", threads.c_str()}}));
  const std::string paths = joined(files, [](const File& file) { return quote_text(file.path); });
  if (!files.empty()) GLEANER_CHECK(made.impl_->run("SET allowed_paths = [" + paths + "]"));
  constexpr uint64_t kLeast = 128u << 20;  // with less it refuses to begin
  if (use.memory != UINT64_MAX)
    GLEANER_CHECK(made.impl_->run(fmt::format("SET memory_limit = '{}B'", std::max(use.memory, kLeast))));
  for (const File& file : files)
    GLEANER_CHECK(made.impl_->run("CREATE VIEW " + quote_name(file.name) + " AS SELECT * FROM " +
                                  fmt::format(fmt::runtime(file.reader), quote_text(file.path))));
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

namespace {

// The columns of a prepared statement, and how an outer one asks for them so that every type can be read.
struct Columns {
  std::vector<Fetch> fetch;
  std::vector<std::string> names;
  std::string list, aliases;
};

Columns columns_of(const DuckDbApi& api, duckdb_prepared_statement statement) {
  Columns out;
  const idx_t columns = api.duckdb_prepared_statement_column_count(statement);
  for (idx_t i = 0; i < columns; ++i) {
    const char* name = api.duckdb_prepared_statement_column_name(statement, i);
    out.names.emplace_back(name ? name : "");
    if (name) api.duckdb_free(const_cast<char*>(name));
    out.fetch.push_back(fetch_of(api.duckdb_prepared_statement_column_type(statement, i)));
    const std::string alias = fmt::format("c{}", i);
    out.list += (i ? ", " : "") + fmt::format(fmt::runtime(cast_of(out.fetch.back())), alias);
    out.aliases += (i ? ", " : "") + alias;
  }
  return out;
}

}  // namespace

Status DuckDb::query(const std::string& sql, const TakeRow& take) const {
  const DuckDbApi& api = impl_->api;
  std::string_view bare = trim(sql);
  while (bare.ends_with(';')) bare = trim(bare.substr(0, bare.size() - 1));
  Impl::Statement inner(api), outer(api);
  GLEANER_CHECK(impl_->prepare(inner, std::string(bare)));
  if (api.duckdb_prepared_statement_type(inner.prepared) != DUCKDB_STATEMENT_TYPE_SELECT)
    return error(Code::usage, "only statements that read are allowed here");
  const Columns of = columns_of(api, inner.prepared);
  const size_t columns = of.fetch.size();
  GLEANER_CHECK(
      impl_->prepare(outer, fmt::format("SELECT {} FROM ({}\n) AS t({})", of.list, bare, of.aliases)));
  duckdb_result result;
  const bool done = api.duckdb_execute_prepared_streaming(outer.prepared, &result) == DuckDBSuccess;
  std::unique_ptr<duckdb_result, void (*)(duckdb_result*)> owner(&result, api.duckdb_destroy_result);
  auto failed = [&] {
    return error(Code::bad_input,
                 fmt::format("{}: {}", impl_->name, first_line(api.duckdb_result_error(&result))));
  };
  if (!done) return failed();
  Row row(columns);
  for (size_t i = 0; i < columns; ++i) row[i].name = of.names[i];
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
        if (!valid[i] || (valid[i][r / 64] >> (r % 64) & 1)) read_cell(row[i], of.fetch[i], data[i], r);
      }
      more = take(row);
    }
    more &= size > 0;
    api.duckdb_destroy_data_chunk(&chunk);
  }
  if (const char* why = api.duckdb_result_error(&result); why && *why) return failed();
  return {};
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
Result<DuckDb> DuckDb::open_files(const std::vector<File>&, const Use&) { return without(); }
Result<std::vector<std::string>> DuckDb::tables() const { return without(); }
Status DuckDb::query(const std::string&, const TakeRow&) const { return without(); }
Result<std::unique_ptr<Backend>> make_duckdb_backend(const Target&) { return without(); }

#endif

}  // namespace gleaner::store
