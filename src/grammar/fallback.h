// Where a rule may skip (paper, section 4.1, Fallbacks; the places are ours, the paper leaves them open).
//
// A rule that is not strict has a fallback before each of its productions: before each item of a sequence,
// each further round of a repetition, and its own beginning. None inside a literal, none inside the
// repetition of one character set or one character, none where one already stands at the same place. The
// fallback at a rule's beginning stands where the rule is called, outside its span and outside the variable
// it is assigned to, so what is skipped before a match is not part of it.
#pragma once

#include "grammar/syntax.h"

namespace gleaner::grammar {

// The body of rule `index` with its fallbacks written out. The one at the rule's own beginning is not part of
// it.
Node add_fallbacks(const Grammar& grammar, uint32_t index);

}  // namespace gleaner::grammar
