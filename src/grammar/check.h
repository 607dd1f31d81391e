// What a grammar must be before it runs: every call names a rule; no rule can call itself before it has
// consumed a character (left recursion is refused: a stack automaton would push for ever); and what is
// repeated cannot match nothing.
#pragma once

#include <vector>

#include "base/result.h"
#include "grammar/syntax.h"

namespace gleaner::grammar {

// Resolves the calls (Node::target, Variable::rule), says which rules may skip (Rule::skips) and checks the above.
Status check_grammar(Grammar& grammar);

// For each rule: can it match the empty text? (Fallbacks do not count: they skip at least one character.)
std::vector<bool> nullable_rules(const Grammar& grammar);
bool nullable(const Node& node, const std::vector<bool>& rules);

// For each rule: does it read any text by itself, as `x() | .*` does?
std::vector<bool> rules_of_any_text(const Grammar& grammar);

}  // namespace gleaner::grammar
