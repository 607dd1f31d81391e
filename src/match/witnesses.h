// Weights from examples, column by column.
//
// Seeds are chosen by their titles, so a fit of everything leans on titles alone and hears no price. But a
// column beside the title mostly speaks independently of it, given that a pair is a match or is none: then
// its weights are those of a fit of its own (the odds of independent witnesses multiply). It is asked about
// what the title leaves open: how years differ counts among pairs whose titles agree, whether they are the
// same paper or a later version of it. Numbers are heard by themselves, short texts half so.
#pragma once

#include <vector>

#include "match/features.h"
#include "match/regression.h"

namespace gleaner::match {

// REQUIRES: scaled examples. `enough`: there are so many that columns may be asked about what the title
// leaves open; of few pairs that would leave none.
std::vector<double> fit_witnesses(const Examples& examples, const Features& features, bool enough);

// Which seeds are to be believed, 0 to 1 each. `neighbours` are examples of pairs of one source, weighted by
// how many false seeds each stands for. Where a column (or the title) looks as often so in false seeds as it
// does in all, the seed is one of them.
std::vector<float> believed(const Examples& seeds, const Examples& neighbours, const Features& features);

}  // namespace gleaner::match
