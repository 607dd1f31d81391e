// Learning templates from labels: least general generalisation of the token windows around the labelled
// places (type always, features where all examples agree), widened until the labels are found and narrowed
// until nothing else is (spec: Induction).
//
// Pages with several records give one template whose parameters are the fields, in page order; what lies
// between two fields may not hold a tag that separates records. Pages with one record give a template a
// field, each with up to a few alternatives in order of trust. Cost: a few hundred matches of small templates
// over the labelled pages a field.
#pragma once

#include <memory>

#include "wrap/wrapper.h"

namespace gleaner::templates {

std::shared_ptr<const wrap::Learner> make_learner();

}  // namespace gleaner::templates
