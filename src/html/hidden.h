// What a page's own style sheets hide (display:none, visibility:hidden), as far as that can be known without
// a browser.
//
// Reads the <style> elements: rules outside @media (and in those for screen or all), selectors of tags, ids,
// classes and attributes joined by descendant and child combinators; the cascade by importance, specificity
// and order. What it does not understand (pseudo-classes, sibling combinators) it leaves alone. Rules that
// would hide most of the page are what scripts undo after loading, so they are not believed. Cost: one pass
// over the sheets, then a look-up by id, class and tag an element. Rules are capped against hostile sheets.
#pragma once

#include <string_view>
#include <vector>

#include "base/budget.h"
#include "html/tree.h"

namespace gleaner::html {

// A flag a tree node, true on the roots of hidden subtrees; empty if nothing is hidden.
std::vector<bool> hidden_by_styles(const Tree& tree, Budget& budget);

// All that a page hides: by its style sheets, a style attribute, the attribute hidden. A view:
// document.view<HiddenNodes>().
class HiddenNodes {
 public:
  explicit HiddenNodes(const Document& document);
  // The root of a hidden subtree.
  bool is_root(NodeId n) const { return n < roots_.size() && roots_[n]; }

 private:
  std::vector<bool> roots_;
};

// display:none or visibility:hidden in a style attribute, whatever its spacing.
bool style_hides(std::string_view style);

}  // namespace gleaner::html
