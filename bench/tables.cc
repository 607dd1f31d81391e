// bench_tables FOLDER: the tables of pages (tree and grids) against bare lexbor on the same decoded pages in
// memory. Checked first: every slot's cell claims it.
extern "C" {
#include <lexbor/html/html.h>
}

#include "bench/timing.h"
#include "page/document.h"
#include "tables/reader.h"

namespace {

using namespace gleaner;

size_t read(const Document& page) {
  const html::Tree tree(page);
  Budget budget;
  size_t cells = 0;
  for (const tables::Table& table : tables::read_tables(tree, {}, budget)) cells += table.cells.size();
  return cells;
}

void check(const Document& page) {
  const html::Tree tree(page);
  Budget budget;
  for (const tables::Table& table : tables::read_tables(tree, {}, budget))
    for (uint32_t r = 0; r < table.rows; ++r)
      for (uint32_t c = 0; c < table.columns; ++c)
        if (const tables::Cell* cell = table.at(r, c); cell && (cell->row > r || cell->column > c))
          bench::wrong(page.name());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  bench::keep_memory();
  std::vector<DocumentPtr> pages;
  double bytes = 0;
  size_t cells = 0;
  for (const std::string& path : bench::pages_below(argv[1])) {
    DocumentOptions options;
    options.name = path;
    auto page = Document::from_bytes(bench::slurp(path), options);
    if (!page) bench::wrong(page.error().to_string());
    bytes += double((*page)->text().size());
    check(**page);
    cells += read(**page);
    pages.push_back(*page);
  }
  std::printf("tables: %zu pages, %.1f MB, %zu cells\n", pages.size(), bytes / 1e6, cells);
  std::vector<bench::Competitor> competitors;
  competitors.push_back({"lexbor, bare", [&] {
                           for (const DocumentPtr& page : pages) {
                             lxb_html_document_t* document = lxb_html_document_create();
                             lxb_html_document_parse(document,
                                                     reinterpret_cast<const lxb_char_t*>(page->text().data()),
                                                     page->text().size());
                             lxb_html_document_destroy(document);
                           }
                         }});
  competitors.push_back({"tables, tree included", [&] {
                           for (const DocumentPtr& page : pages) read(*page);
                         }});
  bench::race(competitors, argc > 2 ? std::atoi(argv[2]) : 5);
  bench::report(competitors, bytes);
}
