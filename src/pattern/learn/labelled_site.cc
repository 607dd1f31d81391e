// See labelled_site.h.
#include "pattern/learn/labelled_site.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/sorted.h"
#include "base/text.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

using namespace weights;

constexpr uint32_t kPulse = 16;  // candidates between two looks at the clock: one may take some milliseconds

// By value: is it a labelled one, or may it hold one?
std::vector<char> LabelledSite::interesting(const Example& example) const {
  const Unit& unit = *example.unit;
  std::unordered_set<std::string_view> wanted;
  for (const auto& [name, values] : example.fields)
    for (const Wanted& w : values) wanted.insert(w.text);
  std::vector<std::string_view> rest;  // no whole node: parts of nodes
  for (std::string_view w : wanted)
    if (unit.find_value(w) == kNoNode) rest.push_back(w);
  std::vector<char> out(unit.values.size(), 0);
  for (size_t v = 0; v < unit.values.size(); ++v) {
    std::string_view text = unit.values[v];
    if (wanted.contains(text)) out[v] = 1;
    else if (text.size() < kCutText)
      for (std::string_view r : rest)
        if (text.find(r) != std::string_view::npos) out[v] = 1;
  }
  return out;
}

LabelledSite::LabelledSite(std::vector<Example> examples, Budget& budget, bool more)
    : examples_(std::move(examples)), more_(more) {
  TestSet all;
  all.all();
  if (more) {
    add_negations(all, budget);
  } else {
    all.remove(Test::attr);
    all.remove(Test::attr_in);
  }
  of_.resize(examples_.size());
  Pulse pulse(&budget, kPulse);
  for (size_t q = 0; q < examples_.size() && pulse.beat(); ++q) {
    const Unit& unit = *examples_[q].unit;
    const std::vector<char> asked = interesting(examples_[q]);
    Features features(unit, all);
    for (uint32_t c = 0; c < unit.candidates.size() && pulse.beat(); ++c)
      if (asked[unit.candidates[c].value]) collect(q, features, c);
  }
  plan_.finish();
  find_numbered();
  for (const Example& e : examples_) {
    matches_.emplace_back(plan_, *e.unit, &budget);
    templates_.push_back(gleaner::pattern::template_hashes(*e.unit));
  }
}

// Names of texts that are no labelled values and stand in elements of the same tags as those.
void LabelledSite::add_negations(TestSet& tests, Budget& budget) const {
  Pulse pulse(&budget, kPulse);
  std::map<std::pair<Test, std::string>, size_t> counts;
  for (const Example& example : examples_) {
    if (!pulse.beat()) break;
    const Unit& unit = *example.unit;
    const std::vector<char> labelled = interesting(example);
    const html::Tree& tree = unit.page().tree();
    auto may_count = [&](const Candidate& c) {
      return c.form == Form::text && c.node != kNoNode && unit.holds(c.node);
    };
    std::unordered_set<TagId> tags;
    for (const Candidate& c : unit.candidates)
      if (may_count(c) && labelled[c.value]) tags.insert(tree.tag(c.node));
    Features features(unit, tests);
    for (const Candidate& c : unit.candidates) {
      if (!pulse.beat()) break;
      if (!may_count(c) || labelled[c.value] || !tags.contains(tree.tag(c.node))) continue;
      for (const Condition& negation : features.negations(c)) ++counts[{negation.test, negation.a}];
    }
  }
  std::vector<std::pair<size_t, std::pair<Test, std::string>>> order;
  for (auto& [name, count] : counts) order.push_back({count, name});
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
  for (size_t i = 0; i < order.size() && i < kNegations; ++i)
    tests.add_negated({order[i].second.first, order[i].second.second, {}});
}

void LabelledSite::find_numbered() {
  std::unordered_set<const PageIndex*> seen;
  for (const Example& e : examples_) {
    const PageIndex& page = e.unit->page();
    if (!seen.insert(&page).second) continue;
    std::unordered_map<std::string, std::vector<std::string_view>> by_mask;
    const html::Tree& tree = page.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is_element(n)) continue;
      auto id = tree.attribute(n, "id");
      if (id && std::ranges::any_of(*id, is_digit)) by_mask[mask_digits(*id)].push_back(*id);
    }
    for (const auto& [mask, ids] : by_mask)
      if (ids.size() >= kNumberedIds)
        for (std::string_view id : ids) numbered_.insert("#" + std::string(id));
  }
}

void LabelledSite::collect(size_t example, Features& features, uint32_t candidate) {
  const Candidate& c = examples_[example].unit->candidates[candidate];
  uint32_t form = plan_.form_number(examples_[example].unit->form_name(c));
  std::vector<ConditionId> ids;
  for (const auto& [hash, condition] : features.conditions(c))
    ids.push_back(plan_.add(hash, form, condition));
  sort_unique(ids);
  of_[example][candidate] = std::move(ids);
}

const std::vector<ConditionId>& LabelledSite::conditions_of(size_t example, uint32_t candidate) const {
  static const std::vector<ConditionId> none;
  auto at = of_[example].find(candidate);
  return at == of_[example].end() ? none : at->second;
}

// ---------------------------------------------------------------- one field

TemplateSet template_texts(const LabelledSite& site) {
  TemplateSet out;
  for (size_t q = 0; q < site.examples().size(); ++q)
    for (uint64_t h : site.template_hashes(q))
      if (h) out.insert(h);
  return out;
}

}  // namespace gleaner::pattern
