// Writes what was read as XHTML that HTML and XML parsers take. Internal to layout.
#pragma once

#include "layout/blocks.h"
#include "layout/reading.h"

namespace gleaner::layout {

Read write_xhtml(const std::vector<ReadSheet>& sheets, const std::string& title);

}  // namespace gleaner::layout
