// Rules that leave units out: "td, but none that is or has td[bgcolor=red]" (Lixto's negated conditions).
//
// They are made only where labels need them: a rule gives what is no value (another label, a text
// marked as none, a value in a row that lacks the field), and some mark stands on or in all or most of
// these units and on no right one.
#pragma once

#include <vector>

#include "rows/field_rule.h"

namespace gleaner::rows {

struct UnitAt {
  const Page* page;
  const Member* member;
  const Unit* unit;
};

// The rule with one such condition, for each mark that tells them apart; those that tell most first.
std::vector<FieldRule> with_negation(const FieldRule& rule, const std::vector<UnitAt>& right,
                                     const std::vector<UnitAt>& wrong);

}  // namespace gleaner::rows
