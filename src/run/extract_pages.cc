// See extract_pages.h.
#include "run/extract_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <mutex>

#include "base/ordered_pool.h"
#include "run/empty_page.h"
#include "html/address.h"
#include "learn/like_nodes.h"
#include "regex/regex.h"
#include "run/stored_spans.h"
#include "wrap/types.h"

namespace gleaner::run {
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

// What the budget and the page's views have to tell, once.
void add_notes(const Document* document, const Budget& budget, wrap::RecordList& list) {
  if (document)
    for (Diagnostic& note : document->notes()) list.notes.push_back(std::move(note));
  const bool told = std::any_of(list.notes.begin(), list.notes.end(),
                                [](const Diagnostic& note) { return note.code == Code::budget; });
  if (budget.exhausted() && !told) list.notes.push_back(budget.diagnostic("extracting"));
}

bool has_links(const std::vector<wrap::FieldSchema>& fields) {
  return std::any_of(fields.begin(), fields.end(), [](const wrap::FieldSchema& field) {
    return field.type == wrap::Type::url || has_links(field.fields);
  });
}

using Consume = std::function<bool(PageResult)>;

// What is the same for all records of a page.
class Finish {
 public:
  Finish(const wrap::Schema& schema, const PagesOptions& options, const Document& document)
      : schema_(schema),
        options_(options),
        document_(document),
        url(document.url()) {
    // <base href> is looked for only where a link is to be read
    base_ = has_links(schema.fields) && !url.empty() ? html::base_of(document, url) : url;
  }
  // Types are read and spans become bytes of the page as stored.
  void apply(std::vector<wrap::Record>& records) const {
    for (wrap::Record& record : records) {
      wrap::read_types(record, schema_, base_);
      if (options_.year) wrap::read_times(record, schema_, options_.year);
      to_stored(record, document_);
    }
  }

 private:
  const wrap::Schema& schema_;
  const PagesOptions& options_;
  const Document& document_;
  std::string base_;

 public:
  std::string url;
};

// Hands over records in parts, so that a page of millions of them needs no memory for all.
class PartList : public wrap::RecordList {
 public:
  PartList(size_t part, std::function<bool(std::vector<wrap::Record>)> hand) : part_(part), hand_(std::move(hand)) {}
  bool take(wrap::Record&& record) override {
    records.push_back(std::move(record));
    if (!part_ || records.size() <= part_) return true;  // the last part is never empty
    std::vector<wrap::Record> part;
    part.swap(records);
    records.push_back(std::move(part.back()));
    part.pop_back();
    return hand_(std::move(part));
  }

 private:
  size_t part_;
  std::function<bool(std::vector<wrap::Record>)> hand_;
};

// `parts`: where the page runs alone, whoever takes parts of it.
PageResult run_one(const wrap::Wrapper& wrapper, const web::PageItem& item, const PagesOptions& options,
                   ScratchPool& pool, const Consume* parts) {
  PageResult result;
  const std::string& page = result.page = item.name;
  if (item.wait) item.wait();  // the network's time is not the page's
  Budget budget(options.limits);
  DocumentPtr document;
  const wrap::Schema& schema = options.schema ? *options.schema : wrapper.schema();
  std::optional<Finish> finish;
  PartList list(parts && options.follows.empty() ? options.part : 0, [&](std::vector<wrap::Record> records) {
    finish->apply(records);
    PageResult part;
    part.page = result.page;
    part.url = finish->url;
    part.more = true;
    part.before = result.before;
    result.before += records.size();
    part.records = std::move(records);
    return (*parts)(std::move(part));
  });
  std::optional<Diagnostic> failed;
  work_within(budget, [&] {
    auto loaded = item.load({});
    if (!loaded.ok()) {
      failed = std::move(loaded).error();
      return;
    }
    document = *loaded;
    finish.emplace(schema, options, *document);
    const uint64_t given_up = regex::given_up();
    std::unique_ptr<wrap::Scratch> scratch = pool.take();
    Status status = wrapper.extract(*document, *scratch, list, budget);
    pool.give(std::move(scratch));
    if (!status.ok()) failed = status.error();
    if (status.ok() && options.refusals) learn::add_refusals(wrapper, *document, list.records, list.notes);
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
  if (!finish) finish.emplace(schema, options, *document);
  result.url = finish->url;
  result.bytes = document->bytes().size();
  if (!result.failed) add_notes(document.get(), budget, list);
  finish->apply(list.records);
  for (const wrap::Record& record : list.records) result.partial |= record.partial;
  if (read_in_part(*document) && !list.records.empty()) list.records.back().partial = true;
  for (Diagnostic& note : list.notes) {
    if (note.where.file.empty()) note.where.file = page;
    result.partial |= note.code == Code::budget;
  }
  const size_t notes_before = list.notes.size();
  for (const Follow& follow : options.follows)
    follow_links(follow, page, *document, *options.sources, options.limits, list.records,
                 list.notes);
  result.partial |= list.notes.size() > notes_before;
  if (list.records.empty() && !result.failed && !result.partial) result.why_empty = why_empty(*document);
  result.records = std::move(list.records);
  result.notes = std::move(list.notes);
  return result;
}

// Workers take the pages of a stream in turn: page i is taken by whoever works on i.
class Turns {
 public:
  explicit Turns(web::PageStream& pages) : pages_(pages) {}

  // Nothing at the end, and after an error.
  std::optional<web::PageItem> take(size_t i) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return next_ == i; });
    const Pass pass{*this};
    std::optional<web::PageItem> item;
    if (ended_) return item;
    ended_ = true;  // also if what follows throws
    auto got = pages_.next();
    if (got.ok()) item = std::move(*got);
    else status_ = std::move(got).error();
    ended_ = !item;
    return item;
  }
  const Status& status() const { return status_; }

 private:
  struct Pass {  // the next one's turn, whatever happens
    Turns& turns;
    ~Pass() {
      ++turns.next_;
      turns.turn_.notify_all();
    }
  };
  web::PageStream& pages_;
  std::mutex mutex_;
  std::condition_variable turn_;
  size_t next_ = 0;
  bool ended_ = false;
  Status status_;
};

}  // namespace

bool read_in_part(const Document& page) {
  const Diagnostics notes = page.notes();
  return std::any_of(notes.begin(), notes.end(), [](const Diagnostic& n) { return n.code == Code::budget; });
}

size_t jobs_for(size_t asked, size_t pages) {
  const size_t jobs = asked ? asked : default_jobs();
  return pages ? std::min(jobs, pages) : jobs;
}

Status extract_pages(const wrap::Wrapper& wrapper, web::PageStream& pages, const PagesOptions& options,
                 const std::function<bool(PageResult)>& consume) {
  ScratchPool pool(wrapper);
  Turns turns(pages);
  const size_t jobs = jobs_for(options.jobs, pages.known());
  ordered_for(
      std::numeric_limits<size_t>::max(), jobs,
      [&](size_t i) -> std::optional<PageResult> {
        const std::optional<web::PageItem> item = turns.take(i);
        if (!item) return {};
        return run_one(wrapper, *item, options, pool, jobs <= 1 ? &consume : nullptr);
      },
      [&](size_t, std::optional<PageResult> result) { return result && consume(std::move(*result)); });
  return turns.status();
}

}  // namespace gleaner::run
