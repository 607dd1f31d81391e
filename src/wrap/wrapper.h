// Wrapper: maps a Document to Records. Immutable once made; threads share it, each with its own Scratch.
// Learner: maps labelled Documents to a Wrapper. Both are known to the program through the Registry.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "page/document.h"
#include "wrap/config.h"
#include "wrap/label.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::wrap {

// What a wrapper may reuse from page to page. A family derives its own; one thread uses it at a time.
class Scratch {
 public:
  virtual ~Scratch() = default;
};

// Where records go. take() returning false stops the extraction (enough records, closed pipe).
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual bool take(Record&& record) = 0;
  // Skipped portions, records cut off, budgets: anything a person should know of this page.
  virtual void note(Diagnostic diagnostic) { (void)diagnostic; }
};

// Collects everything.
class RecordList : public RecordSink {
 public:
  bool take(Record&& record) override {
    records.push_back(std::move(record));
    return true;
  }
  void note(Diagnostic diagnostic) override { notes.push_back(std::move(diagnostic)); }
  std::vector<Record> records;
  Diagnostics notes;
};

// A rule in words; Value::rule and Record::rule index Wrapper::rules().
struct Rule {
  std::string id;       // "price.1"
  std::string field;    // "price", "" for the record rule
  std::string words;    // "text of shape money after "Price" in li.product"
  std::string example;  // "page1.html record 1", when it was learned
};

// Why a cell is as it is; see `gleaner explain`.
struct Explanation {
  std::string words;                // why this value, or for an absent one why not
  std::vector<std::string> voters;  // the rules that gave it, strongest first
  std::optional<Span> near_miss;    // absent value: the nearest candidate
  std::string failed;               // ... and the first condition it failed
};
// Explains cells of one page; what that takes of the page is made once for all of them.
class PageExplainer {
 public:
  virtual ~PageExplainer() = default;
  // As Wrapper::explain.
  virtual Explanation explain(const Record* record, std::string_view field, const Value* value = nullptr) = 0;
};

class Wrapper {
 public:
  virtual ~Wrapper() = default;
  virtual std::string_view kind() const = 0;
  virtual const Schema& schema() const = 0;
  virtual std::unique_ptr<Scratch> make_scratch() const { return std::make_unique<Scratch>(); }
  // Records in page order. Exhausted budget: a note, and the record in work marked partial.
  virtual Status extract(const Document& document, Scratch& scratch, RecordSink& sink,
                         Budget& budget) const = 0;
  virtual const std::vector<Rule>& rules() const = 0;  // [0] is "unknown"
  // The family's part of the wrapper file.
  virtual void save(Config& into) const = 0;
  // Why the field of a record is as it is (record null: any).
  // `value`: one of several values of the field; null: the first.
  Explanation explain(const Document& document, const Record* record, std::string_view field,
                      const Value* value = nullptr) const {
    return explainer(document)->explain(record, field, value);
  }
  // For many cells of a page. Wrapper and page must outlive it. Default: explain_cell() for each.
  virtual std::unique_ptr<PageExplainer> explainer(const Document& document) const;
  // What explain() says, where a page has nothing to be made once. Default: the rule's words.
  virtual Explanation explain_cell(const Document& document, const Record* record, std::string_view field,
                                   const Value* value) const;
};

using WrapperPtr = std::shared_ptr<const Wrapper>;

// One thread, one page, all records: the simplest use.
Result<std::vector<Record>> extract_all(const Wrapper& wrapper, const Document& document);

struct LearnOptions {
  std::string kind;                             // as asked for: "lr", "pattern", ...
  std::vector<DocumentPtr> also;                // unlabelled pages of the same site
  std::map<std::string, std::string> settings;  // family-specific, by name
};

// What a person is told after learning, whatever the family.
struct LearnReport {
  std::string kind;
  std::vector<std::string> rules;               // one readable line a rule
  uint64_t fitting = 0;                         // how many wrappers of the class fit, 0: not counted
  uint32_t pages = 0, records = 0;              // learned from
  uint32_t covered = 0, missed = 0, wrong = 0;  // values on the labelled pages
  double seconds = 0;
  Diagnostics notes;
  std::map<std::string, std::string> details;  // family-specific, for --json
};

struct Learned {
  WrapperPtr wrapper;
  LearnReport report;
};

class Learner {
 public:
  virtual ~Learner() = default;
  // Failure is Code::cannot_learn with the field, the places that contradict each other, and what to do.
  virtual Result<Learned> learn(const std::vector<LabelledPage>& pages, const LearnOptions& options,
                                Budget& budget) const = 0;
};

// The families a front end has chosen to offer. Registration is explicit: family.register_family(registry).
class Registry {
 public:
  struct Family {
    std::string kind;                                       // in wrapper files and --kind
    std::string purpose;                                    // one line for --help
    std::function<Result<WrapperPtr>(const Config&)> load;  // null: no wrapper file of its own
    std::shared_ptr<const Learner> learner;                 // null: cannot be learned
    std::string extension = {};  // ".tpl": files of a language of its own are wrappers too
    std::function<Result<WrapperPtr>(const std::string& path)> load_file = {};  // ... read by this
  };
  void add(Family family);
  const Family* find(std::string_view kind) const;
  const std::vector<Family>& families() const { return families_; }

 private:
  std::vector<Family> families_;
};

}  // namespace gleaner::wrap
