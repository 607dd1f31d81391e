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
  const std::string_view rows = script::without_mark(text);
  if (separator == ',') separator = script::find_separator(rows);  // also ; and |
  GLEANER_CHECK(script::each_csv_row(rows, separator, path, take));
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

std::optional<bool> answer_of(std::string_view text) {
  const std::string word = lower_ascii(trim(text));
  for (const char* yes : {"1", "yes", "y", "true", "match", "1.0"})
    if (word == yes) return true;
  for (const char* no : {"0", "no", "n", "false", "0.0"})
    if (word == no) return false;
  return {};
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
                 {path, 1, 0, {}}, "left and right are ids, match is 1 or 0");
  for (size_t row = 0; row < table.rows(); ++row) {
    const std::string_view said = table.cell(row, match);
    if (trim(said).empty()) continue;
    const auto answer = answer_of(said);
    if (!answer)
      return error(Code::bad_input, fmt::format("\"{}\" is no answer (row {})", said, row + 1),
                   {path, 0, 0, {}}, "match is 1 or 0, yes or no, true or false, or empty");
    out.push_back({std::string(table.cell(row, left)), std::string(table.cell(row, right)), *answer});
  }
  return out;
}

Status append_pair_label(const std::string& path, const match::Label& label) {
  const char separator = has_ending(path, {".tsv", ".tab"}) ? '\t' : ',';
  const bool lines = has_ending(path, {".jsonl", ".ndjson"});
  if (!lines && !has_ending(path, {".csv", ".tsv", ".tab"}))
    return error(Code::usage, fmt::format("answers cannot be added to {}", path), {},
                 "labels that grow are .csv, .tsv or .jsonl");
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  const bool fresh = ignored || size == 0;
  std::string text;
  if (lines) {
    text = fmt::format("{{\"left\": {}, \"right\": {}, \"match\": {}}}\n", json::quote(label.left),
                       json::quote(label.right), int(label.match));
  } else {
    if (fresh) text = fmt::format("left{0}right{0}match\n", separator);
    text += csv_cell(label.left, separator) + separator + csv_cell(label.right, separator) + separator +
            (label.match ? "1\n" : "0\n");
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
