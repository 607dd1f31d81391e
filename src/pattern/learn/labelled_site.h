// LabelledSite: the labelled units of a site, with the conditions of their labelled places, evaluated.
//
// Conditions come from the labelled places alone and are evaluated once as bit sets: whatever is learned of a
// field asks these. Cost: about 80 conditions a place, each a few words of bits a unit.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "pattern/match/plan.h"
#include "pattern/match/unit.h"
#include "pattern/model.h"

namespace gleaner::pattern {

struct Wanted {
  std::string text = {};                              // collapsed
  std::vector<uint32_t> at = {};                      // only these candidates, when given
  size_t from = 0, to = 0;                            // with `at`: the part of the candidate's raw text
  size_t after = 0, before = std::string_view::npos;  // neighbours in the same text, see RawExample
  bool outer = false;                                 // its place begins or ends with markup
  bool across = false;  // its place is known, but no candidate is that place: a part of several nodes
};

struct Example {
  const Unit* unit = nullptr;
  std::map<std::string, std::vector<Wanted>> fields;  // distinct texts in label order
  bool complete = true;     // a field without values has none here; else nobody knows
  bool as_written = false;  // some labelled place of the site begins or ends with white space
};

class LabelledSite {
 public:
  // `more`: also attributes of any name, and what other texts have and the labelled ones lack.
  // Such conditions are many and say little, so that they are asked for where the others do
  // not tell values from the rest.
  LabelledSite(std::vector<Example> examples, Budget& budget, bool more = false);

  const std::vector<Example>& examples() const { return examples_; }
  bool more() const { return more_; }
  const Plan& plan() const { return plan_; }
  const Matches& matches(size_t example) const { return matches_[example]; }
  // Conditions of a labelled candidate, sorted; empty for others.
  const std::vector<ConditionId>& conditions_of(size_t example, uint32_t candidate) const;
  const std::vector<uint64_t>& template_hashes(size_t example) const { return templates_[example]; }
  // Does the id of a condition ("#row_07") differ from others of a labelled page in its number only? Then it
  // is a position.
  bool numbered(const std::string& printed_id) const { return numbered_.contains(printed_id); }

 private:
  void collect(size_t example, Features& features, uint32_t candidate);
  std::vector<char> interesting(const Example& example) const;
  void add_negations(TestSet& tests, Budget& budget) const;
  void find_numbered();

  std::vector<Example> examples_;
  bool more_;
  Plan plan_;
  std::vector<Matches> matches_;
  std::vector<std::unordered_map<uint32_t, std::vector<ConditionId>>> of_;
  std::vector<std::vector<uint64_t>> templates_;
  std::unordered_set<std::string> numbered_;
};

// Texts of all units with their paths; FieldModel::not_template takes a field's own values out again.
TemplateSet template_texts(const LabelledSite& site);

}  // namespace gleaner::pattern
