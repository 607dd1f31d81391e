// gleaner tables FILE.pdf --debug out.html: the sheets with what was seen on them: words, rulings, gutters,
// cells, tables, and what was taken for no table, with why. A page with boxes (a browser's)
// is drawn anew from its texts, where they stood and as they looked, with rows, columns and
// roles over it. See tables_debug.h.
#include "tables_debug.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/text.h"
#include "html/tree.h"
#include "layout/find_tables.h"
#include "output.h"
#include "page/load.h"
#include "pdf_pages.h"
#include "sheet_pictures.h"
#include "tables/cell_text.h"
#include "tables/reader.h"

namespace gleaner::cli {
namespace {

using layout::Box;

std::string_view name_of(layout::TableKind kind) {
  switch (kind) {
    case layout::TableKind::lattice: return "a lattice of rulings";
    case layout::TableKind::ruled: return "between horizontal rulings";
    case layout::TableKind::text: return "lines with common gutters";
  }
  return "";
}

Box box_of(const layout::Words& words) {
  Box box = words[0]->box();
  for (const layout::Word* word : words) box = box.hull(word->box());
  return box;
}

std::vector<SheetMark> marks_of(const layout::Sheet& sheet, const layout::Settings& settings) {
  layout::Page page = layout::make_page(sheet, settings);
  std::vector<SheetMark> out;
  const auto mark = [&](const Box& box, const char* kind, std::string words) {
    out.push_back({sheet.number, page.to_sheet(box), kind, std::move(words)});
  };
  std::vector<layout::FoundTable> rejected;
  const std::vector<layout::FoundTable> tables = layout::find_tables(page, &rejected);
  for (const layout::Word& word : page.words) mark(word.box(), "word", word.text);
  for (const layout::Rule& h : page.horizontal)
    mark({h.a, h.at, h.b, h.at}, "ruling", h.drawn ? "ruling" : "edge of an area");
  for (const layout::Rule& v : page.vertical)
    mark({v.at, v.a, v.at, v.b}, "ruling", v.drawn ? "ruling" : "edge of an area");
  for (const Box& zone : page.charts) mark(zone, "chart", "a chart: its texts are no table");
  for (const layout::FoundTable& no : rejected)
    mark(no.box, "rejected", fmt::format("no table: {} ({})", no.why, name_of(no.kind)));
  for (const layout::FoundTable& table : tables) {
    mark(table.box, "table",
         fmt::format("table, {} x {}: {}", table.grid.rows, table.grid.columns, name_of(table.kind)));
    for (const layout::Line& line : table.lines) mark(line.box(), "line", "line");
    for (const layout::Gutter& g : table.gutters)
      mark({g.x, table.box.y0, g.x, table.box.y1}, "gutter",
           fmt::format("gutter: {:.1f} votes for, {:.1f} against, {:.1f} wide", g.support, g.ink, g.width));
    for (const layout::GridCell& cell : table.grid.cells)
      mark(box_of(cell.words), cell.row < table.grid.header_rows ? "header" : "cell",
           fmt::format("row {}, column {}{}: {}", cell.row + 1, cell.column + 1,
                       cell.row_span > 1 || cell.column_span > 1
                           ? fmt::format(", spans {} x {}", cell.row_span, cell.column_span)
                           : "",
                       cell.text));
  }
  return out;
}

// --- pages with boxes

std::optional<Box> box_at(const html::Tree& tree, html::NodeId n) {
  if (!tree.may_have_attributes(n)) return std::nullopt;
  const auto written = tree.attribute(n, "data-box");
  Box box;
  if (!written ||
      std::sscanf(std::string(*written).c_str(), "%lf %lf %lf %lf", &box.x0, &box.y0, &box.x1, &box.y1) != 4)
    return std::nullopt;
  return box;
}

// What an element shows: the hull of the boxes in it.
std::optional<Box> box_within(const html::Tree& tree, html::NodeId n) {
  std::optional<Box> out;
  for (html::NodeId at = n; at < tree.subtree_end(n); ++at)
    if (const auto box = box_at(tree, at)) out = out ? out->hull(*box) : *box;
  return out;
}

// data-look: weight, size, style, colour, ground, as styles name them. The page wrote it:
// what is no plain word is left out.
std::string style_of(std::string_view look) {
  constexpr const char* kNames[] = {"font-weight", "font-size", "font-style", "color", "background-color"};
  const auto is_plain = [](char c) {
    return is_alnum(c) || c == '(' || c == ')' || c == ',' || c == '.' || c == '%' || c == '#';
  };
  std::string out;
  const std::vector<std::string_view> parts = words(look);
  for (size_t i = 0; i < std::min<size_t>(parts.size(), 5); ++i)
    if (std::ranges::all_of(parts[i], is_plain)) out += fmt::format(";{}:{}", kNames[i], parts[i]);
  return out;
}

// The texts of the page where they stood.
std::string texts_of(const html::Tree& tree, PictureSize& size) {
  const tables::TextReader reader(tree, {});
  std::string out;
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    const auto box = box_at(tree, n);
    const auto look = box ? tree.attribute(n, "data-look") : std::nullopt;
    if (!look) continue;
    size.width = std::max(size.width, box->x1), size.height = std::max(size.height, box->y1);
    out += fmt::format(
        "<div style=\"left:{:.1f}px;top:{:.1f}px;width:{:.1f}px;height:{:.1f}px{}\">{}</div>\n", box->x0,
        box->y0, box->width() + 1, box->height() + 1, style_of(*look), escape_html(reader.read(n).text));
  }
  return out;
}

const char* kind_of(const tables::Table& table, const tables::Cell& cell) {
  using tables::RowRole;
  switch (table.row_roles[cell.row]) {
    case RowRole::header:
    case RowRole::repeated_header: return "header";
    case RowRole::section: return "section";
    case RowRole::title:
    case RowRole::note:
    case RowRole::footer: return "aside";
    case RowRole::data:
    case RowRole::empty: break;
  }
  return table.column_roles[cell.column] == tables::ColumnRole::header ? "header" : "cell";
}

void mark_table(const html::Tree& tree, const tables::Table& table, std::vector<SheetMark>& out) {
  std::vector<SheetMark> cells;
  std::optional<Box> whole;
  std::map<uint32_t, Box> columns;
  for (const tables::Cell& cell : table.cells) {
    const auto box = cell.node == html::kNoNode ? std::nullopt : box_within(tree, cell.node);
    if (!box) continue;
    whole = whole ? whole->hull(*box) : *box;
    if (cell.column_span == 1) {
      const auto [at, fresh] = columns.try_emplace(cell.column, *box);
      if (!fresh) at->second = at->second.hull(*box);
    }
    cells.push_back(
        {0, *box, kind_of(table, cell),
         fmt::format("row {} ({}), column {} ({}){}: {}", cell.row + 1, name_of(table.row_roles[cell.row]),
                     cell.column + 1, name_of(table.column_roles[cell.column]),
                     cell.row_span > 1 || cell.column_span > 1
                         ? fmt::format(", spans {} x {}", cell.row_span, cell.column_span)
                         : "",
                     cell.text)});
  }
  if (!whole) return;
  constexpr double kRoom = 3;  // pixels around the cells
  const Box around{whole->x0 - kRoom, whole->y0 - kRoom, whole->x1 + kRoom, whole->y1 + kRoom};
  out.push_back({0, around, table.genuine ? "table" : "rejected",
                 fmt::format("{}, {} x {}: {}", table.genuine ? "table" : "no table", table.rows,
                             table.columns, table.why)});
  if (!table.genuine) return;
  for (const auto& [column, box] : columns)
    out.push_back({0,
                   {box.x0, whole->y0, box.x1, whole->y1},
                   "column",
                   fmt::format("column {} ({})", column + 1, name_of(table.column_roles[column]))});
  out.insert(out.end(), cells.begin(), cells.end());
}

// Empty where the page does not say where its texts stand.
std::string boxes_drawn(const Document& page) {
  const html::Tree& tree = page.view<html::Tree>();
  PictureSize size{0, 0, 1, true};
  const std::string texts = texts_of(tree, size);
  if (texts.empty()) return {};
  Budget budget;
  std::vector<SheetMark> marks;
  for (const tables::Table& table : tables::read_tables(tree, {.layout = true}, budget))
    mark_table(tree, table, marks);
  // what was refused lies under what was taken
  std::stable_partition(marks.begin(), marks.end(), [](const SheetMark& m) { return m.kind == "rejected"; });
  return sheet_style() + picture_with_marks(texts, size, marks);
}

// --- both

Result<std::string> pictures_of(const PageTables& page) {
  if (std::string out = boxes_drawn(*page.document); !out.empty()) return out;
  GLEANER_TRY(const layout::Settings settings, pdf_settings());
  GLEANER_TRY(const std::string bytes, read_file(page.page));
  if (!has_sheets(bytes))
    return error(Code::usage, page.page + " does not say where its texts stand", {},
                 "--browser shows it and draws what was seen; --all says why a table was left out");
  return sheet_pictures(bytes, page.page,
                        [&](const layout::Sheet& sheet) { return marks_of(sheet, settings); });
}

}  // namespace

int write_tables_debug(const std::vector<PageTables>& pages, const std::string& path) {
  std::string out =
      "<!DOCTYPE html>\n<meta charset=\"utf-8\"><title>What was seen</title>\n"
      "<p>Red: tables. Blue: cells (filled: header; "
      "yellow: section; grey: title, note, footer). Violet: rulings. Green: columns, gutters. Orange, "
      "dashed: no table, and why. The mouse on a box says more.</p>\n";
  for (const PageTables& page : pages) {
    if (pages.size() > 1) out += "<h1>" + escape_html(page.page) + "</h1>\n";
    auto pictures = pictures_of(page);
    if (!pictures.ok()) return fail(pictures.error());
    out += *pictures;
  }
  if (const int exit = write_whole(path, out)) return exit;
  say("-> " + path);
  return kDone;
}

}  // namespace gleaner::cli
