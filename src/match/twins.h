// Twins: records of one source that are the same thing. Both may then match the same
// record of the other source.
//
// They are looked for only where it matters: among the good candidates of a record. Three things speak:
//
//  - the weights that were learned between the sources, on the two records
//  - that both match the same record: twins do so both or neither, other records at most one of them
//  - how many of the pairs that were compared are twins at all, found by EM for each source
#pragma once

#include <vector>

#include "match/features.h"
#include "match/rivals.h"
#include "match/training.h"

namespace gleaner::match {

// `odds`: logs, each pair alone. Sorted by pair.
std::vector<Twins> find_twins(const Features& features, const Scale& scale,
                              const std::vector<double>& weights, const PairGraph& graph,
                              const std::vector<float>& odds, size_t jobs);

}  // namespace gleaner::match
