// What labelled values look like, for vetoes, and what stood beside them, for values that become lists.
#include <algorithm>
#include <map>
#include <optional>

#include "base/lists.h"
#include "pattern/fill.h"
#include "pattern/forms.h"
#include "pattern/learn/field_learner.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

using namespace weights;

// "Engine: 4.0L" carries its label, "Dune: a novel" does not: a label comes again with other values, or its
// neighbours carry labels too.
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
      uint32_t to = std::min(page.texts().end(above), page.texts().begin(above) + uint32_t(kFillTexts));
      for (uint32_t t = page.texts().begin(above); t < to; ++t) {
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
      add_new(out.kinds, k);
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
      if (text.ends_with(':') && !values.contains(std::string(text)))
        model.seen_labels.insert(std::string(text));
    const std::vector<uint64_t>& hashes = site_.template_hashes(q);
    for (size_t c = 0; c < u.candidates.size(); ++c)
      if (hashes[c] && set_[q].contains(std::string(u.text(u.candidates[c]))))
        model.not_template.insert(hashes[c]);
  }
}

// What a value fills alone on all labelled units, and whether it is the only one of numbered ids there: more
// than it may stand in that place on others.
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

}  // namespace gleaner::pattern
