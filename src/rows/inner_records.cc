// See inner_records.h.
#include "rows/inner_records.h"

#include <algorithm>

#include "rows/choose.h"
#include "rows/refused.h"

namespace gleaner::rows {

std::vector<std::vector<Stretch>> list_in(const Model& model, const ListModel& list, const Page& page,
                                          const std::vector<Stretch>& records, Budget& budget) {
  std::vector<std::vector<Stretch>> out(records.size());
  if (list.single) {
    for (size_t i = 0; i < records.size(); ++i) out[i].push_back(records[i]);
    return out;
  }
  const Scope scope(page, records, value_nodes(page, records, model.fields));
  if (const auto found = choose(list.model, scope, budget))
    for (const Stretch& member : found->members)
      if (const int record = scope.bound_of(member.first);
          record >= 0 && !why_refused(list.model, page, member))
        out[size_t(record)].push_back(member);
  return out;
}

std::vector<std::vector<Stretch>> inner_records(const Model& model, const Page& page,
                                                const std::vector<Stretch>& records, Budget& budget) {
  std::vector<std::vector<Stretch>> out(records.size());
  for (const ListModel& list : model.lists) {
    if (list.single) continue;
    const std::vector<std::vector<Stretch>> inside = list_in(model, list, page, records, budget);
    for (size_t i = 0; i < out.size(); ++i) out[i].insert(out[i].end(), inside[i].begin(), inside[i].end());
  }
  for (std::vector<Stretch>& all : out) {
    std::ranges::sort(all, [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
    std::vector<Stretch> apart;
    for (const Stretch& one : all)
      if (apart.empty() || one.first >= page.outline()[apart.back().last].end) apart.push_back(one);
    all = std::move(apart);
  }
  return out;
}

}  // namespace gleaner::rows
