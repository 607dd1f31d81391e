// Blocks: the parts of a page in reading order. Internal to layout.
#pragma once

#include <string>
#include <vector>

#include "layout/find_tables.h"

namespace gleaner::layout {

struct PlacedWord {
  std::string text;
  Box box;  // on the sheet
  uint32_t first = 0, last = 0;
  bool bold = false, italic = false;
  uint16_t link = 0;  // 1 + index into ReadSheet::links
  int field = -1;     // index into ReadSheet::fields, of a word of its value
};
using PlacedLine = std::vector<PlacedWord>;

struct TableBlock {
  int rows = 0, columns = 0, header_rows = 0;
  struct Cell {
    int row, column, row_span, column_span;
    Box box;
    std::vector<PlacedLine> lines;
  };
  std::vector<Cell> cells;
  std::vector<double> edges;  // left ends of the columns, to compare with the next page's
};

enum class BlockKind : uint8_t {
  paragraph,
  heading,
  list_item,
  table,
  figure,
  note,
  field,
  running_head,
  running_foot
};

struct Block {
  BlockKind kind = BlockKind::paragraph;
  Box box;  // on the sheet
  std::vector<PlacedLine> lines;
  std::string mark;  // of a list item
  double size = 0, left = 0;
  bool bold = false;
  int level = 0;  // of a heading, 1 is the highest
  bool caption = false;
  int table = -1;  // index into ReadSheet::tables
  int field = -1;  // index into ReadSheet::fields; the lines are its name
};

struct ReadSheet {
  uint32_t number = 0;
  double width = 0, height = 0;
  std::vector<Block> blocks;
  std::vector<TableBlock> tables;
  std::vector<Link> links;
  std::vector<FormField> fields;
  size_t characters = 0, unmapped = 0, images = 0;
  double image_share = 0;  // of the sheet's area
};

ReadSheet read_blocks(const Sheet& sheet, const Settings& settings);

}  // namespace gleaner::layout
