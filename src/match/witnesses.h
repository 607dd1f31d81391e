// Weights from examples, column by column.
//
// Seeds (the first examples) are chosen by their titles, so one fit of all features leans on titles alone
// and hears no price. But if it is given that a pair is a match (or is none), a column beside the title
// mostly speaks independently of it. Then the odds of independent witnesses multiply, and each column's
// weights are those of a fit of its own.
//
// A column is asked about what the title leaves open. How years differ, for example, counts
// among pairs whose titles agree: are they the same paper, or a later version of it? Numbers
// count by themselves, short texts half.
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
