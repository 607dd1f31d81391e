// See page_work.h.
#include "page_work.h"

#include "base/budget.h"
#include "watchdog.h"

namespace gleaner::cli {

WorkedPage work_on_page(const std::string& page, const PageInput& input, const BudgetOptions& limits,
                        const std::string& doing, const std::function<void(const Document&)>& work) {
  WorkedPage out;
  input.wait(page);
  Budget budget(limits_of(limits, 1));
  const Watchdog watchdog(time_of(budget.limits()), doing, kPagePatience);
  work_within(budget, [&] {
    auto document = input.load(page);
    if (!document.ok()) return void(out.failed = document.error());
    out.document = *document;
    work(*out.document);
  });
  if (!out.failed && budget.exhausted()) out.failed = budget.diagnostic(doing);
  for (const Diagnostic& note : out.document ? out.document->notes() : Diagnostics{})
    if (note.code == Code::budget && !out.failed) out.failed = note;
  return out;
}

}  // namespace gleaner::cli
