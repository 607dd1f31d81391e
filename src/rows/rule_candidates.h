// Rules that a field's labels show: each place of a labelled text by each of its keys, whole or cut.
#pragma once

#include <optional>
#include <vector>

#include "rows/list_rules.h"

namespace gleaner::rows {

struct RuleCandidate {
  uint64_t key;
  int nth;
  std::optional<Cut> cut;
};

// Cuts only for labels that no unit reads as.
std::vector<RuleCandidate> candidates_of(const std::vector<Sample>& samples,
                                         const std::vector<Labelled>& have);

}  // namespace gleaner::rows
