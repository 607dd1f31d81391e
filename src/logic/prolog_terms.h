// Terms across the border: Prolog's own to Term and back, cells of facts to Prolog's. Only bridge.cc,
// prolog.cc and session.cc know SWI-Prolog. REQUIRES everywhere: this thread has an engine (need_engine).
#pragma once

#include <SWI-Prolog.h>

#include <map>
#include <string>
#include <string_view>

#include "logic/session.h"

namespace gleaner::logic {

std::string text_of(term_t term, unsigned flags);  // flags: CVT_...; empty where the term is none of these
Result<Term> term_of(term_t term);                 // what is nested too deeply is shown as "..."
bool put(term_t into, const Term& term);
bool put_text(term_t into, int kind, std::string_view text);  // kind: PL_ATOM, PL_STRING
// [Name = Value, ...], as boot.pl takes the values of a goal's variables.
Term given_list(const std::map<std::string, Term>& given);
// A fact's cell with what a call asks for: numbers by value, texts whether they are atoms or strings.
bool unify(term_t term, const PrologValue& cell);

}  // namespace gleaner::logic
