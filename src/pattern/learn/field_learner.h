// FieldLearner: one field of a site, from its labelled places to a model. The idea stands in learn_field.h;
// the parts of the work have a file each.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pattern/learn/labelled_site.h"

namespace gleaner::pattern {

struct Found {
  std::vector<ConditionId> rule;
  double cover = 0;  // share of units on which it gives all values; F1 when inexact
  double alike = 1;
};

struct CandidateAt {
  size_t example;
  uint32_t candidate;
};

class FieldLearner {
 public:
  FieldLearner(const LabelledSite& site, const std::string& field, Budget& budget)
      : site_(site), field_(field), budget_(budget) {}
  FieldModel run();

 private:
  using Targets = std::vector<Bits>;

  // field_values.cc: which texts of the labelled units stand for the values
  void choose_values();
  void forget_places();
  void choose_forms();
  void choose_part();
  bool choose_split();
  std::vector<uint32_t> where(size_t q, const std::set<std::string>* only) const;
  Bits bits_of(size_t q, const std::vector<uint32_t>& list) const;

  // learn_field.cc: rules from the places
  size_t alike(CandidateAt p) const;
  std::vector<CandidateAt> spread(size_t q, const std::vector<uint32_t>& places, size_t limit) const;
  std::vector<CandidateAt> sources(size_t limit) const;
  bool usable(ConditionId id, const std::unordered_set<std::string>& values) const;
  std::optional<double> cover(ConditionId a, ConditionId b, const Targets& target,
                              const std::vector<size_t>& need, bool exact, Bits& hits) const;
  std::vector<Found> rules(const Targets& target, const std::vector<CandidateAt>& seeds,
                           const std::vector<size_t>& need, bool exact) const;
  bool one_run() const;
  std::vector<Slot> learn_slots(const Targets& positive) const;
  void take_inexact(const Targets& positive, const std::vector<CandidateAt>& seeds, FieldModel& model) const;
  bool may_grow() const;
  std::vector<std::pair<std::vector<ConditionId>, double>> usable_rules(const std::vector<Found>& found,
                                                                        bool* complete) const;
  Slot finish(const std::vector<std::pair<std::vector<ConditionId>, double>>& rules, bool list) const;
  size_t distinct(size_t q, const Bits& bits) const;
  void outweigh_by_header(Slot& slot) const;
  void drop_partly_headed(Slot& slot) const;

  // field_weight.cc: what a rule's word is worth
  void name_words();
  double weight(const std::vector<ConditionId>& rule, bool list) const;
  double affinity(const std::vector<ConditionId>& rule) const;

  // field_looks.cc: what values look like, and what may stand beside them
  void describe(FieldModel& model) const;
  using Values = std::vector<std::set<std::string>>;  // by example
  bool labels_itself(const Values& values) const;
  Looks looks_of(const Values& values) const;
  void describe_slots(FieldModel& model) const;
  void look_beside(FieldModel& model) const;

  const Unit& unit(size_t q) const { return *site_.examples()[q].unit; }
  size_t size() const { return site_.examples().size(); }

  const LabelledSite& site_;
  const std::string& field_;
  Budget& budget_;
  std::vector<std::vector<Wanted>> gold_;               // by example, whole texts after a cut
  std::vector<std::set<std::string>> set_;              // the same as sets
  std::vector<size_t> reachable_;                       // how many of them are whole nodes
  std::vector<std::unordered_set<std::string>> plain_;  // label forms of all values of the unit
  std::optional<Cut> cut_;
  std::optional<RawCut> raw_;
  bool placed_ = false, outer_ = false;
  uint8_t forms_ = kAllForms;
  std::vector<char> unknown_;  // units of which nobody said whether they have this field
  size_t most_ = 0, labelled_ = 0;
  std::vector<std::string> field_words_;
  mutable std::vector<uint32_t> stamp_;
  mutable uint32_t round_ = 0;
};

}  // namespace gleaner::pattern
