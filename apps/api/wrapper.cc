// Wrappers: extraction, explanation, checks.
#include <algorithm>

#include "base/ordered_pool.h"
#include "inside.h"
#include "page/load.h"
#include "run/extract.h"
#include "run/families.h"
#include "run/types.h"

namespace gleaner::api {
namespace {

Wrapper made(wrap::WrapperFile file, std::string text) {
  auto impl = std::make_shared<Wrapper::Impl>();
  impl->schema = wrap::typed_schema(file);
  impl->file = std::move(file);
  impl->text = std::move(text);
  return Wrapper(std::move(impl));
}

Result<wrap::RecordList> records_of(const Wrapper::Impl& wrapper, const Document& document, Budget& budget) {
  return run::extract(*wrapper.file.wrapper, wrapper.schema, document, budget);
}

}  // namespace

Expected<Wrapper> wrapper_of(std::string text, const std::string& name) {
  auto file = wrap::parse_wrapper(text, name, run::families());
  if (!file) return error_of(file.error());
  return made(std::move(*file), std::move(text));
}

Expected<Wrapper> Wrapper::load(const std::string& path) {
  auto file = wrap::load_wrapper(path, run::families());
  if (!file) return error_of(file.error());
  std::string text;
  if (file->whole.find("kind") && !path.ends_with(".gln"))
    if (auto read = read_program(path); read.ok()) text = *read;
  return made(std::move(*file), std::move(text));
}

Expected<Wrapper> Wrapper::parse(std::string_view text, const std::string& name_for_messages) {
  return wrapper_of(std::string(text), name_for_messages);
}

Expected<Extraction> Wrapper::extract(const Page& page, const Limits& limits) const {
  const DocumentPtr document = document_of(page.impl().document, limits);
  Budget budget(limits_of(limits));
  auto list = records_of(*impl_, *document, budget);
  if (!list) return error_of(list.error());
  Extraction found;
  found.records = copy(list->records, *document, impl_->file.wrapper.get());
  found.partial = budget.exhausted();
  for (const Diagnostics& notes : {list->notes, document->notes()})
    for (const Diagnostic& note : notes) {
      found.notes.push_back(note.to_string());
      found.partial |= note.code == Code::budget;
    }
  if (found.partial && found.notes.empty())
    found.notes.push_back(budget.diagnostic("extracting").to_string());
  return found;
}

void Wrapper::extract_all(const std::vector<Page>& pages, size_t threads,
                          const std::function<bool(const Page&, const Expected<Extraction>&)>& sink,
                          const Limits& limits) const {
  constexpr size_t kMostThreads = 256;
  if (!sink) return;
  ordered_for(
      pages.size(), std::min({threads ? threads : default_jobs(), pages.size(), kMostThreads}),
      [&](size_t i) { return extract(pages[i], limits); },
      [&](size_t i, const Expected<Extraction>& found) { return sink(pages[i], found); });
}

Expected<std::vector<Cell>> Wrapper::explain(const Page& page, const Limits& limits) const {
  const DocumentPtr held = document_of(page.impl().document, limits);
  const Document& document = *held;
  Budget budget(limits_of(limits));
  auto list = records_of(*impl_, document, budget);
  if (!list) return error_of(list.error());
  std::vector<learn::ExplainedCell> cells;
  work_within(budget, [&] { cells = run::explain(impl_->file, document, list->records); });
  if (budget.exhausted()) return error_of(budget.diagnostic("explaining"));
  std::vector<Cell> out;
  for (const learn::ExplainedCell& cell : cells) {
    Cell& to = out.emplace_back(
        Cell{cell.record, cell.field, cell.absent, cell.text, {}, cell.words, {}, cell.failed});
    if (cell.span) to.span = stored(document, *cell.span);
    if (cell.near_miss) to.near_miss = stored(document, *cell.near_miss);
  }
  return out;
}

Expected<std::vector<PageCheck>> Wrapper::check(const std::vector<Page>& pages, const Limits& limits) const {
  auto profile = learn::Profile::of_file(impl_->file.whole);
  if (!profile) return error_of(profile.error());
  if (profile->empty())
    return error_of(error(Code::bad_input, "this wrapper has no profile", {},
                          "learn it: the profile says how its pages look"));
  std::vector<learn::PageCheck> checks;
  for (const Page& page : pages) {
    const DocumentPtr document = document_of(page.impl().document, limits);
    Budget budget(limits_of(limits));
    run::CheckedPage checked = run::check(*impl_->file.wrapper, *profile, *document, budget);
    if (checked.failed) return error_of(*checked.failed);
    checks.push_back(std::move(checked.check));
  }
  learn::judge_together(checks);
  std::vector<PageCheck> out;
  for (const learn::PageCheck& check : checks) {
    PageCheck& to =
        out.emplace_back(PageCheck{check.page, Verdict(check.verdict), check.records, check.evidence, {}});
    for (const learn::FieldCheck& field : check.fields)
      to.fields.push_back({field.field, Verdict(field.verdict), field.evidence});
  }
  return out;
}

std::string Wrapper::kind() const { return std::string(impl_->file.wrapper->kind()); }
std::vector<Column> Wrapper::schema() const { return columns_of(impl_->schema.fields); }
const std::string& Wrapper::text() const { return impl_->text; }

std::vector<std::string> Wrapper::rules() const {
  std::vector<std::string> out;
  const auto& rules = impl_->file.wrapper->rules();
  for (size_t i = 1; i < rules.size(); ++i) out.push_back(rules[i].words);  // 0 is "unknown"
  return out;
}

Expected<Wrapper> Wrapper::with_types(const std::vector<std::pair<std::string, std::string>>& types) const {
  auto impl = std::make_shared<Impl>(*impl_);
  for (const auto& [path, type] : types) {
    if (const Status set = run::set_type(path, type, impl->schema); !set.ok()) return error_of(set.error());
  }
  return Wrapper(std::move(impl));
}

}  // namespace gleaner::api
