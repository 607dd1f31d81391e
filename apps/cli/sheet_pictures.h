// The sheets of a PDF as pictures, or of a file of boxes as its words, with places marked on them: what explain and tables --debug show.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "layout/sheet.h"

namespace gleaner::cli {

struct SheetMark {
  uint32_t sheet = 0;
  layout::Box box;
  std::string kind;   // class of the mark: see the style in sheet_pictures.cc
  std::string words;  // shown when the mouse is on it
  int cell = -1;      // of explain: data-c
};

// One picture for each sheet that `marks_of` gives marks for, as a part of an HTML page (its style included).
using MarksOfSheet = std::function<std::vector<SheetMark>(const layout::Sheet& sheet)>;
Result<std::string> sheet_pictures(std::string_view bytes, const std::string& name,
                                   const MarksOfSheet& marks_of);

}  // namespace gleaner::cli
