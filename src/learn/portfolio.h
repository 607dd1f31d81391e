// Portfolio: one set of labels, every family, the best wrapper.
//
// Every family learns from the labels; its wrapper is judged by what can be known without more labels: exactness on the labelled pages, exactness on each
// page when it is left out of the learning (two pages or more), agreement with the other families and plausibility of the values on unlabelled
// pages, and, to break ties, how well such wrappers keep (`prior`). Where another family is clearly better at single
// fields, those are taken from it (mixed.h). Deterministic: tasks run in parallel, results are judged in a fixed order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "learn/compare.h"
#include "learn/profile.h"
#include "wrap/wrapper.h"

namespace gleaner::learn {

struct Candidate {
  std::string kind;
  wrap::WrapperPtr wrapper;
  wrap::LearnReport report;
  FieldMatches exact;      // on the pages learned from
  FieldMatches held_out;   // on pages left out in turn; empty with one page
  double agreement = 0;    // with the others on unlabelled pages
  double plausible = 0;    // of what it gives there
  double prior = 0;
  double score = 0;
  std::string words() const;  // "pattern 1.84: exact 1.00, held out 0.99, ..."
};

class Portfolio : public wrap::Learner {
 public:
  explicit Portfolio(std::shared_ptr<const wrap::Registry> families) : families_(std::move(families)) {}
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;

 private:
  std::shared_ptr<const wrap::Registry> families_;
};

// Profile of a wrapper's fields: from the labels, and from what it gives on unlabelled pages.
Profile make_profile(const wrap::Wrapper& wrapper, const std::vector<wrap::LabelledPage>& pages,
                     const std::vector<DocumentPtr>& also);

// Adds the kinds "auto" and "mixed". Call it after all families.
void register_portfolio(wrap::Registry& registry);

}  // namespace gleaner::learn
