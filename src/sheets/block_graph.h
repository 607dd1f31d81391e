// The blocks of a page with boxes, and who stands beside, above and below whom: an attributed
// relational graph (Lixto, section 4).
//
// Blocks are the innermost elements with a box (data-box, on the sheet data-page), or their lines: of
// paragraphs, headings, cells. Edges lead to the nearest block on each side, and from a cell to the head of
// its row and column. Cost: the square of the blocks of a sheet, a few hundred.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/budget.h"
#include "html/visible.h"
#include "layout/box.h"
#include "page/document.h"

namespace gleaner::sheets {

enum class Side : uint8_t { left, above, right, below, row_head, column_head };
constexpr size_t kSides = 6;
std::string_view name_of(Side side);

struct Block {
  html::NodeId node = html::kNoNode;
  uint32_t sheet = 0;   // counted from 1
  layout::Box box;      // on the sheet, in its own units
  double x = 0, y = 0;  // of its upper left corner, as shares of the sheet
  html::VisibleText text;
  std::string tag;                 // of the element: "p", "td"
  std::array<int, kSides> next{};  // index of the neighbour on each side, -1: none
};

class BlockGraph {
 public:
  BlockGraph(const Document& document, Budget& budget);
  const std::vector<Block>& blocks() const { return blocks_; }
  uint32_t sheets() const { return sheets_; }
  // The block in which this place of the page's text stands, or -1.
  int block_at(Span span) const;

 private:
  void read(const html::Tree& tree);
  void add_lines(const html::Tree& tree, html::NodeId n, const layout::Box& box, double wide, double high);
  void connect(Budget& budget);
  void connect_cells(const html::Tree& tree);

  std::vector<Block> blocks_;  // in page order
  uint32_t sheets_ = 0;
};

}  // namespace gleaner::sheets
