// Clusters that keep their names: when rows come and go, a cluster is called as most of its rows were called before. New clusters are called
// by themselves. Where a cluster was split, the part with most of its rows keeps the name; where two became one, the name that most rows had.
// Cost: sorting the records.
#pragma once

#include <string>
#include <vector>

namespace gleaner::match {

// For each record: the cluster that it is in now, and the one that it was in (empty: it is new). Gives the names.
std::vector<std::string> kept_names(const std::vector<std::string>& now,
                                    const std::vector<std::string>& before);

}  // namespace gleaner::match
