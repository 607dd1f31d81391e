// See samples.h; the bound itself is in src/delimiter/pac.h.
#include "samples.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli.h"
#include "delimiter/pac.h"
#include "delimiter/shape.h"

namespace gleaner::cli {

Result<int> print_samples(const std::vector<wrap::LabelledPage>& pages, const SampleOptions& options,
                          bool json) {
  auto is_part = [](double x) { return x > 0 && x < 1; };
  if (!is_part(options.epsilon) || !is_part(options.delta))
    return fail_usage("--epsilon and --delta must lie between 0 and 1");
  GLEANER_TRY(auto shape, delimiter::shape_of(pages));
  size_t shortest = SIZE_MAX;
  double records = 0;
  for (const wrap::LabelledPage& page : pages) {
    shortest = std::min(shortest, page.document->text().size());
    records += double(page.label.records.size());
  }
  records /= double(std::max<size_t>(1, pages.size()));
  const size_t attributes = shape.attributes.size();
  std::string out =
      json ? fmt::format(
                 "{{\"epsilon\": {}, \"delta\": {}, \"fields\": {}, \"shortest_page\": {}, \"records\": "
                 "{:.3g}, \"given\": {}, "
                 "\"needed\": {{",
                 options.epsilon, options.delta, attributes, shortest, records, pages.size())
           : fmt::format(
                 "Examples needed so that with probability {:g} the wrapper is right on {:g} % of pages "
                 "({}, shortest page {} bytes, {:.3g} records a page):\n",
                 1 - options.delta, 100 * (1 - options.epsilon), counted(attributes, "field"), shortest,
                 records);
  for (delimiter::Class kind : delimiter::kAllClasses) {
    const uint64_t needed =
        delimiter::samples_needed(kind, attributes, shortest, options.epsilon, options.delta, records);
    if (json)
      out += fmt::format("{}\"{}\": {}", kind == delimiter::Class::lr ? "" : ", ", name_of(kind), needed);
    else out += fmt::format("  {:<7} needed {:>6}   given {:>4}\n", title_of(kind), needed, pages.size());
  }
  out += json ? "}}\n" : "The bound holds for any site and is loose: two or three pages usually do.\n";
  std::fputs(out.c_str(), stdout);
  return kDone;
}

}  // namespace gleaner::cli
