// See extract.h.
#include "run/extract.h"

#include "html/address.h"
#include "learn/like_nodes.h"
#include "wrap/types.h"

namespace gleaner::run {

Result<wrap::RecordList> extract(const wrap::Wrapper& wrapper, const wrap::Schema& schema,
                                 const Document& page, Budget& budget) {
  wrap::RecordList list;
  Status done;
  work_within(budget, [&] {
    const std::unique_ptr<wrap::Scratch> scratch = wrapper.make_scratch();
    done = wrapper.extract(page, *scratch, list, budget);
  });
  GLEANER_CHECK(std::move(done));
  const std::string base = page.url().empty() ? "" : html::base_of(page, page.url());
  for (wrap::Record& record : list.records) wrap::read_types(record, schema, base);
  return list;
}

std::vector<learn::ExplainedCell> explain(const wrap::WrapperFile& file, const Document& page,
                                          const std::vector<wrap::Record>& records,
                                          const learn::ExplainOptions& options) {
  std::vector<learn::ExplainedCell> cells = learn::explain(*file.wrapper, page, records, options);
  const auto profile = learn::Profile::of_file(file.whole);
  if (!profile.ok()) return cells;
  for (learn::ExplainedCell& cell : cells)
    if (cell.example.empty()) cell.example = profile->example(cell.field, cell.rule);
  return cells;
}

CheckedPage check(const wrap::Wrapper& wrapper, const learn::Profile& profile, const Document& page,
                  Budget& budget) {
  CheckedPage out;
  work_within(budget, [&] {
    wrap::RecordList list;
    const std::unique_ptr<wrap::Scratch> scratch = wrapper.make_scratch();
    if (Status done = wrapper.extract(page, *scratch, list, budget); !done.ok()) {
      out.failed = done.error();
      return;
    }
    out.check = learn::check_page(profile, page, list.records, wrapper.rules());
    learn::add_refusals(wrapper, page, list.records, list.notes);
    out.refused = learn::refusal_words(list.notes);
    out.records = std::move(list.records);
    for (const Diagnostic& note : page.notes())
      if (note.code == Code::budget) out.failed = note;
  });
  if (!out.failed && budget.exhausted()) {
    out.failed = budget.diagnostic("checking");
    out.failed->hint = "the page is not judged; raise the limit";
  }
  if (out.failed && out.failed->where.file.empty()) out.failed->where.file = page.name();
  return out;
}

}  // namespace gleaner::run
