// See source_map.h.
#include "html/source_map.h"

#include <algorithm>

namespace gleaner::html {

SourceMap::SourceMap(const Document& document) : tree_(document.view<Tree>()) {
  for (NodeId n = 0; n < tree_.size(); ++n) {
    Span s = tree_.is_text(n) ? tree_.text_span(n) : tree_.is_element(n) ? tree_.start_tag(n) : Span{};
    if (!s.empty()) written_.push_back({s, n});
  }
  std::ranges::stable_sort(written_,
                           [](const auto& a, const auto& b) { return a.first.begin < b.first.begin; });
}

NodeId SourceMap::node_at(uint32_t offset) const {
  constexpr int kOverlapping = 8;  // written stretches that may hold an offset: text moved out of tables
  auto at = std::upper_bound(written_.begin(), written_.end(), offset,
                             [](uint32_t o, const auto& e) { return o < e.first.begin; });
  for (int back = 0; at != written_.begin() && back < kOverlapping; ++back) {
    --at;
    if (at->first.contains(offset)) return at->second;
  }
  return tree_.node_at(offset);
}

}  // namespace gleaner::html
