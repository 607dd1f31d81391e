// See budget.h. Counting, the clock, and the words for having run out.
#include "base/budget.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/memory.h"

namespace gleaner {

Budget::Budget(const BudgetLimits& limits) : limits_(limits), parent_(current()) {
  if (limits.time) deadline_ = std::chrono::steady_clock::now() + *limits.time;
  if (!parent_ || !parent_->deadline_) return;
  if (!deadline_ || *parent_->deadline_ < *deadline_) {
    deadline_ = parent_->deadline_;
    limits_.time = parent_->limits_.time;  // for the words
  }
}

bool Budget::fail(Ran what) {
  Ran expected = Ran::not_out;
  ran_.compare_exchange_strong(expected, what, std::memory_order_relaxed);
  return false;
}

Budget::Ran Budget::ran_out() const {
  const Ran own = ran_.load(std::memory_order_relaxed);
  if (own != Ran::not_out || !parent_) return own;
  const Ran above = parent_->ran_out();
  return above == Ran::time || above == Ran::memory ? above : Ran::not_out;
}

bool Budget::spend_steps(uint64_t n) {
  if (exhausted()) return false;
  uint64_t before = steps_.fetch_add(n, std::memory_order_relaxed);
  if (before + n > limits_.steps) return fail(Ran::steps);
  // The clock is read when the count of steps passes a multiple of kClockEvery.
  if (deadline_ && before / kClockEvery != (before + n) / kClockEvery && late()) return fail(Ran::time);
  return true;
}

bool Budget::check() {
  if (exhausted()) return false;
  return !late() || fail(Ran::time);
}

std::optional<std::chrono::milliseconds> Budget::time_left() const {
  using std::chrono::milliseconds;
  if (!deadline_) return std::nullopt;
  const auto left = std::chrono::duration_cast<milliseconds>(*deadline_ - std::chrono::steady_clock::now());
  return std::max(left, milliseconds(0));
}

bool Budget::spend_bytes(uint64_t n) {
  if (exhausted()) return false;
  if (bytes_.fetch_add(n, std::memory_order_relaxed) + n > limits_.bytes) return fail(Ran::bytes);
  return true;
}

bool Budget::spend_memory(uint64_t n) {
  if (exhausted()) return false;
  // One request above the limit is refused before it is made, whoever counts.
  if (n > limits_.memory) return fail(Ran::memory);
  if (!memory::counted()) charge(int64_t(n));
  return !exhausted();
}

void Budget::return_memory(uint64_t n) {
  if (!memory::counted()) charge(-int64_t(n));
}

uint64_t Budget::memory_used() const {
  return uint64_t(std::max<int64_t>(0, memory_.load(std::memory_order_relaxed)));
}

void Budget::charge(int64_t bytes) {
  for (Budget* budget = this; budget; budget = budget->parent_) {
    const int64_t now = budget->memory_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (now > 0 && uint64_t(now) > budget->limits_.memory) budget->fail(Ran::memory);
  }
}

bool Budget::far_over() const {
  for (const Budget* budget = this; budget; budget = budget->parent_) {
    const uint64_t limit = budget->limits_.memory;
    if (limit != BudgetLimits::kUnlimited && budget->memory_used() > limit + limit / 20) return true;
  }
  return false;
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
    case Ran::memory: {
      const Budget* over = this;
      while (over->ran_.load(std::memory_order_relaxed) != Ran::memory && over->parent_) over = over->parent_;
      what = fmt::format("memory (limit {} bytes)", over->limits_.memory);
      break;
    }
    case Ran::time: what = fmt::format("time (limit {} ms)", limits_.time->count()); break;
    case Ran::not_out: what = "nothing"; break;
  }
  return error(Code::budget, fmt::format("ran out of {} while {}", what, doing), {},
               "what was found so far is kept and marked partial; raise the limit to go on");
}

}  // namespace gleaner
