// Text that is struck through: what a page says no longer holds, the price before the sale.
#pragma once

#include "html/tree.h"

namespace gleaner::html {

// Does the node stand in s, strike or del, or below an inline style of line-through?
bool is_struck(const Tree& tree, NodeId node);
// May the page strike anything at all? A look at its bytes, without a tree.
bool may_strike(std::string_view page);

}  // namespace gleaner::html
