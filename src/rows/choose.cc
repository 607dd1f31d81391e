// See choose.h.
#include "rows/choose.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/contains.h"
#include "rows/own_list.h"
#include "rows/weights.h"

namespace gleaner::rows {
namespace {

// Records of several nodes by the selectors of their heads: a head and what follows up to the next.
std::vector<Hypothesis> grouped(const Model& model, const Scope& scope) {
  std::vector<Hypothesis> out;
  const Page& page = scope.page();
  const SeveralNodes& several = *model.several;
  const Outline& o = page.outline();
  auto is_break = [&](uint32_t n) { return page.tag(n) == "br" || page.tag(n) == "hr"; };
  for (size_t i = 0; i < model.selectors.size(); ++i) {
    // A selector that said the heads of records with lists exactly needs no help: a head
    // that lacks a field is one, too.
    const bool exact = several.longest == kAnyLength && model.selectors[i].agrees > kExactSelector;
    std::unordered_set<uint32_t> heads;
    std::vector<uint32_t> in_order;
    for (uint32_t n : scope.select(model.selectors[i]))
      if (exact ||
          most_like(page, n, several.heads) >= std::max(kLikeHead, most_like(page, n, several.others)))
        heads.insert(n), in_order.push_back(n);
    Hypothesis h;
    h.selector = int(i);
    h.from = name_of(model.selectors[i].by);
    for (uint32_t head : in_order) {
      Stretch record{head, head};
      size_t length = 1;
      const int bound = scope.bound_of(head);
      for (uint32_t n = o.next_sibling(head);
           n != kNone && !heads.count(n) && length < several.longest && scope.bound_of(n) == bound;
           n = o.next_sibling(n)) {
        if (!is_break(n) && !contains(several.tags, page.tag(n))) break;
        if (o.has_text(n)) record.last = n, ++length;
      }
      h.members.push_back(record);
    }
    if (!h.members.empty()) out.push_back(std::move(h));
  }
  return out;
}

class Chooser {
 public:
  Chooser(const Model& model, const Scope& scope, const std::vector<LabelledRow>* rows)
      : model_(model), scope_(scope), page_(scope.page()), rows_(rows), core_(hashes_of(model.core)) {
    for (const FieldModel& field : model.fields)
      if (field.want >= kAlways) always_.push_back(field);
  }

  // Nothing where the hypothesis cannot be the list.
  std::optional<double> score(Hypothesis& h) const {
    const size_t n = h.members.size();
    const double like = likeness(h);
    if (like < kLeastLike) return std::nullopt;
    if (rows_) {
      cover_labels(page_, *rows_, h);
      if (h.cover == 0) return std::nullopt;
    }
    const FieldShares shares = field_shares(page_, h.members, model_.fields, kFewFieldsThere);
    if (shares.good <= 0 || shares.mean < kLeastShare * model_.fields_share) return std::nullopt;
    const double agrees = h.selector < 0 ? 0 : model_.selectors[size_t(h.selector)].agrees;
    const double left = double(left_out(page_, h.members, always_).size()) / double(n);
    return kFieldsWeight * std::log(1 + shares.good) + kAgreeWeight * agrees * agrees -
           kJunkWeight * shares.junk - kLeftOutWeight * left - kOwnInside * scope_.own_inside(h.members) -
           kOtherLists * in_other_lists(page_, h.members, model_.fields) + kLikeWeight * like +
           core_share(h) + kRegionWeight * h.region_score + (rows_ ? kCoverWeight * h.cover : 0);
  }

 private:
  double likeness(const Hypothesis& h) const {
    if (model_.head.empty()) return 1;
    size_t common = 0, looked = std::min(h.members.size(), kLookedAt);
    for (size_t i = 0; i < looked; ++i) {
      const std::vector<std::string>& marks = marks_of(h.members[i].first);
      for (const std::string& mark : model_.head)
        common += std::binary_search(marks.begin(), marks.end(), mark);
    }
    return double(common) / double(looked * model_.head.size());
  }
  const std::vector<std::string>& marks_of(uint32_t head) const {
    auto [at, fresh] = marks_.try_emplace(head);
    if (fresh) at->second = head_marks(page_, head);
    return at->second;
  }
  double core_share(const Hypothesis& h) const {
    if (core_.empty()) return 0;
    size_t common = 0, looked = std::min(h.members.size(), kLookedAt);
    for (size_t i = 0; i < looked; ++i)
      for (uint64_t path : page_.leaf_paths(h.members[i].first))
        common += std::binary_search(core_.begin(), core_.end(), path);
    return double(common) / double(looked * core_.size());
  }

  const Model& model_;
  const Scope& scope_;
  const Page& page_;
  const std::vector<LabelledRow>* rows_;
  std::vector<uint64_t> core_;
  std::vector<FieldModel> always_;
  mutable std::unordered_map<uint32_t, std::vector<std::string>> marks_;
};

}  // namespace

std::vector<Stretch> judged(const std::vector<Stretch>& members) {
  if (members.size() <= kJudgedMembers) return members;
  std::vector<Stretch> out;
  for (size_t i = 0; i < kJudgedMembers; ++i) out.push_back(members[i * members.size() / kJudgedMembers]);
  return out;
}

FieldShares field_shares(const Page& page, const std::vector<Stretch>& members,
                         const std::vector<FieldModel>& fields, double few) {
  double total = 0;
  for (const FieldModel& field : fields) total += field.want;
  FieldShares out;
  const std::vector<Stretch> some = judged(members);
  for (const Stretch& member : some) {
    double sum = 0;
    for (const RowValue& value : row_of(page, member, fields)) sum += fields[value.field].want;
    const double share = total > 0 ? sum / total : 0;
    out.mean += share;
    out.good += std::max(0.0, share - few);
    out.junk += share < few;
  }
  const double n = std::max(1.0, double(some.size()));
  out.mean /= n, out.junk /= n;
  out.good *= double(members.size()) / n;
  return out;
}

std::vector<double> usual(const Page& page, const std::vector<Stretch>& members,
                          const std::vector<FieldModel>& fields) {
  std::vector<double> out(fields.size(), 0);
  const std::vector<Stretch> some = judged(members);
  for (const Stretch& m : some)
    for (const RowValue& value : row_of(page, m, fields)) ++out[value.field];
  for (double& share : out) share /= std::max(1.0, double(some.size()));
  return out;
}

double in_other_lists(const Page& page, const std::vector<Stretch>& members,
                      const std::vector<FieldModel>& fields) {
  std::unordered_map<uint32_t, std::vector<Stretch>> lists;
  for (const Stretch& m : members) lists[page.outline()[m.first].parent].push_back(m);
  if (lists.size() < 2) return 0;
  double all = 0, others = 0;
  for (const FieldModel& field : fields) all += field.want >= kUsualField ? field.want : 0;
  for (const auto& [parent, list] : lists) {
    if (list.size() < kOtherMembers) continue;
    double missing = 0, chance = 0;
    size_t count = 0;
    const std::vector<double> shares = usual(page, list, fields);
    for (size_t f = 0; f < fields.size(); ++f) {
      if (fields[f].want < kUsualField || shares[f] > 0) continue;
      missing += fields[f].want, ++count;
      chance += double(list.size()) * std::log(1 - std::min(fields[f].want, kAlways));
    }
    if (count > 1 && missing >= kMissingShare * all && chance < std::log(kUnlikely))
      others += double(list.size());
  }
  return others / double(members.size());
}

namespace {

// Of the best, the one in whose records the lists are found, too.
size_t best_with_lists(const Model& model, const Page& page, const std::vector<Hypothesis>& all,
                       const std::vector<std::optional<double>>& scores, Budget& budget) {
  std::vector<std::pair<double, size_t>> order;
  for (size_t i = 0; i < all.size(); ++i)
    if (scores[i]) order.emplace_back(*scores[i], i);
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::erase_if(order, [&](const auto& o) { return o.first < order[0].first - kWithListsBehind; });
  if (order.size() > kWithLists) order.resize(kWithLists);
  for (auto& [score, i] : order)
    for (const ListModel& list : model.lists) {
      if (list.single) continue;
      const auto inside = choose(
          list.model, Scope(page, all[i].members, value_nodes(page, all[i].members, model.fields)), budget);
      if (inside)
        score += kFieldsWeight *
                 std::log(1 + field_shares(page, inside->members, list.model.fields, kFewFieldsThere).good);
    }
  return std::ranges::max_element(order, [](const auto& a, const auto& b) { return a.first < b.first; })
      ->second;
}

}  // namespace

std::optional<Hypothesis> choose(const Model& model, const Scope& scope, Budget& budget,
                                 const std::vector<LabelledRow>* rows) {
  std::vector<Hypothesis> all = hypotheses(scope, model.several ? std::vector<Selector>{} : model.selectors);
  if (model.several)
    for (Hypothesis& h : grouped(model, scope)) all.push_back(std::move(h));
  for (Hypothesis& h : all) keep_within(scope.page(), model.within, h.members);
  std::erase_if(all, [](const Hypothesis& h) { return h.members.empty(); });
  Chooser chooser(model, scope, rows);
  std::vector<std::optional<double>> scores(all.size());
  std::optional<size_t> best;
  for (size_t i = 0; i < all.size() && budget.spend_steps(all[i].members.size()); ++i) {
    scores[i] = chooser.score(all[i]);
    if (scores[i] && (!best || *scores[i] > *scores[*best])) best = i;
  }
  if (!best) return std::nullopt;
  if (!model.lists.empty()) best = best_with_lists(model, scope.page(), all, scores, budget);
  return std::move(all[*best]);
}

std::optional<Hypothesis> list_beside(const Model& model, const Page& page,
                                      const std::vector<Stretch>& members) {
  std::optional<Hypothesis> best;
  if (model.fields.size() < kBesideFields || members.size() < kBesideMembers) return best;
  const std::set<uint64_t> core = core_of(page, members);
  double most = 0;
  for (Hypothesis& h : hypotheses(Scope(page), {})) {
    if (h.members.size() < kBesideMembers || !are_apart(page.outline(), h.members, members) ||
        !same_core(core, core_of(page, h.members)))
      continue;
    const FieldShares shares = field_shares(page, h.members, model.fields);
    if (shares.mean < kBesideShare * model.fields_share || shares.good <= most) continue;
    most = shares.good;
    best = std::move(h);
  }
  return best;
}

}  // namespace gleaner::rows
