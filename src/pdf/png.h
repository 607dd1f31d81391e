// A picture as PNG, for pages that show sheets.
#pragma once

#include <string>

#include "pdf/read.h"

namespace gleaner::pdf {

std::string png_of(const Picture& picture);

}  // namespace gleaner::pdf
