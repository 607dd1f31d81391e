// How a label file calls its pages: relative to itself.
#pragma once

#include <string>

namespace gleaner::cli {

// `page` is a path from here, `labels` the label file that will name it; "" and "-" are standard output, where
// nothing changes.
std::string page_name(const std::string& page, const std::string& labels);

}  // namespace gleaner::cli
