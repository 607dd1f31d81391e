// Patterns: learn from any page, labels being two of its texts; extract from the same bytes turned round; the
// wrapper reads back.
#include "fuzz/require.h"
#include "html/tree.h"
#include "pattern/learn/learner.h"
#include "pattern/match/unit.h"
#include "wrap/wrapper_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gleaner;
  if (size > 20000) return 0;
  std::string text(as_text(data, size));
  auto page = Document::from_bytes(
      text, {.name = "fuzz.html", .url = {}, .transport_charset = {}, .media_type = MediaType::html});
  if (!page.ok()) return 0;
  pattern::PageIndex index(**page);
  if (!index.texts().size()) return 0;
  wrap::LabelledPage labelled{*page, {}};
  labelled.label.complete = size % 2;
  for (size_t r = 0; r <= size % 3; ++r) {
    wrap::Record record;
    const auto text_of = [&](size_t n) {
      return wrap::Value::make_text(std::string(index.texts()[n % index.texts().size()].text));
    };
    record.add("a", text_of(size * 7 + r));
    record.add("b", text_of(size * 13 + r * 3));
    labelled.label.records.push_back(std::move(record));
  }
  BudgetLimits limits;
  limits.steps = 200000;
  Budget budget(limits);
  auto learned = pattern::PatternLearner{}.learn({labelled}, {}, budget);
  if (!learned.ok()) return 0;
  auto records = wrap::extract_all(*learned->wrapper, **page);
  require(records.ok(), "a page gives records");
  for (const wrap::Record& record : *records)
    wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& v) {
      require(v.span && v.span->end <= (*page)->text().size() && v.span->begin <= v.span->end,
              "a value's span lies in the page");
    });
  wrap::Registry registry;
  pattern::register_family(registry);
  auto again = wrap::parse_wrapper(wrap::format_wrapper(*learned->wrapper), "fuzz.wrapper", registry);
  require(again.ok(), "a written wrapper is read back");
  return 0;
}
