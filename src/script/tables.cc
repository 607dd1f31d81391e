#include "script/tables.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "page/load.h"
#include "store/sqlite.h"

namespace gleaner::script {
namespace {

Value from_json(const json::Value& v) {
  switch (v.kind) {
    case json::Value::Kind::null: return Value();
    case json::Value::Kind::boolean: return Value(v.boolean);
    case json::Value::Kind::number: return Value(v.number);
    case json::Value::Kind::string: return Value::text(std::string(v.text));
    case json::Value::Kind::array: {
      std::vector<Value> items;
      for (const json::Value& item : v.items) items.push_back(from_json(item));
      return Value::list(std::move(items));
    }
    case json::Value::Kind::object: {
      Value record = Value::record();
      for (const json::Member& m : v.members) record.as_record().fields.emplace_back(std::string(m.key), from_json(m.value));
      return record;
    }
  }
  return Value();
}

// One row; `at` moves behind its line end.
Status csv_row(std::string_view text, size_t& at, char separator, uint32_t& line, const std::string& file,
               std::vector<std::string>& row) {
  row.assign(1, "");
  bool quoted = false;
  const uint32_t first = line;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (quoted) {
      if (c == '"' && at + 1 < text.size() && text[at + 1] == '"') row.back() += text[++at];
      else if (c == '"') quoted = false;
      else row.back() += c;
    } else if (c == '"' && row.back().empty()) {
      quoted = true;
    } else if (c == separator) {
      row.emplace_back();
    } else if (c == '\n') {
      ++at;
      return {};
    } else if (c != '\r' || (at + 1 < text.size() && text[at + 1] != '\n')) {
      row.back() += c;
    }
  }
  if (quoted) return error(gleaner::Code::bad_input, "a quoted value is never closed", {file, first, 0, {}});
  return {};
}

}  // namespace

Result<Value> read_csv(std::string_view text, char separator, const std::string& file) {
  std::vector<std::string> names, row;
  std::vector<Value> out;
  uint32_t line = 1;
  size_t at = 0;
  GLEANER_CHECK(csv_row(text, at, separator, line, file, names));
  while (at < text.size()) {
    const uint32_t here = line;
    GLEANER_CHECK(csv_row(text, at, separator, line, file, row));
    if (row.size() == 1 && row[0].empty()) continue;
    if (row.size() > names.size())
      return error(gleaner::Code::bad_input, fmt::format("{} values, but {} columns", row.size(), names.size()), {file, here, 0, {}});
    Value record = Value::record();
    for (size_t i = 0; i < names.size(); ++i)
      record.as_record().fields.emplace_back(names[i], i < row.size() ? Value::text(std::move(row[i])) : Value());
    out.push_back(std::move(record));
  }
  return Value::list(std::move(out));
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
  for (std::string_view line : split(text, '\n')) {
    ++number;
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

Result<Value> read_sqlite(const std::string& path, const std::string& what, Budget& budget) {
  std::vector<Value> out;
  GLEANER_TRY(store::Database database, store::Database::open(path));
  const bool query = lower_ascii(trim(what)).starts_with("select");
  std::string quoted = "\"";
  for (char c : what) quoted += c == '"' ? "\"\"" : std::string(1, c);
  GLEANER_CHECK(database.query(query ? what : "select * from " + quoted + "\"", [&](const store::Row& row) {
    Value record = Value::record();
    for (const store::Cell& cell : row) {
      Value value;
      if (cell.kind == store::Cell::Kind::number) value = Value(cell.number);
      if (cell.kind == store::Cell::Kind::text) value = Value::text(std::string(cell.text));
      record.as_record().fields.emplace_back(std::string(cell.name), std::move(value));
    }
    out.push_back(std::move(record));
    return budget.spend_steps();
  }));
  return Value::list(std::move(out));
}

Result<Value> read_table(const std::string& path, Budget& budget) {
  std::string file = path, part;
  if (size_t at = path.rfind('#'); at != std::string::npos) file = path.substr(0, at), part = path.substr(at + 1);
  auto ends = [&](std::string_view ending) { return lower_ascii(file).ends_with(ending); };
  if (ends(".sqlite") || ends(".db") || ends(".sqlite3")) {
    if (part.empty()) {
      GLEANER_TRY(store::Database database, store::Database::open(file));
      GLEANER_TRY(std::vector<std::string> tables, database.tables());
      if (tables.size() != 1) {
        std::string names;
        for (const std::string& t : tables) names += " " + t;
        return error(gleaner::Code::usage, fmt::format("{} has {} tables:{}", file, tables.size(), names), {},
                     fmt::format("name one: '{}#{}'", file, tables.empty() ? "table" : tables[0]));
      }
      part = tables[0];
    }
    return read_sqlite(file, part, budget);
  }
  if (ends(".parquet"))
    return error(gleaner::Code::unsupported, "Parquet files cannot be read in this build", {}, "convert it to CSV or SQLite");
  GLEANER_TRY(std::string text, read_file(path));
  if (ends(".csv") || ends(".csv.gz") || ends(".csv.zst")) return read_csv(text, ',', path);
  if (ends(".tsv") || ends(".tab")) return read_csv(text, '\t', path);
  if (ends(".jsonl") || ends(".ndjson") || ends(".jsonl.gz") || ends(".jsonl.zst")) return read_json_lines(text, path);
  if (ends(".json")) return read_json(text, path);
  return error(gleaner::Code::usage, fmt::format("{} is no table", path), {},
               "tables are .csv .tsv .json .jsonl .sqlite; pages are read with html(...), texts with read(...)");
}

}  // namespace gleaner::script
