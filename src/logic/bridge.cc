// See bridge.h.
#include "logic/bridge.h"
#include "logic/depth.h"

#include <map>
#include <mutex>

#include "base/ordered_pool.h"
#include "logic/prolog_terms.h"

namespace gleaner::logic {
namespace {

struct Bound {
  Session* session = nullptr;
  Relation* relation = nullptr;
};
struct Registry {
  std::mutex mutex;
  std::map<predicate_t, Bound> relations;  // which relation a foreign predicate is
  std::map<std::string, Session*> sessions;
};
Registry& registry() {
  static Registry of_the_process;
  return of_the_process;
}

Given given_of(term_t first, int arity) {
  Given given(size_t(arity), std::nullopt);
  for (int i = 0; i < arity; ++i)
    if (PL_is_atomic(first + term_t(i))) given[size_t(i)] = text_of(first + term_t(i), CVT_ATOMIC);
  return given;
}

}  // namespace

std::vector<ForeignPredicate> Session::Bridge::predicates() {
  return {{"$gleaner_use", 3, reinterpret_cast<pl_function_t>(&use)},
          {"$gleaner_shallow_text", 1, reinterpret_cast<pl_function_t>(&shallow_text)},
          {"$gleaner_shallow", 1, reinterpret_cast<pl_function_t>(&shallow_term)},
          {"$gleaner_text", 4, reinterpret_cast<pl_function_t>(&source_text)},
          {"$gleaner_prefetch", 2, reinterpret_cast<pl_function_t>(&prefetch)},
          {"$gleaner_is_relation", 2, reinterpret_cast<pl_function_t>(&is_relation)},
          {"$gleaner_last_fact", 3, reinterpret_cast<pl_function_t>(&last_fact)}};
}

void Session::Bridge::enter(Session& session) {
  std::lock_guard lock(registry().mutex);
  registry().sessions[session.module_] = &session;
}

void Session::Bridge::leave(Session& session) {
  std::lock_guard lock(registry().mutex);
  registry().sessions.erase(session.module_);
  std::erase_if(registry().relations, [&](const auto& one) { return one.second.session == &session; });
}

Status Session::Bridge::bind(Session& session, Relation& relation) {
  const std::string name = relation.name();
  const int arity = int(relation.arity());
  if (!PL_register_foreign_in_module(session.module_.c_str(), name.c_str(), arity,
                                     reinterpret_cast<pl_function_t>(&call),
                                     PL_FA_NONDETERMINISTIC | PL_FA_VARARGS))
    return error(Code::internal, "the relation " + name + " cannot be added");
  std::lock_guard lock(registry().mutex);
  registry().relations[PL_predicate(name.c_str(), arity, session.module_.c_str())] = {&session, &relation};
  return {};
}

Session* Session::Bridge::session_of(term_t module) {
  std::lock_guard lock(registry().mutex);
  auto found = registry().sessions.find(text_of(module, CVT_ATOM));
  return found == registry().sessions.end() ? nullptr : found->second;
}

// --- a relation: one call, its facts one by one

struct Session::Bridge::Call {
  Bound bound;
  std::unique_ptr<Cursor> cursor;
  Row row;
};

// A diagnostic cannot pass through Prolog: it waits in the session while an exception does.
foreign_t Session::Bridge::raise(Session& session, Diagnostic why) {
  session.fault_ = std::move(why);
  term_t exception = PL_new_term_ref();
  if (!PL_put_atom_chars(exception, "gleaner_fault")) return FALSE;
  return foreign_t(PL_raise_exception(exception));
}

foreign_t Session::Bridge::call(term_t first, int arity, control_t handle) {
  switch (PL_foreign_control(handle)) {
    case PL_PRUNED: delete static_cast<Call*>(PL_foreign_context_address(handle)); return TRUE;
    case PL_REDO:
      return next(std::unique_ptr<Call>(static_cast<Call*>(PL_foreign_context_address(handle))), first,
                  arity);
  }
  auto made = std::make_unique<Call>();
  {
    std::lock_guard lock(registry().mutex);
    auto found = registry().relations.find(PL_foreign_context_predicate(handle));
    if (found == registry().relations.end()) return FALSE;
    made->bound = found->second;
  }
  Session& session = *made->bound.session;
  auto cursor = made->bound.relation->open(given_of(first, arity), session);
  if (!cursor.ok()) return raise(session, cursor.error());
  made->cursor = std::move(cursor).value();
  return next(std::move(made), first, arity);
}

foreign_t Session::Bridge::next(std::unique_ptr<Call> state, term_t first, int arity) {
  Session& session = *state->bound.session;
  while (true) {
    Result<bool> more = state->cursor->next(state->row);
    if (!more.ok()) return raise(session, more.error());
    if (!*more) return FALSE;
    fid_t frame = PL_open_foreign_frame();
    bool fits = true;
    for (int i = 0; fits && i < arity && size_t(i) < state->row.cells.size(); ++i)
      fits = unify(first + term_t(i), state->row.cells[size_t(i)]);
    if (!fits) {
      PL_discard_foreign_frame(frame);
      if (PL_exception(0)) return FALSE;
      continue;
    }
    PL_close_foreign_frame(frame);
    if (session.keep_facts_) {
      session.last_row_ = state->row;
      session.last_relation_ = state->bound.relation->name();
    }
    PL_retry_address(state.release());
  }
}

// --- for boot.pl

foreign_t Session::Bridge::use(term_t module, term_t kind, term_t path) {
  Session* session = session_of(module);
  if (!session) return FALSE;
  Status done =
      session->options_.use
          ? session->options_.use(text_of(kind, CVT_ATOM), text_of(path, CVT_ATOM | CVT_STRING), *session)
          : Status(error(Code::unsupported, "templates and wrappers cannot be used here"));
  if (!done.ok()) return raise(*session, done.error());
  return TRUE;
}

// The text of another file of the program, and what messages call it.
foreign_t Session::Bridge::source_text(term_t module, term_t path, term_t name, term_t text) {
  Session* session = session_of(module);
  if (!session) return FALSE;
  const std::string file = text_of(path, CVT_ATOM | CVT_STRING);
  auto read = session->options_.source
                  ? session->options_.source(file)
                  : Result<std::string>(error(Code::unsupported, "other files cannot be read here"));
  if (!read.ok()) return raise(*session, read.error());
  return PL_unify_chars(name, PL_ATOM | REP_UTF8, file.size(), file.data()) &&
         PL_unify_chars(text, PL_STRING | REP_UTF8, read->size(), read->data());
}

// Fetches a list of pages in parallel; those that fail are met again by follow/2.
foreign_t Session::Bridge::prefetch(term_t module, term_t urls) {
  Session* session = session_of(module);
  if (!session) return FALSE;
  std::vector<std::string> all;
  term_t list = PL_copy_term_ref(urls), head = PL_new_term_ref();
  while (PL_get_list(list, head, list))
    if (PL_is_atomic(head)) all.push_back(session->resolve(text_of(head, CVT_ATOMIC)));
  session->documents(all, default_jobs());
  return TRUE;
}

foreign_t Session::Bridge::is_relation(term_t module, term_t goal) {
  Session* session = session_of(module);
  atom_t name;
  size_t arity = 0;
  if (!session || !PL_get_name_arity(goal, &name, &arity)) return FALSE;
  term_t atom = PL_new_term_ref();
  if (!PL_put_atom(atom, name)) return FALSE;
  const std::string called = text_of(atom, CVT_ATOM);
  for (const auto& relation : session->relations_)
    if (relation->arity() == arity && relation->name() == called) return TRUE;
  return FALSE;
}

foreign_t Session::Bridge::last_fact(term_t module, term_t, term_t id) {
  Session* session = session_of(module);
  if (!session) return FALSE;
  const Row& row = session->last_row_;
  session->facts_.push_back(
      {session->last_relation_, row.document ? row.document->name() : "", row.rule, row.document, row.cells});
  return foreign_t(PL_unify_int64(id, int64_t(session->facts_.size() - 1)));
}

}  // namespace gleaner::logic
