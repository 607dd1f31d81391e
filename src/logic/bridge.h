// What Prolog calls back: relations as foreign predicates, and the predicates of boot.pl that need a session.
//
// Prolog itself is a thing of the process, so the two maps that lead from a predicate or a module back to its
// session are too; a lock guards them.
#pragma once

#include <vector>

#include "logic/prolog.h"
#include "logic/session.h"

namespace gleaner::logic {

// Foreign predicates need what a Session keeps to itself.
struct Session::Bridge {
  static std::vector<ForeignPredicate> predicates();  // those of boot.pl

  static void enter(Session& session);
  static void leave(Session& session);
  // From now on Prolog finds the facts of `relation` in the session's module.
  static Status bind(Session& session, Relation& relation);

 private:
  struct Call;
  static Session* session_of(term_t module);
  static foreign_t call(term_t first, int arity, control_t handle);
  static foreign_t next(std::unique_ptr<Call> state, term_t first, int arity);
  static foreign_t raise(Session& session, Diagnostic why);

  static foreign_t use(term_t module, term_t kind, term_t path);
  static foreign_t source_text(term_t module, term_t path, term_t name, term_t text);
  static foreign_t prefetch(term_t module, term_t urls);
  static foreign_t is_relation(term_t module, term_t goal);
  static foreign_t last_fact(term_t module, term_t goal, term_t id);
};

}  // namespace gleaner::logic
