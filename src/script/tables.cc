// See tables.h. The readers of JSON, and rows of a store as records. csv.cc reads CSV.
#include "script/tables.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "page/load.h"
#include "script/xml.h"
#include "store/duckdb.h"
#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/target.h"

namespace gleaner::script {

static Value from_json(const json::Value& v) {
  switch (v.kind) {
    case json::Value::Kind::null: return Value();
    case json::Value::Kind::boolean: return Value(v.boolean);
    case json::Value::Kind::number: return read_number(v.text).value_or(Value(v.number));
    case json::Value::Kind::string: return Value::text(std::string(v.text));
    case json::Value::Kind::array: {
      std::vector<Value> items;
      for (const json::Value& item : v.items) items.push_back(from_json(item));
      return Value::list(std::move(items));
    }
    case json::Value::Kind::object: {
      Value record = Value::record();
      for (const json::Member& m : v.members)
        record.as_record().fields.emplace_back(std::string(m.key), from_json(m.value));
      return record;
    }
  }
  return Value();
}

Result<Value> read_json(std::string_view text, const std::string& file) {
  auto parsed = json::parse(text);
  if (!parsed.ok()) {
    Diagnostic why = parsed.error();
    why.where.file = file;
    return why;
  }
  return from_json(parsed->root);
}

Result<Value> read_json_lines(std::string_view text, const std::string& file) {
  std::vector<Value> out;
  uint32_t number = 0;
  Pulse pulse(Budget::current(), 64);
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (!pulse.beat()) return Budget::current()->diagnostic("reading " + file);
    if (trim(line).empty()) continue;
    auto value = read_json(line, file);
    if (!value.ok()) {
      Diagnostic why = value.error();
      why.where.line = number;
      return why;
    }
    out.push_back(std::move(*value));
  }
  return Value::list(std::move(out));
}

namespace {

Value from_cell(const store::Cell& cell) {
  switch (cell.kind) {
    case store::Cell::Kind::boolean: return Value(cell.number != 0);
    case store::Cell::Kind::number: return Value(cell.number);
    case store::Cell::Kind::whole: return read_number(cell.text).value_or(Value(cell.number));
    case store::Cell::Kind::text: return Value::text(std::string(cell.text));
    case store::Cell::Kind::json: {
      auto parsed = json::parse(cell.text);
      return parsed.ok() ? from_json(parsed->root) : Value::text(std::string(cell.text));
    }
    case store::Cell::Kind::null: break;
  }
  return Value();
}

template <class Database>
Result<Value> read_rows(Result<Database> opened, const std::string& where, std::string what, Budget& budget,
                        const Pushed* pushed) {
  if (!opened.ok()) return std::move(opened).error();
  if (what.empty()) {
    GLEANER_TRY(std::vector<std::string> tables, opened->tables());
    GLEANER_TRY(what, store::only_table(tables, where));
  }
  constexpr uint64_t kSteps = 4096;  // for some thousand instructions of the database
  if constexpr (requires { opened->watch(nullptr); })
    opened->watch([&] { return budget.spend_steps(kSteps); });
  std::vector<Value> out;
  auto take = [&](const store::Row& row) {
    Value record = Value::record();
    size_t bytes = 0;
    for (const store::Cell& cell : row) {
      bytes += sizeof(Value) + cell.name.size() + cell.text.size();
      record.as_record().fields.emplace_back(std::string(cell.name), from_cell(cell));
    }
    out.push_back(std::move(record));
    return budget.spend_steps() && budget.spend_memory(bytes);
  };
  auto rows = [&] { return Value::list(std::move(out)); };
  if (pushed && pushed->narrows() && !store::is_query(what)) {
    const std::string narrow = fmt::format("select {} from {}{}", pushed->columns, store::quote_name(what),
                                           pushed->where.empty() ? "" : " where " + pushed->where);
    if (opened->query(narrow, take).ok() && !budget.exhausted()) return rows();
    out.clear();
  }
  const Status asked = opened->query(store::query_for(what), take);
  if (budget.exhausted()) return budget.diagnostic("reading " + where);
  GLEANER_CHECK(asked);
  return rows();
}

bool ends_with_any(const std::string& name, std::initializer_list<std::string_view> endings) {
  for (std::string_view ending : endings)
    if (name.ends_with(ending)) return true;
  return false;
}

}  // namespace

Result<Value> read_stored(Store kind, const std::string& where, const std::string& what, Budget& budget,
                          const Pushed* pushed) {
  switch (kind) {
    case Store::sqlite:
      return read_rows(store::Database::open(where), where, what, budget,
                       nullptr);  // its columns have no types
    case Store::parquet:
      return read_rows(store::DuckDb::open_parquet(where), where, what.empty() ? "data" : what, budget,
                       pushed);
    case Store::duckdb: return read_rows(store::DuckDb::open(where), where, what, budget, pushed);
    case Store::postgres: return read_rows(store::Postgres::open(where), where, what, budget, pushed);
  }
  return Value();
}

Result<Value> read_table_text(std::string_view text, const std::string& path) {
  const std::string name = lower_ascii(path);
  if (ends_with_any(name, {".csv", ".csv.gz", ".csv.zst"})) return read_csv(text, 0, path);
  if (ends_with_any(name, {".tsv", ".tab", ".tsv.gz", ".tsv.zst"})) return read_csv(text, '\t', path);
  if (ends_with_any(name, {".jsonl", ".ndjson", ".jsonl.gz", ".jsonl.zst"}))
    return read_json_lines(text, path);
  if (ends_with_any(name, {".json", ".json.gz", ".json.zst"})) return read_json(text, path);
  if (ends_with_any(name, {".xml", ".xml.gz", ".xml.zst", ".rss", ".atom"}))
    return read_xml_table(std::string(text), path);
  return error(
      gleaner::Code::usage, fmt::format("{} is no table", path), {},
      "tables are .csv .tsv .json .jsonl .xml .sqlite .parquet .duckdb; pages are read with html(...), "
      "texts with read(...)");
}

Result<Value> read_table(const std::string& path, Budget& budget, const Pushed* pushed) {
  std::string file = path, part;
  if (size_t at = store::table_mark(path); at != std::string::npos)
    file = path.substr(0, at), part = path.substr(at + 1);
  if (store::Postgres::is_address(file)) return read_stored(Store::postgres, file, part, budget, pushed);
  const std::string name = lower_ascii(file);
  if (ends_with_any(name, {".sqlite", ".db", ".sqlite3"}))
    return read_stored(Store::sqlite, file, part, budget);
  if (name.ends_with(".parquet")) return read_stored(Store::parquet, file, part, budget, pushed);
  if (name.ends_with(".duckdb")) return read_stored(Store::duckdb, file, part, budget, pushed);
  GLEANER_TRY(std::string text, read_file(path));
  return read_table_text(text, path);
}

}  // namespace gleaner::script
