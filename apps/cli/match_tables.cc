// See match_tables.h.
#include "match_tables.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/budget.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/text.h"
#include "page/load.h"
#include "script/csv.h"
#include "script/tables.h"

namespace gleaner::cli {
namespace {

bool has_ending(std::string name, std::initializer_list<std::string_view> endings) {
  name = lower_ascii(name);
  for (std::string_view packed : {".gz", ".zst"})
    if (name.ends_with(packed)) name.resize(name.size() - packed.size());
  for (std::string_view ending : endings)
    if (name.ends_with(ending)) return true;
  return false;
}

Result<match::Table> read_separated(const std::string& path, char separator) {
  GLEANER_TRY(const std::string text, read_file(path));
  match::Table table;
  std::vector<std::string_view> cells;
  Pulse pulse(Budget::current());
  const auto take = [&](const std::vector<std::string>& names, std::vector<std::string>& row) {
    if (table.columns().empty()) table = match::Table(names);
    cells.assign(row.begin(), row.end());
    table.add(cells);
    return pulse.beat();
  };
  GLEANER_CHECK(script::each_csv_row(text, path, take, separator == ',' ? '\0' : separator));  // also ; and |
  if (!pulse.alive()) return Budget::current()->diagnostic("reading " + path);
  return table;
}

Result<match::Table> rows_as_table(const script::Value& value, const std::string& path) {
  const auto no_table = [&] {
    return error(Code::bad_input, fmt::format("{} holds no rows with columns", path));
  };
  if (!value.is(script::Kind::list)) return no_table();
  match::Table table;
  std::vector<std::string> texts;
  std::vector<std::string_view> cells;
  for (const script::Value& row : value.as_list().items) {
    if (!row.is(script::Kind::record)) return no_table();
    texts.assign(table.columns().size(), "");
    for (const auto& [name, cell] : row.as_record().fields) {
      size_t at = table.columns().size();
      for (size_t i = 0; i < table.columns().size(); ++i)
        if (table.columns()[i] == name) at = i;
      if (at == table.columns().size()) table.add_column(name), texts.emplace_back();
      if (!cell.is_null()) texts[at] = script::to_text(cell);
    }
    cells.assign(texts.begin(), texts.end());
    table.add(cells);
  }
  return table;
}

}  // namespace

Result<match::Table> read_match_table(const std::string& path) {
  if (has_ending(path, {".csv"})) return read_separated(path, ',');
  if (has_ending(path, {".tsv", ".tab"})) return read_separated(path, '\t');
  Budget own;
  GLEANER_TRY(const script::Value value,
              script::read_table(path, Budget::current() ? *Budget::current() : own));
  return rows_as_table(value, path);
}

namespace {

Result<size_t> column_named(const match::Table& table, const std::string& name, const char* option) {
  const size_t at = table.column(name);
  if (at != match::Table::npos) return at;
  return error(Code::usage, fmt::format("{}: there is no column \"{}\"", option, name), {},
               fmt::format("columns: {}", fmt::join(table.columns(), ", ")));
}

Status name_ids(match::Table& table, const std::string& name, const char* side) {
  GLEANER_TRY(const size_t at, column_named(table, name, "--id"));
  if (const size_t old = table.column("id"); old != match::Table::npos && old != at)
    table.rename_column(old, fmt::format("id of the {} table", side));  // so that the two never meet
  table.rename_column(at, "id");
  return {};
}

}  // namespace

Status name_columns(const std::string& id, const std::vector<std::string>& same, match::Table& left,
                    match::Table* right) {
  for (const std::string& said : same)
    for (const std::string_view pair : split(said, ',')) {
      const size_t equals = pair.find('=');
      if (equals == std::string_view::npos || !right)
        return error(Code::usage, fmt::format("--same {}: which columns of two tables?", said), {},
                     "--same LEFT=RIGHT, as in --same name=title,price=cost");
      const std::string mine(trim(pair.substr(0, equals))), theirs(trim(pair.substr(equals + 1)));
      GLEANER_CHECK(column_named(left, mine, "--same"));
      GLEANER_TRY(const size_t at, column_named(*right, theirs, "--same"));
      right->rename_column(at, mine);
    }
  if (id.empty()) return {};
  const size_t equals = id.find('=');
  GLEANER_CHECK(name_ids(left, id.substr(0, equals), "left"));
  if (!right) return {};
  const std::string other = equals == std::string::npos ? id : id.substr(equals + 1);
  if (equals == std::string::npos && right->column(other) == match::Table::npos && right->has_ids())
    return {};
  return name_ids(*right, other, "right");
}

Result<std::vector<match::Label>> read_pair_labels(const std::string& path, bool may_be_new) {
  std::vector<match::Label> out;
  if (may_be_new && !std::filesystem::exists(path)) return out;
  GLEANER_TRY(const match::Table table, read_match_table(path));
  const size_t left = table.column("left"), right = table.column("right"), match = table.column("match");
  if (table.columns().empty()) return out;
  if (left == match::Table::npos || right == match::Table::npos || match == match::Table::npos)
    return error(Code::bad_input,
                 fmt::format("labels need the columns left, right and match, not: {}",
                             fmt::join(table.columns(), ", ")),
                 {path, 1}, "left and right are ids, match is 1 or 0");
  for (size_t row = 0; row < table.rows(); ++row) {
    const std::string_view said = table.cell(row, match);
    if (trim(said).empty()) continue;
    const auto answer = match::read_answer(said);
    if (!answer)
      return error(Code::bad_input, fmt::format("\"{}\" is no answer (row {})", said, row + 1), {path},
                   "match is 1 or 0, yes or no, true or false, or empty");
    out.push_back({std::string(table.cell(row, left)), std::string(table.cell(row, right)), *answer});
  }
  return out;
}

Status may_append_labels(const std::string& path) {
  if (has_ending(path, {".csv", ".tsv", ".tab", ".jsonl", ".ndjson"}) && !path.ends_with(".gz") &&
      !path.ends_with(".zst"))
    return {};
  return error(Code::usage, fmt::format("answers cannot be added to {}", path), {},
               "labels that grow are .csv, .tsv or .jsonl");
}

namespace {

// A row as the file has them: its own columns, in their order, with its own sign between them.
Result<std::string> pair_line(const std::string& path, const match::Label& label, bool fresh) {
  char separator = has_ending(path, {".csv"}) ? ',' : '\t';
  std::vector<std::string> names = {"left", "right", "match"};
  std::string out;
  if (fresh) {
    out = fmt::format("{}\n", fmt::join(names, std::string(1, separator)));
  } else {
    GLEANER_TRY(const std::string there, read_file(path));
    if (separator == ',') separator = script::find_separator(without_mark(there));
    size_t at = 0;
    uint32_t line = 1;
    GLEANER_CHECK(csv_row(without_mark(there), at, separator, line, path, names));
  }
  for (size_t i = 0; i < names.size(); ++i) {
    const bool left = equals_ignoring_case(names[i], "left"), right = equals_ignoring_case(names[i], "right");
    const std::string cell = left                                      ? label.left
                             : right                                   ? label.right
                             : equals_ignoring_case(names[i], "match") ? (label.match ? "1" : "0")
                                                                       : "";
    out += (i ? std::string(1, separator) : "") + csv_cell(cell, separator);
  }
  return out + "\n";
}

}  // namespace

Status append_pair_label(const std::string& path, const match::Label& label) {
  const bool lines = has_ending(path, {".jsonl", ".ndjson"});
  GLEANER_CHECK(may_append_labels(path));
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  const bool fresh = ignored || size == 0;
  std::string text;
  if (lines) {
    text = fmt::format("{{\"left\": {}, \"right\": {}, \"match\": {}}}\n", json::quote(label.left),
                       json::quote(label.right), int(label.match));
  } else {
    GLEANER_TRY(text, pair_line(path, label, fresh));
  }
  if (!fresh) {  // a last line without its end
    std::ifstream in(path, std::ios::binary);
    in.seekg(-1, std::ios::end);
    if (char last = 0; in.get(last) && last != '\n') text = "\n" + text;
  }
  std::ofstream out(path, std::ios::binary | std::ios::app);
  out << text;
  out.flush();
  if (!out) return error(Code::io, fmt::format("cannot write {}", path));
  return {};
}

}  // namespace gleaner::cli
