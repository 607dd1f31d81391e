// Learner of the pattern family: labelled pages to levels of fields.
#pragma once

#include "wrap/wrapper.h"

namespace gleaner::pattern {

class PatternLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;
};

void register_family(wrap::Registry& registry);

}  // namespace gleaner::pattern
