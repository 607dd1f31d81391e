// See hypotheses.h.
#include "rows/hypotheses.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

uint64_t hash_of(const std::vector<Stretch>& members) {
  uint64_t hash = members.size();
  for (const Stretch& m : members)
    hash = (hash ^ (uint64_t(m.first) << 32 | m.last)) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  return hash;
}

// Members stand in document order.
int member_with(const Page& page, const std::vector<Stretch>& members, uint32_t node) {
  auto after = std::upper_bound(members.begin(), members.end(), node,
                                [](uint32_t n, const Stretch& m) { return n < m.first; });
  if (after == members.begin() || node >= page.outline()[(after - 1)->last].end) return -1;
  return int(after - members.begin()) - 1;
}

std::vector<Stretch> alone(const std::vector<uint32_t>& nodes) {
  std::vector<Stretch> out;
  for (uint32_t n : nodes) out.push_back({n, n});
  return out;
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

std::vector<Hypothesis> hypotheses(const Page& page, const std::vector<Selector>& selectors) {
  std::vector<Hypothesis> out;
  std::unordered_set<uint64_t> seen;
  auto put = [&](Hypothesis hypothesis) {
    if (!hypothesis.members.empty() && seen.insert(hash_of(hypothesis.members)).second)
      out.push_back(std::move(hypothesis));
  };
  for (size_t i = 0; i < selectors.size(); ++i) {
    Hypothesis h;
    h.members = alone(page.select(selectors[i]));
    h.selector = int(i);
    h.from = name_of(selectors[i].by);
    put(std::move(h));
  }
  for (const records::Candidate& region : page.analysis().candidates()) {
    Hypothesis h;
    h.members = alone(region.heads);
    h.region_score = region.score;
    put(h);
    if (region.whole.empty()) continue;
    h.members = region.whole;
    put(std::move(h));
  }
  const size_t flat = out.size();
  for (size_t i = 0; i < flat; ++i) {
    Hypothesis h;
    h.members = raised(page, out[i].members);
    h.region_score = out[i].region_score;
    h.raised = true;
    h.from = out[i].from;
    put(std::move(h));
  }
  return out;
}

namespace {

// Paths to texts that most of the heads have.
std::set<uint64_t> core_of(const Page& page, const std::vector<uint32_t>& heads) {
  std::map<uint64_t, size_t> counts;
  for (uint32_t n : heads)
    for (uint64_t path : page.leaf_paths(n)) ++counts[path];
  std::set<uint64_t> out;
  for (auto [path, count] : counts)
    if (double(count) >= kCoreShare * double(heads.size())) out.insert(path);
  return out;
}

bool same_core(const std::set<uint64_t>& a, const std::set<uint64_t>& b) {
  size_t common = 0;
  for (uint64_t path : a) common += b.count(path);
  return common > 0 && double(common) >= kLikeSections * double(a.size() + b.size() - common);
}

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
  std::vector<uint32_t> heads;
  for (const Stretch& m : members) {
    if (m.first != m.last) return {};
    heads.push_back(m.first);
  }
  const std::set<uint64_t> core = core_of(page, heads);
  const std::string like = page.with_classes(heads[0]);
  std::vector<Stretch> out = members;
  for (const records::Candidate& region : page.analysis().candidates()) {
    const std::vector<uint32_t>& others = region.heads;
    if (!region.whole.empty() || page.with_classes(others[0]) != like || !are_near(o, heads[0], others[0]))
      continue;
    auto overlaps = [&](uint32_t n) {
      return std::any_of(out.begin(), out.end(),
                         [&](const Stretch& m) { return n < o[m.last].end && m.first < o[n].end; });
    };
    if (std::any_of(others.begin(), others.end(), overlaps) || !same_core(core, core_of(page, others)))
      continue;
    for (uint32_t n : others) out.push_back({n, n});
  }
  if (out.size() == members.size()) return {};
  std::sort(out.begin(), out.end(), [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
  return out;
}

double region_score(const Page& page, const std::vector<Stretch>& members) {
  if (members.size() < 2) return 0;
  records::Candidate candidate;
  for (const Stretch& m : members) candidate.heads.push_back(m.first);
  if (std::any_of(members.begin(), members.end(), [](const Stretch& m) { return m.first != m.last; }))
    candidate.whole = members;
  records::CoreFinder cores(page.analysis().signatures());
  records::Groups groups(page.outline());
  uint32_t core = 0;
  return records::score_of(records::features_of(page.outline(), cores, groups, candidate, &core));
}

void cover_labels(const Page& page, const std::vector<LabelledRow>& rows, Hypothesis& h) {
  struct Bound {
    Place place;
    int member;
  };
  std::vector<Bound> bounds;
  std::vector<Bound> reaching;  // cells of rows above
  for (size_t i = 0; i < h.members.size(); ++i) {
    bounds.push_back({page.place_of(h.members[i]), int(i)});
    for (uint32_t cell : page.reaching_into(h.members[i].first))
      reaching.push_back({page.place_of({cell, cell}), int(i)});
  }
  std::stable_sort(bounds.begin(), bounds.end(),
                   [](const Bound& a, const Bound& b) { return a.place < b.place; });
  struct Held {
    double weight;
    int member;
    size_t row;
  };
  std::vector<Held> held;
  double total = 0, got = 0;
  for (size_t q = 0; q < rows.size(); ++q) {
    std::map<int, double> weights;
    for (const LabelledCell& cell : rows[q].cells) {
      if (cell.places.empty()) continue;
      const double weight = 1 / std::sqrt(double(cell.places.size()));
      total += weight;
      std::set<int> members;
      for (const Place& place : cell.places) {
        if (place.node != kNone) {
          if (int member = member_with(page, h.members, place.node); member >= 0) members.insert(member);
          continue;
        }
        auto after = std::upper_bound(bounds.begin(), bounds.end(), place.begin,
                                      [](uint32_t at, const Bound& b) { return at < b.place.begin; });
        if (after != bounds.begin() && place.end <= (after - 1)->place.end)
          members.insert((after - 1)->member);
        for (const Bound& above : reaching)
          if (above.place.begin <= place.begin && place.end <= above.place.end) members.insert(above.member);
      }
      for (int m : members) weights[m] += weight;
    }
    for (auto [member, weight] : weights) held.push_back({weight, member, q});
  }
  std::stable_sort(held.begin(), held.end(), [](const Held& a, const Held& b) {
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

std::vector<uint32_t> holders(const Page& page, const std::vector<LabelledRow>& rows) {
  constexpr uint32_t kFar = 4000;
  constexpr size_t kTried = 30;
  const Outline& o = page.outline();
  std::vector<uint32_t> out;
  for (const LabelledRow& row : rows) {
    std::vector<const LabelledCell*> cells;
    for (const LabelledCell& cell : row.cells)
      if (!cell.places.empty()) cells.push_back(&cell);
    if (cells.empty()) continue;
    std::stable_sort(cells.begin(), cells.end(),
                     [](const auto* a, const auto* b) { return a->places.size() < b->places.size(); });
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
        if (nearest < kFar) hull = {std::min(hull.begin, at.begin), std::max(hull.end, at.end)};
        cost += std::min(nearest, kFar);
      }
      if (cost < best_cost) best_cost = cost, best = hull;
    }
    if (best.end <= best.begin) {  // an attribute, and nothing else
      if (cells[0]->places[0].node != kNone) out.push_back(cells[0]->places[0].node);
      continue;
    }
    const uint32_t last = page.leaf_at(best.end - 1) + 1;
    uint32_t n = o[o.leaves()[page.leaf_at(best.begin)].node].parent;
    while (n != kNone && o[n].leaf_end < last) n = o[n].parent;
    if (n != kNone) out.push_back(n);
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
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace gleaner::rows
