// See run_pages.h.
#include "run_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/ordered_pool.h"
#include "empty_page.h"
#include "regex/regex.h"
#include "wrap/types.h"

namespace gleaner::cli {
namespace {

// A wrapper's scratches, each used by one thread at a time.
class ScratchPool {
 public:
  explicit ScratchPool(const wrap::Wrapper& wrapper) : wrapper_(wrapper) {}

  std::unique_ptr<wrap::Scratch> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<wrap::Scratch> scratch = std::move(free_.back());
        free_.pop_back();
        return scratch;
      }
    }
    return wrapper_.make_scratch();
  }

  void give(std::unique_ptr<wrap::Scratch> scratch) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

 private:
  const wrap::Wrapper& wrapper_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<wrap::Scratch>> free_;
};

void to_stored(wrap::Value& value, const Document& document) {
  if (value.span) value.span = document.to_bytes(*value.span);
  value.places.clear();
  for (wrap::Value& item : value.items) to_stored(item, document);
  for (wrap::Field& field : value.fields) to_stored(field.value, document);
}

// What the budget and the page's views have to tell, once.
void add_notes(const Document* document, const Budget& budget, wrap::RecordList& list) {
  if (document)
    for (Diagnostic& note : document->notes()) list.notes.push_back(std::move(note));
  const bool told = std::any_of(list.notes.begin(), list.notes.end(),
                                [](const Diagnostic& note) { return note.code == Code::budget; });
  if (budget.exhausted() && !told) list.notes.push_back(budget.diagnostic("extracting"));
}

PageResult run_one(const wrap::Wrapper& wrapper, const std::string& page, const RunOptions& options,
                   ScratchPool& pool) {
  PageResult result;
  result.page = page;
  Budget budget(options.limits);
  DocumentPtr document;
  wrap::RecordList list;
  std::optional<Diagnostic> failed;
  work_within(budget, [&] {
    auto loaded = load_document(page, options.load);
    if (!loaded.ok()) {
      failed = std::move(loaded).error();
      return;
    }
    document = *loaded;
    const uint64_t given_up = regex::given_up();
    std::unique_ptr<wrap::Scratch> scratch = pool.take();
    Status status = wrapper.extract(*document, *scratch, list, budget);
    pool.give(std::move(scratch));
    if (!status.ok()) failed = status.error();
    if (regex::given_up() > given_up && list.notes.empty())  // families that know whose tell themselves
      list.notes.push_back(warning(Code::budget, fmt::format("a regular expression was given up after {} steps",
                                                             regex::kMatchLimit),
                                   {}, "what it was to find may be missing"));
  });
  if (!document && !failed) failed = budget.diagnostic("reading the page");
  if (failed) {
    if (failed->where.file.empty()) failed->where.file = page;
    result.partial = failed->code == Code::budget;
    result.failed = std::move(failed);
  }
  if (!document) return result;
  result.url = document->url();
  result.bytes = document->bytes().size();
  if (!result.failed) add_notes(document.get(), budget, list);
  for (wrap::Record& record : list.records) {
    wrap::read_types(record, options.schema ? *options.schema : wrapper.schema(), document->url());
    if (record.span) record.span = document->to_bytes(*record.span);
    for (wrap::Field& field : record.fields) to_stored(field.value, *document);
    result.partial |= record.partial;
  }
  if (read_in_part(*document) && !list.records.empty()) list.records.back().partial = true;
  for (Diagnostic& note : list.notes) {
    if (note.where.file.empty()) note.where.file = page;
    result.partial |= note.code == Code::budget;
  }
  if (list.records.empty() && !result.failed && !result.partial) result.why_empty = why_empty(*document);
  result.records = std::move(list.records);
  result.notes = std::move(list.notes);
  return result;
}

}  // namespace

bool read_in_part(const Document& page) {
  const Diagnostics notes = page.notes();
  return std::any_of(notes.begin(), notes.end(), [](const Diagnostic& n) { return n.code == Code::budget; });
}

size_t jobs_for(size_t asked, size_t pages) {
  return std::min(asked ? asked : default_jobs(), std::max<size_t>(1, pages));
}

void run_pages(const wrap::Wrapper& wrapper, const std::vector<std::string>& pages, const RunOptions& options,
               const std::function<bool(PageResult)>& consume) {
  ScratchPool pool(wrapper);
  const size_t jobs = jobs_for(options.jobs, pages.size());
  ordered_for(
      pages.size(), jobs, [&](size_t i) { return run_one(wrapper, pages[i], options, pool); },
      [&](size_t, PageResult result) { return consume(std::move(result)); });
}

}  // namespace gleaner::cli
