// See plan.h. Building a plan, and the slow and complete match of it (match.cc has the fast one).
#include "pattern/match/plan.h"

#include <bit>

namespace gleaner::pattern {

uint32_t Plan::form_number(const std::string& form) {
  for (uint32_t i = 0; i < forms_.size(); ++i)
    if (forms_[i] == form) return i;
  forms_.push_back(form);
  return uint32_t(forms_.size() - 1);
}

ConditionId Plan::add(const std::string& form, const Condition& condition) {
  return add(condition.hash(hash_form(form)), form_number(form), condition);
}

ConditionId Plan::add(uint64_t hash, uint32_t form, const Condition& condition) {
  auto [at, fresh] = ids_.try_emplace(hash, ConditionId(conditions_.size()));
  if (fresh) {
    conditions_.push_back(condition);
    hashes_.push_back(hash);
    form_of_.push_back(form);
    tests_.add(condition.test);
    if (is_negative(condition.test)) tests_.add_negated(condition);
  }
  return at->second;
}

void Plan::finish() {
  size_t size = std::bit_ceil(conditions_.size() * 4 + 16);
  table_.assign(size, {});
  mask_ = size - 1;
  for (ConditionId id = 0; id < conditions_.size(); ++id) {
    size_t at = hashes_[id] & mask_;
    while (table_[at].hash) at = (at + 1) & mask_;
    table_[at] = {hashes_[id], id};
  }
}

uint8_t Plan::candidate_forms() const {
  uint8_t forms = 0;
  for (const std::string& form : forms_) {
    if (form == "text") forms |= kTexts;
    else if (form == "element" || form == "block") forms |= kElements;
    else if (form == "data") forms |= kData;
    else if (form.starts_with("run:")) forms |= kRuns;
    else forms |= kAttributes;
  }
  return forms;
}

ByHeader by_header(const Plan& plan, const std::vector<ConditionId>& rule) {
  bool header = false, only = true;
  for (ConditionId id : rule) {
    const Test test = plan.condition(id).test;
    if (test == Test::header) header = true;
    else only &= info(test).structural;
  }
  return !header ? ByHeader::no : only ? ByHeader::only : ByHeader::partly;
}

RunTags Plan::run_tags() const {
  for (const std::string& form : forms_)
    if (RunTags tags = parse_run_tags(form); !tags.empty()) return tags;
  return {};
}

Matches::Matches(const Plan& plan, const Unit& unit, Budget* budget)
    : candidates_(unit.candidates.size()), words_((candidates_ + 63) / 64), slot_(plan.size(), kNoRow) {
  if (plan.size() == 0 || unit.candidates.empty()) return;
  Features features(unit, plan.tests());
  for (uint32_t i = 0; i < unit.candidates.size(); ++i) {
    if (budget && !budget->spend_steps(1)) return;
    for (uint64_t hash : features.hashes(unit.candidates[i]))
      if (ConditionId id = plan.find(hash); id != Plan::kNone) add(id, i);
  }
}

bool Matches::holds(const std::vector<ConditionId>& conditions, uint32_t candidate) const {
  const uint32_t place = compact_ ? place_of_[candidate] : candidate;
  if (place >= kUnpaid) return false;
  for (ConditionId id : conditions) {
    const uint64_t* bits = row(id);
    if (!bits || !(bits[place >> 6] >> (place & 63) & 1)) return false;
  }
  return true;
}

size_t Matches::count(ConditionId id) const {
  const uint64_t* r = row(id);
  size_t n = 0;
  if (r)
    for (size_t i = 0; i < words_; ++i) n += size_t(std::popcount(r[i]));
  return n;
}

}  // namespace gleaner::pattern
