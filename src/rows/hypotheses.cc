// See hypotheses.h.
#include "rows/hypotheses.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/lists.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

uint64_t hash_of(const std::vector<Stretch>& members) {
  uint64_t hash = members.size();
  for (const Stretch& m : members)
    hash = (hash ^ (uint64_t(m.first) << 32 | m.last)) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  return hash;
}

std::vector<Stretch> alone(const std::vector<uint32_t>& nodes) {
  return mapped(nodes, [](uint32_t n) { return Stretch{n, n}; });
}

}  // namespace

std::vector<Stretch> raised(const Page& page, const std::vector<Stretch>& members) {
  const Outline& o = page.outline();
  if (members.size() < 2) return {};
  for (const Stretch& m : members)
    if (m.first != m.last) return {};
  std::unordered_map<uint32_t, uint32_t> count;  // members below, up to 2
  for (const Stretch& m : members)
    for (uint32_t n = o[m.first].parent; n != kNone && count[n]++ < 2; n = o[n].parent) {
    }
  std::vector<Stretch> out;
  bool any = false;
  for (const Stretch& m : members) {
    uint32_t n = m.first;
    while (o[n].parent != kNone && count[o[n].parent] == 1) n = o[n].parent;
    any |= n != m.first;
    out.push_back({n, n});
  }
  if (!any) return {};
  return out;
}

std::vector<Hypothesis> hypotheses(const Scope& scope, const std::vector<Selector>& selectors) {
  std::vector<Hypothesis> out;
  std::unordered_set<uint64_t> seen;
  auto put = [&](Hypothesis hypothesis) {
    if (!hypothesis.members.empty() && seen.insert(hash_of(hypothesis.members)).second)
      out.push_back(std::move(hypothesis));
  };
  for (size_t i = 0; i < selectors.size(); ++i) {
    Hypothesis h;
    h.members = alone(scope.select(selectors[i]));
    h.selector = int(i);
    h.from = name_of(selectors[i].by);
    put(std::move(h));
  }
  for (const records::Candidate& region : scope.page().analysis().candidates()) {
    Hypothesis h;
    h.members = scope.clipped(alone(region.heads));
    h.region_score = scope.is_whole_page() ? region.score : 0;
    put(h);
    if (region.whole.empty()) continue;
    h.members = scope.clipped(region.whole);
    put(std::move(h));
  }
  const size_t flat = scope.is_whole_page() ? out.size() : 0;
  for (size_t i = 0; i < flat; ++i) {
    Hypothesis h;
    h.members = raised(scope.page(), out[i].members);
    h.region_score = out[i].region_score;
    h.raised = true;
    h.from = out[i].from;
    put(std::move(h));
  }
  return out;
}

namespace {

// What stands between two heads tells what may follow the last one: else it would take the page's footer.
std::vector<Stretch> up_to_the_next(const Scope& scope, const std::vector<uint32_t>& heads) {
  const Outline& o = scope.page().outline();
  const std::unordered_set<uint32_t> is_head(heads.begin(), heads.end());
  std::set<html::TagId> between;
  std::vector<Stretch> out;
  std::vector<bool> ended;  // by the next head or the bound
  for (uint32_t head : heads) {
    const int bound = scope.bound_of(head);
    Stretch record{head, head};
    uint32_t n = o.next_sibling(head);
    for (; n != kNone && !is_head.count(n) && scope.bound_of(n) == bound; n = o.next_sibling(n))
      if (o.has_text(n)) record.last = n;
    out.push_back(record);
    ended.push_back(n != kNone || !scope.is_whole_page());
    for (uint32_t m = head; ended.back() && m != n; m = o.next_sibling(m)) between.insert(o[m].tag);
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if (ended[i] || between.empty()) continue;
    uint32_t last = out[i].first;
    for (uint32_t n = last; n != kNone && between.count(o[n].tag); n = o.next_sibling(n))
      if (o.has_text(n)) last = n;
    out[i].last = last;
  }
  return out;
}

}  // namespace

double most_like(const Page& page, uint32_t node, const std::vector<std::vector<uint64_t>>& paths) {
  double most = 0;
  for (const std::vector<uint64_t>& some : paths) most = std::max(most, jaccard(page.leaf_paths(node), some));
  return most;
}

std::vector<Hypothesis> to_the_next(const Scope& scope, const std::vector<Selector>& selectors,
                                    const std::vector<std::vector<uint64_t>>& heads,
                                    const std::vector<std::vector<uint64_t>>& others) {
  std::vector<Hypothesis> out;
  for (const Selector& selector : selectors) {
    std::vector<uint32_t> nodes = scope.select(selector);
    std::erase_if(nodes, [&](uint32_t n) {
      const double like = most_like(scope.page(), n, heads);
      return like == 0 || like < most_like(scope.page(), n, others);
    });
    std::set<uint32_t> parents;
    for (uint32_t n : nodes) parents.insert(scope.page().outline()[n].parent);
    if (scope.is_whole_page() && nodes.size() > 1 && parents.size() == nodes.size())
      continue;  // these are the records
    Hypothesis h;
    h.members = scope.clipped(up_to_the_next(scope, nodes));
    h.from = "to the next";
    if (std::ranges::any_of(h.members, [](const Stretch& m) { return m.first != m.last; }))
      out.push_back(std::move(h));
  }
  return out;
}

std::set<uint64_t> core_of(const Page& page, const std::vector<Stretch>& members) {
  std::map<uint64_t, size_t> counts;
  for (const Stretch& m : members)
    for (uint64_t path : page.leaf_paths(m.first)) ++counts[path];
  std::set<uint64_t> out;
  for (auto [path, count] : counts)
    if (double(count) >= kCoreShare * double(members.size())) out.insert(path);
  return out;
}

bool same_core(const std::set<uint64_t>& a, const std::set<uint64_t>& b) {
  size_t common = 0;
  for (uint64_t path : a) common += b.count(path);
  return common > 0 && double(common) >= kLikeSections * double(a.size() + b.size() - common);
}

bool are_apart(const Outline& o, const std::vector<Stretch>& a, const std::vector<Stretch>& b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (o[a[i].last].end <= b[j].first) ++i;
    else if (o[b[j].last].end <= a[i].first) ++j;
    else return false;
  }
  return true;
}

namespace {

// Do the lists stand side by side, or their wrappers?
bool are_near(const Outline& o, uint32_t a, uint32_t b) {
  constexpr int kLevels = 3;
  uint32_t up = o[a].parent;
  for (int level = 0; level < kLevels && up != kNone; ++level, up = o[up].parent)
    if (o.contains(up, b)) {
      int below = 0;
      for (uint32_t n = o[b].parent; n != up && n != kNone; n = o[n].parent) ++below;
      return below <= kLevels;
    }
  return false;
}

}  // namespace

std::vector<Stretch> with_sections(const Page& page, const std::vector<Stretch>& members) {
  const Outline& o = page.outline();
  if (std::ranges::any_of(members, [](const Stretch& m) { return m.first != m.last; })) return {};
  const std::set<uint64_t> core = core_of(page, members);
  const std::string like = page.with_classes(members[0].first);
  std::vector<Stretch> out = members;
  for (const records::Candidate& region : page.analysis().candidates()) {
    const std::vector<uint32_t>& others = region.heads;
    if (!region.whole.empty() || page.with_classes(others[0]) != like ||
        !are_near(o, members[0].first, others[0]))
      continue;
    auto overlaps = [&](uint32_t n) {
      return std::ranges::any_of(out,
                                 [&](const Stretch& m) { return n < o[m.last].end && m.first < o[n].end; });
    };
    if (std::ranges::any_of(others, overlaps) || !same_core(core, core_of(page, alone(others)))) continue;
    for (uint32_t n : others) out.push_back({n, n});
  }
  if (out.size() == members.size()) return {};
  std::ranges::sort(out, [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
  return out;
}

std::vector<Hypothesis> joined_by_labels(const Page& page, const std::vector<LabelledRow>& rows,
                                         const std::vector<Hypothesis>& all) {
  std::vector<Hypothesis> out;
  if (rows.size() < 2) return out;
  std::map<std::vector<bool>, std::vector<const Hypothesis*>> by_rows;  // that they hold, and not all
  for (const Hypothesis& h : all) {
    if (h.members.size() < 2 || h.cover == 0) continue;
    std::vector<bool> held = mapped(h.member_of, [](int member) { return member >= 0; });
    if (std::ranges::all_of(held, [](bool b) { return b; })) continue;
    auto& list = by_rows[held];
    if (list.size() < kJoinedByLabels) list.push_back(&h);
  }
  for (const auto& [held, some] : by_rows)
    for (const auto& [other_held, others] : by_rows) {
      if (held <= other_held) continue;  // each pair once
      bool more = false;
      for (size_t q = 0; q < held.size(); ++q) more |= other_held[q] && !held[q];
      if (!more) continue;
      for (const Hypothesis* a : some)
        for (const Hypothesis* b : others) {
          if (!are_apart(page.outline(), a->members, b->members) ||
              !same_core(core_of(page, a->members), core_of(page, b->members)))
            continue;
          Hypothesis joined;
          joined.from = "sections";
          joined.members = a->members;
          joined.members.insert(joined.members.end(), b->members.begin(), b->members.end());
          std::ranges::sort(joined.members, {}, &Stretch::first);
          out.push_back(std::move(joined));
        }
    }
  return out;
}

namespace {

double score_as_region(const Page& page, const std::vector<Stretch>& members) {
  if (members.size() < 2) return 0;
  records::Candidate candidate;
  for (const Stretch& m : members) candidate.heads.push_back(m.first);
  if (std::ranges::any_of(members, [](const Stretch& m) { return m.first != m.last; }))
    candidate.whole = members;
  records::CoreFinder cores(page.analysis().signatures());
  records::Groups groups(page.outline());
  uint32_t core = 0;
  return records::score_of(records::features_of(page.outline(), cores, groups, candidate, &core));
}

}  // namespace

double region_score(const Scope& scope, const std::vector<Stretch>& members) {
  if (scope.is_whole_page()) return score_as_region(scope.page(), members);
  std::map<int, std::vector<Stretch>> lists;
  for (const Stretch& m : members) lists[scope.bound_of(m.first)].push_back(m);
  double sum = 0;
  size_t count = 0;
  for (const auto& [bound, list] : lists)
    if (list.size() > 1 && count < kScoredInside) sum += score_as_region(scope.page(), list), ++count;
  return count ? sum / double(count) : 0;
}

namespace {

// Which members of a list hold a place of the page: by the member's letters, or by the cells of rows
// above that reach into the member.
class MembersAt {
 public:
  MembersAt(const Page& page, const std::vector<Stretch>& members) : page_(page), members_(members) {
    for (size_t i = 0; i < members.size(); ++i) {
      bounds_.push_back({page.place_of(members[i]), int(i)});
      for (uint32_t cell : page.reaching_into(members[i].first))
        reaching_.push_back({page.place_of({cell, cell}), int(i)});
    }
    std::ranges::stable_sort(bounds_, {}, &Bound::place);
  }

  void add_to(std::set<int>& found, const Place& place) const {
    if (place.node != kNone) {
      if (int member = page_.stretch_with(members_, place.node); member >= 0) found.insert(member);
      return;
    }
    auto after = std::upper_bound(bounds_.begin(), bounds_.end(), place.begin,
                                  [](uint32_t at, const Bound& b) { return at < b.place.begin; });
    if (after != bounds_.begin() && place.end <= (after - 1)->place.end) found.insert((after - 1)->member);
    for (const Bound& above : reaching_)
      if (above.place.begin <= place.begin && place.end <= above.place.end) found.insert(above.member);
  }

 private:
  struct Bound {
    Place place;
    int member;
  };
  const Page& page_;
  const std::vector<Stretch>& members_;
  std::vector<Bound> bounds_, reaching_;
};

}  // namespace

void cover_labels(const Page& page, const std::vector<LabelledRow>& rows, Hypothesis& h) {
  const MembersAt members_at(page, h.members);
  struct Held {
    double weight;
    int member;
    size_t row;
  };
  std::vector<Held> held;
  double total = 0, got = 0;
  for (size_t q = 0; q < rows.size(); ++q) {
    std::map<int, double> weights;
    for (const LabelledCell* cell : rows[q].all_cells()) {
      if (cell->places.empty()) continue;
      const double weight = 1 / std::sqrt(double(cell->places.size()));
      total += weight;
      std::set<int> members;
      for (const Place& place : cell->places) members_at.add_to(members, place);
      for (int m : members) weights[m] += weight;
    }
    for (auto [member, weight] : weights) held.push_back({weight, member, q});
  }
  std::ranges::stable_sort(held, [](const Held& a, const Held& b) {
    return a.weight != b.weight   ? a.weight > b.weight
           : a.member != b.member ? a.member < b.member
                                  : a.row < b.row;
  });
  h.member_of.assign(rows.size(), -1);
  std::unordered_set<int> used;
  for (const Held& one : held) {
    if (h.member_of[one.row] >= 0 || used.count(one.member)) continue;
    h.member_of[one.row] = one.member;
    used.insert(one.member);
    got += one.weight;
  }
  h.cover = total > 0 ? got / total : 0;
}

namespace {

// The stretch of letters that holds the cells nearest to each other.
Place nearest_places(const std::vector<const LabelledCell*>& cells, uint32_t far) {
  constexpr size_t kTried = 30;
  uint64_t best_cost = UINT64_MAX;
  Place best;
  for (size_t i = 0; i < cells[0]->places.size() && i < kTried; ++i) {
    Place hull = cells[0]->places[i];
    uint64_t cost = 0;
    for (size_t c = 1; c < cells.size(); ++c) {
      uint32_t nearest = UINT32_MAX;
      Place at;
      for (const Place& p : cells[c]->places) {
        const uint32_t distance =
            (p.begin < hull.begin ? hull.begin - p.begin : 0) + (p.end > hull.end ? p.end - hull.end : 0);
        if (distance < nearest) nearest = distance, at = p;
      }
      if (nearest < far) hull = {std::min(hull.begin, at.begin), std::max(hull.end, at.end)};
      cost += std::min(nearest, far);
    }
    if (cost < best_cost) best_cost = cost, best = hull;
  }
  return best;
}

}  // namespace

std::vector<Holder> holders(const Page& page, const std::vector<LabelledRow>& rows) {
  const Outline& o = page.outline();
  std::vector<Holder> out;
  for (const LabelledRow& row : rows) {
    std::vector<const LabelledCell*> cells;
    for (const LabelledCell* cell : row.all_cells())
      if (!cell->places.empty()) cells.push_back(cell);
    if (cells.empty()) continue;
    std::ranges::stable_sort(
        cells, [](const auto* a, const auto* b) { return a->places.size() < b->places.size(); });
    const Place best = nearest_places(cells, row.lists.empty() ? kFar : kFarWithLists);
    if (best.end <= best.begin) {  // an attribute, and nothing else
      if (const uint32_t node = cells[0]->places[0].node; node != kNone) out.push_back({node, node, node});
      continue;
    }
    const uint32_t last = page.leaf_at(best.end - 1) + 1;
    uint32_t head = o.leaves()[page.leaf_at(best.begin)].node, n = o[head].parent;
    while (n != kNone && o[n].leaf_end < last) head = n, n = o[n].parent;
    if (n == kNone) continue;
    uint32_t end = o.leaves()[last - 1].node;
    while (end != n && o[end].parent != n) end = o[end].parent;
    out.push_back({n, head, end});
  }
  return out;
}

namespace {

// Does a further row of a member fill the columns that its first one fills? Then it is a record too.
bool fills_columns_again(const Page& page, uint32_t row, const std::vector<FieldModel>& columns) {
  return columns.size() > 1 && 2 * row_of(page, {row, row}, columns).size() > columns.size();
}

}  // namespace

std::vector<uint32_t> left_out(const Page& page, const std::vector<Stretch>& members,
                               const std::vector<FieldModel>& always) {
  std::vector<uint32_t> out;
  if (always.empty()) return out;
  const Outline& o = page.outline();
  std::vector<FieldModel> columns;
  for (const FieldModel& field : always)
    if (field.rules[0].kind == KeyKind::header && field.rules[0].nth == 0) columns.push_back(field);
  std::unordered_set<uint32_t> mine, parents;
  std::set<std::string> like;
  std::vector<uint32_t> in_order;
  for (const Stretch& m : members) {
    for (uint32_t n = m.first; n != kNone; n = o.next_sibling(n)) {
      mine.insert(n);
      if (n != m.first && fills_columns_again(page, n, columns)) out.push_back(n);
      if (n == m.last) break;
    }
    like.insert(page.with_classes(m.first));
    if (o[m.first].parent != kNone && parents.insert(o[m.first].parent).second)
      in_order.push_back(o[m.first].parent);
  }
  for (uint32_t parent : in_order)
    for (uint32_t n = o.first_child(parent); n != kNone; n = o.next_sibling(n))
      if (!o.is_text(n) && o.has_text(n) && !mine.count(n) && like.count(page.with_classes(n)) &&
          row_of(page, {n, n}, always).size() == always.size())
        out.push_back(n);
  return out;
}

std::vector<std::string> head_marks(const Page& page, uint32_t head) {
  constexpr int kLevels = 3;
  const Outline& o = page.outline();
  std::vector<std::string> out{std::string(page.tag(head))};
  for (const std::string& word : page.class_words(head)) out.push_back("." + word);
  uint32_t n = o[head].parent;
  for (int level = 1; level <= kLevels && n != kNone; ++level, n = o[n].parent) {
    out.push_back(std::to_string(level) + " " + std::string(page.tag(n)));
    for (const std::string& word : page.class_words(n)) out.push_back(std::to_string(level) + " ." + word);
  }
  sort_unique(out);
  return out;
}

}  // namespace gleaner::rows
