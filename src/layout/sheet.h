// Sheet: what a source of boxes (a PDF page, a browser's rendition) gives: characters with their boxes and
// fonts, drawn lines and areas, images, links, form fields. Coordinates as displayed: points, origin at the
// top left, the page's own rotation applied.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "layout/box.h"

namespace gleaner::layout {

struct Font {
  std::string name;
  bool bold = false, italic = false;
};

struct Glyph {
  uint32_t code = 0;   // Unicode
  uint32_t index = 0;  // of the character in its source
  Box box;             // from the origin to the advance, from descent to ascent
  double baseline_x = 0, baseline_y = 0;
  double size = 0;  // em, in points
  uint16_t font = 0;
  int8_t along_x = 1, along_y = 0;  // direction of writing, rounded to the axes
  bool unmapped = false;            // the source does not say which character this is
};

struct Drawing {
  enum class Kind : uint8_t { line, area, curve };
  Kind kind = Kind::line;
  Box box;               // a line's ends need not be in order: see falls
  bool stroked = false;  // in a colour that is seen
  bool filled = false;   // likewise
  uint32_t fill = 0;     // 0xrrggbb
  uint16_t pieces = 0;   // how many pieces the whole drawing has
};

struct Link {
  Box box;
  std::string target;  // "https://...", "#page-3"
};

struct FormField {
  Box box;
  std::string name, value;  // of check boxes and radio buttons "yes" or "no"
  std::string kind;         // text, checkbox, radio, choice, signature
  std::string title;        // what the form says to a person of it
  std::string choice;       // of check boxes and radio buttons: what it stands for
};

struct Sheet {
  uint32_t number = 1;
  double width = 0, height = 0;
  std::vector<Font> fonts;
  std::vector<Glyph> glyphs;
  std::vector<Drawing> drawings;
  std::vector<Box> images;
  std::vector<Link> links;
  std::vector<FormField> fields;
};

}  // namespace gleaner::layout
