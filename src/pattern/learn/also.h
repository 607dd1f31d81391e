// Unlabelled pages: the vote on them tells which single rule to print.
//
// A rule that gives exactly one text where the others do, not the same text on every page, and agrees with
// the vote, is trusted more; then the one (or up to three, in order) that agrees best with the vote takes the
// vote's place. Measured as good as the vote itself, and a person can read it.
#pragma once

#include <vector>

#include "pattern/model.h"

namespace gleaner::pattern {

// `views` are the units of the unlabelled pages, matched with the field's plan.
void trust_by_agreement(FieldModel& field, const std::vector<View>& views);
// Replaces the votes by up to three rules in order, if these agree with the vote on nearly all views. Gives
// the share that agrees.
double choose_rules(FieldModel& field, const std::vector<View>& views);

}  // namespace gleaner::pattern
