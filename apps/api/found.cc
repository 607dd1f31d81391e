// What is found without labels: records and tables.
#include "base/lists.h"
#include "html/tree.h"
#include "inside.h"
#include "records/convert.h"
#include "records/site.h"
#include "run/table_records.h"
#include "tables/reader.h"

namespace gleaner::api {

Expected<Found> find_records(const std::vector<Page>& pages, const Limits& limits) {
  Budget budget(limits_of(limits));
  const std::vector<DocumentPtr> documents = documents_of(pages, limits);
  std::vector<std::unique_ptr<records::Analysis>> analyses;
  std::vector<const records::Analysis*> all;
  records::Site site;
  work_within(budget, [&] {
    for (const DocumentPtr& page : documents) {
      analyses.push_back(std::make_unique<records::Analysis>(page, budget));
      all.push_back(analyses.back().get());
    }
    site = records::find_on_site(all, {}, budget);
    run::use_tables(all, site, budget);
  });
  if (budget.exhausted()) return error_of(budget.diagnostic("looking for records"));
  if (site.kind == records::SiteKind::none)
    return error_of(error(Code::not_found, site.why.empty() ? "no records on these pages" : site.why));
  const records::Selection selection = records::select_all(site.columns, records::data_columns(site.columns));
  Found out;
  out.columns = columns_of(records::to_schema(site.columns, selection).fields);
  out.confidence = site.confidence;
  out.why = site.why;
  for (size_t p = 0; p < documents.size(); ++p) {
    const auto record = [&](const records::FoundRecord& one) {
      return records::to_record(one, site.columns, selection);
    };
    out.pages.push_back(copy(mapped(site.pages[p], record), *documents[p], nullptr));
  }
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
