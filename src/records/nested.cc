// Lists inside records. See nested.h.
#include "records/nested.h"

#include <algorithm>
#include <unordered_map>

#include "base/contains.h"
#include "html/tags.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

class NestedFinder {
 public:
  NestedFinder(const Outline& outline, Signatures& signatures, const std::vector<Stretch>& records,
               const std::vector<uint64_t>& known)
      : outline_(outline), cores_(signatures), records_(records), tags_(html::Tags::all()), known_(known) {}

  std::vector<NestedList> run() {
    if (records_.size() < 2 && known_.empty()) return {};
    for (uint32_t r = 0; r < records_.size(); ++r) collect(r);
    std::vector<NestedList> out;
    for (const uint64_t path : order_) {
      if (out.size() == kNestedLists) break;
      Group& group = groups_[path];
      const bool known = contains(known_, path);
      if (!known && (!repeats(group) || !alike(group))) continue;
      NestedList list;
      list.path = path;
      list.items.resize(records_.size());
      if (inside_known(group.nodes[0].second)) continue;
      for (auto [record, node] : group.nodes) list.items[record].push_back(node);
      for (auto [record, node] : group.nodes) marked_.push_back(node);
      std::ranges::sort(marked_);
      out.push_back(std::move(list));
    }
    return out;
  }

 private:
  struct Group {
    std::vector<std::pair<uint32_t, uint32_t>> nodes;  // record, node
  };

  // A child that has its parent to itself and like siblings: every element of the parent that holds text is
  // of its tag.
  bool may_be_item(uint32_t n, uint32_t root) const {
    const OutlineNode& node = outline_[n];
    if (node.tag == 0 || n == root || node.parent == root || !outline_.has_text(n)) return false;
    if (node.tag == tags_.td || node.tag == tags_.th || node.tag == tags_.dt || node.tag == tags_.dd)
      return false;
    if (tags_.is(node.tag, kInsideText)) return false;
    return !outline_[node.parent].mixed;
  }

  void collect(uint32_t r) {
    const uint32_t base = outline_[records_[r].first].parent;
    uint32_t root = records_[r].first;
    const uint32_t end = outline_[records_[r].last].end;
    for (uint32_t n = root; n < end; ++n) {
      if (n >= outline_[root].end) root = n;
      if (outline_[n].depth - outline_[root].depth > kFineDepth || !may_be_item(n, root)) continue;
      uint64_t path = outline_.path_from(base, n);
      auto [at, added] = groups_.try_emplace(path);
      if (added) order_.push_back(path);
      at->second.nodes.push_back({r, n});
    }
  }

  bool alone_in_parent(uint32_t n) const {
    for (uint32_t c = outline_.first_child(outline_[n].parent); c != kNone; c = outline_.next_sibling(c))
      if (outline_.has_text(c) && outline_[c].tag != outline_[n].tag) return false;
    return true;
  }

  // Two or more under one parent in enough records, and not always as many.
  bool repeats(const Group& group) const {
    size_t with = 0, several = 0;
    uint32_t least = 0xffffffff, most = 0;
    for (size_t i = 0; i < group.nodes.size();) {
      size_t j = i;
      uint32_t here = 1;
      while (j < group.nodes.size() && group.nodes[j].first == group.nodes[i].first) {
        if (j > i && outline_[group.nodes[j].second].parent == outline_[group.nodes[i].second].parent) ++here;
        ++j;
      }
      if (j - i > here) return false;  // under several parents: a level below a list
      ++with;
      several += here >= 2;
      least = std::min(least, here), most = std::max(most, here);
      i = j;
    }
    return several >= 2 && double(several) >= kNestedShare * double(records_.size()) && with >= 2 &&
           least != most && alone_in_parent(group.nodes[0].second);
  }

  bool alike(const Group& group) {
    std::vector<uint32_t> nodes;
    for (auto [record, node] : group.nodes) nodes.push_back(node);
    const Core& core = cores_.find(nodes);
    if (core.size == 0 || double(core.inside) < kNestedAlike * double(core.inside + core.outside))
      return false;
    const html::TagId tag = outline_[nodes[0]].tag;
    return core.size >= 2 || tag == tags_.a || tag == tags_.li;
  }

  bool inside_known(uint32_t node) const {
    auto at = std::upper_bound(marked_.begin(), marked_.end(), node);
    while (at != marked_.begin()) {
      --at;
      if (outline_.contains(*at, node)) return true;
      if (outline_[*at].depth < outline_[node].depth) break;
    }
    return false;
  }

  const Outline& outline_;
  CoreFinder cores_;
  const std::vector<Stretch>& records_;
  const html::Tags& tags_;
  const std::vector<uint64_t>& known_;
  std::unordered_map<uint64_t, Group> groups_;
  std::vector<uint64_t> order_;  // first appearance: parents before children
  std::vector<uint32_t> marked_;
};

}  // namespace

std::vector<NestedList> find_nested(const Outline& outline, Signatures& signatures,
                                    const std::vector<Stretch>& records, const std::vector<uint64_t>& known) {
  return NestedFinder(outline, signatures, records, known).run();
}

}  // namespace gleaner::records
