// Watchdog: the last word of --max-seconds and --max-megabytes for verbs that run other people's
// programs, or work on one page.
//
// Scripts and logic programs stop by themselves when their budget runs out. But some of what they call cannot
// be stopped from within: arithmetic with huge numbers, a query of a database, a text of a billion
// characters. A thread looks at the clock and at the memory of the process every few milliseconds; when a
// limit is passed by a tenth (or what `patience` says), it writes out what was found, says what ran out, and
// ends the process with exit code 6.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/budget.h"

namespace gleaner::cli {

// Of limits, the time alone: for one page of many, where memory is also that of
// pages that wait for their turn.
inline BudgetLimits time_of(const BudgetLimits& limits) { return {.time = limits.time}; }
inline constexpr double kPagePatience = 1.2;

class Watchdog {
 public:
  // Limits of time and memory; the others are left to the engine. `doing` completes
  // "ran out of time while ...".
  static constexpr double kPatience = 1.1;  // an engine that stops by itself says more about what it has done
  Watchdog(const BudgetLimits& limits, std::string doing, double patience = kPatience);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void run();

  const BudgetLimits limits_;
  const std::string doing_;
  const double patience_;
  const std::chrono::steady_clock::time_point begin_;
  const uint64_t resident_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace gleaner::cli
