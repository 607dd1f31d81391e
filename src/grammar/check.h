// What a grammar must be before it runs: every call names a rule; no rule can call itself before it has
// consumed a character (left recursion is refused: a stack automaton would push for ever); and what is
// repeated cannot match nothing.
#pragma once

#include <vector>

#include "base/result.h"
#include "grammar/syntax.h"

namespace gleaner::grammar {

// Resolves the calls (Node::target, Variable::rule), says which rules may skip
// (Rule::skips) and checks the above.
Status check_grammar(Grammar& grammar);

}  // namespace gleaner::grammar
