// The process's Prolog: started once, an engine a thread, calls whose errors come back as diagnostics, a
// watch on the time.
#pragma once

#include <SWI-Prolog.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/result.h"

namespace gleaner::logic {

// A foreign predicate of boot.pl: '$gleaner_...'/arity.
struct ForeignPredicate {
  const char* name;
  int arity;
  pl_function_t function;
};
// Starts Prolog and loads boot.pl; the second time it does nothing. About 10 ms.
Status start_prolog(const std::vector<ForeignPredicate>& predicates);

// A thread that asks needs an engine; it is given back when the thread ends.
void need_engine();

// Terms made inside a frame are gone when it ends.
class Frame {
 public:
  Frame() : id_(PL_open_foreign_frame()) {}
  ~Frame() { PL_discard_foreign_frame(id_); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

 private:
  fid_t id_;
};

// What Prolog threw, in words. `fault`: what a relation had to say, which comes first; it is taken.
Diagnostic diagnostic_of(term_t exception, std::optional<Diagnostic>* fault);
// Calls a predicate once. No solution is an error too.
Status call_prolog(const char* module, const char* name, int arity, term_t first,
                   std::optional<Diagnostic>* fault);

// Stops a query that takes too long or too much memory: another thread throws into it. Only while Prolog
// runs, that is between enter() and leave(): elsewhere nobody would catch it.
class Watch {
 public:
  struct Limits {
    std::optional<std::chrono::milliseconds> time;
    uint64_t bytes = 0;  // that the process may grow by; 0: any
  };
  explicit Watch(const Limits& limits);
  ~Watch();

  void enter();
  void leave();
  // What ran out, if something did.
  std::optional<Diagnostic> expired();

 private:
  void run();
  void stop() const;

  const Limits limits_;
  const std::chrono::steady_clock::time_point begin_;
  const uint64_t resident_;
  int target_ = 0;
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false, inside_ = false, thrown_ = false;
  const char* what_ = nullptr;
  std::thread thread_;
};

}  // namespace gleaner::logic
