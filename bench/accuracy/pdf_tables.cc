// pdf_tables FILE.pdf...: the tables of PDFs as JSON lines for scoring, a line a document, with the rulings
// of the pages taken away if asked: what is left when documents have fewer of them.
//
//   --without all          no rulings             --without vertical    only horizontal ones
//   --without inner        only top, header and bottom of each lattice
//   --without grid         only the frame and the header rule
//   --without horizontal   vertical ones and the frame
//   --rejected             on standard error: what was no table, and why
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "base/json.h"
#include "layout/find_tables.h"
#include "page/load.h"
#include "pdf/read.h"

using namespace gleaner;
using namespace gleaner::layout;

namespace {

void thin_out(Page& page, const std::string& without) {
  if (without.empty()) return;
  std::vector<Rule> h, v;
  if (without == "vertical") h = page.horizontal;
  if (without == "inner" || without == "grid" || without == "horizontal")
    for (Lattice& lattice : lattices(page.horizontal, page.vertical)) {
      if (lattice.vertical.empty() || lattice.horizontal.size() < 2) {
        h.insert(h.end(), lattice.horizontal.begin(), lattice.horizontal.end());
        continue;
      }
      const Box box = lattice.box();
      std::vector<double> ys;
      for (const Rule& rule : lattice.horizontal)
        if (rule.length() > 0.5 * box.width()) ys.push_back(rule.at);
      ys = cluster(std::move(ys), 3);
      if (ys.size() < 2) continue;
      h.push_back({ys.front(), box.x0, box.x1, true});
      h.push_back({ys.back(), box.x0, box.x1, true});
      if (without != "horizontal" && ys.size() > 2) h.push_back({ys[1], box.x0, box.x1, true});
      if (without == "grid")
        v.push_back({box.x0, box.y0, box.y1, true}), v.push_back({box.x1, box.y0, box.y1, true});
      if (without == "horizontal") v.insert(v.end(), lattice.vertical.begin(), lattice.vertical.end());
    }
  page.horizontal = std::move(h);
  page.vertical = std::move(v);
}

Box box_of(const FoundTable& table) {
  if (table.kind == TableKind::lattice) return table.box;
  Box box{1e9, 1e9, -1e9, -1e9};
  for (const GridCell& cell : table.grid.cells)
    for (const Word* word : cell.words) box = box.hull(word->box());
  return box;
}

std::string json_of(const Page& page, const FoundTable& table) {
  const Box b = page.to_sheet(box_of(table));
  std::string out = fmt::format(
      "{{\"page\": {}, \"origin\": \"top\", \"page_height\": {:.2f}, \"bbox\": [{:.2f}, {:.2f}, {:.2f}, {:.2f}], \"kind\": {}, \"cells\": [",
      page.sheet->number, page.sheet->height, b.x0, b.y0, b.x1, b.y1, int(table.kind));
  for (const GridCell& cell : table.grid.cells) {
    if (&cell != &table.grid.cells.front()) out += ", ";
    out += fmt::format("{{\"row\": {}, \"col\": {}, \"rowspan\": {}, \"colspan\": {}, \"text\": {}}}",
                       cell.row, cell.column, cell.row_span, cell.column_span, json::quote(cell.text));
  }
  return out + "]}";
}

}  // namespace

int main(int argc, char** argv) {
  std::string without;
  bool rejected = false;
  const Settings settings;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--without") && i + 1 < argc) {
      without = argv[++i];
      continue;
    }
    if (!std::strcmp(argv[i], "--rejected")) {
      rejected = true;
      continue;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto bytes = read_file(argv[i]);
    if (!bytes.ok()) return std::fprintf(stderr, "%s\n", bytes.error().to_string().c_str()), 3;
    std::string tables;
    const auto facts = pdf::read_pdf(*bytes, argv[i], {}, [&](Sheet&& sheet, const pdf::Picture*) {
      Page page = make_page(sheet, settings);
      thin_out(page, without);
      std::vector<FoundTable> no;
      for (const FoundTable& table : find_tables(page, rejected ? &no : nullptr))
        tables += (tables.empty() ? "" : ", ") + json_of(page, table);
      for (const FoundTable& table : no)
        fmt::print(stderr, "{} page {}: {:.0f} {:.0f} {:.0f} {:.0f}: {}\n", argv[i], sheet.number,
                   table.box.x0, table.box.y0, table.box.x1, table.box.y1, table.why);
      return true;
    });
    if (!facts.ok()) std::fprintf(stderr, "%s\n", facts.error().to_string().c_str());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("{{\"doc\": {}, \"seconds\": {:.4f}, \"tables\": [{}]}}\n",
               json::quote(std::filesystem::path(argv[i]).stem().string()), seconds, tables);
  }
}
