// Twins: records of one source that are the same thing, so that both may match the same record of the other.
//
// Only where it matters: among the good candidates of a record. Two of them are twins as surely as the weights, learned
// between the sources, say that they match each other: all fields speak, not the title alone.
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
