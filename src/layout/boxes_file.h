// A file of boxes: words and where they stand, from whatever knows that (text recognition,
// another reader of PDFs, `gleaner debug boxes`). A JSON line a word, in any order; lengths in
// points or pixels from the top left.
//
//   {"page": 1, "width": 595, "height": 842}                        optional: else as large as what is on it
//   {"page": 1, "text": "Harbour", "box": [72, 90.1, 110.2, 101]}   optional: "size" (of the font), "bold",
//                                                                   "italic"
//   {"page": 1, "line": [72, 104, 523, 104]}                        a ruling
//
// It is read as a PDF is: the page is made of it.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "layout/reading.h"

namespace gleaner::layout {

bool is_boxes_file(std::string_view bytes);
Result<std::vector<Sheet>> sheets_of_boxes(std::string_view bytes, const std::string& name);  // by number
Result<Read> read_boxes_file(std::string_view bytes, const std::string& name, const Settings& settings);

}  // namespace gleaner::layout
