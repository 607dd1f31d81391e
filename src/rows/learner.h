// Learning a list from its first rows.
//
// Records first: hypotheses of what a record is (see hypotheses.h) are ranked by the labelled cells that
// their members hold; the best get field rules, and the one wins whose members have the fields and leave out
// no like sibling. Then what is needed to find the list on other pages: selectors, typical heads, common
// paths. Cost: a few milliseconds a page and hypothesis.
//
// The setting rival=N gives the N-th best other reading of the same labels, for questions: another list,
// another rule for a field. It fails where there are not so many that are nearly as good.
#pragma once

#include "wrap/wrapper.h"

namespace gleaner::rows {

// Adds the kind "rows".
void register_family(wrap::Registry& registry);

class RowsLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;
};

}  // namespace gleaner::rows
