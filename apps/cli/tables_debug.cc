// gleaner tables FILE.pdf --debug out.html: the sheets with what was seen on them: words, rulings, gutters,
// cells, tables, and what was taken for no table, with why. See tables_debug.h.
#include "tables_debug.h"

#include <fmt/format.h>

#include "layout/find_tables.h"
#include "output.h"
#include "page/load.h"
#include "pdf_pages.h"
#include "sheet_pictures.h"

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

}  // namespace

int write_tables_debug(const std::vector<std::string>& names, const std::string& path) {
  std::string out =
      "<!DOCTYPE html>\n<meta charset=\"utf-8\"><title>What was seen</title>\n<p>Red: tables. Blue: cells (filled: header). "
      "Violet: rulings. Green: gutters. Orange, dashed: no table, and why. The mouse on a box says more.</p>\n";
  const auto settings = pdf_settings();
  if (!settings.ok()) return fail(settings.error());
  for (const std::string& name : names) {
    auto bytes = read_file(name);
    if (!bytes.ok()) return fail(bytes.error());
    if (!has_sheets(*bytes))
      return fail_usage(name + " is no PDF and no file of boxes",
                        "--debug draws on sheets; --all says why an HTML table was left out");
    auto pictures =
        sheet_pictures(*bytes, name, [&](const layout::Sheet& sheet) { return marks_of(sheet, *settings); });
    if (!pictures.ok()) return fail(pictures.error());
    out += *pictures;
  }
  if (const int exit = write_whole(path, out)) return exit;
  say("-> " + path);
  return kDone;
}

}  // namespace gleaner::cli
