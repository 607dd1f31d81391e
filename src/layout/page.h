// Page: a sheet made ready for reading: turned so that most text runs to the right, characters joined to
// words, drawings sorted into rulings, filled areas, curves. Internal to layout.
//
// Traps that are handled here: bold that is printed twice, dot leaders, a currency sign set apart from its
// number, baselines that differ by half a point, small capitals, sheets whose text runs upwards, upright
// characters set below one another (Japanese, Chinese), words that read from right to left.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "layout/settings.h"
#include "layout/sheet.h"

namespace gleaner::layout {

struct Word {
  double x0 = 0, y0 = 0, x1 = 0,
         y1 = 0;  // height from the size and the baseline, so that fonts mix on a line
  double base = 0, size = 0;
  double pitch = 0;  // of a typewriter's font: the width of all its characters, the space included
  std::string text;
  bool bold = false, italic = false;
  bool number = false;    // reads as a figure, or as the mark of a missing one
  bool pure = false;      // nothing but digits and their signs
  bool rotated = false;   // was written in another direction than the page
  bool leftward = false;  // Hebrew, Arabic: read from right to left; the text is in reading order
  uint16_t font = 0;
  uint32_t glyph_begin = 0, glyph_end = 0;  // in Page::glyphs
  int field = -1;                           // index into Sheet::fields: a word of its value

  double center_x() const { return (x0 + x1) / 2; }
  double center_y() const { return (y0 + y1) / 2; }
  Box box() const { return {x0, y0, x1, y1}; }
};

// The gap that parts two words if `ems` do: more than a space, which is wide on a typewriter.
inline double parting_gap(const Word& a, const Word& b, double ems) {
  constexpr double kSpaces = 1.3;
  return std::max(ems * std::min(a.size, b.size), kSpaces * std::min(a.pitch, b.pitch));
}

// A horizontal or vertical ruling: position across, from a to b along.
struct Rule {
  double at = 0, a = 0, b = 0;
  bool drawn = true;  // a stroke or a thin area; false: the edge of a filled area
  double length() const { return b - a; }
};

struct Fill {
  Box box;
  uint32_t colour = 0;
};

struct Point {
  double x = 0, y = 0;
};

enum class Turn : uint8_t { none, text_runs_up, text_runs_down };

struct Page {
  const Sheet* sheet = nullptr;
  const Settings* settings = nullptr;
  double width = 0, height = 0;  // turned
  Turn turn = Turn::none;
  std::vector<Word> words;       // by baseline, then from left to right
  std::vector<uint32_t> glyphs;  // indexes into sheet->glyphs, in reading order of the words
  std::vector<Word> rotated;     // text of another direction than the page's
  std::vector<Word> values;      // what form fields hold, where they stand
  std::vector<Rule> horizontal, vertical;
  std::vector<Box> curves;
  std::vector<Point> slants;  // middles of slanted lines
  std::vector<Fill> fills;
  std::vector<Point> leaders;  // where dot leaders began
  std::vector<Box> charts;     // zones of drawings, see charts.h
  size_t unmapped = 0;         // characters without a known meaning

  Box to_sheet(const Box& box) const;  // undoes the turn
  Box from_sheet(const Box& box) const;
};

Page make_page(const Sheet& sheet, const Settings& settings);

}  // namespace gleaner::layout
