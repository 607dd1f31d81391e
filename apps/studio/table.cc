// See table.h.
#include "table.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "base/elapsed.h"
#include "base/text.h"
#include "json_out.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr auto kLearnTime = std::chrono::milliseconds(60'000);  // a newer edit ends it sooner
constexpr int kBackground = 10;                                 // nice
constexpr auto kSettleTime = std::chrono::seconds(300);         // that somebody waits for all pages
constexpr size_t kAskedPages = 4;            // beside the labelled ones, about which a question may be asked
constexpr size_t kMostAskedBytes = 2 << 20;  // pages that are larger are not asked about by themselves

// What nobody waits for leaves the processor to what somebody does: to the window that shows the marks of
// this very click. A thread cannot take back what it gives up, so it is one of its own.
template <class Work>
void in_background(Work&& work) {
  std::thread([&] {
    (void)::setpriority(PRIO_PROCESS, id_t(::gettid()), kBackground);
    work();
  }).join();
}

}  // namespace

Table::Table(const Project& project, Documents& documents, Events& events, TableFiles files)
    : project_(project), documents_(documents), events_(events), files_(std::move(files)), worker_([this] {
        work();
      }) {}

Table::~Table() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    if (running_) running_->out_of_memory();
    changed_.notify_all();
  }
  worker_.join();
}

uint64_t Table::wake(const std::string& page_in_view, bool edited) {
  const std::lock_guard lock(mutex_);
  if (!page_in_view.empty()) page_in_view_ = page_in_view;
  edited_ |= edited;
  ++wanted_;
  if (running_) running_->out_of_memory();  // what it learns from is old: cancelled
  changed_.notify_all();
  return wanted_;
}

bool Table::is_behind() const {
  const std::string labels = etag_of(labels_text()), wrapper = project_.etag(files_.wrapper);
  const OutcomePtr outcome = this->outcome();
  const std::string behind = etags_behind(outcome ? outcome->wrapper.get() : nullptr);
  const std::lock_guard lock(mutex_);
  return wanted_ == done_ && (labels != seen_labels_ || wrapper != seen_wrapper_ || behind != seen_behind_);
}

// Of the wrappers that read what is behind links.
std::string Table::etags_behind(const Wrapped* wrapper) const {
  std::string out;
  if (wrapper)
    for (const std::string& file : files_behind(wrapper->file.whole, files_.wrapper))
      out += project_.etag(file) + " ";
  return out;
}

uint64_t Table::learn_again() {
  {
    const std::lock_guard lock(mutex_);
    give_up_rules_ = true;
  }
  return wake();
}

std::string Table::page_in_view() const {
  const std::lock_guard lock(mutex_);
  return page_in_view_;
}

OutcomePtr Table::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

Result<OutcomePtr> Table::learned() const {
  OutcomePtr now = outcome();
  if (!now || !now->wrapper) return error(Code::not_found, "nothing is learned yet");
  return now;
}

OutcomePtr Table::outcome_of(uint64_t revision) const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return over_ || done_ >= revision; });
  return outcome_;
}

OutcomePtr Table::settled(bool pages) const {
  std::unique_lock lock(mutex_);
  const bool in_time = changed_.wait_for(lock, kSettleTime, [&] {
    if (over_ || (!outcome_ && wanted_ == done_)) return true;  // nothing was ever labelled
    if (!outcome_ || wanted_ > done_ || outcome_->provisional) return false;
    if (!pages || !outcome_->wrapper) return true;
    const std::lock_guard inner(outcome_->mutex);
    return outcome_->looked_through && !look_again_ && !looking_;
  });
  return in_time && !over_ ? outcome_ : nullptr;
}

void Table::look_again() {
  const std::lock_guard lock(mutex_);
  look_again_ = true;
  changed_.notify_all();
}

uint64_t Table::revision() const {
  const std::lock_guard lock(mutex_);
  return wanted_;
}

void Table::tell(const char* what) {
  uint64_t revision;
  bool provisional;
  {
    const std::lock_guard lock(mutex_);
    revision = done_;
    provisional = outcome_ && outcome_->provisional;
    changed_.notify_all();
  }
  JsonOut out;
  out.object().member("table", files_.name).member("revision", double(revision)).member("what", what);
  events_.send("table", out.member("provisional", provisional).end().str());
}

std::optional<AskedQuestion> Table::question() const {
  const std::lock_guard lock(mutex_);
  return wanted_ == done_ ? question_ : std::nullopt;
}

// False: a newer edit has come, and nobody wants this one any more.
bool Table::publish(const std::shared_ptr<Outcome>& made) {
  if (made->wrapper)
    made->onward = read_onward(made->wrapper->file.whole, made->wrapper->schema, files_.wrapper);
  if (made->onward.failed) made->notes.push_back(*made->onward.failed);
  const std::string behind = etags_behind(made->wrapper.get());
  {
    const std::lock_guard lock(mutex_);
    if (over_ || wanted_ > made->revision) return false;
    seen_behind_ = behind;
    outcome_ = made;
    done_ = made->revision;
    question_.reset();
    changed_.notify_all();
  }
  tell("learned");
  return true;
}

void Table::work() {
  while (true) {
    uint64_t revision;
    OutcomePtr known;  // nothing but the pages changed
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return over_ || wanted_ > done_ || (look_again_ && outcome_); });
      if (over_) return;
      revision = wanted_;
      if (wanted_ == done_) known = outcome_;
    }
    if (known) {
      in_background([&] { look_at_all(known); });
      continue;
    }
    std::shared_ptr<Outcome> made = learn(look_at_files(revision));
    if (!made || !publish(made)) continue;
    in_background([&] {
      ask(made);
      look_at_all(made);
    });
  }
}

// A wrapper file that Studio wrote and nobody changed, or none.
bool Table::is_own_wrapper(const std::optional<std::string>& text) const {
  return !text || project_.is_learned(files_.name, etag_of(text));
}

// What the files say: the wrapper as it stands there, and whose it is.
std::shared_ptr<Outcome> Table::look_at_files(uint64_t revision) {
  const std::string labels = labels_text();
  const std::optional<std::string> wrapper_text = project_.read(files_.wrapper);
  auto out = std::make_shared<Outcome>();
  out->revision = revision;
  out->labels_etag = etag_of(labels);
  out->wrapper_etag = etag_of(wrapper_text);
  {
    const std::lock_guard lock(mutex_);
    seen_labels_ = out->labels_etag;
    seen_wrapper_ = out->wrapper_etag;
    out->by_hand = !std::exchange(give_up_rules_, false) && !is_own_wrapper(wrapper_text);
  }
  if (!wrapper_text) return out;
  auto read = read_wrapper(*wrapper_text, files_.wrapper);
  if (read.ok()) out->wrapper = *read;
  else out->failed = read.error();
  return out;
}

// Its labels are gone: taken back here, so is what they taught; removed by somebody else, the
// rules stay, as rules of their own.
void Table::without_labels(Outcome& outcome) {
  if (outcome.by_hand || !outcome.wrapper) return;
  bool edited;
  {
    const std::lock_guard lock(mutex_);
    edited = std::exchange(edited_, false);
  }
  if (!edited) {
    outcome.by_hand = true;
    if (!project_.read(files_.labels)) project_.mark_learned(files_.name, {});
    return;
  }
  (void)project_.erase(files_.wrapper);
  outcome.wrapper = nullptr;
  outcome.wrapper_etag = "-";
  const std::lock_guard lock(mutex_);
  seen_wrapper_ = "-";
}

// What can be learned at once is shown while the rest is learned.
Result<Learnt> Table::learn_in_two(const Outcome& begun, const LearnRequest& request, Budget& budget,
                                   Diagnostics& problems) {
  const auto begin = std::chrono::steady_clock::now();
  GLEANER_TRY(const Lesson lesson, read_lesson(request));
  problems = lesson.problems;
  std::optional<Learnt> at_once;
  if (!begun.by_hand)
    if (auto quick = learn_at_once(request, lesson, budget); quick.ok()) {
      at_once = Learnt{*quick, {}, problems, {}, lesson.pages};
      auto first = std::make_shared<Outcome>();
      first->revision = begun.revision;
      first->labels_etag = begun.labels_etag;
      first->wrapper_etag = begun.wrapper_etag;
      first->wrapper = *quick;
      first->problems = problems;
      first->provisional = true;
      first->seconds = seconds_since(begin);
      publish(first);
    }
  std::optional<Result<Learnt>> compared;
  in_background([&] { compared = learn_wrapper(request, lesson, budget); });
  Result<Learnt> all = std::move(*compared);
  if (all.ok() || !at_once || all.error().code != Code::budget) return all;
  GLEANER_TRY(at_once->wrapper, written(at_once->wrapper->file.wrapper, request, lesson));
  Diagnostic cut = all.error();  // large pages: the rules at hand are right, others might keep longer
  cut.message = "not all kinds of rules were compared: it " + cut.message;
  at_once->report.notes.push_back(std::move(cut));
  return std::move(*at_once);
}

// The labels, with what the present wrapper says of types and of its site.
LearnRequest Table::request_of(const Outcome& outcome, const std::string& labels) {
  LearnRequest request;
  request.labels_file = files_.labels;
  request.labels_text = labels;
  request.load = [this](const std::string& name) { return documents_.load(files_.page_of_label(name)); };
  if (outcome.wrapper) {
    request.types = types_of(outcome.wrapper->schema);
    request.site = site_tables(outcome.wrapper->file.whole);
  }
  return request;
}

// `out` is what the files say. Null: it is out of date.
std::shared_ptr<Outcome> Table::learn(const std::shared_ptr<Outcome>& out) {
  const std::string labels = labels_text();
  const auto begin = std::chrono::steady_clock::now();
  if (trim(labels).empty()) {
    without_labels(*out);
    return out;
  }
  {
    const std::lock_guard lock(mutex_);
    edited_ = false;
  }
  if (learnt_ && last_labels_ == out->labels_etag && out->wrapper &&
      out->wrapper->text == learnt_->wrapper->text) {  // nothing changed
    out->report = learnt_->report;
    out->problems = learnt_->problems;
    out->by_hand = false;
    return out;
  }
  Budget budget({.time = kLearnTime});
  LearnRequest request = request_of(*out, labels);
  {
    const std::lock_guard lock(mutex_);
    if (wanted_ > out->revision || over_) return nullptr;
    for (const auto& [field, type] : kept_types_) request.types.insert({field, type});
    running_ = &budget;
  }
  auto learnt = learn_in_two(*out, request, budget, out->problems);
  {
    const std::lock_guard lock(mutex_);
    running_ = nullptr;
    if (wanted_ > out->revision || over_) return nullptr;
  }
  // written by somebody else meanwhile: theirs stays
  if (project_.etag(files_.wrapper) != out->wrapper_etag) {
    wake();
    return nullptr;
  }
  out->seconds = seconds_since(begin);
  if (!learnt.ok()) {
    if (!out->by_hand) out->failed = learnt.error();
  } else if (!out->by_hand || (out->wrapper && learnt->wrapper->text == out->wrapper->text)) {
    // rules of somebody's own stay
    keep(*out, *learnt);
    learnt_ = std::make_shared<const Learnt>(std::move(*learnt));
    last_labels_ = out->labels_etag;
  }
  return out;
}

void Table::keep(Outcome& outcome, const Learnt& learnt) {
  outcome.by_hand = false;
  outcome.failed.reset();
  outcome.wrapper = learnt.wrapper;
  outcome.report = learnt.report;
  outcome.notes = learnt.report.notes;
  const std::string etag = etag_of(learnt.wrapper->text);
  const std::string before = std::exchange(outcome.wrapper_etag, etag);
  {
    const std::lock_guard lock(mutex_);
    seen_wrapper_ = etag;
  }
  project_.mark_learned(files_.name, {before, etag});
  Status written = before == etag ? Status() : project_.write(files_.wrapper, learnt.wrapper->text);
  if (!written.ok()) outcome.failed = written.error();
  project_.mark_learned(files_.name, {written.ok() ? etag : before});
}

std::vector<DocumentPtr> Table::pages_to_ask(const Learnt& learnt) {
  std::vector<DocumentPtr> out;
  std::set<std::string> known;
  for (const wrap::LabelledPage& page : learnt.pages)
    if (known.insert(page.document->name()).second) out.push_back(page.document);
  const std::string view = page_in_view();
  std::vector<std::string> near{view};
  if (auto pages = project_.pages(); pages.ok())
    for (const PageFile& page : *pages)
      if (fs::path(page.name).parent_path() == fs::path(view).parent_path() && page.bytes < kMostAskedBytes)
        near.push_back(page.name);
  for (const std::string& name : near) {
    if (out.size() >= learnt.pages.size() + kAskedPages) break;
    if (name.empty() || !known.insert(name).second) continue;
    if (auto page = documents_.load(name); page.ok()) out.push_back(*page);
  }
  return out;
}

void Table::ask(const OutcomePtr& outcome) {
  if (!learnt_ || outcome->by_hand || !outcome->wrapper || outcome->wrapper->text != learnt_->wrapper->text)
    return;
  const std::vector<DocumentPtr> pages = pages_to_ask(*learnt_);
  Answered skipped;
  Budget budget({.time = kLearnTime});
  {
    const std::lock_guard lock(mutex_);
    if (over_ || wanted_ > outcome->revision) return;
    skipped = skipped_;
    running_ = &budget;  // the next click ends it
  }
  Doubtful doubtful;
  const bool whole = work_within(budget, [&] { doubtful = next_question(*learnt_, pages, skipped); });
  {
    const std::lock_guard lock(mutex_);
    running_ = nullptr;
  }
  if (!whole || budget.exhausted()) return;
  if (!doubtful.row && !doubtful.value) return;
  const std::string& page = pages[doubtful.row ? doubtful.row->page : doubtful.value->page]->name();
  {
    const std::lock_guard lock(mutex_);
    if (over_ || wanted_ > outcome->revision) return;
    question_ = {++questions_, page, std::move(doubtful.row), std::move(doubtful.value), doubtful.open};
  }
  tell("question");
}

void Table::skip(const AskedQuestion& question) {
  {
    const std::lock_guard lock(mutex_);
    if (question.row) skipped_.rows.insert({question.page, learn::row_key(0, question.row->record).second});
    if (question.value) skipped_.values.insert({question.page, question.value->field});
  }
  wake();
}

void Table::keep_type(const std::string& field, const std::string& type) {
  const std::lock_guard lock(mutex_);
  kept_types_[field] = type;
}

}  // namespace gleaner::studio
