// gleaner label FILE.pdf --box PAGE:x0,y0,x1,y1=FIELD: labels by places on the picture of a PDF.
#pragma once

#include <string>
#include <vector>

#include "cli.h"

namespace gleaner::cli {

// Points from the top left of the page, as `gleaner debug boxes` and data-box give them. A field that comes
// again begins the next record. Gives an exit code.
Result<int> label_boxes(const std::string& page, const std::vector<std::string>& boxes,
                        const std::string& output, const std::string& mode);

}  // namespace gleaner::cli
