// The learner: labels into a Model (windows, object patterns, what tells objects apart) and a report.
//
// Settings: "strategy" = both | top-down | bottom-up (default: both; on complete pages whichever gives the
// labels back best), "objects" = one | many (default: one when every page is complete with a single record).
#pragma once

#include "byexample/model.h"
#include "wrap/wrapper.h"

namespace gleaner::byexample {

class ExampleLearner : public wrap::Learner {
 public:
  Result<wrap::Learned> learn(const std::vector<wrap::LabelledPage>& pages, const wrap::LearnOptions& options,
                              Budget& budget) const override;
};

// The model alone; `notes` takes what a person should know. Used by tests and benches too.
Result<Model> learn_model(std::vector<wrap::LabelledPage> pages, const wrap::LearnOptions& options,
                          Budget& budget, wrap::LearnReport& report);

}  // namespace gleaner::byexample
