// See find.h.
#include "run/find.h"

#include "records/convert.h"
#include "records/site.h"
#include "run/table_records.h"

namespace gleaner::run {

Result<FoundRecords> find_records(const std::vector<DocumentPtr>& pages, Budget& budget) {
  std::vector<std::unique_ptr<records::Analysis>> analyses;
  std::vector<const records::Analysis*> all;
  records::Site site;
  work_within(budget, [&] {
    for (const DocumentPtr& page : pages) {
      analyses.push_back(std::make_unique<records::Analysis>(page, budget));
      all.push_back(analyses.back().get());
    }
    site = records::find_on_site(all, {}, budget);
    use_tables(all, site, budget);
  });
  if (budget.exhausted()) return budget.diagnostic("looking for records");
  if (site.kind == records::SiteKind::none)
    return error(Code::not_found, site.why.empty() ? "no records on these pages" : site.why);
  const records::Selection selection = records::select_all(site.columns, records::data_columns(site.columns));
  FoundRecords out{records::to_schema(site.columns, selection), {}, site.confidence, site.why};
  for (const std::vector<records::FoundRecord>& page : site.pages) {
    std::vector<wrap::Record>& to = out.pages.emplace_back();
    for (const records::FoundRecord& found : page)
      to.push_back(records::to_record(found, site.columns, selection));
  }
  return out;
}

}  // namespace gleaner::run
