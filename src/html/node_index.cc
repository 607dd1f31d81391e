// See node_index.h.
#include "html/node_index.h"

#include <algorithm>

namespace gleaner::html {

NodeIndex::NodeIndex(const Tree& tree) {
  for (NodeId n = 1; n < tree.size(); ++n) {
    if (tree.is_text(n)) begins_.emplace_back(tree.text_span(n).begin, n);
    else if (tree.is_element(n) && !tree.start_tag(n).empty())
      begins_.emplace_back(tree.start_tag(n).begin, n);
  }
  std::sort(begins_.begin(), begins_.end());
}

NodeId NodeIndex::at(uint32_t offset) const {
  auto next = std::upper_bound(begins_.begin(), begins_.end(), std::pair(offset, kNoNode));
  return next == begins_.begin() ? kDocument : (next - 1)->second;
}

}  // namespace gleaner::html
