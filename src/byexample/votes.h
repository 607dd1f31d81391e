// Voting windows: for pages that are one object (a product, a player), where a value often stands in several
// places and one page cannot say which words around it belong to the layout.
//
// All windows of different widths, around every place of the value, that give nothing else on the labelled
// pages become patterns; each has a voice by what it is made of (costs.h). On a new page the text with the
// most voices is the value: wrong windows scatter, right ones agree. This goes beyond the paper, whose
// objects come many to a page. Cost: one scan of the labelled pages for all windows of an attribute together.
#pragma once

#include <vector>

#include "byexample/window.h"
#include "wrap/label.h"

namespace gleaner::byexample {

// Strongest voice first; empty when the attribute is nested or nothing fits. Values of a list become slots:
// each is voted for alone.
std::vector<AvpPattern> voting_patterns(const std::vector<wrap::LabelledPage>& pages,
                                        const std::vector<JudgedPage>& judged, const Model& model,
                                        uint32_t attribute, Budget& budget);

}  // namespace gleaner::byexample
