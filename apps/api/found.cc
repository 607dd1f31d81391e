// What is found without labels: records and tables.
#include "html/tree.h"
#include "inside.h"
#include "run/find.h"
#include "tables/reader.h"

namespace gleaner::api {

Expected<Found> find_records(const std::vector<Page>& pages, const Limits& limits) {
  Budget budget(limits_of(limits));
  const std::vector<DocumentPtr> documents = documents_of(pages, limits);
  auto found = run::find_records(documents, budget);
  if (!found) return error_of(found.error());
  Found out;
  out.columns = columns_of(found->schema.fields);
  out.confidence = found->confidence;
  out.why = found->why;
  for (size_t p = 0; p < documents.size(); ++p)
    out.pages.push_back(copy(found->pages[p], *documents[p], nullptr));
  return out;
}

Expected<std::vector<Table>> find_tables(const Page& page, const Limits& limits) {
  const DocumentPtr held = document_of(page.impl().document, limits);
  const Document& document = *held;
  Budget budget(limits_of(limits));
  std::vector<tables::Table> found;
  work_within(budget, [&] {
    found = tables::join_continued(tables::read_tables(document.view<html::Tree>(), {}, budget));
  });
  if (budget.exhausted()) return error_of(budget.diagnostic("reading tables"));
  std::vector<Table> out;
  for (const tables::Table& table : found) {
    Table& to = out.emplace_back(Table{table.caption, {}, {}, stored(document, table.span)});
    to.columns = tables::column_names(table);
    to.rows = copy(tables::to_records(table), document, nullptr);
  }
  return out;
}

}  // namespace gleaner::api
