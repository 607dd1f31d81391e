// Proofs from the terms that boot.pl's prove/4 makes: and(P...), rule(Goal, P), fact(Goal, Id), not(Goal),
// tabled(Goal), collected(Goal, [P...]), built_in(Goal), true.
#include "logic/session.h"

namespace gleaner::logic {

// A conjunction inside a conjunction is one.
static void append_parts(std::vector<Proof>& parts, Proof inner) {
  if (inner.kind != Proof::Kind::all) return parts.push_back(std::move(inner));
  for (Proof& one : inner.parts) parts.push_back(std::move(one));
}

Proof Proof::of(const Term& term, const std::vector<FactSource>& facts) {
  Proof made;
  const std::string& name = term.text;
  const auto& arguments = term.arguments;
  if (term.kind != Term::Kind::compound) return made;  // true
  if (name == "and") {
    for (const Term& part : arguments) append_parts(made.parts, of(part, facts));
    return made;
  }
  made.goal = arguments[0];
  if (name == "rule") {
    made.kind = Kind::rule;
    append_parts(made.parts, of(arguments[1], facts));
  } else if (name == "fact") {
    made.kind = Kind::fact;
    if (size_t(arguments[1].integer) < facts.size()) made.source = facts[size_t(arguments[1].integer)];
  } else if (name == "not") {
    made.kind = Kind::negation;
  } else if (name == "tabled") {
    made.kind = Kind::tabled;
  } else if (name == "collected") {
    made.kind = Kind::collected;
    for (const Term* part : arguments[1].items()) append_parts(made.parts, of(*part, facts));
  } else {
    made.kind = Kind::built_in;
  }
  return made;
}

}  // namespace gleaner::logic
