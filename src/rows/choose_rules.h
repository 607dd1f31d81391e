// One rule for each field, of those that were scored; a second one for labelled rows that the first misses.
//
// Two fields do not take one place: the surest field chooses first. A rule by header gets one by place beside
// it, for pages on which the header has another text.
#pragma once

#include <string>
#include <vector>

#include "rows/list_rules.h"

namespace gleaner::rows {

// `have`, `scored`: of each field, the rules best first. `rival`: see learn_fields.
std::vector<FieldModel> choose_rules(const std::vector<Sample>& samples,
                                     const std::vector<std::string>& fields,
                                     const std::vector<std::vector<Labelled>>& have,
                                     const std::vector<std::vector<Scored>>& scored, size_t rival);

}  // namespace gleaner::rows
