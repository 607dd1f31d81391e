// Clusters: records that are the same thing, and their names over time.
//
// New rows meet old clusters: rows that were together stay together and rows that were apart stay apart,
// whatever is thought of their pairs today; a new row joins what it is likest. Only what a person
// decided changes an old cluster. A cluster is called as most of its rows were called before; where a
// cluster was split, the part with most of its rows keeps the name; where two became one, the name that
// most rows had. Cost: sorting the pairs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gleaner::match {

// Two records that are the same thing.
struct Link {
  uint32_t a = 0, b = 0;
  double probability = 0;
  bool decided = false;  // by a person
};

// For each record the smallest one of its cluster. `before`: the cluster that each was in (empty: it is new),
// or nothing. `apart`: pairs that a person decided not to be the same; a cluster that held both is made anew.
std::vector<uint32_t> joined(size_t records, std::vector<Link> links, const std::vector<Link>& apart,
                             const std::vector<std::string>& before);

// For each record: the cluster that it is in now, and the one that it was in (empty:
// it is new). Gives the names.
std::vector<std::string> kept_names(const std::vector<std::string>& now,
                                    const std::vector<std::string>& before);

}  // namespace gleaner::match
