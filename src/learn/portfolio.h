// Portfolio: one set of labels, every family, the best wrapper.
//
// Every family learns from the labels. Its wrapper is judged by what can be known without more labels:
//
//  - Is it exact on the labelled pages?
//  - Is it exact on each labelled page when that page is left out of the learning (two pages or more)?
//  - Does it agree with the other families on unlabelled pages, and are its values plausible there?
//  - To break ties: how well do such wrappers keep (`prior`)?
//
// Where another family is clearly better at single fields, those are taken from it (mixed.h). Deterministic:
// tasks run in parallel, results are judged in a fixed order.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learn/compare.h"
#include "learn/profile.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

struct Contestant {
  std::string kind;
  wrap::WrapperPtr wrapper;
  wrap::LearnReport report;
  FieldMatches exact;     // on the pages learned from
  FieldMatches held_out;  // on pages left out in turn; empty with one page
  double agreement = 0;   // with the others on unlabelled pages
  double plausible = 0;   // of what it gives there
  double prior = 0;
  double mixes = 0;  // share of fields whose absence from one record changes others
  double score = 0;
  double known_f1(const std::string& field = "") const;  // held out, else exact
  std::string words() const;                             // "pattern 1.84: exact 1.00, held out 0.99, ..."
};

// By name, so that the order in which pages were labelled changes nothing.
void put_in_order(std::vector<wrap::LabelledPage>& pages);

// What each candidate gives on each page: [page][candidate].
using Given = std::vector<std::vector<std::vector<wrap::Record>>>;
Given give(const std::vector<Contestant>& candidates, const std::vector<DocumentPtr>& pages, size_t jobs);

struct Contested {
  std::vector<Contestant> candidates;                        // best first; never empty
  std::vector<std::pair<std::string, Diagnostic>> failures;  // kinds that could not, and why
  Given given;                                               // on the unlabelled pages looked at
  std::optional<Diagnostic> cut;  // the budget ended the trials before all were done
  bool rows = false;              // some rows of lists are labelled, and the records are known (bounds.h)
};

// Told after every trial (one family, all pages or all but one), on the caller's thread: how many of how many
// at most.
using OnTrial = std::function<void(size_t done, size_t most)>;

// Settings: jobs=N, threads (0: as many as the machine has); the others go to the families.
class Portfolio : public wrap::Learner {
 public:
  explicit Portfolio(std::shared_ptr<const wrap::Registry> families) : families_(std::move(families)) {}
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;

  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget, const OnTrial& on_trial) const;

  // By the family alone that is asked first: quick, and nearly always good. Where it misses a labelled
  // record, the next one is asked, too.
  Result<wrap::Learned> learn_first(const std::vector<wrap::LabelledPage>& pages, wrap::LearnOptions options,
                                    Budget& budget) const;

  const wrap::Registry& families() const { return *families_; }

  // The two halves of learn(): every family's wrapper, judged; and the one to take, mixed where another is
  // better at single fields.
  Result<Contested> contest(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                            Budget& budget, const OnTrial& on_trial = {}) const;
  Result<wrap::Learned> choose(const Contested& contested, const std::vector<wrap::LabelledPage>& pages,
                               const std::vector<DocumentPtr>& also) const;

 private:
  std::shared_ptr<const wrap::Registry> families_;
};

// Profile of a wrapper's fields: from the labels, and from what it gives on unlabelled pages.
Profile make_profile(const wrap::WrapperPtr& wrapper, const std::vector<wrap::LabelledPage>& pages,
                     const std::vector<DocumentPtr>& also);

// Adds the kinds "auto" and "mixed". Call it after all families.
void register_portfolio(wrap::Registry& registry);

}  // namespace gleaner::learn
