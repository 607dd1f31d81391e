// Table: one table of the project as Studio works on it: its labels, the wrapper learned from
// them, what that gives on the pages.
//
// An edit writes the label file and wakes the worker, which learns from what the file says then: the newest
// edit wins, work on an older one is cancelled. While it learns, the last outcome stays. First one family
// learns, so that marks follow the click at once (a provisional outcome); then all do, as `gleaner learn`;
// then the question is looked for whose answer decides most. What is learned is written to the wrapper file,
// unless somebody edited that by hand: then the rules are theirs, the labels are tests, and learning waits
// until it is asked for. After learning all pages are looked through, those near the page in view first.
// Threads: all public functions may be called from several.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "documents.h"
#include "engine.h"
#include "events.h"
#include "learn/check.h"
#include "onward.h"
#include "project.h"

namespace gleaner::studio {

struct AskedQuestion {
  size_t id = 0;
  std::string page;
  std::optional<learn::RowQuestion> row;
  std::optional<learn::Question> value;
  size_t open = 0;
};

// What a wrapper gives on one page, as the list of pages shows it: records, fields that are missing, whether
// the labels come out, and a verdict. Pages are first looked at one by one and then judged together, since a
// page that differs from its profile is less of a finding where all do.
struct PageState {
  std::pair<int64_t, uint64_t> version;  // of its file: when it was changed, how long it is
  size_t records = 0;
  std::map<std::string, size_t> missing;  // field: records without it
  std::string verdict;                    // fine, changed, broken, empty, unread
  std::string evidence;
  bool labelled = false;
  std::string test;  // of labelled pages: pass, fail
  std::vector<std::string> differences;
};

// Everything that follows from one state of the files. Immutable but for the pages
// that are looked at one by one.
struct Outcome {
  uint64_t revision = 0;
  std::string labels_etag, wrapper_etag;
  WrappedPtr wrapper;  // null: there is none
  bool by_hand = false;
  std::optional<Diagnostic> failed;  // why nothing was learned; the wrapper is then the last one
  Diagnostics problems, notes;
  wrap::LearnReport report;
  double seconds = 0;
  bool provisional = false;  // all families are still at work
  Onward onward;             // pages beyond the one in view that its rows come from

  struct PageResult {
    std::vector<wrap::Record> records;
    Diagnostics notes;
    std::optional<Diagnostic> failed;
    DocumentPtr document;  // the spans are its
  };
  using PageResultPtr = std::shared_ptr<const PageResult>;
  mutable std::mutex mutex;
  mutable std::map<std::string, std::shared_ptr<const PageResult>> results;
  mutable std::map<std::string, PageState> states;
  mutable std::map<std::string, learn::PageCheck> checks;  // the worker's: of each page by itself
  mutable std::map<std::string, std::shared_ptr<const Further>> further;  // by the page where a list begins
  mutable bool looked_through = false;
};
using OutcomePtr = std::shared_ptr<const Outcome>;

// A row of a page, or of the pages that its list goes on with.
struct RowAt {
  std::string page;
  Outcome::PageResultPtr result;
  size_t row = 0;
};

class Table {
 public:
  Table(const Project& project, Documents& documents, Events& events, TableFiles files);
  ~Table();

  const TableFiles& files() const { return files_; }
  std::string labels_text() const { return project_.read(files_.labels).value_or(""); }

  // Files changed: learn from what they say now. Gives the revision that will tell. `edited`: the labels
  // were changed here, by a person.
  uint64_t wake(const std::string& page_in_view = {}, bool edited = false);
  // Pages came, changed or went: those are looked at.
  void look_again();
  // Somebody else changed its files since they were read last.
  bool is_behind() const;
  // Rules written by hand are given up for what the labels teach.
  uint64_t learn_again();
  OutcomePtr outcome() const;
  // The same where there is a wrapper; else an error.
  Result<OutcomePtr> learned() const;
  // Waits until that revision is learned (or a later one).
  OutcomePtr outcome_of(uint64_t revision) const;
  // Waits until all kinds of rules were compared, the wrapper is written, and, where `pages`, all pages were
  // looked through as they are now: what a run on the files gives. Null: it takes longer than anybody waits.
  OutcomePtr settled(bool pages) const;
  uint64_t revision() const;
  std::optional<AskedQuestion> question() const;  // about the outcome as it is now
  std::shared_ptr<const Outcome::PageResult> result_on(const OutcomePtr& outcome,
                                                       const std::string& page) const;

  // The pages that the page's list goes on with; null where the wrapper does not follow it.
  std::shared_ptr<const Further> further_of(const OutcomePtr& outcome, const std::string& page) const;
  // The row of this number, as a run on the page counts them.
  std::optional<RowAt> row_at(const OutcomePtr& outcome, const std::string& page, size_t row) const;
  Joined join(const OutcomePtr& outcome, const std::string& page, const Outcome::PageResult& result,
              size_t from, size_t to) const;

  void skip(const AskedQuestion& question);
  // A field that gets another name keeps its type.
  void keep_type(const std::string& field, const std::string& type);

 private:
  std::string page_in_view() const;
  void work();
  bool publish(const std::shared_ptr<Outcome>& made);
  std::shared_ptr<Outcome> look_at_files(uint64_t revision);
  // Gives what is to be published in the end; null: a newer edit has come.
  std::shared_ptr<Outcome> learn(const std::shared_ptr<Outcome>& out);
  LearnRequest request_of(const Outcome& outcome, const std::string& labels);
  void without_labels(Outcome& outcome);
  Result<Learnt> learn_in_two(const Outcome& begun, const LearnRequest& request, Budget& budget,
                              Diagnostics& problems);
  void keep(Outcome& outcome, const Learnt& learnt);
  void ask(const OutcomePtr& outcome);
  // --- pages (table_pages.cc)
  void look_at_all(const OutcomePtr& outcome);
  bool look_through(const Outcome& outcome);
  PageState state_of(const Outcome& outcome, const PageFile& page,
                     const std::vector<wrap::Label>& labels) const;
  std::vector<PageFile> pages_in_order(std::vector<PageFile> pages) const;
  bool is_list(const Outcome& outcome, const std::vector<wrap::Record>& records) const;
  std::vector<DocumentPtr> pages_to_ask(const Learnt& learnt);
  bool is_own_wrapper(const std::optional<std::string>& text) const;
  void tell(const char* what);
  std::string etags_behind(const Wrapped* wrapper) const;

  const Project& project_;
  Documents& documents_;
  Events& events_;
  const TableFiles files_;
  std::string page_in_view_;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  uint64_t wanted_ = 0, done_ = 0;
  bool over_ = false, give_up_rules_ = false, look_again_ = false, looking_ = false, edited_ = false;
  Budget* running_ = nullptr;  // of the learning under way
  OutcomePtr outcome_;
  std::optional<AskedQuestion> question_;
  std::shared_ptr<const Learnt> learnt_;  // the worker's: what the last outcome was learned as
  Answered skipped_;
  std::map<std::string, std::string> kept_types_;  // of fields that were renamed, until they are learned
  size_t questions_ = 0;
  std::string last_labels_;                 // the worker's: etag of the labels that learnt_ is of
  std::string seen_labels_, seen_wrapper_;  // etags of what was read or written last
  std::string seen_behind_;                 // of the wrappers that read pages behind links
  std::thread worker_;
};

}  // namespace gleaner::studio
