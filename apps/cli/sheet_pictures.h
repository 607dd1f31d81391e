// The sheets of a PDF as pictures, or of a file of boxes as its words, with places marked on them: what
// explain and tables --debug show.
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

struct PictureSize {
  double width = 0, height = 0;
  double pixels = 1;   // a unit of them, as shown
  bool fixed = false;  // what lies under the marks does not say how high it is
};
// The marks over what is given, and below it in words what was chosen (marks of kind table, rejected, chart).
// Wants sheet_style() on the page.
std::string picture_with_marks(std::string_view under, const PictureSize& size,
                               const std::vector<SheetMark>& marks);
const char* sheet_style();

// One picture for each sheet that `marks_of` gives marks for, as a part of an HTML page (its style included).
using MarksOfSheet = std::function<std::vector<SheetMark>(const layout::Sheet& sheet)>;
Result<std::string> sheet_pictures(std::string_view bytes, const std::string& name,
                                   const MarksOfSheet& marks_of);

}  // namespace gleaner::cli
