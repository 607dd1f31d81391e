// Labels and learning under a limit of time: any label file on any page ends in time, with a wrapper that can
// be read back or with a reason. (fuzz/learn.cc limits steps and looks at what is learned.) Input: label
// lines, a NUL byte, the page, which is repeated until it is large.
#include <chrono>
#include <ctime>

#include "base/budget.h"
#include "fuzz/require.h"
#include "label/resolve.h"
#include "run/families.h"
#include "wrap/wrapper_file.h"

using namespace gleaner;

namespace {

constexpr auto kLimit = std::chrono::milliseconds(100);
constexpr double kMost = 5;  // seconds of the processor: see extract.cc
constexpr size_t kPage = 30'000;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all = as_text(data, size);
  const size_t nul = all.find('\0');
  if (nul == std::string_view::npos || nul + 1 == all.size()) return 0;
  auto labels = wrap::parse_labels(all.substr(0, nul), "fuzz.labels.jsonl");
  std::string text;
  while (text.size() < kPage) text += all.substr(nul + 1);
  auto page = Document::from_bytes(std::move(text));
  if (!labels || !page) return 0;
  wrap::Registry registry;
  run::register_families(registry);
  BudgetLimits limits;
  limits.time = kLimit;
  limits.memory = 256 << 20;
  Budget budget(limits);
  const std::clock_t start = std::clock();
  std::string written;
  work_within(budget, [&] {
    std::vector<wrap::LabelledPage> pages;
    for (wrap::Label& label : *labels) {
      if (pages.size() == 2) break;
      Diagnostics problems;
      if (label::resolve_label(label, **page, "fuzz.labels.jsonl", problems))
        pages.push_back({*page, std::move(label)});
    }
    if (pages.empty()) return;
    wrap::LearnOptions options;
    options.settings.emplace("jobs", "1");
    auto learned = registry.find("auto")->learner->learn(pages, options, budget);
    if (learned) written = wrap::format_wrapper(*learned->wrapper);
    else require(!learned.error().message.empty(), "what is not learned has a reason");
  });
  require(double(std::clock() - start) / CLOCKS_PER_SEC < kMost, "learning ends in time");
  if (!written.empty())  // with no limit: what learning has used up is not left for reading
    require(wrap::parse_wrapper(written, "again", registry).ok(), "a learned wrapper is read back");
  return 0;
}
