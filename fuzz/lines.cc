// Lines of any text: the input is a page, its first bytes choose which words of which lines are
// labelled, and whether the page is HTML. Whatever is learned must read the page within a budget, give
// spans inside it and the labelled records as they were labelled, and read back from its file unchanged.
// The same page is surveyed without labels.
#include <algorithm>

#include "base/text.h"
#include "fuzz/require.h"
#include "lines/learner.h"
#include "lines/page_lines.h"
#include "lines/survey.h"
#include "wrap/wrapper_file.h"

using namespace gleaner;

namespace {

constexpr size_t kHead = 8;

// Texts of some words of a line: field names are those of their order.
wrap::Record record_of(const Document& page, Span line, uint8_t which) {
  const lines::PageLines& view = page.view<lines::PageLines>();
  const std::string_view text = line.of(view.text());
  wrap::Record record;
  size_t number = 0;
  for (std::string_view word : words(text)) {
    if (number++ >= 8) break;
    if (!(which >> (number - 1) & 1)) continue;
    const uint32_t begin = line.begin + uint32_t(word.data() - text.data());
    record.add(
        "f" + std::to_string(number),
        wrap::Value::make_text(std::string(word), view.to_page({begin, begin + uint32_t(word.size())})));
  }
  return record;
}

std::string texts_of(const std::vector<wrap::Field>& fields) {
  std::vector<std::string> all;
  wrap::for_each_leaf(fields, [&](const std::string& name, const wrap::Value& value) {
    all.push_back(name + "=" + collapse(value.text));
  });
  std::sort(all.begin(), all.end());
  std::string out;
  for (const std::string& one : all) out += one + "\n";
  return out;
}

void check_learned(const wrap::Learned& learned, const wrap::LabelledPage& labelled,
                   const BudgetLimits& limits) {
  const Document& page = *labelled.document;
  wrap::RecordList list;
  auto scratch = learned.wrapper->make_scratch();
  Budget budget(limits);
  require(learned.wrapper->extract(page, *scratch, list, budget).ok(), "extraction does not fail");
  for (const wrap::Record& made : list.records)
    wrap::for_each_leaf(made.fields, [&](const std::string&, const wrap::Value& value) {
      require(value.span && value.span->begin <= value.span->end && value.span->end <= page.text().size(),
              "spans lie in the page");
    });
  if (!budget.exhausted() && learned.report.missed == 0)
    for (const wrap::Record& wanted : labelled.label.records)
      require(wanted.fields.empty() || std::any_of(list.records.begin(), list.records.end(),
                                                   [&](const wrap::Record& made) {
                                                     return texts_of(made.fields) == texts_of(wanted.fields);
                                                   }),
              "labelled records come out as labelled");
  wrap::Registry registry;
  lines::register_family(registry);
  const std::string written = wrap::format_wrapper(*learned.wrapper);
  auto again = wrap::parse_wrapper(written, "again", registry);
  require(again.ok(), "a written wrapper is read back");
  require(wrap::format_wrapper(*again->wrapper) == written, "and is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < kHead + 1 || size > 8000) return 0;
  DocumentOptions options;
  options.name = data[0] & 1 ? "page.html" : "page.log";
  options.media_type = data[0] & 1 ? MediaType::html : MediaType::text;
  auto page = Document::from_bytes(std::string(as_text(data + kHead, size - kHead)), options);
  if (!page) return 0;
  BudgetLimits limits;
  limits.steps = 2'000'000;
  {
    Budget budget(limits);
    const lines::Survey survey = lines::survey({*page}, budget);
    size_t lines = survey.rest.size();
    for (const lines::LineRegion& region : survey.regions) lines += region.lines.size();
    require(lines == survey.lines.size(), "every line is in a region or left over");
  }
  const lines::PageLines& view = (*page)->view<lines::PageLines>();
  if (view.lines().empty()) return 0;
  wrap::LabelledPage labelled;
  labelled.document = *page;
  labelled.label.page = options.name;
  std::vector<size_t> chosen;
  for (size_t k = 0; k < 1 + size_t(data[0] >> 1 & 3) && k < 3; ++k) {
    const size_t line = data[1 + k] % view.lines().size();
    if (std::find(chosen.begin(), chosen.end(), line) != chosen.end()) continue;
    chosen.push_back(line);
    wrap::Record record = record_of(**page, view.lines()[line], data[4 + k]);
    if (!record.fields.empty()) labelled.label.records.push_back(std::move(record));
  }
  if (labelled.label.records.empty()) return 0;
  Budget learning(limits);
  auto learned = lines::LinesLearner().learn({labelled}, {}, learning);
  if (learned) check_learned(*learned, labelled, limits);
  return 0;
}
