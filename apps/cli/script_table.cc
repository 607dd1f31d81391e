// See script_table.h. Answers become rows and columns first; every format writes those.
#include "script_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/shorten.h"
#include "base/text.h"
#include "store/record_file.h"
#include "wrap/writer.h"

namespace gleaner::cli {
namespace {

using script::Kind;
using script::Value;

struct Grid {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> numeric;
};

Grid grid_of(const std::vector<Value>& items) {
  Grid grid;
  auto column = [&](const std::string& name) {
    auto at = std::ranges::find(grid.names, name);
    if (at == grid.names.end()) at = grid.names.insert(at, name), grid.numeric.push_back(true);
    return size_t(at - grid.names.begin());
  };
  auto put = [&](std::vector<std::string>& row, const std::string& name, const Value& v) {
    const size_t i = column(name);
    row.resize(std::max(row.size(), i + 1));
    row[i] = v.is_null() ? "" : script::to_text(v);
    if (!v.is_null() && !script::to_number(v)) grid.numeric[i] = false;
  };
  for (const Value& item : items) {
    std::vector<std::string> row;
    if (const script::Fields* fields = fields_in(item))
      for (const auto& [name, value] : *fields) put(row, name, value);
    else put(row, "value", item);
    grid.rows.push_back(std::move(row));
  }
  for (auto& row : grid.rows) row.resize(grid.names.size());
  return grid;
}

void separated(std::string& out, const std::vector<std::string>& row, char separator) {
  for (size_t i = 0; i < row.size(); ++i) {
    if (i) out += separator;
    out += csv_cell(row[i], separator);
  }
  out += '\n';
}

std::string aligned(const Grid& grid) {
  constexpr size_t kWidest = 60;
  std::vector<std::vector<std::string>> rows = grid.rows;
  rows.insert(rows.begin(), grid.names);
  std::vector<size_t> widths;
  for (std::vector<std::string>& row : rows) {
    for (std::string& cell : row) cell = shortened(collapse(cell), kWidest);
    widen(widths, row);
  }
  std::string out;
  for (const std::vector<std::string>& row : rows) out += gleaner::aligned(row, widths, grid.numeric) + '\n';
  return out;
}

wrap::Value wrapped(const Value& v) {
  if (v.is_null()) return {};
  if (v.is(Kind::list)) {
    std::vector<wrap::Value> items;
    for (const Value& item : v.as_list().items) items.push_back(wrapped(item));
    return wrap::Value::make_list(std::move(items));
  }
  if (const script::Fields* fields = fields_in(v)) {
    std::vector<wrap::Field> all;
    for (const auto& [name, value] : *fields) all.push_back({name, wrapped(value)});
    return wrap::Value::make_record(std::move(all));
  }
  return wrap::Value::make_text(script::to_text(v));
}

// As `extract` writes it.
Result<std::string> xml_of(const std::vector<Value>& items) {
  std::vector<wrap::Record> records;
  for (const Value& item : items) {
    wrap::Record& record = records.emplace_back();
    if (fields_in(item)) record.fields = wrapped(item).fields;
    else record.fields.push_back({"value", wrapped(item)});
  }
  std::string out;
  auto writer = wrap::make_writer(wrap::Format::xml, wrap::schema_of(records), {.page = false},
                                  [&](std::string_view text) { return out += text, Status(); });
  GLEANER_CHECK(writer->page("", nullptr, records));
  GLEANER_CHECK(writer->finish());
  return out;
}

}  // namespace

Result<std::string> format_answer(const Value& answer, const OutputOptions& options, bool table) {
  std::string format = options.format_name;
  if (format.empty() && !options.path.empty()) format = options.path.substr(options.path.rfind('.') + 1);
  if (store::RecordFile::writes(options.path)) {
    GLEANER_CHECK(format_of(options));
    format = "records";
  }
  if (format.empty()) format = table ? "table" : "jsonl";
  if (!answer.is(Kind::list) && format != "json") return script::to_text(answer) + "\n";
  std::string out;
  if (format == "json") return script::to_json(answer) + "\n";
  const std::vector<Value>& items = answer.as_list().items;
  if (format == "jsonl") {
    for (const Value& item : items) out += script::to_json(item) + "\n";
    return out;
  }
  if (format == "records") {  // every row a record
    for (const Value& item : items)
      out += (fields_in(item) ? script::to_json(item) : "{\"value\": " + script::to_json(item) + "}") + "\n";
    return out;
  }
  if (format == "xml") return xml_of(items);
  const Grid grid = grid_of(items);
  if (format == "table") return items.empty() ? std::string() : aligned(grid);
  if (format != "csv" && format != "tsv")
    return error(Code::usage, fmt::format("a query cannot be written as {}", format), {},
                 "known: table, jsonl, json, csv, tsv, xml, and -o FILE.parquet, FILE.duckdb, FILE.sqlite");
  separated(out, grid.names, format == "csv" ? ',' : '\t');
  for (const auto& row : grid.rows) separated(out, row, format == "csv" ? ',' : '\t');
  return out;
}

}  // namespace gleaner::cli
