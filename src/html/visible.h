// Text as a person sees it, with the way back to the source.
//
// visible_text(tree, n): the texts below n, white space collapsed, a blank where a block, br or cell begins
// or ends, scripts, styles and templates left out. VisibleText keeps for every byte of that text where it
// came from.
#pragma once

#include <string>

#include "base/collapsed.h"
#include "html/hidden.h"
#include "html/tags.h"
#include "html/tree.h"

namespace gleaner::html {

class VisibleText {
 public:
  // Of the subtree of n (or of siblings first..last, inclusive). `hidden`: what is
  // hidden below n is left out.
  VisibleText(const Tree& tree, NodeId n, const HiddenNodes* hidden = nullptr);
  VisibleText(const Tree& tree, NodeId first, NodeId last);

  const std::string& text() const { return all_.text(); }
  // Source hull of text[from, to); an empty Span if nothing of it was written.
  Span span(size_t from = 0, size_t to = std::string::npos) const;
  // The text node that byte `at` came from.
  NodeId node_at(size_t at) const { return all_.source(at).piece; }
  // Positions of text[at] inside that node's decoded text.
  size_t offset_in_node(size_t at) const { return all_.source(at).at; }

 private:
  void add_subtree(NodeId n);

  const Tree& tree_;
  const HiddenNodes* hidden_ = nullptr;
  Collapsed all_;  // pieces are nodes
};

std::string visible_text(const Tree& tree, NodeId n);
// The same in lines: a block, a row, a <br> begins a new one; cells of a row stand apart by tabs.
std::string visible_lines(const Tree& tree);

}  // namespace gleaner::html
