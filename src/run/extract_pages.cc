// See extract_pages.h.
#include "run/extract_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <mutex>

#include "base/memory.h"
#include "base/ordered_pool.h"
#include "html/address.h"
#include "learn/like_nodes.h"
#include "regex/regex.h"
#include "run/empty_page.h"
#include "run/side_thread.h"
#include "run/stored_spans.h"
#include "wrap/types.h"

namespace gleaner::run {
namespace {

// Things of which each is used by one thread at a time.
template <class Thing>
class FreeList {
 public:
  // One that is free, or what `make` gives.
  template <class Make>
  std::unique_ptr<Thing> take(Make&& make) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Thing> thing = std::move(free_.back());
        free_.pop_back();
        return thing;
      }
    }
    return make();
  }
  void give(std::unique_ptr<Thing> thing) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(thing));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> free_;
};

// What the budget and the page's views have to tell, once.
void add_notes(const Document* document, const Budget& budget, wrap::RecordList& list) {
  if (document)
    for (Diagnostic& note : document->notes()) list.notes.push_back(std::move(note));
  const bool told =
      std::ranges::any_of(list.notes, [](const Diagnostic& note) { return note.code == Code::budget; });
  if (budget.exhausted() && !told) list.notes.push_back(budget.diagnostic("extracting"));
}

bool has_links(const std::vector<wrap::FieldSchema>& fields) {
  return std::ranges::any_of(fields, [](const wrap::FieldSchema& field) {
    return field.type == wrap::Type::url || has_links(field.fields);
  });
}

using Consume = std::function<bool(PageResult)>;

// What is the same for all records of a page.
class Finish {
 public:
  Finish(const wrap::Schema& schema, const PagesOptions& options, const Document& document)
      : schema_(schema), options_(options), document_(document), url(document.url()) {
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
  PartList(size_t part, std::function<bool(std::vector<wrap::Record>)> hand)
      : part_(part), hand_(std::move(hand)) {}
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

// What all pages of a run share. Their work owns a part of it: see SideThread.
struct Run {
  Run(wrap::WrapperPtr with, const PagesOptions& how)
      : wrapper(std::move(with)), options(how), schema(how.schema ? *how.schema : wrapper->schema()) {}
  const wrap::WrapperPtr wrapper;
  const PagesOptions options;
  const wrap::Schema schema;  // whose types are read
  FreeList<wrap::Scratch> scratches;
};

// One page: loaded and extracted under its limits by work(), which may hang in a
// library; then completed by result().
class PageJob {
 public:
  // `parts`: where the page runs alone, whoever takes parts of it.
  PageJob(std::shared_ptr<Run> run, web::PageItem item, const Consume* parts)
      : run_(std::move(run)),
        item_(std::move(item)),
        parts_(parts),
        list_(part(), [this](std::vector<wrap::Record> records) { return hand_over(std::move(records)); }) {
    result_.page = item_.name;
  }

  void work() {
    Budget budget(run_->options.limits);
    work_within(budget, [&] { extract(budget); });
    {
      const std::lock_guard lock(mutex_);
      working_ = false;
      if (given_up_) return;
    }
    if (!document_ && !failed_) failed_ = budget.diagnostic("reading the page");
    if (document_ && !failed_) add_notes(document_.get(), budget, list_);
    if (!document_) return;
    if (!finish_) finish_.emplace(run_->schema, run_->options, *document_);
    finish_->apply(list_.records);
  }

  // May the page be given up? Not while what was found is made ready or handed over, which ends. If
  // so, nothing more is handed over.
  bool give_up() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock.owns_lock() && (given_up_ = working_);
  }

  // After work().
  PageResult result() {
    if (failed_) {
      if (failed_->where.file.empty()) failed_->where.file = item_.name;
      result_.partial = failed_->code == Code::budget;
      result_.failed = std::move(failed_);
    }
    if (!document_) return std::move(result_);
    result_.url = finish_->url;
    result_.bytes = document_->bytes().size();
    tell();
    const size_t notes_before = list_.notes.size();
    for (const Follow& follow : run_->options.follows)
      follow_links(follow, item_.name, *document_, *run_->options.sources, run_->options.limits,
                   list_.records, list_.notes);
    result_.partial |= list_.notes.size() > notes_before;
    if (result_.partial) result_.why_empty.clear();
    result_.records = std::move(list_.records);
    result_.notes = std::move(list_.notes);
    return std::move(result_);
  }

  // Instead.
  PageResult given_up() {
    PageResult out;
    out.page = item_.name;
    out.partial = true;
    out.failed = error(
        Code::budget,
        fmt::format("ran out of time (limit {} ms) in a library that does not stop: the page was given up",
                    run_->options.limits.time->count()),
        {item_.name});
    return out;
  }

 private:
  size_t part() const { return parts_ && run_->options.follows.empty() ? run_->options.part : 0; }

  bool hand_over(std::vector<wrap::Record> records) {
    finish_->apply(records);
    PageResult part;
    part.page = result_.page;
    part.url = finish_->url;
    part.more = true;
    part.records = std::move(records);
    const std::lock_guard lock(mutex_);
    return !given_up_ && (*parts_)(std::move(part));
  }

  void extract(Budget& budget) {
    auto loaded = item_.load({});
    if (!loaded.ok()) return void(failed_ = std::move(loaded).error());
    document_ = *loaded;
    finish_.emplace(run_->schema, run_->options, *document_);
    const uint64_t given_up = regex::given_up();
    std::unique_ptr<wrap::Scratch> scratch =
        run_->scratches.take([&] { return run_->wrapper->make_scratch(); });
    Status status = run_->wrapper->extract(*document_, *scratch, list_, budget);
    run_->scratches.give(std::move(scratch));
    if (!status.ok()) failed_ = status.error();
    if (status.ok() && run_->options.refusals)
      learn::add_refusals(*run_->wrapper, *document_, list_.records, list_.notes);
    if (regex::given_up() > given_up && list_.notes.empty())  // families that know whose tell themselves
      list_.notes.push_back(warning(
          Code::budget, fmt::format("a regular expression was given up after {} steps", regex::kMatchLimit),
          {}, "what it was to find may be missing"));
    if (list_.records.empty() && status.ok() && !budget.exhausted())
      result_.why_empty = why_empty(*document_);
  }

  // What is partial, and where what is told stands.
  void tell() {
    for (const wrap::Record& record : list_.records) result_.partial |= record.partial;
    if (read_in_part(*document_) && !list_.records.empty()) list_.records.back().partial = true;
    for (Diagnostic& note : list_.notes) {
      if (note.where.file.empty()) note.where.file = item_.name;
      result_.partial |= note.code == Code::budget;
    }
  }

  const std::shared_ptr<Run> run_;
  const web::PageItem item_;
  const Consume* const parts_;
  std::mutex mutex_;  // held while records are handed over
  bool working_ = true, given_up_ = false;
  PageResult result_;
  DocumentPtr document_;
  std::optional<Finish> finish_;
  std::optional<Diagnostic> failed_;
  PartList list_;
};

PageResult run_one(const std::shared_ptr<Run>& run, web::PageItem item, FreeList<SideThread>& threads,
                   const Consume* parts) {
  if (item.wait) item.wait();  // the network's time is not the page's
  const auto job = std::make_shared<PageJob>(run, std::move(item), parts);
  const auto limit = run->options.limits.time;
  if (limit) {
    std::unique_ptr<SideThread> thread = threads.take([] { return std::make_unique<SideThread>(); });
    const bool done =
        thread->run([job] { job->work(); }, patience_for(*limit), [&] { return job->give_up(); });
    threads.give(std::move(thread));
    if (!done) return job->given_up();
  } else {
    job->work();
  }
  return job->result();
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
  return std::ranges::any_of(notes, [](const Diagnostic& n) { return n.code == Code::budget; });
}

size_t jobs_for(size_t asked, size_t pages) {
  constexpr uint64_t kThreadNeeds = uint64_t(32) << 20;  // its stack, what its allocator sets aside, a page
  const size_t most = size_t(std::max<uint64_t>(1, memory::available() / kThreadNeeds));
  const size_t jobs = std::min(asked ? asked : default_jobs(), most);
  return pages ? std::min(jobs, pages) : jobs;
}

Status extract_pages(const wrap::WrapperPtr& wrapper, web::PageStream& pages, const PagesOptions& options,
                     const std::function<bool(PageResult)>& consume) {
  const auto run = std::make_shared<Run>(wrapper, options);
  FreeList<SideThread> threads;  // beside those that wait for them
  pages.limit(options.limits);
  Turns turns(pages);
  const size_t jobs = jobs_for(options.jobs, pages.known());
  ordered_for(
      std::numeric_limits<size_t>::max(), jobs,
      [&](size_t i) -> std::optional<PageResult> {
        std::optional<web::PageItem> item = turns.take(i);
        if (!item) return {};
        return run_one(run, std::move(*item), threads, jobs <= 1 ? &consume : nullptr);
      },
      [&](size_t, std::optional<PageResult> result) { return result && consume(std::move(*result)); });
  return turns.status();
}

}  // namespace gleaner::run
