// A repair taken in part: the new wrapper with the old rules of the fields that a person did not accept.
//
// Works on the files (docs/formats.md), for wrappers whose rules stand field by field: those of kind "pattern". The new rows are taken as
// they are; a field that keeps its rules is no longer demanded of them, since it may well find nothing.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "wrap/wrapper_file.h"

namespace gleaner::run {

// `repaired`: the new file's text. `fields`: paths as reports name them ("price", "offers.seller").
Result<std::string> keep_rules(const wrap::WrapperFile& old, const std::string& repaired,
                               const std::vector<std::string>& fields, const wrap::Registry& registry);

}  // namespace gleaner::run
