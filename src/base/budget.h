// Budget: how much an engine may use while it reads untrusted input.
//
// Every engine takes one by reference and spends from it. Running out is not an error of the program but a
// fact to report: the engine stops, keeps what it has, and marks it partial.
//
// Time and memory belong to a whole piece of work, whoever does it. So a thread works
// under a budget (Budget::Scope):
//
//  - Budgets that are made meanwhile, for example by a learner for its trials, are
//    parts of it and end with it.
//  - A view of a page that has no budget of its own asks current().
//  - What the thread allocates is counted in it (base/memory.h), if the program's allocator tells.
//
// Steps, bytes and depth are each engine's own and do not pass upward: where they end is the same with any
// number of threads. Spending is thread-safe; all threads of a task may share one Budget. Cost: one relaxed
// atomic add for each call; the clock is read once in kClockEvery spends.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string>

#include "base/diagnostic.h"

namespace gleaner {

struct BudgetLimits {
  static constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();
  uint64_t bytes = kUnlimited;   // input read
  uint64_t steps = kUnlimited;   // units of work, each engine says what a step is
  uint32_t depth = 100'000;      // nesting of calls or elements
  uint64_t memory = kUnlimited;  // bytes allocated by the engine: counted, or as it accounts for them
  std::optional<std::chrono::milliseconds> time;
};

class Budget {
 public:
  enum class Ran : uint8_t { not_out, bytes, steps, depth, memory, time };

  Budget() : Budget(BudgetLimits{}) {}
  // Part of current(), if there is one, which must outlive it.
  explicit Budget(const BudgetLimits& limits);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Each gives false once the budget is exhausted, and from then on always.
  bool spend_steps(uint64_t n = 1);
  bool spend_bytes(uint64_t n);
  // What an engine accounts for itself; only checked where the allocator counts already.
  bool spend_memory(uint64_t n);
  void return_memory(uint64_t n);
  bool allows_depth(uint32_t depth);
  // Costs no step: false once time or memory are over. Reads the clock: not in the
  // innermost loop (see Pulse).
  bool check();

  // Until the deadline, its own or that of what it is a part of; absent: no deadline.
  std::optional<std::chrono::milliseconds> time_left() const;

  bool exhausted() const { return ran_out() != Ran::not_out; }
  Ran ran_out() const;
  const BudgetLimits& limits() const { return limits_; }
  uint64_t steps_spent() const { return steps_.load(std::memory_order_relaxed); }
  uint64_t memory_used() const;  // now

  // Words for a person: "ran out of steps (limit 1000)". REQUIRES: exhausted().
  Diagnostic diagnostic(std::string doing) const;

  // What this thread works under; null: nothing.
  static Budget* current();

  // Whether an allocation that the limit does not allow throws std::bad_alloc (from operator new, where the
  // allocator counts). `throws` where the caller catches it and keeps what there is; `asks` where foreign
  // code stands between that exceptions must not cross: the engine then stops when it asks next.
  enum class Over : uint8_t { asks, throws };

  // While it lives, this thread works under `budget` (null: under none).
  class Scope {
   public:
    explicit Scope(Budget* budget, Over over = Over::asks);
    explicit Scope(Budget& budget, Over over = Over::asks) : Scope(&budget, over) {}
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Budget* before_;
    bool threw_before_;
  };

  // An allocation failed (or was refused): memory is what ran out.
  void out_of_memory() { fail(Ran::memory); }

  // For the allocator (base/memory.h): bytes taken (or given back, negative) by a thread under this budget.
  void charge(int64_t bytes);
  // Is the memory used clearly (a twentieth) above the limit, here or in what this is a part of?
  bool far_over() const;

 private:
  static constexpr uint64_t kClockEvery = 64;  // a step of some engines takes a millisecond
  bool fail(Ran what);
  bool late() const { return deadline_ && std::chrono::steady_clock::now() > *deadline_; }

  BudgetLimits limits_;
  Budget* const parent_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::atomic<uint64_t> steps_{0}, bytes_{0};
  std::atomic<int64_t> memory_{0};
  std::atomic<Ran> ran_{Ran::not_out};
};

// Does `work` under `budget` with its memory as a hard limit: an allocation beyond it ends the work. False if
// that happened; then the budget is exhausted, and what the work kept outside of itself is there.
template <class Work>
bool work_within(Budget& budget, Work&& work) {
  try {
    const Budget::Scope scope(budget, Budget::Over::throws);
    work();
    return true;
  } catch (const std::bad_alloc&) {
    budget.out_of_memory();
    return false;
  }
}

// For loops that are too quick to ask a budget every time: asks once in `every` beats, and remembers.
//   Pulse pulse(Budget::current());  while (...) { if (!pulse.beat()) break; ... }
class Pulse {
 public:
  explicit Pulse(Budget* budget, uint32_t every = 1024) : budget_(budget), every_(every) {}
  bool beat() {
    if (++beats_ < every_ || !budget_) return alive_;
    beats_ = 0;
    return alive_ = budget_->check();
  }
  bool alive() const { return alive_; }

 private:
  Budget* budget_;
  uint32_t every_, beats_ = 0;
  bool alive_ = true;
};

}  // namespace gleaner
