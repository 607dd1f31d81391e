// How a label file calls its pages: relative to itself.
#pragma once

#include <string>
#include <vector>

#include "page/document.h"
#include "wrap/record.h"

namespace gleaner::cli {

// `page` is a path from here, `labels` the label file that will name it; "" and "-" are standard
// output, where nothing changes.
std::string page_name(const std::string& page, const std::string& labels);

// The line of the label file `labels` for a page and all (`complete`) or some of its records.
std::string label_line(const std::string& page, const Document& document, std::vector<wrap::Record> records,
                       bool complete, const std::string& labels);

}  // namespace gleaner::cli
