#include "pattern/learn_field.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "base/text.h"
#include "pattern/fill.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

using namespace weights;

bool wants(const Unit& unit, uint32_t candidate, const Wanted& w) {
  if (unit.text(unit.candidates[candidate]) != w.text) return false;
  return w.at.empty() || std::find(w.at.begin(), w.at.end(), candidate) != w.at.end();
}

uint8_t form_bit(Form form) {
  switch (form) {
    case Form::text: return kTexts;
    case Form::attribute: return kAttributes;
    case Form::data: return kData;
    default: return kElements;
  }
}

}  // namespace

// ---------------------------------------------------------------- site

Site::Site(std::vector<Example> examples, Budget& budget) : examples_(std::move(examples)) {
  TestSet all;
  all.all();
  of_.resize(examples_.size());
  for (size_t q = 0; q < examples_.size(); ++q) {
    const Unit& unit = *examples_[q].unit;
    std::unordered_set<std::string_view> wanted;
    for (const auto& [name, values] : examples_[q].fields)
      for (const Wanted& w : values) wanted.insert(w.text);
    std::vector<std::string_view> rest;  // no whole node: parts of nodes
    for (std::string_view w : wanted)
      if (unit.find_value(w) == kNoNode) rest.push_back(w);
    std::vector<char> interesting(unit.values.size(), 0);
    for (size_t v = 0; v < unit.values.size(); ++v) {
      std::string_view text = unit.values[v];
      if (wanted.contains(text)) interesting[v] = 1;
      else if (text.size() < kCutText)
        for (std::string_view r : rest)
          if (text.find(r) != std::string_view::npos) interesting[v] = 1;
    }
    Features features(unit, all);
    for (uint32_t c = 0; c < unit.candidates.size(); ++c)
      if (interesting[unit.candidates[c].value]) collect(q, features, c);
  }
  plan_.finish();
  for (const Example& e : examples_) {
    matches_.emplace_back(plan_, *e.unit, &budget);
    templates_.push_back(gleaner::pattern::template_hashes(*e.unit));
  }
}

void Site::collect(size_t example, Features& features, uint32_t candidate) {
  const Candidate& c = examples_[example].unit->candidates[candidate];
  uint32_t form = plan_.form_number(examples_[example].unit->form_name(c));
  std::vector<ConditionId> ids;
  features.emit(c, [&](Test, uint64_t hash, auto&& make) { ids.push_back(plan_.add(hash, form, make())); });
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  of_[example][candidate] = std::move(ids);
}

const std::vector<ConditionId>& Site::conditions_of(size_t example, uint32_t candidate) const {
  static const std::vector<ConditionId> none;
  auto at = of_[example].find(candidate);
  return at == of_[example].end() ? none : at->second;
}

// ---------------------------------------------------------------- one field
namespace {

struct Found {
  std::vector<ConditionId> rule;
  double cover = 0;  // share of units on which it gives all values; F1 when inexact
  double alike = 1;
};

struct Place {
  size_t example;
  uint32_t candidate;
};

class FieldLearner {
 public:
  FieldLearner(const Site& site, const std::string& field, Budget& budget) : site_(site), field_(field), budget_(budget) {}
  FieldModel run();

 private:
  using Targets = std::vector<Bits>;

  void choose_values();
  void choose_forms();
  void choose_part();
  bool choose_split();
  std::vector<uint32_t> where(size_t q, const std::set<std::string>* only) const;
  Bits bits_of(size_t q, const std::vector<uint32_t>& list) const;
  size_t alike(Place p) const;
  std::vector<Place> spread(size_t q, const std::vector<uint32_t>& places, size_t limit) const;
  std::vector<Place> sources(size_t limit) const;
  bool usable(ConditionId id, const std::unordered_set<std::string>& values) const;
  std::vector<Found> rules(const Targets& target, const std::vector<Place>& seeds, const std::vector<size_t>& need, bool exact) const;
  bool one_run() const;
  std::vector<Slot> learn_slots(const Targets& positive) const;
  std::vector<std::pair<std::vector<ConditionId>, double>> usable_rules(const std::vector<Found>& found, bool* complete) const;
  Slot finish(const std::vector<std::pair<std::vector<ConditionId>, double>>& rules, bool list) const;
  double weight(const std::vector<ConditionId>& rule, bool list) const;
  double affinity(const std::vector<ConditionId>& rule) const;
  void describe(FieldModel& model) const;
  using Values = std::vector<std::set<std::string>>;  // by example
  bool labels_itself(const Values& values) const;
  Looks looks_of(const Values& values) const;
  void describe_slots(FieldModel& model) const;
  void look_beside(FieldModel& model) const;
  size_t distinct(size_t q, const Bits& bits) const;
  const Unit& unit(size_t q) const { return *site_.examples()[q].unit; }
  size_t size() const { return site_.examples().size(); }

  const Site& site_;
  const std::string& field_;
  Budget& budget_;
  std::vector<std::vector<Wanted>> gold_;              // by example, whole texts after a cut
  std::vector<std::set<std::string>> set_;             // the same as sets
  std::vector<size_t> reachable_;                      // how many of them are whole nodes
  std::vector<std::unordered_set<std::string>> plain_; // label forms of all values of the unit
  std::optional<Cut> cut_;
  std::optional<RawCut> raw_;
  bool placed_ = false;
  uint8_t forms_ = kAllForms;
  std::vector<char> unknown_;  // units of which nobody said whether they have this field
  size_t most_ = 0, labelled_ = 0;
  std::vector<std::string> field_words_;
  mutable std::vector<uint32_t> stamp_;
  mutable uint32_t round_ = 0;
};

std::vector<uint32_t> FieldLearner::where(size_t q, const std::set<std::string>* only) const {
  std::vector<uint32_t> out;
  const Unit& u = unit(q);
  for (const Wanted& w : gold_[q]) {
    if (only && !only->contains(w.text)) continue;
    uint32_t v = u.find_value(w.text);
    if (v == kNoNode) continue;
    for (uint32_t c = 0; c < u.candidates.size(); ++c)
      if (u.candidates[c].value == v && (form_bit(u.candidates[c].form) & forms_) && wants(u, c, w)) out.push_back(c);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Bits FieldLearner::bits_of(size_t q, const std::vector<uint32_t>& list) const {
  Bits out(unit(q).candidates.size());
  for (uint32_t c : list) out.set(c);
  return out;
}

// Texts and data first: what is whole there needs no elements or attributes, whose many forms only blur the vote.
void FieldLearner::choose_forms() {
  auto covered = [&](uint8_t forms) {
    size_t n = 0;
    for (size_t q = 0; q < size(); ++q)
      for (const Wanted& w : gold_[q]) {
        uint32_t v = unit(q).find_value(w.text);
        if (v == kNoNode) continue;
        for (uint32_t i = 0; i < unit(q).candidates.size(); ++i)
          if (const Candidate& c = unit(q).candidates[i]; c.value == v && (form_bit(c.form) & forms) && wants(unit(q), i, w)) {
            ++n;
            break;
          }
      }
    return n;
  };
  size_t all = 0;
  for (const auto& g : gold_) all += g.size();
  forms_ = kTexts | kData;
  if (covered(forms_) == all) return;
  if (covered(kAllForms) > covered(forms_)) forms_ = kAllForms;
}

// Labels with places, several in one node: the split that gives them all.
bool FieldLearner::choose_split() {
  std::vector<CutExample> examples;
  bool several = false;
  for (size_t q = 0; q < size(); ++q) {
    std::map<uint32_t, CutExample> by_node;
    for (const Wanted& w : gold_[q]) {
      if (w.at.empty()) return false;
      std::string_view raw = unit(q).raw(unit(q).candidates[w.at[0]]);
      if (w.to > raw.size()) return false;
      CutExample& e = by_node[w.at[0]];
      e.texts = {unit(q).text(unit(q).candidates[w.at[0]])};
      e.values.push_back(collapse(raw.substr(w.from, w.to - w.from)));
      several |= e.values.size() > 1;
    }
    for (auto& [node, e] : by_node) examples.push_back(std::move(e));
  }
  if (!several) return false;
  auto choice = find_split(examples);
  if (!choice) return false;
  cut_ = choice->cut;
  for (auto& values : gold_) {  // one whole text a node
    std::set<uint32_t> seen;
    std::erase_if(values, [&](const Wanted& w) { return !seen.insert(w.at[0]).second; });
  }
  return true;
}

// Labels with places: the part of the node's text that they all are.
void FieldLearner::choose_part() {
  if (choose_split()) return;
  std::vector<RawExample> examples;
  for (size_t q = 0; q < size(); ++q)
    for (const Wanted& w : gold_[q]) {
      if (w.at.empty()) continue;
      std::string_view raw = unit(q).raw(unit(q).candidates[w.at[0]]);
      if (!raw.empty()) examples.push_back({raw, w.from, w.to, w.after, w.before});
    }
  auto cut = learn_raw_cut(examples, !site_.examples().empty() && site_.examples()[0].as_written);
  if (cut && !cut->whole()) raw_ = cut;
}

void FieldLearner::choose_values() {
  gold_.resize(size());
  for (size_t q = 0; q < size(); ++q)
    if (auto at = site_.examples()[q].fields.find(field_); at != site_.examples()[q].fields.end()) gold_[q] = at->second;
  choose_forms();
  placed_ = std::any_of(gold_.begin(), gold_.end(), [](const auto& g) { return std::any_of(g.begin(), g.end(), [](const Wanted& w) { return !w.at.empty(); }); });
  if (placed_) choose_part();
  std::vector<CutExample> cuts;
  std::vector<size_t> which;
  for (size_t q = 0; q < size() && !placed_; ++q) {
    if (gold_[q].empty()) continue;
    CutExample e;
    std::vector<char> seen(unit(q).values.size(), 0);
    for (const Candidate& c : unit(q).candidates)
      if ((form_bit(c.form) & forms_) && !seen[c.value]) seen[c.value] = 1, e.texts.push_back(unit(q).values[c.value]);
    for (const Wanted& w : gold_[q]) e.values.push_back(w.text);
    cuts.push_back(std::move(e));
    which.push_back(q);
  }
  if (auto choice = find_cut(cuts)) {
    cut_ = choice->cut;
    for (size_t i = 0; i < which.size(); ++i) {
      gold_[which[i]].clear();
      for (std::string& t : choice->whole[i]) gold_[which[i]].push_back({std::move(t)});
    }
  }
  set_.resize(size());
  unknown_.assign(size(), 0);
  reachable_.assign(size(), 0);
  plain_.resize(size());
  for (size_t q = 0; q < size(); ++q) {
    for (const Wanted& w : gold_[q]) set_[q].insert(w.text);
    unknown_[q] = set_[q].empty() && !site_.examples()[q].complete && !site_.examples()[q].fields.contains(field_);
    std::set<uint32_t> values;
    for (uint32_t c : where(q, nullptr)) values.insert(unit(q).candidates[c].value);
    reachable_[q] = values.size();
    most_ = std::max(most_, set_[q].size());
    labelled_ += !set_[q].empty();
    for (const auto& [name, list] : site_.examples()[q].fields)
      for (const Wanted& w : list) plain_[q].insert(plain(w.text));
  }
}

size_t FieldLearner::alike(Place p) const {
  for (ConditionId id : site_.conditions_of(p.example, p.candidate)) {
    Test t = site_.plan().condition(id).test;
    if (t == Test::path_all || t == Test::data_path) return std::max<size_t>(1, site_.matches(p.example).count(id));
  }
  return 1;
}

// A few places of each kind of node, the least repeated first, else menus fill the quota.
std::vector<Place> FieldLearner::spread(size_t q, const std::vector<uint32_t>& places, size_t limit) const {
  std::map<Form, std::vector<std::pair<size_t, uint32_t>>> by_form;
  for (uint32_t c : places) by_form[unit(q).candidates[c].form].push_back({alike({q, c}), c});
  std::vector<Place> out;
  for (auto& [form, list] : by_form) {
    std::sort(list.begin(), list.end());
    for (size_t i = 0; i < list.size() && i < limit; ++i) out.push_back({q, list[i].second});
  }
  return out;
}

std::vector<Place> FieldLearner::sources(size_t limit) const {
  std::vector<Place> out;
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
    std::vector<Place> here = spread(q, where(q, keep.empty() ? nullptr : &keep), limit);
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

std::vector<Found> FieldLearner::rules(const Targets& target, const std::vector<Place>& seeds, const std::vector<size_t>& need,
                                       bool exact) const {
  std::vector<Found> out;
  std::unordered_set<uint64_t> seen;
  std::vector<size_t> counts;
  for (const Place& p : seeds) counts.push_back(alike(p));
  size_t least = counts.empty() ? 1 : *std::min_element(counts.begin(), counts.end());
  Bits hits;
  for (size_t s = 0; s < seeds.size(); ++s) {
    double occurrence = most_ > 1 ? 1.0 : std::pow(double(least) / double(counts[s]), kAlike);
    std::vector<ConditionId> conditions;
    for (ConditionId id : site_.conditions_of(seeds[s].example, seeds[s].candidate))
      if (usable(id, plain_[seeds[s].example])) conditions.push_back(id);
    auto test = [&](ConditionId a, ConditionId b) {
      uint64_t key = uint64_t(a) << 32 | b;
      if (!seen.insert(key).second) return;
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
            if (exact && (both & ~t[w])) return;
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
      Found f;
      f.rule = a == b ? std::vector<ConditionId>{a} : std::vector<ConditionId>{a, b};
      f.cover = exact ? double(full) / double(std::max<size_t>(1, labelled_)) : 2.0 * double(tp) / double(std::max<size_t>(1, 2 * tp + fp + fn));
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

double FieldLearner::weight(const std::vector<ConditionId>& rule, bool list) const {
  double best = 0, other = 0;
  for (ConditionId id : rule) {
    const TestInfo& t = info(site_.plan().condition(id).test);
    double w = list && t.list_weight >= 0 ? t.list_weight : t.weight;
    if (w > best) other = best, best = w;
    else other = std::max(other, w);
  }
  return best * best * (rule.size() == 1 ? 1.0 : kPairBase + kPairOther * other);
}

namespace {
// "isbnNumber" -> "isbn number"
std::string split_case(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i && text[i] >= 'A' && text[i] <= 'Z' && text[i - 1] >= 'a' && text[i - 1] <= 'z') out += ' ';
    out += text[i];
  }
  return out;
}
std::vector<std::string> words_of(std::string_view plain_text) {
  std::vector<std::string> out;
  size_t i = 0;
  while (i < plain_text.size()) {
    size_t e = plain_text.find(' ', i);
    if (e == std::string_view::npos) e = plain_text.size();
    if (e > i) out.emplace_back(plain_text.substr(i, e - i));
    i = e + 1;
  }
  return out;
}
}  // namespace

namespace {
// What a condition says of its place in words of the site: names and texts, not tags. address.street says street.
std::string named_by(const Condition& c) {
  std::string out;
  int texts = 0;
  for (const char* kind = info(c.test).arguments; *kind; ++kind) {
    if (*kind == 'n') continue;
    std::string_view text = texts++ == 0 ? c.a : c.b;
    if (*kind == 'T' || (*kind == 'N' && (text.starts_with('#') || text.starts_with('@')))) {
      out += text;
      out += ' ';
    } else if (*kind == 'N' || *kind == 'C') {
      for (std::string_view step : split(text, '/'))
        if (size_t dot = step.find('.'); dot != std::string_view::npos) (out += step.substr(dot + 1)) += ' ';
    }
  }
  return out;
}
}  // namespace

// A condition that quotes the field's own name (label text, class, id, itemprop, key) is worth more, most when it says
// nothing else: "Price" before "Total price" for a price.
double FieldLearner::affinity(const std::vector<ConditionId>& rule) const {
  double most = 1.0;
  for (ConditionId id : rule) {
    const Condition& c = site_.plan().condition(id);
    if (!info(c.test).names) continue;
    std::vector<std::string> have = words_of(plain(split_case(named_by(c)), 200));
    bool all = !field_words_.empty();
    for (const std::string& w : field_words_) all &= std::find(have.begin(), have.end(), w) != have.end();
    if (!all) continue;
    // Tags do not name a field, but the more a condition says besides, the less it is about it.
    size_t said = words_of(plain(split_case(c.a + " " + c.b), 200)).size();
    most = std::max(most, 1.0 + (kNamesField - 1.0) * double(field_words_.size()) / double(said));
  }
  return most;
}

Slot FieldLearner::finish(const std::vector<std::pair<std::vector<ConditionId>, double>>& found, bool list) const {
  std::map<std::vector<uint8_t>, size_t> signatures;
  auto signature = [&](const std::vector<ConditionId>& rule) {
    std::vector<uint8_t> out;
    for (ConditionId id : rule) out.push_back(uint8_t(site_.plan().condition(id).test));
    std::sort(out.begin(), out.end());
    return out;
  };
  for (const auto& [rule, factor] : found) ++signatures[signature(rule)];
  Slot slot;
  for (const auto& [rule, factor] : found)
    slot.votes.push_back({weight(rule, list) * factor * affinity(rule) / double(signatures[signature(rule)]), rule});
  std::sort(slot.votes.begin(), slot.votes.end(), [](const Vote& a, const Vote& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.conditions.size() != b.conditions.size()) return a.conditions.size() < b.conditions.size();
    return a.conditions < b.conditions;
  });
  const size_t keep = labelled_ == 1 ? kRulesFromOne : kRules;
  if (slot.votes.size() > keep) slot.votes.resize(keep);
  // Embedded data outvotes the page when it fits.
  double data = 0, page = 0;
  for (const Vote& v : slot.votes) (site_.plan().is_data(v.conditions[0]) ? data : page) += v.weight;
  if (data > 0 && page > 0)
    for (Vote& v : slot.votes)
      if (site_.plan().is_data(v.conditions[0])) v.weight *= std::max(1.0, page / data);
  return slot;
}

// Complete rules and, weaker, those that are silent on some units.
std::vector<std::pair<std::vector<ConditionId>, double>> FieldLearner::usable_rules(const std::vector<Found>& found, bool* complete) const {
  std::vector<std::pair<std::vector<ConditionId>, double>> out;
  *complete = std::any_of(found.begin(), found.end(), [](const Found& f) { return f.cover == 1.0; });
  for (const Found& f : found)
    if (f.cover == 1.0) out.push_back({f.rule, f.alike});
  for (const Found& f : found)
    if (f.cover > 0 && f.cover < 1.0) out.push_back({f.rule, f.cover * f.alike * (*complete ? kPartial : 1.0)});
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
    for (uint32_t c : grown(first, unit(q), true)) reached.insert(std::string(unit(q).text(unit(q).candidates[c])));
    if (!std::includes(reached.begin(), reached.end(), set_[q].begin(), set_[q].end())) return false;
  }
  return true;
}

// A slot a value of the fullest unit, each learned as a single value; values of other units that no slot reaches open another.
std::vector<Slot> FieldLearner::learn_slots(const Targets& positive) const {
  size_t fullest = 0;
  for (size_t q = 1; q < size(); ++q)
    if (set_[q].size() > set_[fullest].size()) fullest = q;
  std::vector<size_t> need(size());
  for (size_t q = 0; q < size(); ++q) need[q] = set_[q].empty() ? 0 : 1;
  using List = std::vector<std::pair<std::vector<ConditionId>, double>>;
  std::vector<List> lists;
  auto learn_value = [&](size_t q, const std::string& value) {
    std::set<std::string> one = {value};
    std::vector<uint32_t> places = where(q, &one);
    Targets target = positive;
    target[q] = bits_of(q, places);
    return rules(target, spread(q, places, kSeeds), need, true);
  };
  for (const Wanted& w : gold_[fullest]) {
    std::vector<Found> found = learn_value(fullest, w.text);
    List list;
    for (const Found& f : found)
      if (f.cover == 1.0) list.push_back({f.rule, f.alike});
    if (list.empty())
      for (const Found& f : found)
        if (f.cover > 0) list.push_back({f.rule, f.cover * f.alike});
    lists.push_back(std::move(list));
  }
  for (size_t q = 0; q < size(); ++q) {
    if (q == fullest) continue;
    std::set<uint32_t> have;
    auto reach = [&](const List& list, size_t limit) {
      std::vector<std::pair<double, size_t>> order;
      for (size_t i = 0; i < list.size(); ++i) order.push_back({-list[i].second, i});
      std::stable_sort(order.begin(), order.end());
      for (size_t i = 0; i < order.size() && i < limit; ++i)
        evaluate(list[order[i].second].first, site_.matches(q)).each([&](uint32_t c) { have.insert(unit(q).candidates[c].value); });
    };
    for (const List& list : lists) reach(list, 200);
    for (const Wanted& w : gold_[q]) {
      uint32_t v = unit(q).find_value(w.text);
      if (v == kNoNode || have.contains(v)) continue;
      std::vector<Found> found = learn_value(q, w.text);
      double most = 0;
      for (const Found& f : found) most = std::max(most, f.cover);
      if (most <= 0) continue;
      List list;
      for (const Found& f : found)
        if (f.cover == most) list.push_back({f.rule, f.cover * f.alike});
      reach(list, list.size());
      lists.push_back(std::move(list));
    }
  }
  std::vector<Slot> out;
  for (const List& list : lists)
    if (!list.empty()) out.push_back(finish(list, false));
  return out;
}

// "Engine: 4.0L" carries its label, "Dune: a novel" does not: a label comes again with other values, or its neighbours carry
// labels too.
bool FieldLearner::labels_itself(const Values& values) const {
  std::map<std::string_view, size_t> seen;
  for (size_t q = 0; q < size(); ++q)
    for (const std::string& v : values[q])
      if (++seen[own_label(v)] > 1) return true;
  for (size_t q = 0; q < size(); ++q) {
    const PageIndex& page = unit(q).page();
    for (uint32_t i : where(q, &values[q])) {
      const Candidate& c = unit(q).candidates[i];
      if (c.form != Form::text) continue;
      NodeId above = page.parent_element(c.node);
      if (above == kNoNode) above = c.node;
      std::string_view mine = own_label(unit(q).text(c));
      uint32_t to = std::min(page.text_end(above), page.text_begin(above) + uint32_t(kFillTexts));
      for (uint32_t t = page.text_begin(above); t < to; ++t) {
        std::string_view other = own_label(page.texts()[t].text);
        if (!other.empty() && other != mine) return true;
      }
    }
  }
  return false;
}

Looks FieldLearner::looks_of(const Values& values) const {
  Looks out;
  bool all_own = true;
  for (const auto& here : values)
    for (const std::string& v : here) {
      TextKind k = kind_of(v);
      if (std::find(out.kinds.begin(), out.kinds.end(), k) == out.kinds.end()) out.kinds.push_back(k);
      std::string_view own = own_label(v);
      if (own.empty()) all_own = false;
      else out.own_labels.insert(std::string(own));
    }
  if (!all_own || !labels_itself(values)) out.own_labels.clear();
  return out;
}

// Values in different places look different: each slot has its own looks.
void FieldLearner::describe_slots(FieldModel& model) const {
  for (uint32_t s = 0; s < model.slots.size() && model.slots.size() > 1; ++s) {
    Values values(size());
    for (size_t q = 0; q < size(); ++q) {
      View view{&unit(q), &site_.matches(q), &site_.plan(), nullptr};
      for (const Answer& a : answer_slot(model, s, view))
        if (set_[q].contains(a.text)) values[q].insert(a.text);
    }
    model.slots[s].looks = looks_of(values);
  }
}

void FieldLearner::describe(FieldModel& model) const {
  bool all_words = true;
  model.examples = uint32_t(std::max<size_t>(1, labelled_));
  model.looks = looks_of(set_);
  for (const auto& here : set_)
    for (const std::string& v : here) {
      all_words &= has_word(v);
      model.cut_off |= ends_cut_off(v);
      model.remarks |= v.ends_with(')');
    }
  model.bare = !all_words;
  std::set<std::string> values;
  for (const auto& s : set_) values.insert(s.begin(), s.end());
  for (size_t q = 0; q < size(); ++q) {
    const Unit& u = unit(q);
    for (std::string_view text : u.values)
      if (text.ends_with(':') && !values.contains(std::string(text))) model.seen_labels.insert(std::string(text));
    const std::vector<uint64_t>& hashes = site_.template_hashes(q);
    for (size_t c = 0; c < u.candidates.size(); ++c)
      if (hashes[c] && set_[q].contains(std::string(u.text(u.candidates[c])))) model.not_template.insert(hashes[c]);
  }
}

FieldModel FieldLearner::run() {
  FieldModel model;
  model.name = field_;
  choose_values();
  model.cut = cut_;
  model.raw = raw_;
  model.keep_all = placed_;
  std::string name = plain(field_);
  for (const std::string& w : words_of(name))
    if (w != "name") field_words_.push_back(w);
  if (field_words_.empty()) field_words_ = words_of(name);
  if (!labelled_) return model;

  Targets positive;
  for (size_t q = 0; q < size(); ++q) positive.push_back(bits_of(q, where(q, nullptr)));
  model.list = most_ > 1;
  std::vector<Place> seeds = sources(most_ == 1 ? kSeeds : kListSeeds);
  std::vector<Found> found = rules(positive, seeds, reachable_, true);
  bool complete = false;
  auto usable = usable_rules(found, &complete);
  model.exact = complete;
  bool structural = std::any_of(found.begin(), found.end(), [&](const Found& f) {
    return f.cover == 1.0 && std::all_of(f.rule.begin(), f.rule.end(), [&](ConditionId id) { return info(site_.plan().condition(id).test).structural; });
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
  if ((model.slots.empty() || (model.list && !complete)) && !seeds.empty()) {  // nothing exact: the rules with the best F1
    std::vector<Found> inexact = rules(positive, seeds, reachable_, false);
    double most = 0;
    for (const Found& f : inexact) most = std::max(most, f.cover);
    if (most > kFallback) {
      std::vector<std::pair<std::vector<ConditionId>, double>> list;
      for (const Found& f : inexact)
        if (f.cover > most - 0.02) list.push_back({f.rule, f.cover});
      model.slots = {finish(list, model.list)};
    }
  }
  describe(model);
  describe_slots(model);
  model.grow = !model.list && model.slots.size() == 1;
  for (size_t q = 0; q < size() && model.grow; ++q) {
    std::vector<uint32_t> chosen;
    for (uint32_t c : where(q, nullptr))
      if (unit(q).candidates[c].form == Form::text) chosen.push_back(c);
    for (uint32_t c : grown(chosen, unit(q), false)) model.grow &= set_[q].contains(std::string(unit(q).text(unit(q).candidates[c])));
  }
  if (model.grow && most_ == 1 && !placed_ && !model.cut) look_beside(model);
  return model;
}

// What a value fills alone on all labelled units, and whether it is the only one of numbered ids there: more than it may stand
// in that place on others.
void FieldLearner::look_beside(FieldModel& model) const {
  std::optional<std::string> path;
  bool numbered = true;
  for (size_t q = 0; q < size(); ++q) {
    if (set_[q].empty()) continue;
    View view{&unit(q), &site_.matches(q), &site_.plan(), nullptr};
    std::vector<Answer> got = answer_slot(model, 0, view);
    if (got.size() != 1) return;
    std::string here = filled_path(unit(q), got[0].candidate);
    path = path ? common_path(*path, here) : here;
    auto like = numbered_items(unit(q), got[0].candidate);
    numbered &= like && like->empty();
  }
  model.numbered = numbered;
  if (path && path->find('/') != std::string::npos) model.fills = *path;
}

}  // namespace

TemplateSet template_texts(const Site& site) {
  TemplateSet out;
  for (size_t q = 0; q < site.examples().size(); ++q)
    for (uint64_t h : site.template_hashes(q))
      if (h) out.insert(h);
  return out;
}

FieldModel learn_field(const Site& site, const std::string& field, Budget& budget) {
  return FieldLearner(site, field, budget).run();
}

}  // namespace gleaner::pattern
