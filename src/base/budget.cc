// See budget.h. Counting, the clock, and the words for having run out.
#include "base/budget.h"

#include <fmt/format.h>

namespace gleaner {

Budget::Budget(const BudgetLimits& limits) : limits_(limits) {
  if (limits.time) deadline_ = std::chrono::steady_clock::now() + *limits.time;
}

bool Budget::fail(Ran what) {
  Ran expected = Ran::not_out;
  ran_.compare_exchange_strong(expected, what, std::memory_order_relaxed);
  return false;
}

bool Budget::spend_steps(uint64_t n) {
  if (exhausted()) return false;
  uint64_t before = steps_.fetch_add(n, std::memory_order_relaxed);
  if (before + n > limits_.steps) return fail(Ran::steps);
  // The clock is read when the count of steps passes a multiple of kClockEvery.
  if (deadline_ && before / kClockEvery != (before + n) / kClockEvery &&
      std::chrono::steady_clock::now() > *deadline_)
    return fail(Ran::time);
  return true;
}

bool Budget::spend_bytes(uint64_t n) {
  if (exhausted()) return false;
  if (bytes_.fetch_add(n, std::memory_order_relaxed) + n > limits_.bytes) return fail(Ran::bytes);
  return true;
}

bool Budget::spend_memory(uint64_t n) {
  if (exhausted()) return false;
  if (memory_.fetch_add(n, std::memory_order_relaxed) + n > limits_.memory) return fail(Ran::memory);
  return true;
}

bool Budget::allows_depth(uint32_t depth) {
  if (exhausted()) return false;
  return depth <= limits_.depth || fail(Ran::depth);
}

Diagnostic Budget::diagnostic(std::string doing) const {
  std::string what;
  switch (ran_out()) {
    case Ran::bytes: what = fmt::format("input (limit {} bytes)", limits_.bytes); break;
    case Ran::steps: what = fmt::format("steps (limit {})", limits_.steps); break;
    case Ran::depth: what = fmt::format("depth (limit {})", limits_.depth); break;
    case Ran::memory: what = fmt::format("memory (limit {} bytes)", limits_.memory); break;
    case Ran::time: what = fmt::format("time (limit {} ms)", limits_.time->count()); break;
    case Ran::not_out: what = "nothing"; break;
  }
  return error(Code::budget, fmt::format("ran out of {} while {}", what, doing), {},
               "what was found so far is kept and marked partial; raise the limit to go on");
}

}  // namespace gleaner
