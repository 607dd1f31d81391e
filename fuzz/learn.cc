// Labels through learning: any label file on any page gives a wrapper that is written and read again the
// same, or a reason; whatever was learned can be profiled, checked and explained. Input: label lines, a NUL
// byte, the page.
#include "fuzz/require.h"
#include "label/resolve.h"
#include "learn/check.h"
#include "learn/explain.h"
#include "learn/explain_html.h"
#include "learn/portfolio.h"
#include "run/families.h"
#include "wrap/wrapper_file.h"

using namespace gleaner;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all = as_text(data, size);
  const size_t nul = all.find('\0');
  if (nul == std::string_view::npos) return 0;
  auto labels = wrap::parse_labels(all.substr(0, nul), "fuzz.labels.jsonl");
  auto page = Document::from_bytes(std::string(all.substr(nul + 1)));
  if (!labels || !page) return 0;
  std::vector<wrap::LabelledPage> pages;
  for (wrap::Label& label : *labels) {
    if (pages.size() == 3) break;
    Diagnostics problems;
    if (!label::resolve_label(label, **page, "fuzz.labels.jsonl", problems)) continue;
    pages.push_back({*page, std::move(label)});
  }
  if (pages.empty()) return 0;

  wrap::Registry registry;
  run::register_families(registry);
  wrap::LearnOptions options;
  options.settings.emplace("jobs", "1");
  BudgetLimits limits;
  limits.steps = 50'000;
  Budget budget(limits);
  auto learned = registry.find("auto")->learner->learn(pages, options, budget);
  if (!learned) {
    require(!learned.error().message.empty(), "what is not learned has a reason");
    return 0;
  }
  const std::string written = wrap::format_wrapper(*learned->wrapper);
  auto again = wrap::parse_wrapper(written, "again", registry);
  require(again.ok(), "a learned wrapper is read back");
  require(wrap::format_wrapper(*again->wrapper) == written, "and is the same");
  const learn::Profile profile = learn::make_profile(again->wrapper, pages, {});
  require(learn::Profile::load(profile.save()).ok(), "its profile is read back");
  auto records = wrap::extract_all(*again->wrapper, **page);
  if (!records) return 0;
  learn::check_page(profile, **page, *records, again->wrapper->rules());
  learn::explanation_html(**page, learn::explain(*again->wrapper, **page, *records, {}), {"fuzz"});
  return 0;
}
