// Further ends of values that are parts of a text.
//
// From "by Falcon Summit, $40 (Lyon)" an author is what stands behind "by" and before ", $". Where a record
// has no price the same text reads "by Falcon Summit (Lyon)": the value ends where another field of that text
// begins, or with the text. Such ends are taken where unlabelled records show them: what comes out is of the
// labels' kind and no other field's. And from "Old Mill | Gent" a town is all that stands behind "|": where
// unlabelled records go on, "Port | Oslo | EUR 2,900", it ends at the next. Cost: the sampled records, for
// each such field and the fields of the same text.
#pragma once

#include <string>
#include <vector>

#include "rows/learn_fields.h"

namespace gleaner::rows {

// Adds rules to fields whose first rule cuts; `kinds`: of each field's labels.
void add_cut_ends(const std::vector<Sample>& samples, const std::vector<std::vector<std::string>>& kinds,
                  std::vector<FieldModel>& fields);

}  // namespace gleaner::rows
