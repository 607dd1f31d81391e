// Site: the labelled units and the conditions of their labelled places, see learn_field.h.
#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "pattern/forms.h"
#include "pattern/learn_field.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

using namespace weights;

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
  find_numbered();
  for (const Example& e : examples_) {
    matches_.emplace_back(plan_, *e.unit, &budget);
    templates_.push_back(gleaner::pattern::template_hashes(*e.unit));
  }
}

void Site::find_numbered() {
  std::unordered_set<const PageIndex*> seen;
  for (const Example& e : examples_) {
    const PageIndex& page = e.unit->page();
    if (!seen.insert(&page).second) continue;
    std::unordered_map<std::string, std::vector<std::string_view>> by_mask;
    const html::Tree& tree = page.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is_element(n)) continue;
      auto id = tree.attribute(n, "id");
      if (id && std::any_of(id->begin(), id->end(), is_digit)) by_mask[mask_digits(*id)].push_back(*id);
    }
    for (const auto& [mask, ids] : by_mask)
      if (ids.size() >= kNumberedIds)
        for (std::string_view id : ids) numbered_.insert("#" + std::string(id));
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

TemplateSet template_texts(const Site& site) {
  TemplateSet out;
  for (size_t q = 0; q < site.examples().size(); ++q)
    for (uint64_t h : site.template_hashes(q))
      if (h) out.insert(h);
  return out;
}

}  // namespace gleaner::pattern
