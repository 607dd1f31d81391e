// Where a rule may skip (paper, section 4.1, Fallbacks; the paper leaves the places open, so they are ours).
//
// The paper says two things of fallbacks. They are transitions of the lowest specificity, so that paths
// are still compared transition by transition. And they show up only where no production of the user can
// match. The two disagree on `('a' | [a-z])+ | .*` and "aaa$": compared by transitions, three specific
// ones and a skip beat the dots, and yet `.*` matches all of it. The first keeps readings comparable while
// the source is read, so it is the order here. The second is kept where it can be: **a rule that reads any
// text by itself has no fallbacks**, since there is nothing that its productions cannot match. So "aaa$"
// is read by `.*`, as the paper has it.
//
// A rule that is not strict has a fallback before each of its productions: before each item of a sequence,
// before each further round of a repetition, and at its own beginning. There is none inside a literal, none
// inside the repetition of one character or character set, and never two at the same place. The fallback at a
// rule's beginning stands where the rule is called: outside its span and outside the variable it is assigned
// to. So what is skipped before a match is no part of it.
#pragma once

#include "grammar/syntax.h"

namespace gleaner::grammar {

// The body of rule `index` with its fallbacks written out. The one at the rule's own beginning is not part of
// it.
Node add_fallbacks(const Grammar& grammar, uint32_t index);

}  // namespace gleaner::grammar
