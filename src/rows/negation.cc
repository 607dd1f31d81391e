// See negation.h.
#include "rows/negation.h"

#include <algorithm>
#include <map>
#include <set>

#include "rows/weights.h"

namespace gleaner::rows {
namespace {

bool may_exclude(KeyKind kind) {
  return kind == KeyKind::attribute || kind == KeyKind::classes || kind == KeyKind::one_class ||
         kind == KeyKind::property || kind == KeyKind::tag;
}

// The keys of the marks on the unit and in it.
std::set<uint64_t> marks_of(const UnitAt& at) {
  std::set<uint64_t> out;
  const uint32_t from = at.unit->node, to = at.page->outline()[from].end;
  for (const Member::Entry& entry : at.member->entries()) {
    const Unit& unit = at.member->unit(entry);
    if (unit.node < from || unit.node >= to || unit.attribute) continue;
    if (const KeyInfo* info = at.page->key(entry.key); info && may_exclude(info->kind)) out.insert(entry.key);
  }
  return out;
}

}  // namespace

std::vector<FieldRule> with_negation(const FieldRule& rule, const std::vector<UnitAt>& right,
                                     const std::vector<UnitAt>& wrong) {
  std::map<uint64_t, size_t> counts;  // wrong units that have it
  for (const UnitAt& at : wrong)
    for (uint64_t key : marks_of(at)) ++counts[key];
  for (const UnitAt& at : right)
    for (uint64_t key : marks_of(at)) counts.erase(key);
  struct Choice {
    size_t count;
    double worth;
    const KeyInfo* info;
    uint64_t key;
  };
  std::vector<Choice> order;
  for (const auto& [key, count] : counts)
    if (const KeyInfo* info = wrong[0].page->key(key))
      order.push_back({count, worth_of(info->kind), info, key});
  std::ranges::sort(order, [](const Choice& a, const Choice& b) {
    return a.count != b.count   ? a.count > b.count
           : a.worth != b.worth ? a.worth > b.worth
                                : a.info->of < b.info->of;
  });
  std::vector<FieldRule> out;
  for (size_t i = 0; i < order.size() && i < kNegations; ++i) {
    FieldRule made = rule;
    made.without = KeyInfo{order[i].info->kind, order[i].info->of};
    made.without_key = order[i].key;
    made.slots.reset();  // places are counted among all units
    out.push_back(std::move(made));
  }
  return out;
}

}  // namespace gleaner::rows
