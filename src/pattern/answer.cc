// From votes to the values of a field: more values that stand beside a single one, then the parts of texts.
#include <algorithm>
#include <set>

#include "base/sorted.h"
#include "base/text.h"
#include "html/attributes.h"
#include "pattern/fill.h"
#include "pattern/model.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

bool separators_only(std::string_view gap, bool link) {
  std::string t = lower_ascii(trim(gap));
  if (t == "," || t == ";" || t == "&" || t == "/" || t == "|" || t == "and") return true;
  return link ? t == "with" || t == ", and" : t.empty();
}

// "Ann Lee (Illustrator)": the bracket behind a neighbour says that it is something else.
bool in_another_role(const Unit& unit, uint32_t candidate) {
  if (candidate + 1 >= unit.candidates.size()) return false;
  const Candidate& next = unit.candidates[candidate + 1];
  return next.form == Form::text && trim(unit.text(next)).starts_with('(');
}

// Another whole text as an answer of the same rule.
Answer like(const Answer& first, const Unit& unit, uint32_t candidate) {
  Answer a = first;
  a.candidate = candidate;
  a.text = std::string(unit.text(unit.candidates[candidate]));
  a.from = 0;
  a.to = a.text.size();
  return a;
}

// Linked names beside the values that the strongest rules found.
void add_neighbours(const FieldModel& field, const View& view, std::vector<Answer>& out) {
  const Unit& unit = *view.unit;
  std::vector<uint32_t> places;  // of the texts found
  for (const Answer& a : out)
    for (uint32_t c : unit.places(unit.value(a.candidate)))
      if (unit.candidates[c].form == Form::text) places.push_back(c);
  sort_unique(places);
  if (view.program) {  // only links grow
    std::vector<uint32_t> wanted;
    for (uint32_t c : places) {
      if (view.matches->complete(c)) continue;
      auto href =
          html::find_attribute(unit.page().tree(), unit.candidates[c].node, html::KnownAttribute::href);
      if (href && !href->empty()) wanted.push_back(c);
    }
    view.more->complete(*view.plan, *view.program, unit, wanted);
  }
  std::vector<uint32_t> chosen;
  const auto& votes = field.slots[0].votes;
  const size_t strongest = std::min(votes.size(), weights::kGrowRules);
  for (uint32_t c : places)
    if (std::any_of(votes.begin(), votes.begin() + std::ptrdiff_t(strongest),
                    [&](const Vote& v) { return view.matches->holds(v.conditions, c); }))
      chosen.push_back(c);
  const std::vector<uint32_t> more = grown(chosen, unit, false);
  for (size_t i = chosen.size(); i < more.size(); ++i) out.push_back(like(out[0], unit, more[i]));
}

// Items of the list that a single value stands for, see fill.h.
void add_items(const FieldModel& field, const Unit& unit, std::vector<Answer>& out) {
  std::vector<uint32_t> more;
  if (field.numbered) more = numbered_items(unit, out[0].candidate).value_or(more);
  if (more.empty() && !field.fills.empty()) more = container_items(unit, out[0].candidate, field.fills);
  for (uint32_t c : more) {
    Answer a = like(out[0], unit, c);
    if (std::ranges::none_of(out, [&](const Answer& b) { return b.text == a.text; }))
      out.push_back(std::move(a));
  }
  std::ranges::sort(out, {}, &Answer::candidate);
}

// The last step of a pattern: parts of the texts. Where it does not apply there is no value.
std::vector<Answer> parts_of(const FieldModel& field, const Unit& unit, std::vector<Answer> whole) {
  if (!field.raw && !field.cut) return whole;
  std::vector<Answer> out;
  for (Answer& a : whole) {
    if (field.raw) {
      std::string_view raw = unit.raw(unit.candidates[a.candidate]);
      auto part = field.raw->apply(raw);
      if (!part) continue;
      a.from = part->from;
      a.to = part->to;
      a.text = collapse(raw.substr(part->from, part->to - part->from));
      out.push_back(std::move(a));
      continue;
    }
    for (Cut::Part p : field.cut->parts(a.text)) {
      out.push_back(a);
      out.back().from = p.from;
      out.back().to = p.to;
      out.back().text = a.text.substr(p.from, p.to - p.from);
    }
  }
  return out;
}

}  // namespace

std::vector<uint32_t> grown(const std::vector<uint32_t>& chosen, const Unit& unit, bool loose) {
  const PageIndex& page = unit.page();
  const html::Tree& tree = page.tree();
  std::vector<uint32_t> out = chosen;
  std::set<uint32_t> have;
  for (uint32_t c : chosen) have.insert(unit.value(c));
  struct Look {
    NodeId parent, element;
    TagId tag;
    std::string_view classes;
    bool link;
  };
  auto look = [&](uint32_t c) {
    NodeId e = unit.candidates[c].node;
    auto href = tree.attribute(e, "href");
    return Look{page.parent_element(e), e, tree.tag(e),
                tree.attribute(e, "class").value_or(std::string_view{}), href && !href->empty()};
  };
  static const TagId li = html::tag_id("li");
  for (uint32_t j : chosen) {
    if (unit.candidates[j].form != Form::text) continue;
    Look me = look(j);
    if (me.parent == kNoNode || (!me.link && !loose)) continue;
    for (int d : {1, -1}) {
      std::string gap;
      for (int64_t i = int64_t(j) + d;
           i >= 0 && i < int64_t(unit.candidates.size()) && std::abs(i - int64_t(j)) < 40; i += d) {
        if (unit.candidates[size_t(i)].form != Form::text) break;
        Look it = look(uint32_t(i));
        if (it.parent == me.parent && it.tag == me.tag && it.classes == me.classes && it.link == me.link &&
            (me.link || me.tag == li || it.element == me.element)) {
          if (!separators_only(gap, me.link)) break;
          if (in_another_role(unit, uint32_t(i)) && !in_another_role(unit, j)) break;
          if (have.insert(unit.value(uint32_t(i))).second) out.push_back(uint32_t(i));
          gap.clear();
        } else {
          gap += unit.text(unit.candidates[size_t(i)]);
        }
        if (gap.size() > 8) break;
      }
    }
  }
  return out;
}

std::vector<Answer> answer(const FieldModel& field, const View& view) {
  std::vector<Answer> out;
  for (uint32_t s = 0; s < field.slots.size(); ++s)
    for (Answer& a : answer_slot(field, s, view)) {
      const Unit& unit = *view.unit;
      const bool known = std::ranges::any_of(out, [&](const Answer& b) {
        return b.text == a.text && (!field.keep_all || unit.span(unit.candidates[b.candidate]) ==
                                                           unit.span(unit.candidates[a.candidate]));
      });
      if (!known) out.push_back(std::move(a));
    }
  if (field.grow && !out.empty()) add_neighbours(field, view, out);
  if (out.size() == 1 && (field.numbered || !field.fills.empty())) add_items(field, *view.unit, out);
  return parts_of(field, *view.unit, std::move(out));
}

}  // namespace gleaner::pattern
