// A wrapper's own doubts about a page, for the questions of learn/ask: what its family nearly said, field by field.
#pragma once

#include <vector>

#include "learn/ask.h"

namespace gleaner::run {

// Empty for families that have none. Cost: one extraction a field.
std::vector<learn::Doubt> own_doubts(const wrap::Wrapper& wrapper, const Document& page);

}  // namespace gleaner::run
