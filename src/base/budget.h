// Budget: how much an engine may use while it reads untrusted input.
//
// Every engine takes one by reference and spends from it; running out is not an error of the
// program but a fact to report: the engine stops, keeps what it has, marks it partial.
// Spending is thread-safe; one Budget may be shared by all threads of a task.
// Cost: one relaxed atomic add a call; the clock is read once in kClockEvery spends.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "base/diagnostic.h"

namespace gleaner {

struct BudgetLimits {
  static constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();
  uint64_t bytes = kUnlimited;   // input read
  uint64_t steps = kUnlimited;   // units of work, each engine says what a step is
  uint32_t depth = 100'000;      // nesting of calls or elements
  uint64_t memory = kUnlimited;  // bytes allocated by the engine, as it accounts for them
  std::optional<std::chrono::milliseconds> time;
};

class Budget {
 public:
  enum class Ran : uint8_t { not_out, bytes, steps, depth, memory, time };

  Budget() : Budget(BudgetLimits{}) {}
  explicit Budget(const BudgetLimits& limits);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Each gives false once the budget is exhausted, and from then on always.
  bool spend_steps(uint64_t n = 1);
  bool spend_bytes(uint64_t n);
  bool spend_memory(uint64_t n);
  void return_memory(uint64_t n) { memory_.fetch_sub(n, std::memory_order_relaxed); }
  bool allows_depth(uint32_t depth);

  bool exhausted() const { return ran_out() != Ran::not_out; }
  Ran ran_out() const { return ran_.load(std::memory_order_relaxed); }
  const BudgetLimits& limits() const { return limits_; }
  uint64_t steps_spent() const { return steps_.load(std::memory_order_relaxed); }

  // Words for a person: "ran out of steps (limit 1000)". REQUIRES: exhausted().
  Diagnostic diagnostic(std::string doing) const;

 private:
  static constexpr uint64_t kClockEvery = 4096;
  bool fail(Ran what);

  BudgetLimits limits_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::atomic<uint64_t> steps_{0}, bytes_{0}, memory_{0}, clock_ticks_{0};
  std::atomic<Ran> ran_{Ran::not_out};
};

}  // namespace gleaner
