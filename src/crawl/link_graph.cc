// See link_graph.h.
#include "crawl/link_graph.h"

#include "base/sorted.h"

namespace gleaner::crawl {

void LinkGraph::add(uint32_t page, std::vector<GraphLink>& links) {
  sort_unique(links);
  if (begin_.size() <= page) begin_.resize(page + 1);
  begin_[page] = bytes_.size() + 1;
  uint32_t groups = 0;
  for (size_t i = 0; i < links.size(); ++i) groups += i == 0 || links[i].cell != links[i - 1].cell;
  write(bytes_, groups);
  for (size_t i = 0; i < links.size();) {
    size_t end = i;
    uint32_t previous = 0;
    group_.clear();
    for (; end < links.size() && links[end].cell == links[i].cell; ++end) {
      write(group_, links[end].target - previous);
      previous = links[end].target;
    }
    write(bytes_, links[i].cell);
    write(bytes_, uint32_t(end - i));
    write(bytes_, uint32_t(group_.size()));
    bytes_.insert(bytes_.end(), group_.begin(), group_.end());
    i = end;
  }
}

}  // namespace gleaner::crawl
