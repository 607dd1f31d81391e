// The C++ half: engines, foreign predicates, terms. The Prolog half is boot.pl.
#include "logic/session.h"

#include <SWI-Prolog.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "logic/boot.h"

#if defined(__SANITIZE_ADDRESS__)
// Prolog has signal stacks of its own, which the sanitizer would free a second time, and keeps memory until the process ends.
extern "C" const char* __asan_default_options() { return "use_sigaltstack=0"; }
extern "C" const char* __lsan_default_suppressions() { return "leak:libswipl\n"; }
#endif

namespace gleaner::logic {

void Cell::set_number(double value, std::string_view written) {
  if (value == std::floor(value) && std::fabs(value) < 9e15) {
    kind = Kind::integer;
    integer = int64_t(value);
  } else {
    kind = Kind::real;
    real = value;
  }
  text = written;
}

// --- the process's Prolog

namespace {

std::mutex& registry_mutex() {
  static std::mutex mutex;
  return mutex;
}
struct Bound {
  Session* session;
  Relation* relation;
};
// Which relation a foreign predicate is. Prolog itself is a thing of the process, so this is too.
std::map<predicate_t, Bound>& bound_relations() {
  static std::map<predicate_t, Bound> map;
  return map;
}
std::map<std::string, Session*>& sessions() {
  static std::map<std::string, Session*> map;
  return map;
}

// A thread that asks needs an engine; it is given back when the thread ends.
struct ThreadEngine {
  bool attached = false;
  ~ThreadEngine() {
    if (attached) PL_thread_destroy_engine();
  }
};
void need_engine() {
  static thread_local ThreadEngine engine;
  if (PL_thread_self() != -1) return;
  PL_thread_attach_engine(nullptr);
  engine.attached = true;
}

std::string text_of(term_t term, unsigned flags) {
  std::string out;
  char* text = nullptr;
  size_t length = 0;
  PL_STRINGS_MARK();  // or Prolog keeps its temporary strings until the query ends
  if (PL_get_nchars(term, &length, &text, flags | REP_UTF8)) out.assign(text, length);
  PL_STRINGS_RELEASE();
  return out;
}

constexpr int kMaxTermDepth = 200;

Term term_of(term_t term, int depth = 0) {
  Term made;
  if (depth > kMaxTermDepth) {
    made.kind = Term::Kind::atom;
    made.text = "...";
    return made;
  }
  switch (PL_term_type(term)) {
    case PL_VARIABLE: made.text = text_of(term, CVT_VARIABLE); break;
    case PL_INTEGER: {
      made.kind = Term::Kind::integer;
      made.text = text_of(term, CVT_INTEGER);
      if (!PL_get_int64(term, &made.integer)) {  // larger than 64 bits: as text
        made.kind = Term::Kind::atom;
      }
      break;
    }
    case PL_FLOAT:
      made.kind = Term::Kind::real;
      if (!PL_get_float(term, &made.real)) made.real = 0;
      made.text = fmt::format("{}", made.real);
      break;
    case PL_STRING:
      made.kind = Term::Kind::string;
      made.text = text_of(term, CVT_STRING);
      break;
    case PL_NIL:
      made.kind = Term::Kind::atom;
      made.text = "[]";
      break;
    case PL_TERM:
    case PL_LIST_PAIR:
    case PL_DICT: {
      atom_t name;
      size_t arity = 0;
      if (!PL_get_compound_name_arity(term, &name, &arity)) break;
      made.kind = Term::Kind::compound;
      if (PL_is_pair(term)) {  // lists without recursion: they may be long
        made.text = "[]";
        term_t list = PL_copy_term_ref(term), head = PL_new_term_ref();
        while (PL_get_list(list, head, list)) made.arguments.push_back(term_of(head, depth + 1));
        if (!PL_get_nil(list)) made.text = "[|]", made.arguments.push_back(term_of(list, depth + 1));
        break;
      }
      term_t atom = PL_new_term_ref();
      if (PL_put_atom(atom, name)) made.text = text_of(atom, CVT_ATOM);
      term_t argument = PL_new_term_ref();
      for (size_t i = 1; i <= arity; ++i)
        if (PL_get_arg(i, term, argument)) made.arguments.push_back(term_of(argument, depth + 1));
      break;
    }
    default:
      made.kind = Term::Kind::atom;
      made.text = text_of(term, CVT_ATOM | CVT_WRITE);
  }
  return made;
}

bool put(term_t into, const Term& term) {
  switch (term.kind) {
    case Term::Kind::variable: return PL_put_variable(into);
    case Term::Kind::atom:
      if (term.text == "[]") return PL_put_nil(into);
      return PL_put_chars(into, PL_ATOM | REP_UTF8, term.text.size(), term.text.data());
    case Term::Kind::string: return PL_put_chars(into, PL_STRING | REP_UTF8, term.text.size(), term.text.data());
    case Term::Kind::integer: return PL_put_int64(into, term.integer);
    case Term::Kind::real: return PL_put_float(into, term.real);
    case Term::Kind::compound: break;
  }
  if (term.is_list()) {
    if (!PL_put_nil(into)) return false;  // an atom "[]" is no list for Prolog
    for (size_t i = term.arguments.size(); i-- > 0;) {
      term_t head = PL_new_term_ref();
      if (!put(head, term.arguments[i]) || !PL_cons_list(into, head, into)) return false;
    }
    return true;
  }
  term_t arguments = PL_new_term_refs(int(term.arguments.size()));
  for (size_t i = 0; i < term.arguments.size(); ++i)
    if (!put(arguments + i, term.arguments[i])) return false;
  return PL_cons_functor_v(into, PL_new_functor(PL_new_atom(term.text.c_str()), term.arguments.size()), arguments);
}

Term given_list(const std::map<std::string, Term>& given) {
  Term list;
  list.kind = Term::Kind::compound;
  list.text = "[]";
  for (const auto& [name, value] : given) {
    Term pair;
    pair.kind = Term::Kind::compound;
    pair.text = "=";
    pair.arguments.resize(2);
    pair.arguments[0].kind = Term::Kind::atom;
    pair.arguments[0].text = name;
    pair.arguments[1] = value;
    list.arguments.push_back(std::move(pair));
  }
  if (given.empty()) list.kind = Term::Kind::atom;
  return list;
}

bool unify(term_t term, const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::none: return true;
    case Cell::Kind::integer: {
      if (PL_is_float(term)) {
        double known = 0;
        return PL_get_float(term, &known) && known == double(cell.integer);
      }
      return PL_unify_int64(term, cell.integer);
    }
    case Cell::Kind::real: return PL_unify_float(term, cell.real);
    case Cell::Kind::atom:
      if (PL_is_string(term)) return text_of(term, CVT_STRING) == cell.text;
      return PL_unify_chars(term, PL_ATOM | REP_UTF8, cell.text.size(), cell.text.data());
    case Cell::Kind::list: break;
  }
  term_t list = PL_copy_term_ref(term), head = PL_new_term_ref();
  const size_t step = cell.functor.empty() ? 1 : 2;
  for (size_t i = 0; i + step <= cell.items.size(); i += step) {
    if (!PL_unify_list(list, head, list)) return false;
    if (step == 1) {
      if (!unify(head, cell.items[i])) return false;
      continue;
    }
    term_t argument = PL_new_term_ref();
    if (!PL_unify_functor(head, PL_new_functor(PL_new_atom(cell.functor.c_str()), 2))) return false;
    for (int a = 0; a < 2; ++a)
      if (!PL_get_arg(size_t(a) + 1, head, argument) || !unify(argument, cell.items[i + size_t(a)])) return false;
  }
  return PL_unify_nil(list);
}

int raise_fault(std::optional<Diagnostic>& slot, Diagnostic why) {
  slot = std::move(why);
  term_t exception = PL_new_term_ref();
  if (!PL_put_atom_chars(exception, "gleaner_fault")) return FALSE;
  return PL_raise_exception(exception);
}

}  // namespace

// Foreign predicates need what a Session keeps to itself.
struct Session::Bridge {
  struct Call {
    Bound bound;
    std::unique_ptr<Cursor> cursor;
    Row row;
  };

  static Given given_of(term_t first, int arity) {
    Given given(size_t(arity), std::nullopt);
    for (int i = 0; i < arity; ++i)
      if (PL_is_atomic(first + term_t(i))) given[size_t(i)] = text_of(first + term_t(i), CVT_ATOMIC);
    return given;
  }

  static foreign_t call(term_t first, int arity, control_t handle) {
    Call* state = nullptr;
    switch (PL_foreign_control(handle)) {
      case PL_PRUNED: delete static_cast<Call*>(PL_foreign_context_address(handle)); return TRUE;
      case PL_REDO: state = static_cast<Call*>(PL_foreign_context_address(handle)); break;
      case PL_FIRST_CALL: {
        std::unique_ptr<Call> made = std::make_unique<Call>();
        {
          std::lock_guard lock(registry_mutex());
          auto found = bound_relations().find(PL_foreign_context_predicate(handle));
          if (found == bound_relations().end()) return FALSE;
          made->bound = found->second;
        }
        Session& session = *made->bound.session;
        auto cursor = made->bound.relation->open(given_of(first, arity), session);
        if (!cursor.ok()) return raise_fault(session.fault_, cursor.error());
        made->cursor = std::move(cursor).value();
        state = made.release();
        break;
      }
    }
    std::unique_ptr<Call> owned(state);
    Session& session = *state->bound.session;
    while (true) {
      Result<bool> more = state->cursor->next(state->row);
      if (!more.ok()) return raise_fault(session.fault_, more.error());
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
      owned.release();
      PL_retry_address(state);
    }
  }

  static Session* session_of(term_t module) {
    std::lock_guard lock(registry_mutex());
    auto found = sessions().find(text_of(module, CVT_ATOM));
    return found == sessions().end() ? nullptr : found->second;
  }

  static foreign_t use(term_t module, term_t kind, term_t path) {
    Session* session = session_of(module);
    if (!session) return FALSE;
    Status done = session->options_.use
                      ? session->options_.use(text_of(kind, CVT_ATOM), text_of(path, CVT_ATOM | CVT_STRING), *session)
                      : Status(error(Code::unsupported, "templates and wrappers cannot be used here"));
    if (!done.ok()) return raise_fault(session->fault_, done.error());
    return TRUE;
  }

  // Fetches a list of pages in parallel; those that fail are met again by follow/2.
  static foreign_t prefetch(term_t module, term_t urls) {
    Session* session = session_of(module);
    if (!session) return FALSE;
    std::vector<std::string> all;
    term_t list = PL_copy_term_ref(urls), head = PL_new_term_ref();
    while (PL_get_list(list, head, list))
      if (PL_is_atomic(head)) all.push_back(session->resolve(text_of(head, CVT_ATOMIC)));
    session->documents(all, default_jobs());
    return TRUE;
  }

  static foreign_t is_relation(term_t module, term_t goal) {
    functor_t functor;
    if (!PL_get_functor(goal, &functor)) return FALSE;
    atom_t name;
    if (!PL_get_atom(module, &name)) return FALSE;
    std::lock_guard lock(registry_mutex());
    return bound_relations().count(PL_pred(functor, PL_new_module(name))) > 0;
  }

  static foreign_t last_fact(term_t module, term_t, term_t id) {
    Session* session = session_of(module);
    if (!session) return FALSE;
    FactSource source;
    source.relation = session->last_relation_;
    source.document = session->last_row_.document;
    source.rule = session->last_row_.rule;
    source.cells = session->last_row_.cells;
    if (source.document) source.page = source.document->name();
    session->facts_.push_back(std::move(source));
    return PL_unify_int64(id, int64_t(session->facts_.size() - 1));
  }

  static Diagnostic diagnostic_of(term_t exception, Session* session);
  static Proof proof_of(const Term& term, const std::vector<FactSource>& facts);
};

namespace {

bool call_prolog(const char* module, const char* name, int arity, term_t first, Session* session, Diagnostic* why) {
  predicate_t predicate = PL_predicate(name, arity, module);
  qid_t query = PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION | PL_Q_NODEBUG, predicate, first);
  bool ok = PL_next_solution(query);
  if (!ok) {
    if (term_t exception = PL_exception(query)) *why = Session::Bridge::diagnostic_of(exception, session);
    else *why = error(Code::internal, std::string(name) + " failed");
  }
  PL_cut_query(query);
  return ok;
}

// As read_term wants it: one full stop at the end, whether it was written or not.
std::string with_stop(std::string_view goal) {
  goal = trim(goal);
  if (goal.ends_with('.')) goal.remove_suffix(1);
  return std::string(goal) + " .";
}

bool put_text(term_t into, int kind, std::string_view text) { return PL_put_chars(into, kind | REP_UTF8, text.size(), text.data()); }

// Starts Prolog and loads boot.pl, once.
Status start_prolog() {
  static std::mutex mutex;
  static bool started = false;
  std::lock_guard lock(mutex);
  if (started) return {};
  static char name[] = "gleaner", quiet[] = "-q", signals[] = "--no-signals", f[] = "-f", F[] = "-F", none[] = "none", tty[] = "--no-tty",
              packs[] = "--no-packs";
  static char* arguments[] = {name, quiet, signals, f, none, F, none, tty, packs, nullptr};
  if (!PL_is_initialised(nullptr, nullptr) && !PL_initialise(9, arguments))
    return error(Code::unsupported, "SWI-Prolog cannot be started", {}, "is swi-prolog-nox installed?");
  need_engine();
  PL_register_foreign_in_module("gleaner", "$gleaner_use", 3, reinterpret_cast<pl_function_t>(&Session::Bridge::use), 0);
  PL_register_foreign_in_module("gleaner", "$gleaner_prefetch", 2, reinterpret_cast<pl_function_t>(&Session::Bridge::prefetch), 0);
  PL_register_foreign_in_module("gleaner", "$gleaner_is_relation", 2, reinterpret_cast<pl_function_t>(&Session::Bridge::is_relation), 0);
  PL_register_foreign_in_module("gleaner", "$gleaner_last_fact", 3, reinterpret_cast<pl_function_t>(&Session::Bridge::last_fact), 0);
  fid_t frame = PL_open_foreign_frame();
  term_t goal = PL_new_term_refs(2);
  term_t text = PL_new_term_refs(2);
  Diagnostic why;
  bool ok = put_text(text, PL_STRING, kBoot) && call_prolog("system", "open_string", 2, text, nullptr, &why) &&
            put_text(goal, PL_ATOM, "gleaner_boot");
  if (ok) {
    term_t option = PL_new_term_ref(), list = PL_new_term_ref();
    ok = PL_put_nil(list) && PL_cons_functor(option, PL_new_functor(PL_new_atom("stream"), 1), text + 1) &&
         PL_cons_list(list, option, list) && PL_put_term(goal + 1, list) && call_prolog("system", "load_files", 2, goal, nullptr, &why);
  }
  PL_discard_foreign_frame(frame);
  if (!ok) return why;
  started = true;
  return {};
}

// Stops a query that takes too long: another thread throws into it.
class Watch {
 public:
  explicit Watch(std::optional<std::chrono::milliseconds> limit) {
    if (!limit) return;
    const int target = PL_thread_self();
    thread_ = std::thread([this, limit, target] {
      std::unique_lock lock(mutex_);
      if (done_.wait_for(lock, *limit, [this] { return finished_; })) return;
      lock.unlock();
      stop(target);
    });
  }
  ~Watch() {
    if (!thread_.joinable()) return;
    {
      std::lock_guard lock(mutex_);
      finished_ = true;
    }
    done_.notify_all();
    thread_.join();
  }

 private:
  static void stop(int target) {
    if (PL_thread_attach_engine(nullptr) < 0) return;
    fid_t frame = PL_open_foreign_frame();
    term_t arguments = PL_new_term_refs(2);
    if (PL_put_integer(arguments, target) && PL_chars_to_term("throw(gleaner_limit(time))", arguments + 1)) {
      qid_t query = PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION, PL_predicate("thread_signal", 2, "system"), arguments);
      if (!PL_next_solution(query)) PL_clear_exception();
      PL_close_query(query);
    }
    PL_discard_foreign_frame(frame);
    PL_thread_destroy_engine();
  }

  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace

Diagnostic Session::Bridge::diagnostic_of(term_t exception, Session* session) {
  if (session && session->fault_) {
    Diagnostic why = std::move(*session->fault_);
    session->fault_.reset();
    return why;
  }
  Diagnostic why = error(Code::bad_input, "the program failed");
  fid_t frame = PL_open_foreign_frame();
  term_t arguments = PL_new_term_refs(4);
  if (PL_put_term(arguments, exception)) {
    qid_t query = PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION, PL_predicate("message", 4, "gleaner"), arguments);
    if (PL_next_solution(query)) {
      why.where.file = text_of(arguments + 1, CVT_ATOM | CVT_STRING);
      int64_t line = 0;
      if (PL_get_int64(arguments + 2, &line)) why.where.line = uint32_t(line);
      why.message = text_of(arguments + 3, CVT_ATOMIC);
    }
    PL_cut_query(query);
  }
  PL_discard_foreign_frame(frame);
  if (why.message.starts_with("limit reached")) {
    why.code = Code::budget;
    why.hint = "--max-seconds, --max-steps and --max-megabytes set the limits";
  } else if (why.message.starts_with("not allowed")) {
    why.hint = "--trusted runs the program without the sandbox";
  }
  return why;
}

Result<std::unique_ptr<Session>> Session::create(SessionOptions options) {
  GLEANER_CHECK(start_prolog());
  need_engine();
  std::unique_ptr<Session> made(new Session);
  made->options_ = std::move(options);
  if (!made->options_.fetcher) made->options_.fetcher = std::make_shared<FileFetcher>("", !made->options_.trusted);
  static std::atomic<uint64_t> count{0};
  made->module_ = fmt::format("gleaner_program_{}", ++count);
  std::lock_guard lock(registry_mutex());
  sessions()[made->module_] = made.get();
  return made;
}

Session::~Session() {
  std::lock_guard lock(registry_mutex());
  sessions().erase(module_);
  for (auto at = bound_relations().begin(); at != bound_relations().end();)
    at = at->second.session == this ? bound_relations().erase(at) : std::next(at);
}

Status Session::add(std::shared_ptr<Relation> relation) {
  need_engine();
  const std::string name = relation->name();
  const int arity = int(relation->arity());
  if (!PL_register_foreign_in_module(module_.c_str(), name.c_str(), arity, reinterpret_cast<pl_function_t>(&Bridge::call),
                                     PL_FA_NONDETERMINISTIC | PL_FA_VARARGS))
    return error(Code::internal, "the relation " + name + " cannot be added");
  std::lock_guard lock(registry_mutex());
  bound_relations()[PL_predicate(name.c_str(), arity, module_.c_str())] = {this, relation.get()};
  relations_.push_back(std::move(relation));
  return {};
}

Status Session::load_program(const std::string& text, const std::string& file) {
  need_engine();
  fid_t frame = PL_open_foreign_frame();
  term_t arguments = PL_new_term_refs(4);
  Diagnostic why;
  bool ok = put_text(arguments, PL_ATOM, module_) && put_text(arguments + 1, PL_STRING, text) &&
            put_text(arguments + 2, PL_ATOM, file) && put_text(arguments + 3, PL_ATOM, options_.trusted ? "true" : "false") &&
            call_prolog("gleaner", "load_program", 4, arguments, this, &why);
  PL_discard_foreign_frame(frame);
  if (!ok) return why;
  return {};
}

Proof Session::Bridge::proof_of(const Term& term, const std::vector<FactSource>& facts) {
  Proof made;
  const std::string& name = term.text;
  const auto& arguments = term.arguments;
  if (term.kind != Term::Kind::compound) return made;  // true
  if (name == "and") {
    for (const Term& part : arguments) {
      Proof inner = proof_of(part, facts);
      if (inner.kind == Proof::Kind::all)
        for (Proof& one : inner.parts) made.parts.push_back(std::move(one));
      else made.parts.push_back(std::move(inner));
    }
    return made;
  }
  made.goal = arguments[0];
  if (name == "rule") {
    made.kind = Proof::Kind::rule;
    Proof inner = proof_of(arguments[1], facts);
    if (inner.kind == Proof::Kind::all) made.parts = std::move(inner.parts);
    else made.parts.push_back(std::move(inner));
  } else if (name == "fact") {
    made.kind = Proof::Kind::fact;
    if (size_t(arguments[1].integer) < facts.size()) made.source = facts[size_t(arguments[1].integer)];
  } else if (name == "not") {
    made.kind = Proof::Kind::negation;
  } else if (name == "tabled") {
    made.kind = Proof::Kind::tabled;
  } else if (name == "collected") {
    made.kind = Proof::Kind::collected;
    for (const Term* part : arguments[1].items()) {
      Proof inner = proof_of(*part, facts);
      if (inner.kind == Proof::Kind::all)
        for (Proof& one : inner.parts) made.parts.push_back(std::move(one));
      else made.parts.push_back(std::move(inner));
    }
  } else {
    made.kind = Proof::Kind::built_in;
  }
  return made;
}

Status Session::ask(const std::string& goal, const AskOptions& options, const std::function<bool(Answer&&)>& on_answer) {
  need_engine();
  fid_t frame = PL_open_foreign_frame();
  facts_.clear();
  fault_.reset();
  keep_facts_ = options.proofs;
  term_t arguments = PL_new_term_refs(7);
  Status done;
  bool ok = put_text(arguments, PL_ATOM, module_) && put_text(arguments + 1, PL_STRING, with_stop(goal)) &&
            put_text(arguments + 2, PL_ATOM, options_.trusted ? "true" : "false") && PL_put_int64(arguments + 3, int64_t(options.inferences)) && put(arguments + 5, given_list(options.given));
  {
    term_t limit = PL_new_term_refs(2);
    if (put_text(limit, PL_ATOM, "stack_limit") && PL_put_int64(limit + 1, int64_t(options_.stack_bytes))) {
      Diagnostic ignored;
      call_prolog("system", "set_prolog_flag", 2, limit, nullptr, &ignored);
    }
  }
  if (ok) {
    Watch watch(options.time);
    predicate_t predicate = PL_predicate(options.proofs ? "prove_answer" : "answer", options.proofs ? 7 : 6, "gleaner");
    qid_t query = PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION | PL_Q_NODEBUG, predicate, arguments);
    while (PL_next_solution(query)) {
      Answer answer;
      fid_t inner = PL_open_foreign_frame();
      for (const Term& pair : term_of(arguments + 4).arguments)
        if (pair.arguments.size() == 2 && !pair.arguments[0].text.starts_with("_"))
          answer.values.emplace_back(pair.arguments[0].text, pair.arguments[1]);
      if (options.proofs) answer.proof = Bridge::proof_of(term_of(arguments + 6), facts_);
      PL_discard_foreign_frame(inner);
      if (!on_answer(std::move(answer))) break;
    }
    if (term_t exception = PL_exception(query)) done = Bridge::diagnostic_of(exception, this);
    PL_cut_query(query);
  }
  keep_facts_ = false;
  PL_discard_foreign_frame(frame);
  return done;
}

Result<std::optional<std::map<std::string, Term>>> Session::solve_once(const std::string& goal, const std::map<std::string, Term>& given) {
  need_engine();
  fid_t frame = PL_open_foreign_frame();
  term_t arguments = PL_new_term_refs(5);
  std::optional<std::map<std::string, Term>> found;
  Status done;
  bool ok = put_text(arguments, PL_ATOM, module_) && put_text(arguments + 1, PL_STRING, with_stop(goal)) &&
            put_text(arguments + 4, PL_ATOM, options_.trusted ? "true" : "false");
  // parse_goal(Module, Text, Goal, Names, Trusted), then the given values, then the goal.
  Diagnostic why;
  if (ok && !call_prolog("gleaner", "parse_goal", 5, arguments, this, &why)) done = why, ok = false;
  if (ok) {
    term_t list = PL_copy_term_ref(arguments + 3), head = PL_new_term_ref(), name = PL_new_term_ref(), value = PL_new_term_ref();
    while (ok && PL_get_list(list, head, list)) {
      if (!PL_get_arg(1, head, name) || !PL_get_arg(2, head, value)) continue;
      auto known = given.find(text_of(name, CVT_ATOM));
      if (known == given.end()) continue;
      term_t made = PL_new_term_ref();
      ok = put(made, known->second) && PL_unify(value, made);
    }
  }
  if (ok) {
    qid_t query = PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION | PL_Q_NODEBUG, PL_predicate("call", 1, "system"), arguments + 2);
    if (PL_next_solution(query)) {
      found.emplace();
      for (const Term& pair : term_of(arguments + 3).arguments)
        if (pair.arguments.size() == 2) (*found)[pair.arguments[0].text] = pair.arguments[1];
    } else if (term_t exception = PL_exception(query)) {
      done = Bridge::diagnostic_of(exception, this);
    }
    PL_cut_query(query);
  }
  PL_discard_foreign_frame(frame);
  if (!done.ok()) return done.error();
  return found;
}

// --- pages

std::string Session::resolve(const std::string& reference, const std::string& base) const {
  return options_.fetcher->resolve(reference, base);
}

Result<DocumentPtr> Session::document(const std::string& url) {
  auto found = pages_.find(url);
  if (found != pages_.end()) return found->second;
  if (fetched_ >= options_.fetches) return error(Code::budget, fmt::format("limit reached: {} pages", options_.fetches));
  ++fetched_;
  GLEANER_TRY(DocumentPtr page, options_.fetcher->fetch(url));
  pages_[url] = page;
  return page;
}

std::vector<DocumentPtr> Session::documents(const std::vector<std::string>& urls, size_t jobs) {
  std::vector<std::string> missing;
  for (const std::string& url : urls)
    if (!pages_.count(url) && std::find(missing.begin(), missing.end(), url) == missing.end() && fetched_ + missing.size() < options_.fetches)
      missing.push_back(url);
  ordered_for(
      missing.size(), jobs,
      [&](size_t i) {
        auto page = options_.fetcher->fetch(missing[i]);
        return page.ok() ? *page : DocumentPtr();
      },
      [&](size_t i, DocumentPtr page) {
        ++fetched_;
        if (page) pages_[missing[i]] = std::move(page);
        return true;
      });
  std::vector<DocumentPtr> out;
  for (const std::string& url : urls) {
    auto found = pages_.find(url);
    out.push_back(found == pages_.end() ? nullptr : found->second);
  }
  return out;
}

Result<std::vector<Parameter>> Session::parameters() {
  std::vector<Parameter> out;
  AskOptions all;
  const bool trusted = options_.trusted;
  options_.trusted = true;  // our own goal
  Status done = ask("'$gleaner_parameter'(N, K, T)", all, [&](Answer&& answer) {
    out.push_back({answer.values[0].second.text, answer.values[2].second.to_text(), answer.values[1].second});
    return true;
  });
  options_.trusted = trusted;
  if (!done.ok()) return done.error();
  return out;
}

Result<std::optional<std::pair<Term, std::string>>> Session::robot_goal() {
  std::optional<std::pair<Term, std::string>> out;
  Term goal;
  std::string title;
  const bool trusted = options_.trusted;
  options_.trusted = true;
  Status done = ask("'$gleaner_robot'(G, T)", {}, [&](Answer&& answer) {
    for (auto& [name, value] : answer.values) {
      if (name == "T") title = value.to_text();
      if (name == "G") goal = value;
    }
    out.emplace(std::move(goal), std::move(title));
    return false;
  });
  options_.trusted = trusted;
  if (!done.ok()) return done.error();
  return out;
}

}  // namespace gleaner::logic
