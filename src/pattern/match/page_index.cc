// See page_index.h.
#include "pattern/match/page_index.h"

#include <algorithm>

#include "html/attributes.h"
#include "html/tags.h"
#include "pattern/condition.h"

namespace gleaner::pattern {

PageIndex::PageIndex(const Document& document)
    : tree_(document.view<html::Tree>()),
      texts_(document.view<html::Texts>()),
      headers_(document.view<html::TableHeaders>()) {
  tag_hash_.resize(texts_.tags().size(), 0);
  for (size_t tag = 0; tag < tag_hash_.size(); ++tag)
    if (const NodeId n = texts_.tags()[tag]; n != kNoNode) tag_hash_[tag] = hash_text(tree_.name(n));
}

uint32_t PageIndex::child_count(NodeId n) const {
  uint32_t count = 0;
  for (NodeId k = tree_.first_child(n); k != kNoNode && count < kMostChildren; k = tree_.next_sibling(k))
    count += tree_.is_element(k);
  return count;
}

void PageIndex::count_siblings(NodeId n) const {
  NodeId parent = tree_.parent(n);
  places_[n] = {1, 1};
  if (parent == kNoNode) return;
  counts_.clear();
  auto count_of = [&](TagId tag) {
    return std::ranges::find_if(counts_, [&](auto& p) { return p.first == tag; });
  };
  for (NodeId c = tree_.first_child(parent); c != kNoNode; c = tree_.next_sibling(c)) {
    if (!tree_.is_element(c)) continue;
    auto at = count_of(tree_.tag(c));
    if (at == counts_.end()) at = counts_.insert(counts_.end(), {tree_.tag(c), 0});
    places_[c].nth = ++at->second;
  }
  for (NodeId c = tree_.first_child(parent); c != kNoNode; c = tree_.next_sibling(c))
    if (tree_.is_element(c)) places_[c].total = count_of(tree_.tag(c))->second;
}

const PageIndex::CellPlace& PageIndex::read_row(NodeId td) const {
  const NodeId row = tree_.parent(td), table = row == kNoNode ? kNoNode : tree_.parent(row);
  NodeId first_row = kNoNode;
  if (table != kNoNode)
    for (NodeId n = table + 1; n <= row && first_row == kNoNode; ++n)
      if (tree_.is_element(n) && tree_.tag(n) == html::Tags::all().tr) first_row = n;
  auto next_cell = [&](NodeId n) {
    while (n != kNoNode && !(tree_.is_element(n) && html::is_cell(tree_.tag(n)))) n = tree_.next_sibling(n);
    return n;
  };
  auto after = [&](NodeId n) { return n == kNoNode ? n : next_cell(tree_.next_sibling(n)); };
  NodeId head = row == kNoNode ? kNoNode : next_cell(tree_.first_child(row));
  NodeId above = first_row == kNoNode || first_row == row ? kNoNode : next_cell(tree_.first_child(first_row));
  uint32_t index = 0;
  for (NodeId c = head; c != kNoNode; c = after(c), above = after(above), ++index)
    cells_[c] = {index, index ? head : kNoNode, above};
  return cells_[td];
}

bool PageIndex::has_header(NodeId node, std::string_view plain_text) const {
  const std::vector<std::string>& all = headers_.all(node);
  return std::ranges::any_of(all, [&](const std::string& text) { return plain(text) == plain_text; });
}

uint64_t PageIndex::class_path(NodeId n) const {
  if (class_path_.empty()) class_path_.assign(tree_.size(), 0);
  std::vector<NodeId> pending;
  for (; n != kNoNode && tree_.is_element(n) && !class_path_[n]; n = tree_.parent(n)) pending.push_back(n);
  uint64_t h = n != kNoNode && tree_.is_element(n) ? class_path_[n] : kPathStart;
  for (; !pending.empty(); pending.pop_back()) {
    NodeId at = pending.back();
    auto classes = html::find_attribute(tree_, at, html::KnownAttribute::class_names);
    h = class_path_[at] = mix(h, hash_class_step(tag_hash(at), classes.value_or(std::string_view{})));
  }
  return h;
}

}  // namespace gleaner::pattern
