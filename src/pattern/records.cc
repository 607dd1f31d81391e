// See records.h. From the nodes that rules select to regions that do not overlap.
#include "pattern/records.h"

#include <algorithm>

#include "pattern/model.h"

namespace gleaner::pattern {
namespace {

NodeId first_inside(const Unit& unit, NodeId parent) {
  const html::Tree& tree = unit.page().tree();
  NodeId c = tree.first_child(parent);
  while (c != kNoNode && !unit.holds(c)) c = tree.next_sibling(c);
  return c;
}

// Last child of `parent` before `limit` (kNoNode: the last one inside the unit).
NodeId last_before(const Unit& unit, NodeId from, NodeId limit) {
  const html::Tree& tree = unit.page().tree();
  NodeId last = from;
  for (NodeId c = from; c != kNoNode && c != limit && unit.holds(c); c = tree.next_sibling(c)) last = c;
  return last;
}

}  // namespace

std::vector<Region> find_records(const RecordModel& model, const Unit& unit, Budget* budget) {
  Unit nodes(unit.page(), unit.region(), kNodes, budget);
  Matches matches =
      model.program ? Matches(model.plan, *model.program, nodes, budget) : Matches(model.plan, nodes, budget);
  std::vector<NodeId> selected;
  Bits on(nodes.candidates.size());
  std::vector<uint32_t> hits;
  for (const auto& rule : model.rules) {
    each_hit(rule, matches, hits);
    for (uint32_t c : hits) on.set(c);
  }
  on.each([&](uint32_t c) { selected.push_back(nodes.candidates[c].node); });
  return regions_at(model, unit, selected);
}

std::vector<Region> regions_at(const RecordModel& model, const Unit& unit,
                               const std::vector<NodeId>& selected) {
  const html::Tree& tree = unit.page().tree();
  std::vector<Region> out;
  if (!model.runs) {
    NodeId end = 0;
    for (NodeId n : selected) {
      if (n < end) continue;  // inside the one before
      out.push_back({n, n});
      end = tree.subtree_end(n);
    }
    return out;
  }
  // Marks by parent, in page order of the parent's first mark.
  std::vector<std::pair<NodeId, std::vector<NodeId>>> groups;
  for (NodeId n : selected) {
    NodeId parent = tree.parent(n);
    auto at = std::find_if(groups.rbegin(), groups.rend(), [&](auto& g) { return g.first == parent; });
    if (at == groups.rend()) groups.push_back({parent, {n}});
    else at->second.push_back(n);
  }
  for (const auto& [parent, marks] : groups) {
    NodeId first = first_inside(unit, parent);
    if (model.before_first && first != kNoNode && first != marks[0])
      out.push_back({first, last_before(unit, first, marks[0])});
    for (size_t i = 0; i < marks.size(); ++i)
      out.push_back({marks[i], last_before(unit, marks[i], i + 1 < marks.size() ? marks[i + 1] : kNoNode)});
  }
  std::ranges::sort(out, [](Region a, Region b) { return a.first < b.first; });
  return out;
}

}  // namespace gleaner::pattern
