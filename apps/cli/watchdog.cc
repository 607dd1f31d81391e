// See watchdog.h.
#include "watchdog.h"

#include <fmt/format.h>

#include <system_error>

#include "base/process_memory.h"
#include "cli.h"
#include "output.h"

namespace gleaner::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLookEvery = std::chrono::milliseconds(5);

}  // namespace

Watchdog::Watchdog(const BudgetLimits& limits, std::string doing, double patience)
    : limits_(limits),
      doing_(std::move(doing)),
      patience_(patience),
      begin_(Clock::now()),
      resident_(resident_bytes()) {
  if (!limits.time && limits.memory == BudgetLimits::kUnlimited) return;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {  // no thread to be had: the engines' own limits hold
  }
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    finished_ = true;
  }
  done_.notify_all();
  thread_.join();
}

void Watchdog::run() {
  const bool memory = limits_.memory != BudgetLimits::kUnlimited && resident_ != 0;
  std::unique_lock lock(mutex_);
  while (!done_.wait_for(lock, kLookEvery, [this] { return finished_; })) {
    const std::chrono::duration<double, std::milli> spent = Clock::now() - begin_;
    std::string what;
    if (limits_.time && spent.count() > double(limits_.time->count()) * patience_)
      what = fmt::format("time (limit {} ms)", limits_.time->count());
    else if (memory && double(resident_bytes()) > double(resident_) + double(limits_.memory) * patience_)
      what = fmt::format("memory (limit {} bytes)", limits_.memory);
    if (what.empty()) continue;
    end_now(kPartial, fmt::format("error: ran out of {} while {}\n", what, doing_));
  }
}

}  // namespace gleaner::cli
