// See table.h. Names of columns, and a table's rows as records and as triples.
#include "tables/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/contains.h"
#include "tables/limits.h"

namespace gleaner::tables {

std::string_view name_of(RowRole role) {
  static constexpr std::string_view kRowNames[] = {"data",  "header", "repeated header", "section",
                                                   "title", "note",   "footer",          "empty"};
  return kRowNames[size_t(role)];
}

std::string_view name_of(ColumnRole role) {
  static constexpr std::string_view kColumnNames[] = {"data", "header", "section", "spacer"};
  return kColumnNames[size_t(role)];
}

std::vector<uint32_t> Table::header_rows() const {
  std::vector<uint32_t> out;
  for (uint32_t r = 0; r < rows; ++r)
    if (row_roles[r] == RowRole::header) out.push_back(r);
  return out;
}

std::vector<uint32_t> Table::data_rows() const {
  std::vector<uint32_t> out;
  for (uint32_t r = 0; r < rows; ++r)
    if (row_roles[r] == RowRole::data || row_roles[r] == RowRole::footer ||
        row_roles[r] == RowRole::repeated_header)
      out.push_back(r);
  return out;
}

std::vector<uint32_t> Table::data_columns() const {
  std::vector<uint32_t> out;
  for (uint32_t c = 0; c < columns; ++c)
    if (column_roles[c] == ColumnRole::data || column_roles[c] == ColumnRole::header) out.push_back(c);
  return out;
}

namespace {

constexpr const char* kRole = "role";

std::string heading_of(const Table& table, const std::vector<uint32_t>& header, uint32_t column) {
  std::string out;
  std::string_view last;
  for (uint32_t r : header) {
    const std::string_view text = table.text(r, column);
    if (text.empty() || text == last) continue;
    if (!out.empty()) out += " / ";
    out += text;
    last = text;
  }
  return out;
}

bool has_sections(const Table& table) { return std::ranges::count(table.row_roles, RowRole::section) > 0; }

// The text of a section row: of the cell that fills it, or of the column of section labels.
const Cell* section_cell(const Table& table, uint32_t row) {
  for (uint32_t c = 0; c < table.columns; ++c)
    if (const Cell* cell = table.at(row, c); cell && !cell->text.empty()) return cell;
  return nullptr;
}

// Names at the begin of rows and none above columns: what a row says belongs to what the table is about.
bool only_rows_are_named(const Table& table) {
  return table.columns > 1 && table.column_roles[0] == ColumnRole::header && table.header_rows().empty();
}

// A column of the page may have the name that we would add.
std::string free_name(const std::vector<std::string>& names, const char* wanted) {
  const std::string plain = wanted;
  return !contains(names, plain) ? plain : "_" + plain;
}

}  // namespace

std::vector<std::string> column_names(const Table& table) {
  const std::vector<uint32_t> header = table.header_rows();
  if (only_rows_are_named(table) && table.data_columns().size() == 2) return {"name", "value"};
  std::vector<std::string> out;
  std::set<std::string> taken;
  std::map<std::string, size_t> last;  // number that a name was given
  for (uint32_t c : table.data_columns()) {
    std::string name = heading_of(table, header, c);
    if (name.empty()) name = fmt::format("column {}", c + 1);
    std::string unique = name;
    for (size_t& n = last.try_emplace(name, 1).first->second; !taken.insert(unique).second;)
      unique = fmt::format("{} ({})", name, ++n);
    out.push_back(std::move(unique));
  }
  return out;
}

wrap::Schema to_schema(const Table& table, const RecordOptions& options) {
  wrap::Schema schema;
  const std::vector<std::string> names = column_names(table);
  if (options.roles) schema.fields.push_back({free_name(names, kRole), wrap::Type::text, false, {}});
  if (has_sections(table)) schema.fields.push_back({free_name(names, kSection), wrap::Type::text, false, {}});
  for (const std::string& name : names) schema.fields.push_back({name, wrap::Type::text, false, {}});
  return schema;
}

std::vector<wrap::Record> to_records(const Table& table, const RecordOptions& options) {
  const std::vector<std::string> names = column_names(table);
  const std::vector<uint32_t> columns = table.data_columns();
  const std::string section_name = free_name(names, kSection), role_name = free_name(names, kRole);
  std::vector<wrap::Record> out;
  const Cell* section = nullptr;
  for (uint32_t r = 0; r < table.rows; ++r) {
    const RowRole role = table.row_roles[r];
    if (role == RowRole::section) section = section_cell(table, r);
    const bool data = role == RowRole::data || role == RowRole::footer;
    if (!data && !(options.roles && role == RowRole::repeated_header)) continue;
    wrap::Record record;
    if (options.roles) record.add(role_name, wrap::Value::make_text(std::string(name_of(role)), Span{}));
    if (section) record.add(section_name, wrap::Value::make_text(section->text, section->span));
    for (size_t i = 0; i < columns.size(); ++i) {
      const Cell* cell = table.at(r, columns[i]);
      if (!cell || cell->text.empty()) continue;
      record.fields.push_back({names[i], wrap::Value::make_text(cell->text, cell->span)});  // names differ
      if (cell->row == r) record.span = record.span ? record.span->hull(cell->span) : cell->span;
    }
    out.push_back(std::move(record));
  }
  return out;
}

namespace {

bool same_row(const Table& a, uint32_t row, const Table& b, uint32_t other) {
  for (uint32_t c = 0; c < a.columns; ++c)
    if (a.text(row, c) != b.text(other, c)) return false;
  return true;
}

// Rows of `more` below those of `table`. A header that is not the same was no header
// there: the table went on.
void append(Table& table, const Table& more) {
  const uint32_t rows = table.rows, cells = uint32_t(table.cells.size());
  const std::vector<uint32_t> header = table.header_rows(), theirs = more.header_rows();
  bool repeated = header.size() >= theirs.size() && !theirs.empty();
  for (size_t i = 0; i < theirs.size() && repeated; ++i)
    repeated = same_row(table, header[i], more, theirs[i]);
  for (Cell cell : more.cells) {
    cell.row += rows;
    table.cells.push_back(std::move(cell));
  }
  for (uint32_t slot : more.slots) table.slots.push_back(slot == kNoCell ? kNoCell : slot + cells);
  for (RowRole role : more.row_roles) {
    if (role == RowRole::header) role = repeated ? RowRole::repeated_header : RowRole::data;
    if (role == RowRole::title) role = RowRole::section;
    table.row_roles.push_back(role);
  }
  for (uint32_t c = 0; c < table.columns; ++c)
    if (more.column_roles[c] == ColumnRole::data && table.column_roles[c] == ColumnRole::spacer)
      table.column_roles[c] = ColumnRole::data;
  for (RowRole& role : table.row_roles)  // a note that turned out to stand in the middle
    if (role == RowRole::note && &role < &table.row_roles[rows]) role = RowRole::section;
  table.rows += more.rows;
  table.span = table.span.hull(more.span);
  table.cut |= more.cut;
}

}  // namespace

std::vector<Table> join_continued(std::vector<Table> tables) {
  std::vector<Table> out;
  for (Table& table : tables) {
    if (table.continues && !out.empty() && out.back().columns == table.columns) append(out.back(), table);
    else out.push_back(std::move(table));
  }
  return out;
}

std::vector<Triple> to_triples(const Table& table) {
  const std::vector<std::string> names = column_names(table);
  const std::vector<uint32_t> columns = table.data_columns();
  std::vector<Triple> out;
  if (columns.empty()) return out;
  // The subject is what the heading columns say, or the first column where none is marked.
  std::vector<bool> subject(columns.size());
  for (size_t i = 0; i < columns.size(); ++i)
    subject[i] = table.column_roles[columns[i]] == ColumnRole::header;
  if (!contains(subject, true)) subject[0] = true;
  const Cell* section = nullptr;
  const bool named_rows = only_rows_are_named(table);
  std::string about = table.caption;
  for (uint32_t r = 0; r < table.rows; ++r) {
    if (named_rows && about.empty() && table.row_roles[r] == RowRole::title) about = table.text(r, 0);
    if (table.row_roles[r] == RowRole::section) section = section_cell(table, r);
    if (table.row_roles[r] != RowRole::data && table.row_roles[r] != RowRole::footer) continue;
    std::string of = section ? section->text : "";
    for (size_t i = 0; i < columns.size(); ++i)
      if (const std::string_view text = table.text(r, columns[i]); subject[i] && !text.empty())
        of += (of.empty() ? "" : " / ") + std::string(text);
    for (size_t i = 0; i < columns.size(); ++i) {
      const Cell* cell = table.at(r, columns[i]);
      if (subject[i] || !cell || cell->text.empty()) continue;
      if (named_rows) out.push_back({about, of, cell->text, cell->span});
      else out.push_back({of, names[i], cell->text, cell->span});
    }
  }
  return out;
}

}  // namespace gleaner::tables
