// What is learned of a field, and how it answers: the vote.
//
// A field has one or more slots (values that stand in different places); a slot has votes: rules of one to
// three conditions with weights. One value: every rule gives its weight to the texts it finds, divided by
// their number; vetoes weaken texts unlike those seen in training; the best wins unless it has too little of
// all weight. Lists: rules vote for whole sets, the set most like all the others wins. Every answer knows the
// rules that voted for it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "pattern/cut.h"
#include "pattern/forms.h"
#include "pattern/match/bits.h"
#include "pattern/match/program.h"
#include "pattern/raw_cut.h"

namespace gleaner::pattern {

struct Vote {
  double weight = 0;
  std::vector<ConditionId> conditions;  // sorted
};

// What labelled values look like, for vetoes.
struct Looks {
  std::vector<TextKind> kinds;
  std::set<std::string> own_labels;  // all of them have one of these
};

struct Slot {
  std::vector<Vote> votes;  // best first
  Looks looks;              // of its own values; empty: as the field's
  uint32_t group = 0;       // of a program's groups
};

// The text of one non-value and the path of tags and classes to it, as one number.
using TemplateSet = std::unordered_set<uint64_t>;

struct FieldModel {
  std::string name;
  bool list = false;
  bool exact = false;     // some rule gives all labelled values and nothing else
  bool ordered = false;   // slots hold readable rules in order: the first that fires answers
  bool keep_all = false;  // equal texts at several places are several values
  bool outer = false;     // spans take in the markup at the ends of a value
  std::vector<Slot> slots;
  Looks looks;
  uint32_t examples = 1;              // labelled units
  std::set<std::string> seen_labels;  // texts ending in ':' that are no values
  TemplateSet not_template;           // of the level's template texts, those that are values of this field
  bool grow = false;
  bool numbered = false;  // values in elements whose ids differ in numbers only are all values, see fill.h
  std::string fills;      // tags up to the container that a value fills alone, see fill.h
  bool bare = false;      // values without letter or digit exist
  bool cut_off = false;   // values ending in "..." exist
  bool remarks = false;   // values ending in a bracket exist
  std::optional<Cut> cut;
  std::optional<RawCut> raw;  // exact parts, for labels with places
};

struct Answer {
  uint32_t candidate = 0;
  size_t from = 0, to = 0;  // part of the candidate's text; of its raw text when the field has a raw cut
  std::string text;
  uint32_t vote = 0;  // strongest voter, index into the slot
  uint32_t slot = 0;
  double share = 0;  // of all weight
};

// A unit with everything that votes need.
struct View {
  const Unit* unit = nullptr;
  const Matches* matches = nullptr;
  const Plan* plan = nullptr;
  const TemplateSet* known = nullptr;  // texts that stood on labelled pages as no value
  const Program* program = nullptr;    // that made `more`: of open votes not all is known
  Matches* more = nullptr;             // the matches, to be completed where that may decide
  // Found when first asked for.
  mutable std::vector<uint64_t> paths = {};  // template hashes by candidate, 0: not known yet
  mutable Bits template_bits = {};           // candidates whose hash is in `known`
  mutable std::vector<uint8_t> worded = {};  // by value: has a letter or digit; 2: not known yet
};

// Candidates that satisfy all conditions.
Bits evaluate(const std::vector<ConditionId>& conditions, const Matches& matches);
// The same in a list that is used again and again.
void each_hit(const std::vector<ConditionId>& conditions, const Matches& matches,
              std::vector<uint32_t>& hits);

std::vector<Answer> answer(const FieldModel& field, const View& view);
// Of one slot.
std::vector<Answer> answer_slot(const FieldModel& field, uint32_t slot, const View& view);

// Is this candidate a text that stood on labelled pages as no value (of this field)?
bool is_template(const FieldModel& field, const View& view, uint32_t candidate);

// Scores of texts (by value) in a slot: what the vote says, for questions and explanations.
struct Scores {
  std::vector<std::pair<uint32_t, double>> by_value;  // best first
  double total = 0;
};
Scores scores(const FieldModel& field, uint32_t slot, const View& view);

// Neighbours of the chosen texts in the same parent with the same tag, class and link, only separators
// between. `loose` also without links (to see whether values are one run).
std::vector<uint32_t> grown(const std::vector<uint32_t>& chosen, const Unit& unit, bool loose);

// How much a text is unlike the labelled ones, 1: not at all.
double veto(std::string_view text, const FieldModel& field, const Looks& looks);

// By candidate: the path of tags and classes to a text node and its text as one number, 0 for other
// candidates.
std::vector<uint64_t> template_hashes(const Unit& unit);

}  // namespace gleaner::pattern
