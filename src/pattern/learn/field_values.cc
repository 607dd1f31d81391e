// Which texts of the labelled units stand for the values: whole nodes, parts of them, several parts of one.
#include <algorithm>
#include <map>

#include "base/contains.h"
#include "base/sorted.h"
#include "base/text.h"
#include "pattern/forms.h"
#include "pattern/learn/field_learner.h"

namespace gleaner::pattern {
namespace {

bool wants(const Unit& unit, uint32_t candidate, const Wanted& w) {
  if (unit.text(unit.candidates[candidate]) != w.text) return false;
  return w.at.empty() || contains(w.at, candidate);
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

std::vector<uint32_t> FieldLearner::where(size_t q, const std::set<std::string>* only) const {
  std::vector<uint32_t> out;
  const Unit& u = unit(q);
  for (const Wanted& w : gold_[q]) {
    if (only && !only->contains(w.text)) continue;
    uint32_t v = u.find_value(w.text);
    if (v == kNoNode) continue;
    for (uint32_t c = 0; c < u.candidates.size(); ++c)
      if (u.candidates[c].value == v && (form_bit(u.candidates[c].form) & forms_) && wants(u, c, w))
        out.push_back(c);
  }
  sort_unique(out);
  return out;
}

Bits FieldLearner::bits_of(size_t q, const std::vector<uint32_t>& list) const {
  Bits out(unit(q).candidates.size());
  for (uint32_t c : list) out.set(c);
  return out;
}

// Texts and data first: what is whole there needs no elements or attributes, whose many forms only blur the
// vote.
void FieldLearner::choose_forms() {
  auto covered = [&](uint8_t forms) {
    size_t n = 0;
    for (size_t q = 0; q < size(); ++q)
      for (const Wanted& w : gold_[q]) {
        uint32_t v = unit(q).find_value(w.text);
        if (v == kNoNode) continue;
        for (uint32_t i = 0; i < unit(q).candidates.size(); ++i)
          if (const Candidate& c = unit(q).candidates[i];
              c.value == v && (form_bit(c.form) & forms) && wants(unit(q), i, w)) {
            ++n;
            break;
          }
      }
    return n;
  };
  size_t all = 0;
  bool across = false;
  for (const auto& g : gold_) {
    all += g.size();
    for (const Wanted& w : g) across |= w.across;
  }
  forms_ = kTexts | kData;
  if (across) {
    forms_ = kAllForms;
    return;
  }
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

// Some value is a part of several nodes: then the field's values are looked for by
// their texts, as parts of elements.
void FieldLearner::forget_places() {
  const bool across = std::ranges::any_of(
      gold_, [](const auto& g) { return std::ranges::any_of(g, [](const Wanted& w) { return w.across; }); });
  for (size_t q = 0; q < size() && across; ++q)
    for (Wanted& w : gold_[q]) {
      if (!w.at.empty() && w.to > w.from)
        w.text = collapse(unit(q).raw(unit(q).candidates[w.at[0]]).substr(w.from, w.to - w.from));
      w.at.clear();
    }
}

void FieldLearner::choose_values() {
  gold_.resize(size());
  for (size_t q = 0; q < size(); ++q)
    if (auto at = site_.examples()[q].fields.find(field_); at != site_.examples()[q].fields.end())
      gold_[q] = at->second;
  for (const auto& values : gold_)
    for (const Wanted& w : values) outer_ |= w.outer;
  choose_forms();
  forget_places();
  placed_ = std::ranges::any_of(gold_, [](const auto& g) {
    return std::ranges::any_of(g, [](const Wanted& w) { return !w.at.empty(); });
  });
  if (placed_) choose_part();
  std::vector<CutExample> cuts;
  std::vector<size_t> which;
  for (size_t q = 0; q < size() && !placed_; ++q) {
    if (gold_[q].empty()) continue;
    CutExample e;
    std::vector<char> seen(unit(q).values.size(), 0);
    for (const Candidate& c : unit(q).candidates)
      if ((form_bit(c.form) & forms_) && !seen[c.value])
        seen[c.value] = 1, e.texts.push_back(unit(q).values[c.value]);
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
    unknown_[q] =
        set_[q].empty() && !site_.examples()[q].complete && !site_.examples()[q].fields.contains(field_);
    std::set<uint32_t> values;
    for (uint32_t c : where(q, nullptr)) values.insert(unit(q).candidates[c].value);
    reachable_[q] = values.size();
    most_ = std::max(most_, set_[q].size());
    labelled_ += !set_[q].empty();
    for (const auto& [name, list] : site_.examples()[q].fields)
      for (const Wanted& w : list) plain_[q].insert(plain(w.text));
  }
}

}  // namespace gleaner::pattern
