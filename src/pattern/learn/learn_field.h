// Learning one field from labelled units: all short rules that never give a wrong text, weighed for the vote.
//
// Seed 002 section 2.2 (k-DNF over basic conditions) gives the language; what to do with the many consistent
// conjunctions is measured: they all vote. Conditions come from the labelled places (labelled_site.h),
// and every single and pair that stays inside the labelled texts on all units is kept. A value in
// several places of a page needs no choosing: every place with its text is a positive. Cost: 3,000
// pairs, each an AND of a few words a unit.
#pragma once

#include <string>

#include "base/budget.h"
#include "pattern/learn/labelled_site.h"
#include "pattern/model.h"

namespace gleaner::pattern {

// An empty model (no slots) when no rule fits at all.
FieldModel learn_field(const LabelledSite& site, const std::string& field, Budget& budget);

}  // namespace gleaner::pattern
