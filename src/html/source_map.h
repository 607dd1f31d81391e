// SourceMap: which text node or start tag a source offset lies in. Misnested markup makes the spans of
// elements overlap, so only what was written counts. A view of the page: document.view<SourceMap>(). Cost: a
// sort of the page's nodes; a binary search an offset.
#pragma once

#include <utility>
#include <vector>

#include "html/tree.h"

namespace gleaner::html {

class SourceMap {
 public:
  explicit SourceMap(const Document& document);
  NodeId node_at(uint32_t offset) const;

 private:
  const Tree& tree_;
  std::vector<std::pair<Span, NodeId>> written_;
};

}  // namespace gleaner::html
