// By-example wrappers on any page: the input is a page, cut by its first bytes into two labelled values and
// the rest. Whatever is learned must extract within a budget, give spans inside the page, and read back from
// its file unchanged.
#include "byexample/learner.h"
#include "byexample/wrapper.h"
#include "fuzz/require.h"
#include "wrap/wrapper_file.h"

using namespace gleaner;

namespace {

void check(const std::vector<wrap::Field>& fields, const Document& page) {
  wrap::for_each_leaf(fields, [&](const std::string&, const wrap::Value& value) {
    require(value.span && value.span->begin <= value.span->end && value.span->end <= page.text().size(),
            "spans lie in the page");
  });
}

// A run of bytes of the page that is no cut character.
wrap::Value value_at(const Document& page, size_t from, size_t length) {
  const std::string_view text = page.text();
  auto inside = [&](size_t at) { return at < text.size() && (text[at] & 0xc0) == 0x80; };
  size_t begin = std::min(from, text.size()), end = std::min(begin + length, text.size());
  while (inside(begin)) ++begin;
  while (inside(end)) ++end;
  end = std::max(begin, end);
  return wrap::Value::make_text(std::string(text.substr(begin, end - begin)),
                                {uint32_t(begin), uint32_t(end)});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 8 || size > 20000) return 0;
  DocumentOptions options;
  options.name = data[0] & 1 ? "page.html" : "page.txt";
  auto page = Document::from_bytes(std::string(as_text(data + 7, size - 7)), options);
  if (!page || (*page)->text().empty()) return 0;
  const size_t n = (*page)->text().size();
  wrap::LabelledPage labelled;
  labelled.document = *page;
  labelled.label.page = options.name;
  labelled.label.complete = data[0] & 2;
  const size_t first = (size_t{data[1]} * 256 + data[2]) % n;
  const size_t second = std::min(n, first + data[3] % 32 + 1 + data[4]);
  wrap::Record record;
  record.fields = {{"a", value_at(**page, first, 1 + data[3] % 32)}};
  if (data[0] & 4)
    record.fields.push_back({"b", wrap::Value::make_list({value_at(**page, second, 1 + data[5] % 16),
                                                          value_at(**page, second + 20, 3)})});
  else record.fields.push_back({"b", value_at(**page, second, 1 + data[5] % 16)});
  labelled.label.records = {record};
  if (data[0] & 8) labelled.label.count = {{"a", data[6]}};

  BudgetLimits limits;
  limits.steps = 2'000'000;
  Budget learning(limits);
  auto learned = byexample::ExampleLearner().learn({labelled}, {}, learning);
  if (!learned) return 0;
  wrap::RecordList list;
  auto scratch = learned->wrapper->make_scratch();
  Budget extracting(limits);
  require(learned->wrapper->extract(**page, *scratch, list, extracting).ok(), "extraction does not fail");
  for (const wrap::Record& made : list.records) check(made.fields, **page);

  wrap::Registry registry;
  byexample::register_family(registry);
  const std::string written = wrap::format_wrapper(*learned->wrapper);
  auto again = wrap::parse_wrapper(written, "again", registry);
  require(again.ok(), "a written wrapper is read back");
  require(wrap::format_wrapper(*again->wrapper) == written, "and is the same");
  auto records = wrap::extract_all(*again->wrapper, **page);
  require(records.ok() && (extracting.exhausted() || records->size() == list.records.size()),
          "and gives the same records");
  return 0;
}
