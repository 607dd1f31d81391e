// Plan: the conditions that rules use, compiled for one walk over a unit's candidates.
// Matches: for each condition the set of candidates that satisfy it, so that a rule is an AND of rows.
//
// A condition shared by two rules or fields is one row and tested once. Cost of a match: the features of the
// wanted tests for each candidate, one look-up each in a table that is mostly empty. Of a page's hundreds of
// candidates a program looks at a few dozen closely; its rows have a bit for those alone, so that a
// rule is an AND of a word or two.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "pattern/condition.h"
#include "pattern/match/features.h"
#include "pattern/match/unit.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

using ConditionId = uint32_t;

class Plan {
 public:
  // The number of a condition; the same for equal ones.
  ConditionId add(const std::string& form, const Condition& condition);
  ConditionId add(uint64_t hash, uint32_t form, const Condition& condition);
  uint32_t form_number(const std::string& form);
  void finish();  // call once, before matching

  size_t size() const { return conditions_.size(); }
  uint64_t hash(ConditionId id) const { return hashes_[id]; }
  const Condition& condition(ConditionId id) const { return conditions_[id]; }
  const std::string& form(ConditionId id) const { return forms_[form_of_[id]]; }
  bool is_data(ConditionId id) const { return forms_[form_of_[id]] == "data"; }
  const TestSet& tests() const { return tests_; }
  uint8_t candidate_forms() const;  // what units must hold
  RunTags run_tags() const;         // of the runs among them

  // REQUIRES: finish() was called.
  ConditionId find(uint64_t hash) const {
    size_t at = hash & mask_;
    while (true) {
      const Entry& e = table_[at];
      if (e.hash == hash) return e.id;
      if (e.hash == 0) return kNone;
      at = (at + 1) & mask_;
    }
  }
  static constexpr ConditionId kNone = 0xffffffff;

 private:
  struct Entry {
    uint64_t hash = 0;
    ConditionId id = kNone;
  };
  std::vector<Condition> conditions_;
  std::vector<uint64_t> hashes_;
  std::vector<uint32_t> form_of_;
  std::vector<std::string> forms_;
  std::unordered_map<uint64_t, ConditionId> ids_;
  std::vector<Entry> table_;
  size_t mask_ = 0;
  TestSet tests_;
};

// Does a rule say where by the header of a column, and perhaps by tags and names, but not by counting?
enum class ByHeader : uint8_t { no, partly, only };
ByHeader by_header(const Plan& plan, const std::vector<ConditionId>& rule);

// What a rule's word is worth, by what its conditions are: `weight(id)`.
template <class Weight>
double rule_weight(const std::vector<ConditionId>& rule, Weight&& weight) {
  double best = 0, other = 0;
  for (ConditionId id : rule) {
    const double w = weight(id);
    other = std::max(other, std::min(best, w)), best = std::max(best, w);
  }
  return best * best * (rule.size() == 1 ? 1.0 : weights::kPairBase + weights::kPairOther * other);
}

class Program;
class Matcher;

class Matches {
 public:
  Matches() = default;
  // Every condition on every candidate.
  Matches(const Plan& plan, const Unit& unit, Budget* budget = nullptr);
  // Every rule that the program was made for and did not leave open, on every candidate; open ones where
  // another brought the candidate up. A row holds the candidates that satisfy its condition where a rule
  // needs to know. See program.h.
  Matches(const Plan& plan, const Program& program, const Unit& unit, Budget* budget = nullptr);

  // All conditions on those of the candidates that were passed over so far. REQUIRES: what it was made with.
  void complete(const Plan& plan, const Program& program, const Unit& unit,
                const std::vector<uint32_t>& candidates);
  // Of those that open rules of a group may hold of.
  void complete_group(const Plan& plan, const Program& program, const Unit& unit, uint32_t group);
  bool complete(uint32_t candidate) const { return !compact_ || place_of_[candidate] != kUnseen; }

  size_t candidates() const { return candidates_; }
  // A row has a bit for each *place*: of every candidate, or, made by a program, of those it looked at.
  size_t words() const { return words_; }
  uint32_t candidate_at(size_t place) const { return compact_ ? at_[place] : uint32_t(place); }
  bool in_order() const { return in_order_; }  // do places stand in the order of candidates?
  // Null when no candidate satisfies it.
  const uint64_t* row(ConditionId id) const {
    return slot_[id] != kNoRow ? rows_.data() + size_t(slot_[id]) * words_ : nullptr;
  }
  // Does the candidate satisfy all conditions?
  bool holds(const std::vector<ConditionId>& conditions, uint32_t candidate) const;
  size_t count(ConditionId id) const;

 private:
  friend class Matcher;
  static constexpr uint32_t kNoRow = 0xffffffff;
  static constexpr uint32_t kUnseen = 0xffffffff, kUnpaid = 0xfffffffe;

  void add(ConditionId id, uint32_t place) {
    if (slot_[id] == kNoRow) {
      slot_[id] = slots_++;
      rows_.resize(size_t(slots_) * words_, 0);
    }
    rows_[size_t(slot_[id]) * words_ + (place >> 6)] |= uint64_t{1} << (place & 63);
  }
  void make_room(const std::vector<uint32_t>& candidates);

  size_t candidates_ = 0, words_ = 0;
  bool compact_ = false;  // made by a program
  bool in_order_ = true;
  // compact: the place of each candidate; kUnseen: passed over so far, kUnpaid: the budget ended before it
  std::vector<uint32_t> place_of_;
  std::vector<uint32_t> at_;  // compact: candidates by place
  std::shared_ptr<Matcher> matcher_;
  std::vector<uint64_t> rows_;
  std::vector<uint32_t> slot_;
  uint32_t slots_ = 0;
};

}  // namespace gleaner::pattern
