// Grid: the cells of a region that holds a table. Internal to layout.
//
// Rulings give columns and bands; gutters split columns and lines of text split bands where no ruling does.
// A missing border is a merged cell only in a row that has other borders; in an unruled row two texts with a
// gap between them part there. Header lines are stacked to levels (header_rows.cc), wrapped lines of the body
// joined to rows (text_rows.cc).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "layout/lines.h"

namespace gleaner::layout {

struct GridCell {
  int row = 0, column = 0, row_span = 1, column_span = 1;
  std::string text;
  Words words;
};

struct Grid {
  int rows = 0, columns = 0;
  int header_rows = 0;          // as far as the text showed it; 0: unknown
  std::vector<GridCell> cells;  // none empty, by row and column
};

enum class GridMode : uint8_t { ruled, text };

// Empty cells if there is nothing inside. The rulings are those of the region.
Grid make_grid(const Page& page, const Box& box, const std::vector<Rule>& horizontal,
               const std::vector<Rule>& vertical, const Words& words, GridMode mode);

// --- between the files of this part

struct Piece {  // of a line: the columns it covers
  int first = 0, last = 0;
  Chunk chunk;
};
struct TextLine {  // a line with its pieces
  Line line;
  std::vector<Piece> pieces;
};
struct GridRow {
  int band = 0;
  std::vector<Piece> pieces;
  double y0 = 0, y1 = 0;
  bool from_text = false;  // made of lines, not between rulings
  bool header = false;
  std::map<std::pair<int, int>, int> row_spans;  // of pieces, by their columns
};

struct TextRowsInput {
  std::vector<TextLine> lines;
  int columns = 0, band = 0;
  const std::vector<double>* borders = nullptr;  // of the columns
  const std::vector<Rule>* horizontal = nullptr;
  bool may_have_header = false;
  bool more_below = false;  // lines in later bands
  double y0 = 0, y1 = 0;
};
// "(1)  (2)  (3)" and nothing else: a row of the header.
bool numbers_columns(const TextLine& line);
// Does every second line or so give the figures of the line above in brackets, in another unit?
// (Negative figures come as they come.)
bool gives_units_below(const std::vector<const TextLine*>& lines);
// Lines of one row whose cells are set in the middle of their height, or of several rows that share
// the label beside their middle.
struct MiddleRow {
  size_t first = 0, last = 0;  // lines
  bool shared = false;
};
class Wrapping;
std::vector<MiddleRow> rows_by_middles(const std::vector<TextLine>& lines, double size,
                                       const Wrapping& wrapping);  // in order
std::vector<GridRow> make_text_rows(TextRowsInput input, const Settings& settings);
std::vector<GridRow> make_header_rows(const std::vector<TextLine>& lines, int columns, int band,
                                      const std::vector<double>& borders,
                                      const std::vector<Rule>& horizontal);

}  // namespace gleaner::layout
