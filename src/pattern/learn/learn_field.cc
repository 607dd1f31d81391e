// See field_learner.h. Consistent rules from pairs of conditions, their choice, and the model made of them.
#include "pattern/learn/learn_field.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "pattern/learn/field_learner.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

using namespace weights;

size_t FieldLearner::alike(CandidateAt p) const {
  for (ConditionId id : site_.conditions_of(p.example, p.candidate)) {
    Test t = site_.plan().condition(id).test;
    if (t == Test::path_all || t == Test::data_path)
      return std::max<size_t>(1, site_.matches(p.example).count(id));
  }
  return 1;
}

// A few places of each kind of node, the least repeated first, else menus fill the quota.
std::vector<CandidateAt> FieldLearner::spread(size_t q, const std::vector<uint32_t>& places,
                                              size_t limit) const {
  std::map<Form, std::vector<std::pair<size_t, uint32_t>>> by_form;
  for (uint32_t c : places) by_form[unit(q).candidates[c].form].push_back({alike({q, c}), c});
  std::vector<CandidateAt> out;
  for (auto& [form, list] : by_form) {
    std::ranges::sort(list);
    for (size_t i = 0; i < list.size() && i < limit; ++i) out.push_back({q, list[i].second});
  }
  return out;
}

std::vector<CandidateAt> FieldLearner::sources(size_t limit) const {
  std::vector<CandidateAt> out;
  std::vector<size_t> units;
  for (size_t q = 0; q < size(); ++q)
    if (!set_[q].empty()) units.push_back(q);
  if (units.size() > kSeedUnits) {  // records: first, last and some between say it all
    std::vector<size_t> some;
    for (size_t i = 0; i < kSeedUnits; ++i) some.push_back(units[i * (units.size() - 1) / (kSeedUnits - 1)]);
    units = some;
  }
  for (size_t q : units) {
    std::set<std::string> keep;
    if (most_ > 1 && set_[q].size() > 3) {
      std::vector<std::string> whole;
      for (const Wanted& w : gold_[q])
        if (unit(q).find_value(w.text) != kNoNode) whole.push_back(w.text);
      if (!whole.empty()) keep = {whole.front(), whole.back(), whole[whole.size() / 2]};
    }
    std::vector<CandidateAt> here = spread(q, where(q, keep.empty() ? nullptr : &keep), limit);
    out.insert(out.end(), here.begin(), here.end());
  }
  return out;
}

// A quoted text that is itself a labelled value is no label.
bool FieldLearner::usable(ConditionId id, const std::unordered_set<std::string>& values) const {
  const Condition& c = site_.plan().condition(id);
  if (!info(c.test).quotes) return true;
  bool tag_first = info(c.test).arguments[0] == 'G';
  return !values.contains(tag_first ? c.b : c.a);
}

size_t FieldLearner::distinct(size_t q, const Bits& bits) const {
  const Unit& u = unit(q);
  if (stamp_.size() < u.values.size()) stamp_.assign(u.values.size() * 2, 0), round_ = 0;
  ++round_;
  size_t n = 0;
  bits.each([&](uint32_t c) {
    uint32_t v = u.candidates[c].value;
    if (stamp_[v] != round_) stamp_[v] = round_, ++n;
  });
  return n;
}

// How much of the targets a rule of two conditions gives. `exact`: nothing else
// either, or there is no answer.
std::optional<double> FieldLearner::cover(ConditionId a, ConditionId b, const Targets& target,
                                          const std::vector<size_t>& need, bool exact, Bits& hits) const {
  size_t full = 0, tp = 0, fp = 0, fn = 0;
  for (size_t q = 0; q < size(); ++q) {
    if (unknown_[q]) continue;
    const Matches& m = site_.matches(q);
    const uint64_t *x = m.row(a), *y = a == b ? x : m.row(b);
    bool any = false;
    if (x && y) {
      const uint64_t* t = target[q].words.data();
      hits.words.resize(m.words());
      for (size_t w = 0; w < m.words(); ++w) {
        uint64_t both = x[w] & y[w];
        if (exact && (both & ~t[w])) return std::nullopt;
        hits.words[w] = both;
        any |= both != 0;
      }
    }
    if (exact) {
      if (set_[q].empty()) continue;  // silent there, as it must be
      full += any ? distinct(q, hits) == need[q] : need[q] == 0;
      continue;
    }
    size_t got = any ? distinct(q, hits) : 0, right = 0;
    if (any) {
      Bits inside = hits;
      inside &= target[q];
      right = distinct(q, inside);
    }
    tp += right;
    fp += got - right;
    fn += set_[q].size() - std::min(right, set_[q].size());
  }
  return exact ? double(full) / double(std::max<size_t>(1, labelled_))
               : 2.0 * double(tp) / double(std::max<size_t>(1, 2 * tp + fp + fn));
}

std::vector<Found> FieldLearner::rules(const Targets& target, const std::vector<CandidateAt>& seeds,
                                       const std::vector<size_t>& need, bool exact) const {
  std::vector<Found> out;
  std::unordered_set<uint64_t> seen;
  std::vector<size_t> counts;
  for (const CandidateAt& p : seeds) counts.push_back(alike(p));
  size_t least = counts.empty() ? 1 : *std::ranges::min_element(counts);
  Bits hits;
  for (size_t s = 0; s < seeds.size(); ++s) {
    double occurrence = most_ > 1 ? 1.0 : std::pow(double(least) / double(counts[s]), kAlike);
    std::vector<ConditionId> conditions;
    for (ConditionId id : site_.conditions_of(seeds[s].example, seeds[s].candidate))
      if (usable(id, plain_[seeds[s].example])) conditions.push_back(id);
    auto negative = [&](ConditionId id) { return is_negative(site_.plan().condition(id).test); };
    auto test = [&](ConditionId a, ConditionId b) {
      if (negative(a) && negative(b)) return;  // what a place is not does not say what it is
      if (!seen.insert(uint64_t(a) << 32 | b).second) return;
      const std::optional<double> covered = cover(a, b, target, need, exact, hits);
      if (!covered) return;
      Found f;
      f.rule = a == b ? std::vector<ConditionId>{a} : std::vector<ConditionId>{a, b};
      f.cover = *covered;
      f.alike = occurrence;
      out.push_back(std::move(f));
    };
    for (ConditionId a : conditions) test(a, a);
    for (size_t i = 0; i < conditions.size(); ++i) {
      if (!budget_.spend_steps(conditions.size())) return out;
      for (size_t j = i + 1; j < conditions.size(); ++j) test(conditions[i], conditions[j]);
    }
  }
  return out;
}

// Where the header of a column says it all, rules that count beside it say nothing more, and would leave no
// room for those that do without it.
void FieldLearner::drop_partly_headed(Slot& slot) const {
  auto how = [&](const Vote& v) { return by_header(site_.plan(), v.conditions); };
  if (std::ranges::any_of(slot.votes, [&](const Vote& v) { return how(v) == ByHeader::only; }))
    std::erase_if(slot.votes, [&](const Vote& v) { return how(v) == ByHeader::partly; });
}

// Where the header of a column alone says it all, it outvotes where the cell stands:
// columns are reordered and added.
void FieldLearner::outweigh_by_header(Slot& slot) const {
  double alone = 0, others = 0;
  for (const Vote& v : slot.votes) {
    const ByHeader how = by_header(site_.plan(), v.conditions);
    if (how == ByHeader::no) others += v.weight;
    if (how == ByHeader::only) alone += v.weight;
  }
  if (alone <= 0 || others <= 0) return;
  const double by = std::max(1.0, kHeaderOutweighs * others / alone);
  for (Vote& v : slot.votes)
    if (by_header(site_.plan(), v.conditions) == ByHeader::only) v.weight *= by;
  std::ranges::stable_sort(slot.votes, std::greater{}, &Vote::weight);
}

Slot FieldLearner::finish(const std::vector<std::pair<std::vector<ConditionId>, double>>& found,
                          bool list) const {
  std::map<std::vector<uint8_t>, size_t> signatures;
  auto signature = [&](const std::vector<ConditionId>& rule) {
    std::vector<uint8_t> out;
    for (ConditionId id : rule) out.push_back(uint8_t(site_.plan().condition(id).test));
    std::ranges::sort(out);
    return out;
  };
  for (const auto& [rule, factor] : found) ++signatures[signature(rule)];
  Slot slot;
  for (const auto& [rule, factor] : found)
    slot.votes.push_back(
        {weight(rule, list) * factor * affinity(rule) / double(signatures[signature(rule)]), rule});
  drop_partly_headed(slot);
  std::ranges::sort(slot.votes, [](const Vote& a, const Vote& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.conditions.size() != b.conditions.size()) return a.conditions.size() < b.conditions.size();
    return a.conditions < b.conditions;
  });
  const size_t keep = labelled_ == 1 ? kRulesFromOne : kRules;
  if (slot.votes.size() > keep) slot.votes.resize(keep);
  outweigh_by_header(slot);
  // Embedded data outvotes the page when it fits.
  double data = 0, page = 0;
  for (const Vote& v : slot.votes) (site_.plan().is_data(v.conditions[0]) ? data : page) += v.weight;
  if (data > 0 && page > 0)
    for (Vote& v : slot.votes)
      if (site_.plan().is_data(v.conditions[0])) v.weight *= std::max(1.0, page / data);
  return slot;
}

// Complete rules and, weaker, those that are silent on some units.
std::vector<std::pair<std::vector<ConditionId>, double>> FieldLearner::usable_rules(
    const std::vector<Found>& found, bool* complete) const {
  std::vector<std::pair<std::vector<ConditionId>, double>> out;
  *complete = std::ranges::any_of(found, [](const Found& f) { return f.cover == 1.0; });
  for (const Found& f : found)
    if (f.cover == 1.0) out.push_back({f.rule, f.alike});
  // Where a negation was needed, rules that do without it are right by chance.
  if (*complete && site_.more()) return out;
  for (const Found& f : found)
    if (f.cover > 0 && f.cover < 1.0)
      out.push_back({f.rule, f.cover * f.alike * (*complete ? kPartial : 1.0)});
  return out;
}

// Are the values of each unit one run of alike siblings? Then they are a list, not values in separate places.
bool FieldLearner::one_run() const {
  for (size_t q = 0; q < size(); ++q) {
    if (set_[q].size() < 2) continue;
    std::vector<uint32_t> first;
    std::set<std::string> one = {*set_[q].begin()};
    for (uint32_t c : where(q, &one))
      if (unit(q).candidates[c].form == Form::text) first.push_back(c);
    std::set<std::string> reached;
    for (uint32_t c : grown(first, unit(q), true))
      reached.insert(std::string(unit(q).text(unit(q).candidates[c])));
    if (!std::includes(reached.begin(), reached.end(), set_[q].begin(), set_[q].end())) return false;
  }
  return true;
}

// Rules with how much they say.
using RuleList = std::vector<std::pair<std::vector<ConditionId>, double>>;

// The rules that give the value in every unit; where there are none, those that give it in some.
static RuleList exact_or_some(const std::vector<Found>& found) {
  RuleList list;
  for (const Found& f : found)
    if (f.cover == 1.0) list.push_back({f.rule, f.alike});
  if (list.empty())
    for (const Found& f : found)
      if (f.cover > 0) list.push_back({f.rule, f.cover * f.alike});
  return list;
}

// The rules that give the value in the most units.
static RuleList furthest(const std::vector<Found>& found) {
  double most = 0;
  for (const Found& f : found) most = std::max(most, f.cover);
  RuleList list;
  for (const Found& f : found)
    if (most > 0 && f.cover == most) list.push_back({f.rule, f.cover * f.alike});
  return list;
}

// A slot a value of the fullest unit, each learned as a single value; values of other units that no slot
// reaches open another.
std::vector<Slot> FieldLearner::learn_slots(const Targets& positive) const {
  size_t fullest = 0;
  for (size_t q = 1; q < size(); ++q)
    if (set_[q].size() > set_[fullest].size()) fullest = q;
  std::vector<size_t> need(size());
  for (size_t q = 0; q < size(); ++q) need[q] = set_[q].empty() ? 0 : 1;
  std::vector<RuleList> lists;
  auto learn_value = [&](size_t q, const std::string& value) {
    std::set<std::string> one = {value};
    std::vector<uint32_t> places = where(q, &one);
    Targets target = positive;
    target[q] = bits_of(q, places);
    return rules(target, spread(q, places, kSeeds), need, true);
  };
  for (const Wanted& w : gold_[fullest]) lists.push_back(exact_or_some(learn_value(fullest, w.text)));
  for (size_t q = 0; q < size(); ++q) {
    if (q == fullest) continue;
    std::set<uint32_t> have;
    auto reach = [&](const RuleList& list, size_t limit) {
      std::vector<std::pair<double, size_t>> order;
      for (size_t i = 0; i < list.size(); ++i) order.push_back({-list[i].second, i});
      std::ranges::stable_sort(order);
      for (size_t i = 0; i < order.size() && i < limit; ++i)
        evaluate(list[order[i].second].first, site_.matches(q)).each([&](uint32_t c) {
          have.insert(unit(q).candidates[c].value);
        });
    };
    for (const RuleList& list : lists) reach(list, 200);
    for (const Wanted& w : gold_[q]) {
      uint32_t v = unit(q).find_value(w.text);
      if (v == kNoNode || have.contains(v)) continue;
      RuleList list = furthest(learn_value(q, w.text));
      if (list.empty()) continue;
      reach(list, list.size());
      lists.push_back(std::move(list));
    }
  }
  std::vector<Slot> out;
  for (const RuleList& list : lists)
    if (!list.empty()) out.push_back(finish(list, false));
  return out;
}

// Where nothing is exact: the rules with the best F1.
void FieldLearner::take_inexact(const Targets& positive, const std::vector<CandidateAt>& seeds,
                                FieldModel& model) const {
  if (seeds.empty()) return;
  const std::vector<Found> inexact = rules(positive, seeds, reachable_, false);
  double most = 0;
  for (const Found& f : inexact) most = std::max(most, f.cover);
  if (most <= kFallback) return;
  std::vector<std::pair<std::vector<ConditionId>, double>> list;
  for (const Found& f : inexact)
    if (f.cover > most - 0.02) list.push_back({f.rule, f.cover});
  model.slots = {finish(list, model.list)};
}

// Do the values' places, grown to what stands beside them, still give nothing but values?
bool FieldLearner::may_grow() const {
  for (size_t q = 0; q < size(); ++q) {
    std::vector<uint32_t> chosen;
    for (uint32_t c : where(q, nullptr))
      if (unit(q).candidates[c].form == Form::text) chosen.push_back(c);
    for (uint32_t c : grown(chosen, unit(q), false))
      if (!set_[q].contains(std::string(unit(q).text(unit(q).candidates[c])))) return false;
  }
  return true;
}

FieldModel FieldLearner::run() {
  FieldModel model;
  model.name = field_;
  choose_values();
  model.cut = cut_;
  model.raw = raw_;
  model.keep_all = placed_;
  model.outer = outer_;
  name_words();
  if (!labelled_) return model;

  Targets positive;
  for (size_t q = 0; q < size(); ++q) positive.push_back(bits_of(q, where(q, nullptr)));
  model.list = most_ > 1;
  std::vector<CandidateAt> seeds = sources(most_ == 1 ? kSeeds : kListSeeds);
  std::vector<Found> found = rules(positive, seeds, reachable_, true);
  bool complete = false;
  auto usable = usable_rules(found, &complete);
  model.exact = complete;
  bool structural = std::ranges::any_of(found, [&](const Found& f) {
    return f.cover == 1.0 && std::ranges::all_of(f.rule, [&](ConditionId id) {
             return info(site_.plan().condition(id).test).structural;
           });
  });
  if (most_ > 1 && most_ <= kMaxSlots && !structural && !(complete && one_run())) {
    std::vector<Slot> slots = learn_slots(positive);
    std::set<size_t> sizes;
    for (const auto& s : set_)
      if (!s.empty()) sizes.insert(s.size());
    if (sizes.size() == 1 || !complete) model.slots = std::move(slots), model.list = false;
  }
  if (model.slots.empty() && !usable.empty()) {
    model.list = most_ > 1;
    model.slots = {finish(usable, model.list)};
  }
  if (model.slots.empty() || (model.list && !complete)) take_inexact(positive, seeds, model);
  describe(model);
  describe_slots(model);
  model.grow = !model.list && model.slots.size() == 1 && may_grow();
  if (model.grow && most_ == 1 && !placed_ && !model.cut) look_beside(model);
  return model;
}

FieldModel learn_field(const LabelledSite& site, const std::string& field, Budget& budget) {
  return FieldLearner(site, field, budget).run();
}

}  // namespace gleaner::pattern
