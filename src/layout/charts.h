// Charts: zones of curves, slanted lines and bars, whose texts are no table. Internal to layout.
#pragma once

#include <vector>

#include "layout/page.h"

namespace gleaner::layout {

std::vector<Box> find_charts(const Page& page);

}  // namespace gleaner::layout
