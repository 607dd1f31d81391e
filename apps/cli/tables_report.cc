// See tables_report.h.
#include "tables_report.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/json.h"
#include "base/text.h"
#include "cli.h"
#include "html/tree.h"
#include "wrap/writer.h"

namespace gleaner::cli {
namespace {

using tables::Table;

// What layout leaves on a table that it made of boxes.
struct Sheet {
  std::string page, box, height;
};
std::optional<Sheet> sheet_of(const PageTables& page, const Table& table) {
  const html::Tree& tree = page.document->view<html::Tree>();
  const auto number = tree.attribute(table.node, "data-page");
  const auto box = tree.attribute(table.node, "data-box");
  if (!number || !box) return std::nullopt;
  std::string height = "0";
  for (html::NodeId n = table.node; n != html::kNoNode; n = tree.parent(n))
    if (const auto size = tree.attribute(n, "data-size")) {
      height = std::string(size->substr(size->find(' ') + 1));
      break;
    }
  return Sheet{std::string(*number), std::string(*box), height};
}

std::string headline(const PageTables& page, const Table& table, size_t number) {
  std::string out =
      fmt::format("table {}: {} of {}", number, counted(tables::to_records(table).size(), "row"),
                  counted(table.data_columns().size(), "column"));
  if (const auto sheet = sheet_of(page, table)) out += ", sheet " + sheet->page;
  if (!table.caption.empty()) out += fmt::format(", \"{}\"", table.caption);
  if (table.cut) out += " (cut off at a limit)";
  if (!table.genuine) out += fmt::format(" (layout: {})", table.why);
  return out + "\n";
}

std::string first_rows(const Table& table, size_t rows, bool roles) {
  std::string out;
  const tables::RecordOptions how{roles};
  std::vector<wrap::Record> records = tables::to_records(table, how);
  const size_t all = records.size();
  if (records.size() > rows) records.resize(rows);
  auto writer = wrap::make_writer(wrap::Format::table, tables::to_schema(table, how), {.page = false},
                                  [&](std::string_view text) { return out += text, Status(); });
  if (!writer->page("", nullptr, records).ok() || !writer->finish().ok()) return {};
  if (all > rows) out += fmt::format("... {} more\n", counted(all - rows, "row"));
  return out;
}

std::string table_json(const PageTables& page, const Table& table, size_t number) {
  const Span span = page.document->to_bytes(table.span);
  std::string out = fmt::format(
      "{{\"page\": {}, \"table\": {}, \"rows\": {}, \"columns\": {}, \"caption\": {}, \"header_rows\": {}, "
      "\"genuine\": {}, \"why\": {}, \"cut\": {}, \"span\": [{}, {}]",
      json::quote(page.page), number, table.rows, table.columns, json::quote(table.caption),
      table.header_rows().size(), table.genuine, json::quote(table.why), table.cut, span.begin, span.end);
  if (const auto sheet = sheet_of(page, table))
    out += fmt::format(", \"sheet\": {}, \"box\": {}", sheet->page, json::quote(sheet->box));
  const auto role_name = [](auto role) { return json::quote(tables::name_of(role)); };
  out += fmt::format(", \"names\": {}, \"row_roles\": [{}], \"column_roles\": [{}]",
                     json_list(tables::column_names(table)), joined(table.row_roles, role_name),
                     joined(table.column_roles, role_name));
  std::vector<std::string> titles, notes;
  for (uint32_t r = 0; r < table.rows; ++r)
    if (table.row_roles[r] == tables::RowRole::title || table.row_roles[r] == tables::RowRole::note)
      (table.row_roles[r] == tables::RowRole::title ? titles : notes).emplace_back(table.text(r, 0));
  out += fmt::format(", \"titles\": {}, \"notes\": {}}}", json_list(titles), json_list(notes));
  return out;
}

void append_cell(std::string& out, bool& first, uint32_t row, uint32_t column, uint32_t row_span,
                 uint32_t column_span, std::string_view text) {
  out += fmt::format("{}{{\"row\": {}, \"col\": {}", first ? "" : ", ", row, column);
  if (row_span > 1) out += fmt::format(", \"rowspan\": {}", row_span);
  if (column_span > 1) out += fmt::format(", \"colspan\": {}", column_span);
  out += ", \"text\": ";
  json::append_string(out, text);
  out += '}';
  first = false;
}

// The cells of a table that layout made: all of them, for there everything between the borders counts.
std::string sheet_cells(const Table& table, const Sheet& sheet) {
  std::string box = sheet.box;
  for (char& c : box)
    if (c == ' ') c = ',';
  std::string out =
      fmt::format("{{\"page\": {}, \"origin\": \"top\", \"page_height\": {}, \"bbox\": [{}], \"cells\": [",
                  sheet.page, sheet.height, box);
  bool first = true;
  for (const tables::Cell& cell : table.cells)
    if (!cell.text.empty())
      append_cell(out, first, cell.row, cell.column, cell.row_span, cell.column_span, cell.text);
  return out + "]}";
}

std::string data_cells(const Table& table) {
  std::vector<uint32_t> rows = table.header_rows();
  const size_t header = rows.size();
  for (uint32_t r : table.data_rows()) rows.push_back(r);
  const std::vector<uint32_t> columns = table.data_columns();
  std::string out = fmt::format("{{\"header_rows\": {}, \"cells\": [", header);
  bool first = true;
  for (uint32_t r = 0; r < rows.size(); ++r)
    for (uint32_t c = 0; c < columns.size(); ++c)
      append_cell(out, first, r, c, 1, 1, table.text(rows[r], columns[c]));
  return out + "]}";
}

}  // namespace

std::string tables_shown(const std::vector<PageTables>& pages, size_t rows, bool roles) {
  std::string out;
  for (const PageTables& page : pages) {
    if (pages.size() > 1 && !page.failed) out += page.page + "\n";
    for (size_t i = 0; i < page.tables.size(); ++i) {
      out += headline(page, page.tables[i], i + 1);
      if (rows) out += first_rows(page.tables[i], rows, roles) + "\n";
    }
  }
  return out;
}

std::string tables_json(const std::vector<PageTables>& pages) {
  std::string out = "[";
  for (const PageTables& page : pages)
    for (size_t i = 0; i < page.tables.size(); ++i)
      out += (out.size() > 1 ? ",\n " : "\n ") + table_json(page, page.tables[i], i + 1);
  return out + "\n]\n";
}

std::string as_tables_line(const PageTables& page) {
  std::string out = fmt::format("{{\"doc\": {}, \"seconds\": {:.5f}, \"tables\": [",
                                json::quote(std::filesystem::path(page.page).stem().string()), page.seconds);
  out += joined(page.tables, [&](const Table& table) {
    const auto sheet = sheet_of(page, table);
    return sheet ? sheet_cells(table, *sheet) : data_cells(table);
  });
  return out + "]}\n";
}

}  // namespace gleaner::cli
