// Wrapping: does the text of a cell go on in the line below? Internal to layout.
//
// A line is broken where the next word does not fit. So if the first word of the line below would have fitted
// behind the line above, something new begins there; what begins with a small letter, or follows "and" or a
// comma, goes on. The columns of a line vote; figures below figures are always rows of their own. This holds
// for cells that are set at the top of their row, at the bottom or in the middle. Cost: linear in pieces.
#pragma once

#include <optional>
#include <vector>

#include "layout/grid.h"

namespace gleaner::layout {

class Wrapping {
 public:
  Wrapping(const std::vector<TextLine>& lines, int columns, const std::vector<double>& borders);

  // Nothing where no column of texts (the first, of labels, aside) has words in both
  // lines, or where the votes are even.
  std::optional<bool> continues(const TextLine& above, const TextLine& below) const;
  // Of one column: more than 0 if the second goes on with the first.
  double vote(int column, const Chunk& above, const Chunk& below) const;

 private:
  struct Column {
    double widest = 0;     // text seen in it
    double room = 0;       // from border to border
    bool several = false;  // cells of several words
  };
  std::vector<Column> columns_;
};

}  // namespace gleaner::layout
