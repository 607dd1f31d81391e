// From offsets to nodes, for many offsets of one page: Tree::node_at looks through the tree each time.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "html/tree.h"

namespace gleaner::html {

class NodeIndex {
 public:
  explicit NodeIndex(const Tree& tree);
  // The text or element that begins last at or before the offset: the text that holds it, or the element in whose
  // start tag it stands. kDocument before the first.
  NodeId at(uint32_t offset) const;

 private:
  std::vector<std::pair<uint32_t, NodeId>> begins_;  // sorted
};

}  // namespace gleaner::html
