// The text of a cell as a person reads it. Internal to tables.
//
// Scripts and styles are no text; nor are elements that an attribute, a known class (sort keys, labels for
// screen readers) or a style sheet hides, nor note marks like [12].
#pragma once

#include <string>
#include <vector>

#include "html/tree.h"

namespace gleaner::tables {

struct CellText {
  std::string text;
  Span span;
};

class TextReader {
 public:
  // `hidden`: a flag a node, as html::hidden_by_styles gives it; may be empty.
  TextReader(const html::Tree& tree, std::vector<bool> hidden);

  CellText read(html::NodeId n) const;
  bool is_hidden(html::NodeId n) const;

 private:
  bool is_note_mark(html::NodeId n) const;
  const html::Tree& tree_;
  std::vector<bool> hidden_;
  bool hides_ = false;  // some element of the page has the attribute hidden
};

}  // namespace gleaner::tables
