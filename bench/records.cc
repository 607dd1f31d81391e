// bench_records FOLDER: what finding records costs beyond parsing, against parsing the same pages.
// Checked first: every page's first region has records whose spans lie in the page.
#include "bench/timing.h"
#include "html/tree.h"
#include "page/document.h"
#include "records/region.h"

int main(int argc, char** argv) {
  using namespace gleaner;
  if (argc < 2) return 2;
  bench::keep_memory();
  std::vector<DocumentPtr> pages;
  double bytes = 0;
  for (const std::string& path : bench::pages_below(argv[1])) {
    DocumentOptions options;
    options.name = path;
    options.media_type = MediaType::html;
    auto page = Document::from_bytes(bench::slurp(path), options);
    if (!page.ok()) continue;
    bytes += double((*page)->text().size());
    pages.push_back(*page);
  }
  size_t found = 0;
  for (const DocumentPtr& page : pages) {
    Budget budget;
    records::Analysis analysis(page, budget);
    if (analysis.candidates().empty()) continue;
    ++found;
    for (const records::FoundRecord& record : analysis.describe(0).records)
      if (record.whole.end > page->text().size()) bench::wrong(page->name() + ": span");
  }
  std::vector<bench::Competitor> tasks = {{"parse",
                                           [&] {
                                             for (const DocumentPtr& page : pages) html::Tree tree(*page);
                                           }},
                                          {"regions",
                                           [&] {
                                             for (const DocumentPtr& page : pages) {
                                               Budget budget;
                                               records::Analysis analysis(page, budget);
                                             }
                                           }},
                                          {"regions and columns", [&] {
                                             for (const DocumentPtr& page : pages) {
                                               Budget budget;
                                               records::Analysis analysis(page, budget);
                                               if (!analysis.candidates().empty()) analysis.describe(0);
                                             }
                                           }}};
  bench::race(tasks, 5);
  const double n = double(pages.size()), per_100_kb = bytes / 1e5;
  std::printf("%zu pages, %.1f KB each, %zu with records\n", pages.size(), bytes / n / 1e3, found);
  for (const bench::Competitor& task : tasks)
    std::printf("%-20s %6.2f ms a page  %6.2f ms for 100 KB  %.2f of parsing\n", task.name.c_str(),
                1e3 * task.best / n, 1e3 * task.best / per_100_kb, task.best / tasks[0].best);
}
