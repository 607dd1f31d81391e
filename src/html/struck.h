// Text that is struck through: what a page says no longer holds, the price before the sale.
#pragma once

#include "html/tree.h"

namespace gleaner::html {

// Does the element strike what stands in it: s, strike or del, an inline style of line-through, or a class
// named after that look ("line-through" of utility classes)?
bool strikes(const Tree& tree, NodeId element);
// Does the node stand in such an element?
bool is_struck(const Tree& tree, NodeId node);
// May the page strike anything at all? A look at its bytes, without a tree.
bool may_strike(std::string_view page);

}  // namespace gleaner::html
