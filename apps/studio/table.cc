// See table.h.
#include "table.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/elapsed.h"
#include "base/text.h"
#include "json_out.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr auto kLearnTime = std::chrono::milliseconds(60'000);  // a newer edit ends it sooner
constexpr auto kPageTime = std::chrono::milliseconds(10'000);
constexpr int kBackground = 10;                          // nice
constexpr auto kSettleTime = std::chrono::seconds(300);  // that somebody waits for all pages
constexpr size_t kAskedPages = 4;            // beside the labelled ones, about which a question may be asked
constexpr size_t kMostAskedBytes = 2 << 20;  // pages that are larger are not asked about by themselves

BudgetLimits limits_for(std::chrono::milliseconds time) {
  BudgetLimits limits;
  limits.time = time;
  return limits;
}

// What nobody waits for leaves the processor to what somebody does: to the window that shows the marks of this very click. A thread
// cannot take back what it gives up, so it is one of its own.
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

OutcomePtr Table::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
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

// Its labels are gone: taken back here, so is what they taught; removed by somebody else, the rules stay, as rules of their own.
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
  Budget budget(limits_for(kLearnTime));
  LearnRequest request;
  request.labels_file = files_.labels;
  request.labels_text = labels;
  request.load = [this](const std::string& name) { return documents_.load(files_.page_of_label(name)); };
  if (out->wrapper) {
    request.types = types_of(out->wrapper->schema);
    request.site = site_tables(out->wrapper->file.whole);
  }
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
  if (project_.etag(files_.wrapper) !=
      out->wrapper_etag) {  // written by somebody else meanwhile: theirs stays
    wake();
    return nullptr;
  }
  out->seconds = seconds_since(begin);
  if (!learnt.ok()) {
    if (!out->by_hand) out->failed = learnt.error();
  } else if (!out->by_hand ||
             (out->wrapper && learnt->wrapper->text == out->wrapper->text)) {  // rules of somebody's own stay
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
  std::string view;
  {
    const std::lock_guard lock(mutex_);
    view = page_in_view_;
  }
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
  Budget budget(limits_for(kLearnTime));
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
  AskedQuestion asked;
  asked.open = doubtful.open;
  asked.page = pages[doubtful.row ? doubtful.row->page : doubtful.value->page]->name();
  asked.row = std::move(doubtful.row);
  asked.value = std::move(doubtful.value);
  {
    const std::lock_guard lock(mutex_);
    if (over_ || wanted_ > outcome->revision) return;
    asked.id = ++questions_;
    question_ = std::move(asked);
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

std::shared_ptr<const Outcome::PageResult> Table::result_on(const OutcomePtr& outcome,
                                                            const std::string& page) const {
  auto document = documents_.load(page);
  {
    const std::lock_guard lock(outcome->mutex);
    const auto found = outcome->results.find(page);
    if (found != outcome->results.end() && document.ok() && found->second->document == *document)
      return found->second;
  }
  auto made = std::make_shared<Outcome::PageResult>();
  if (!document.ok()) {
    made->failed = document.error();
    return made;
  }
  made->document = *document;
  if (outcome->wrapper) {
    Budget budget(limits_for(kPageTime));
    auto records = extract_page(*outcome->wrapper, **document, budget);
    if (!records.ok()) made->failed = records.error();
    else made->records = std::move(records->records), made->notes = std::move(records->notes);
  }
  const std::lock_guard lock(outcome->mutex);
  if (outcome->results.size() > 64) outcome->results.clear();
  return outcome->results[page] = made;
}

std::shared_ptr<const Further> Table::further_of(const OutcomePtr& outcome, const std::string& page) const {
  if (!outcome->onward.next) return nullptr;
  {
    const std::lock_guard lock(outcome->mutex);
    if (const auto found = outcome->further.find(page); found != outcome->further.end()) return found->second;
  }
  auto document = documents_.load(page);
  if (!document.ok()) return nullptr;
  auto made =
      std::make_shared<const Further>(further_pages(*outcome->onward.next, documents_, page, *document));
  const std::lock_guard lock(outcome->mutex);
  return outcome->further[page] = made;
}

std::optional<RowAt> Table::row_at(const OutcomePtr& outcome, const std::string& page, size_t row) const {
  RowAt at{page, result_on(outcome, page), row};
  if (row < at.result->records.size()) return at;
  const auto further = further_of(outcome, page);
  for (size_t p = 0; further && p < further->pages.size(); ++p) {
    at.row -= at.result->records.size();
    at.page = further->pages[p].first;
    at.result = result_on(outcome, at.page);
    if (at.row < at.result->records.size()) return at;
  }
  return std::nullopt;
}

Joined Table::join(const OutcomePtr& outcome, const std::string& page, const Outcome::PageResult& result,
                   size_t from, size_t to) const {
  to = std::min(to, result.records.size());
  if (!result.document || from >= to) return {};
  return join_rows(outcome->onward, documents_, page, *result.document,
                   {result.records.begin() + ptrdiff_t(from), result.records.begin() + ptrdiff_t(to)});
}

// Of rows of a list a person labels some: nothing is said of the others.
bool Table::is_list(const Outcome& outcome, const std::vector<wrap::Record>& records) const {
  const bool learned =
      learnt_ && learnt_->wrapper == outcome.wrapper && !learnt_->contested.candidates.empty();
  return learned ? learnt_->contested.rows : records.size() > 1;
}

PageState Table::state_of(const Outcome& outcome, const PageFile& page,
                          const std::vector<wrap::Label>& labels) const {
  outcome.checks.erase(page.name);
  PageState state;
  auto document = documents_.load(page.name);
  if (document.ok()) {
    Budget budget(limits_for(kPageTime));
    auto given = extract_page(*outcome.wrapper, **document, budget);
    const std::vector<wrap::Record> records =
        given.ok() ? std::move(given->records) : std::vector<wrap::Record>();
    learn::PageCheck& check = outcome.checks[page.name];
    state = state_by_itself(*outcome.wrapper, **document, records, check);
    check.page = page.name;
    for (const wrap::Label& label : labels)
      if (files_.page_of_label(label.page) == page.name)
        compare_with_label(state, **document, label, files_.labels, records, is_list(outcome, records));
  } else {
    state.verdict = "unread";
    state.evidence = document.error().message;
  }
  state.version = {page.changed, page.bytes};
  return state;
}

// Those of the folder in view first.
std::vector<PageFile> Table::pages_in_order(std::vector<PageFile> pages) const {
  std::string view;
  {
    const std::lock_guard lock(mutex_);
    view = page_in_view_;
  }
  const auto folder = fs::path(view).parent_path();
  std::stable_partition(pages.begin(), pages.end(),
                        [&](const PageFile& page) { return fs::path(page.name).parent_path() == folder; });
  return pages;
}

void Table::look_at_all(const OutcomePtr& outcome) {
  {
    const std::lock_guard lock(mutex_);
    look_again_ = false;
    looking_ = true;
  }
  const bool changed = look_through(*outcome);
  {
    const std::lock_guard lock(mutex_);
    looking_ = false;
    changed_.notify_all();
  }
  if (changed) tell("pages");
}

// Only pages that it has not seen as they are now are read. True: something is to be told.
bool Table::look_through(const Outcome& outcome) {
  auto listed = project_.pages();
  if (!outcome.wrapper || !listed.ok()) return false;
  std::vector<wrap::Label> labels;
  if (auto read = wrap::parse_labels(labels_text(), files_.labels); read.ok()) labels = std::move(*read);
  const std::vector<PageFile> pages = pages_in_order(std::move(*listed));
  bool changed;
  {
    std::set<std::string> names;
    for (const PageFile& page : pages) names.insert(page.name);
    const auto is_gone = [&](const auto& known) { return !names.contains(known.first); };
    const std::lock_guard lock(outcome.mutex);
    changed = std::erase_if(outcome.states, is_gone) > 0 || !outcome.looked_through;
    std::erase_if(outcome.checks, is_gone);
  }
  auto last_told = std::chrono::steady_clock::now();
  for (const PageFile& page : pages) {
    {
      const std::lock_guard lock(mutex_);
      if (over_ || wanted_ > outcome.revision) return false;
    }
    {
      const std::lock_guard lock(outcome.mutex);
      const auto known = outcome.states.find(page.name);
      if (known != outcome.states.end() && known->second.version == std::pair(page.changed, page.bytes))
        continue;
      outcome.looked_through = false;
    }
    changed = true;
    PageState state = state_of(outcome, page, labels);
    {
      const std::lock_guard lock(outcome.mutex);
      outcome.states[page.name] = std::move(state);
    }
    if (std::chrono::steady_clock::now() - last_told > std::chrono::milliseconds(500)) {
      last_told = std::chrono::steady_clock::now();
      tell("pages");
    }
  }
  if (changed) {
    const std::lock_guard lock(outcome.mutex);
    judge_pages(outcome.checks, outcome.states);
    outcome.looked_through = true;
  }
  return changed;
}

}  // namespace gleaner::studio
