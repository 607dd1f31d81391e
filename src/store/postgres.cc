// See postgres.h. Loading libpq, addresses and their settings, and typed cells.
#include "store/postgres.h"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/json.h"
#include "base/library.h"
#include "base/text.h"
#include "store/postgres_internal.h"
#include "store/staging.h"

namespace gleaner::store {

bool Postgres::is_address(std::string_view text) {
  return text.starts_with("postgresql://") || text.starts_with("postgres://");
}

#ifdef GLEANER_HAVE_POSTGRES

std::string one_line(const char* text) {
  return std::string(trim(std::string_view(text).substr(0, std::string_view(text).find('\n'))));
}

namespace {

Result<PostgresApi> load_api() {
  GLEANER_TRY(Library library, Library::open({"libpq.so.5"}, "libpq, which reaches PostgreSQL,",
                                             "install it: Debian's package is libpq5"));
  PostgresApi functions;
  const char* missing = nullptr;
  GLEANER_PQ_FUNCTIONS(GLEANER_FIND_FUNCTION)
  if (missing) return error(Code::unsupported, fmt::format("libpq.so.5 is too old: it has no {}", missing));
  return functions;
}

constexpr std::string_view kAllowed =
    "host hostaddr port dbname user password sslmode connect_timeout application_name";

using Settings = std::vector<std::pair<std::string, std::string>>;

Result<Settings> settings_of(const PostgresApi& api, const std::string& address) {
  char* why = nullptr;
  PQconninfoOption* all = api.PQconninfoParse(address.c_str(), &why);
  if (!all) {
    const std::string words = why ? one_line(why) : "";
    if (why) api.PQfreemem(why);
    return error(Code::usage, fmt::format("this is no database address: {}", words), {},
                 "write postgresql://user@host/database");
  }
  Settings settings;
  std::string refused;
  for (PQconninfoOption* o = all; o->keyword; ++o) {
    if (!o->val) continue;
    if (contains(words(kAllowed), std::string_view(o->keyword))) settings.emplace_back(o->keyword, o->val);
    else refused = o->keyword;
  }
  api.PQconninfoFree(all);
  if (!refused.empty()) return error(Code::usage, fmt::format("a database address may not set {}", refused));
  return settings;
}

std::vector<std::string> hosts_of(const Settings& settings) {
  std::vector<std::string> out;
  for (const auto& [key, value] : settings) {
    if (key != "host" && key != "hostaddr") continue;
    for (std::string_view host : split(value, ','))
      out.emplace_back(host.empty() || host.starts_with('/') || host.starts_with('@') ? "localhost" : host);
  }
  if (out.empty()) out.emplace_back("localhost");
  return out;
}

enum PostgresOid : Oid {
  kBoolean = 16,
  kInt8 = 20,
  kInt2 = 21,
  kInt4 = 23,
  kJson = 114,
  kFloat4 = 700,
  kFloat8 = 701,
  kNumeric = 1700,
  kJsonb = 3802,
  kBooleans = 1000,
  kInt8s = 1016,
  kTexts = 1009,
  kFloat8s = 1022,
  kDates = 1182,
  kTimestamps = 1115
};

bool is_array(Oid type) {
  return type == kBooleans || type == kInt8s || type == kTexts || type == kFloat8s || type == kDates ||
         type == kTimestamps;
}

// {a,"b c",NULL} as JSON.
std::string array_json(Oid type, std::string_view text) {
  std::string out = "[", item;
  bool quoted = false, inside = false;
  const auto put = [&] {
    if (out.size() > 1) out += ", ";
    if (!quoted && item == "NULL") out += "null";
    else if (type == kBooleans) out += item == "t" ? "true" : "false";
    else if (type == kInt8s || type == kFloat8s) out += item;
    else json::append_string(out, item);
    item.clear();
    quoted = false;
  };
  if (text == "{}") return "[]";
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 2 < text.size()) item += text[++i];
    else if (c == '"') inside = !inside, quoted = true;
    else if (c == ',' && !inside) put();
    else item += c;
  }
  put();
  return out + "]";
}

void read_cell(Cell& cell, Oid type, std::string_view text) {
  cell.kind = Cell::Kind::text;
  cell.text = text;
  switch (type) {
    case kBoolean:
      cell.kind = Cell::Kind::boolean;
      cell.number = text == "t";
      return;
    case kInt8:
    case kInt2:
    case kInt4:
    case kFloat4:
    case kFloat8:
    case kNumeric:
      cell.kind = Cell::Kind::number;
      cell.number = std::strtod(text.data(), nullptr);  // libpq ends values with a zero byte
      if (std::fabs(cell.number) >= double(kExactInteger) &&
          text.find_first_not_of("-0123456789") == std::string_view::npos)
        cell.kind = Cell::Kind::whole;
      return;
    case kJson:
    case kJsonb: cell.kind = Cell::Kind::json; return;
    default: return;
  }
}

}  // namespace

void append_copied(std::string& out, std::string_view text) {
  for (char c : text) switch (c) {
      case '\\': out += "\\\\"; break;
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\0': out += "\xef\xbf\xbd"; break;
      default: out += c;
    }
}

Postgres::Postgres() : impl_(std::make_shared<Impl>()) {}

Result<std::vector<std::string>> Postgres::hosts(const std::string& address) {
  GLEANER_TRY(PostgresApi api, load_api());
  GLEANER_TRY(Settings settings, settings_of(api, address));
  return hosts_of(settings);
}

Result<Postgres> Postgres::open(const std::string& address) { return Impl::connect(address, true); }

Result<Postgres> Postgres::Impl::connect(const std::string& address, bool read_only) {
  Postgres made;
  Impl& impl = *made.impl_;
  GLEANER_TRY(impl.api, load_api());
  GLEANER_TRY(Settings settings, settings_of(impl.api, address));
  impl.name = hosts_of(settings)[0];
  for (const auto& [key, value] : settings)
    if (key == "dbname") impl.name += "/" + value;
  // What stands behind the address wins over it.
  if (read_only) settings.emplace_back("options", "-c default_transaction_read_only=on");
  settings.emplace_back("client_encoding", "UTF8");
  bool timeout = false;
  for (const auto& [key, value] : settings) timeout |= key == "connect_timeout";
  if (!timeout) settings.emplace_back("connect_timeout", "10");
  std::vector<const char*> keys, values;
  for (const auto& [key, value] : settings) keys.push_back(key.c_str()), values.push_back(value.c_str());
  keys.push_back(nullptr), values.push_back(nullptr);
  impl.connection = impl.api.PQconnectdbParams(keys.data(), values.data(), 0);
  if (impl.api.PQstatus(impl.connection) != CONNECTION_OK)
    return error(Code::io, fmt::format("cannot reach the database {}: {}", impl.name,
                                       one_line(impl.api.PQerrorMessage(impl.connection))));
  return made;
}

Status Postgres::Impl::done(PGresult* result) const {
  std::unique_ptr<PGresult, void (*)(PGresult*)> owner(result, api.PQclear);
  const ExecStatusType status = api.PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_IN) return {};
  const char* state = api.PQresultErrorField(result, PG_DIAG_SQLSTATE);
  constexpr std::string_view kLockNotAvailable = "55P03";
  if (state && kLockNotAvailable == state)
    return error(Code::io,
                 fmt::format("{}: another program is writing to this table: nothing was written", name), {},
                 "run it again when that is done, or wait longer: --wait SECONDS");
  return failed(api.PQresultErrorMessage(result));
}

Status Postgres::Impl::copy(std::string_view lines) const {
  if (api.PQputCopyData(connection, lines.data(), int(lines.size())) == 1) return {};
  return failed(api.PQerrorMessage(connection));
}

Status Postgres::Impl::end_copy(const char* why) const {
  if (api.PQputCopyEnd(connection, why) != 1) return failed(api.PQerrorMessage(connection));
  Status status = done(api.PQgetResult(connection));
  while (PGresult* rest = api.PQgetResult(connection)) api.PQclear(rest);
  return status;
}

Result<std::vector<std::string>> Postgres::tables() const {
  std::vector<std::string> out;
  GLEANER_CHECK(query(
      "select c.relname::text from pg_catalog.pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f') and "
      "pg_catalog.pg_table_is_visible(c.oid) and c.relnamespace not in ('pg_catalog'::regnamespace, "
      "'information_schema'::regnamespace) order by 1",
      [&](const Row& row) { return out.emplace_back(row[0].text), true; }));
  return out;
}

Status Postgres::query(const std::string& sql, const TakeRow& take) const {
  const PostgresApi& api = impl_->api;
  // with parameters (none): the protocol then refuses a second statement behind the first
  if (!api.PQsendQueryParams(impl_->connection, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0))
    return impl_->failed(api.PQerrorMessage(impl_->connection));
  api.PQsetSingleRowMode(impl_->connection);
  Row row;
  std::vector<Oid> types;
  std::vector<std::string> arrays;  // as JSON, until the next row
  while (PGresult* result = api.PQgetResult(impl_->connection)) {
    std::unique_ptr<PGresult, void (*)(PGresult*)> owner(result, api.PQclear);
    const ExecStatusType status = api.PQresultStatus(result);
    if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK) {
      Diagnostic why = impl_->failed(status == PGRES_COMMAND_OK ? "this statement gives no rows"
                                                                : api.PQresultErrorMessage(result));
      impl_->abandon();
      return why;
    }
    if (row.empty()) {
      row.resize(size_t(api.PQnfields(result)));
      types.resize(row.size());
      arrays.resize(row.size());
    }
    for (size_t i = 0; i < row.size(); ++i)
      row[i].name = api.PQfname(result, int(i)), types[i] = api.PQftype(result, int(i));
    for (int r = 0; r < api.PQntuples(result); ++r) {
      for (size_t i = 0; i < row.size(); ++i) {
        row[i].kind = Cell::Kind::null;
        if (api.PQgetisnull(result, r, int(i))) continue;
        const std::string_view text(api.PQgetvalue(result, r, int(i)),
                                    size_t(api.PQgetlength(result, r, int(i))));
        read_cell(row[i], types[i], text);
        if (!is_array(types[i])) continue;
        arrays[i] = array_json(types[i], text);
        row[i].kind = Cell::Kind::json;
        row[i].text = arrays[i];
      }
      if (take(row)) continue;
      impl_->abandon();
      return {};
    }
  }
  return {};
}

#else  // built without libpq
namespace {

Diagnostic without() {
  return error(Code::unsupported, "this program was built without PostgreSQL", {},
               "install libpq-dev (scripts/setup does) and build again");
}

}  // namespace

struct Postgres::Impl {};
Postgres::Postgres() = default;
Result<std::vector<std::string>> Postgres::hosts(const std::string&) { return without(); }
Result<Postgres> Postgres::open(const std::string&) { return without(); }
Result<std::vector<std::string>> Postgres::tables() const { return without(); }
Status Postgres::query(const std::string&, const TakeRow&) const { return without(); }
Result<std::unique_ptr<Backend>> make_postgres_backend(const Target&) { return without(); }

#endif

}  // namespace gleaner::store
