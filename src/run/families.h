// The wrapper families this program offers. A family is registered here and nowhere else.
#pragma once

#include "wrap/wrapper.h"

namespace gleaner::run {

void register_families(wrap::Registry& registry);
// All of them; made when first asked for.
const wrap::Registry& families();

}  // namespace gleaner::run
