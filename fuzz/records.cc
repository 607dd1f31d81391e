// Records of any bytes: cells lie in their records, records in the page, columns exist; a site of the page
// twice is the page.
#include "fuzz/require.h"
#include "page/document.h"
#include "records/convert.h"
#include "records/site.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  DocumentOptions options;
  options.media_type = MediaType::html;
  options.transport_charset = "utf-8";
  auto page = Document::from_bytes(std::string(as_text(data, size)), options);
  if (!page) return 0;
  BudgetLimits limits;
  limits.steps = 1'000'000;
  Budget budget(limits);
  records::Analysis analysis(*page, budget);
  const uint32_t end = uint32_t((*page)->text().size());
  for (size_t k = 0; k < analysis.candidates().size(); ++k) {
    records::Region region = analysis.describe(k, k % 2 == 0);
    require(region.records.size() >= 2, "a region has records");
    for (const records::FoundRecord& record : region.records) {
      require(record.whole.begin <= record.whole.end && record.whole.end <= end, "a record lies in the page");
      for (const records::Cell& cell : record.cells) {
        require(cell.column < region.columns.size(), "a cell has a column");
        require(cell.span.begin <= cell.span.end && cell.span.end <= end, "a cell lies in the page");
      }
    }
  }
  Budget more(limits);
  records::Site once = records::find_on_site({&analysis}, {}, more),
                twice = records::find_on_site({&analysis, &analysis}, {}, more);
  require(once.kind == twice.kind && once.columns.size() == twice.columns.size(),
          "a page given twice changes nothing");
  for (const auto& found : twice.pages)
    for (const records::FoundRecord& record : found)
      records::to_record(record, twice.columns,
                         records::select_all(twice.columns, records::data_columns(twice.columns)));
  return 0;
}
