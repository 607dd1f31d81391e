// A wrapper file and a page together, under limits: whatever both say, extracting ends in time and gives
// records whose spans are on the page. Input: the wrapper file, a NUL byte, the page.
#include <chrono>
#include <ctime>

#include "base/budget.h"
#include "fuzz/require.h"
#include "page/document.h"
#include "run/families.h"
#include "wrap/wrapper_file.h"

using namespace gleaner;

namespace {

// The targets are slow (sanitizers): an engine that asks its budget is far below this. Seconds are the
// processor's, of which a busy machine gives no more than those of the clock.
constexpr auto kLimit = std::chrono::milliseconds(200);
constexpr double kMost = 4;

void check_spans(const wrap::Value& value, size_t size) {
  if (value.span)
    require(value.span->begin <= value.span->end && value.span->end <= size, "a span is on the page");
  for (const wrap::Value& item : value.items) check_spans(item, size);
  for (const wrap::Field& field : value.fields) check_spans(field.value, size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all = as_text(data, size);
  const size_t nul = all.find('\0');
  if (nul == std::string_view::npos) return 0;
  wrap::Registry registry;
  run::register_families(registry);
  auto file = wrap::parse_wrapper(all.substr(0, nul), "fuzz.wrapper", registry);
  auto page = Document::from_bytes(std::string(all.substr(nul + 1)));
  if (!file || !page) return 0;
  BudgetLimits limits;
  limits.time = kLimit;
  limits.memory = 64 << 20;
  Budget budget(limits);
  wrap::RecordList list;
  const std::clock_t start = std::clock();
  work_within(budget, [&] {
    auto scratch = file->wrapper->make_scratch();
    (void)file->wrapper->extract(**page, *scratch, list, budget);
  });
  require(double(std::clock() - start) / CLOCKS_PER_SEC < kMost, "extracting ends in time");
  for (const wrap::Record& record : list.records)
    for (const wrap::Field& field : record.fields) check_spans(field.value, (*page)->text().size());
  return 0;
}
