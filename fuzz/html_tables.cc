// Tables of any bytes: every slot holds a cell that claims it, roles are as many as rows and columns, cells
// lie in the page; records, triples and joined tables can be made of what was read.
#include "fuzz/require.h"
#include "page/document.h"
#include "tables/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  DocumentOptions options;
  options.media_type = MediaType::html;
  options.transport_charset = "utf-8";
  auto page = Document::from_bytes(std::string(as_text(data, size)), options);
  if (!page) return 0;
  Budget budget;
  const auto end = uint32_t((*page)->text().size());
  std::vector<tables::Table> all =
      tables::read_tables((*page)->view<html::Tree>(), {.styles = true, .layout = true}, budget);
  for (const tables::Table& t : all) {
    require(t.slots.size() == size_t(t.rows) * t.columns, "the grid is whole");
    require(t.row_roles.size() == t.rows && t.column_roles.size() == t.columns,
            "every row and column has a role");
    for (uint32_t r = 0; r < t.rows; ++r)
      for (uint32_t c = 0; c < t.columns; ++c) {
        if (t.slot(r, c) == tables::kNoCell) continue;
        require(t.slot(r, c) < t.cells.size(), "a slot's cell exists");
        const tables::Cell& cell = t.cells[t.slot(r, c)];
        require(cell.row <= r && r < cell.row + cell.row_span && cell.column <= c &&
                    c < cell.column + cell.column_span,
                "a cell claims its slots");
        require(cell.span.begin <= cell.span.end && cell.span.end <= end, "a cell lies in the page");
      }
    require(tables::column_names(t).size() == t.data_columns().size(), "every column has a name");
    tables::to_records(t, {.roles = true});
    tables::to_triples(t);
  }
  for (tables::Table& t : all) t.continues = true;
  for (const tables::Table& t : tables::join_continued(std::move(all)))
    require(t.slots.size() == size_t(t.rows) * t.columns && t.row_roles.size() == t.rows,
            "a joined table is whole");
  return 0;
}
