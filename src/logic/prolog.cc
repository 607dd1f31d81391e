// See prolog.h.
#include "logic/prolog.h"

#include <clocale>
#include <system_error>

#include "base/process_memory.h"
#include "base/shorten.h"
#include "logic/boot.h"
#include "logic/prolog_terms.h"

#ifdef GLEANER_SANITIZED
// Prolog has signal stacks of its own, which the sanitizer would free a second time, and keeps memory,
// its large numbers too, until the process ends.
extern "C" const char* __asan_default_options() { return "use_sigaltstack=0"; }
extern "C" const char* __lsan_default_suppressions() { return "leak:libswipl\nleak:libgmp\n"; }
#endif

namespace gleaner::logic {
namespace {

constexpr const char* kLimitHint = "--max-seconds, --max-steps and --max-megabytes set the limits";
constexpr size_t kLongestMessage = 2000;

struct ThreadEngine {
  bool attached = false;
  ~ThreadEngine() {
    if (attached) PL_thread_destroy_engine();
  }
};

// load_files(gleaner_boot, [stream(S)]) of the text in boot.pl.
Status load_boot() {
  Frame frame;
  const Diagnostic failed = error(Code::internal, "Prolog takes no more terms");
  term_t text = PL_new_term_refs(2), goal = PL_new_term_refs(2);
  if (!put_text(text, PL_STRING, kBoot)) return failed;
  GLEANER_CHECK(call_prolog("system", "open_string", 2, text, nullptr));
  term_t option = PL_new_term_ref(), list = PL_new_term_ref();
  if (!put_text(goal, PL_ATOM, "gleaner_boot") || !PL_put_nil(list) ||
      !PL_cons_functor(option, PL_new_functor(PL_new_atom("stream"), 1), text + 1) ||
      !PL_cons_list(list, option, list) || !PL_put_term(goal + 1, list))
    return failed;
  return call_prolog("system", "load_files", 2, goal, nullptr);
}

}  // namespace

void need_engine() {
  static thread_local ThreadEngine engine;
  if (PL_thread_self() != -1) return;
  PL_thread_attach_engine(nullptr);
  engine.attached = true;
}

Status start_prolog(const std::vector<ForeignPredicate>& predicates) {
  static std::mutex mutex;
  static bool started = false;
  std::lock_guard lock(mutex);
  if (started) return {};
  static char name[] = "gleaner", quiet[] = "-q", signals[] = "--no-signals", f[] = "-f", F[] = "-F",
              none[] = "none", tty[] = "--no-tty", packs[] = "--no-packs";
  static char* arguments[] = {name, quiet, signals, f, none, F, none, tty, packs, nullptr};
  // Prolog takes on the language of the system. Numbers in files have a point wherever they are read.
  const char* numbers = std::setlocale(LC_NUMERIC, nullptr);
  const std::string before = numbers ? numbers : "C";
  const bool running = PL_is_initialised(nullptr, nullptr) || PL_initialise(9, arguments);
  std::setlocale(LC_NUMERIC, before.c_str());
  if (!running)
    return error(Code::unsupported, "SWI-Prolog cannot be started", {}, "is swi-prolog-nox installed?");
  need_engine();
  for (const ForeignPredicate& one : predicates)
    PL_register_foreign_in_module("gleaner", one.name, one.arity, one.function, 0);
  GLEANER_CHECK(load_boot());
  started = true;
  return {};
}

Diagnostic diagnostic_of(term_t exception, std::optional<Diagnostic>* fault) {
  if (fault && *fault) {
    Diagnostic why = std::move(**fault);
    fault->reset();
    return why;
  }
  Diagnostic why = error(Code::bad_input, "the program failed");
  Frame frame;
  term_t arguments = PL_new_term_refs(4);
  if (PL_put_term(arguments, exception)) {
    qid_t query =
        PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION, PL_predicate("message", 4, "gleaner"), arguments);
    if (PL_next_solution(query)) {
      why.where.file = text_of(arguments + 1, CVT_ATOM | CVT_STRING);
      int64_t line = 0;
      if (PL_get_int64(arguments + 2, &line)) why.where.line = uint32_t(line);
      why.message = shortened(text_of(arguments + 3, CVT_ATOMIC), kLongestMessage);
    }
    PL_cut_query(query);
  }
  if (why.message.starts_with("limit reached")) {
    why.code = Code::budget;
    why.hint = kLimitHint;
  } else if (why.message.starts_with("not allowed")) {
    why.hint = "--trusted runs the program without the sandbox";
  }
  return why;
}

Status call_prolog(const char* module, const char* name, int arity, term_t first,
                   std::optional<Diagnostic>* fault) {
  qid_t query =
      PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION | PL_Q_NODEBUG, PL_predicate(name, arity, module), first);
  Status done;
  if (!PL_next_solution(query)) {
    if (term_t exception = PL_exception(query)) done = diagnostic_of(exception, fault);
    else done = error(Code::internal, std::string(name) + " failed");
  }
  PL_cut_query(query);
  return done;
}

constexpr auto kLookEvery = std::chrono::milliseconds(5);

Watch::Watch(const Limits& limits)
    : limits_(limits),
      begin_(std::chrono::steady_clock::now()),
      resident_(limits.bytes ? resident_bytes() : 0) {
  if (!limits.time && !limits.bytes) return;
  target_ = PL_thread_self();
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {  // no thread to be had: the other limits hold
  }
}

Watch::~Watch() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    finished_ = true;
  }
  done_.notify_all();
  thread_.join();
  if (!thrown_) return;
  // What was thrown too late waits in Prolog, for the next query.
  Frame frame;
  if (PL_handle_signals() < 0) PL_clear_exception();
}

void Watch::run() {
  std::unique_lock lock(mutex_);
  while (!finished_ && !what_) {
    const auto spent = std::chrono::steady_clock::now() - begin_;
    if (limits_.time && spent >= *limits_.time) what_ = "time";
    else if (limits_.bytes && resident_bytes() > resident_ + limits_.bytes) what_ = "memory";
    if (what_) break;
    std::chrono::steady_clock::duration pause = kLookEvery;
    if (!limits_.bytes) pause = *limits_.time - spent;
    done_.wait_for(lock, pause, [this] { return finished_; });
  }
  if (!what_ || finished_) return;
  done_.wait(lock, [this] { return finished_ || inside_; });
  if (finished_) return;
  thrown_ = true;
  stop();
}

void Watch::enter() {
  std::lock_guard lock(mutex_);
  inside_ = true;
  if (what_) done_.notify_all();
}

void Watch::leave() {
  std::lock_guard lock(mutex_);
  inside_ = false;
}

std::optional<Diagnostic> Watch::expired() {
  std::lock_guard lock(mutex_);
  if (!what_) return std::nullopt;
  Diagnostic why = error(Code::budget, std::string("limit reached: ") + what_);
  why.hint = kLimitHint;
  return why;
}

// REQUIRES: mutex_ is held, so that Prolog is not left meanwhile.
void Watch::stop() const {
  if (PL_thread_attach_engine(nullptr) < 0) return;
  {
    Frame frame;
    term_t arguments = PL_new_term_refs(2);
    const std::string goal = std::string("throw(gleaner_limit(") + what_ + "))";
    if (PL_put_integer(arguments, target_) && PL_chars_to_term(goal.c_str(), arguments + 1)) {
      qid_t query =
          PL_open_query(nullptr, PL_Q_CATCH_EXCEPTION, PL_predicate("thread_signal", 2, "system"), arguments);
      if (!PL_next_solution(query)) PL_clear_exception();
      PL_close_query(query);
    }
  }
  PL_thread_destroy_engine();
}

}  // namespace gleaner::logic
