// See memory.h.
#include "base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>

#include "base/budget.h"

namespace gleaner::memory {
namespace {

struct Thread {
  Budget* budget = nullptr;
  int64_t pending = 0;  // taken since it was last passed on
  bool throws = false, over = false;
};
constinit thread_local Thread thread;
std::atomic<bool> is_counted{false};

void flush() noexcept {
  const int64_t bytes = thread.pending;
  thread.pending = 0;
  thread.budget->charge(bytes);
  thread.over = thread.throws && thread.budget->far_over();
}

// A limit in a file of the control group; "max" is none.
uint64_t limit_in(const char* path) {
  std::FILE* file = std::fopen(path, "re");
  if (!file) return UINT64_MAX;
  unsigned long long bytes = 0;
  const bool number = std::fscanf(file, "%llu", &bytes) == 1;
  std::fclose(file);
  return number && bytes > 0 ? bytes : UINT64_MAX;
}

uint64_t limit_of_shell(int resource) {
  rlimit limit{};
  if (::getrlimit(__rlimit_resource_t(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  return limit.rlim_cur;
}

}  // namespace

void set_counted() { is_counted.store(true, std::memory_order_relaxed); }
bool counted() { return is_counted.load(std::memory_order_relaxed); }

void took(size_t bytes) noexcept {
  if (!thread.budget) return;
  thread.pending += int64_t(bytes);
  if (thread.pending > kFlush) flush();
}

void gave_back(size_t bytes) noexcept {
  if (!thread.budget) return;
  thread.pending -= int64_t(bytes);
  if (thread.pending < -kFlush) flush();
}

bool allows(size_t bytes) noexcept {
  if (!thread.throws) return true;
  if (!thread.over && int64_t(bytes) < kFlush) return true;
  if (std::uncaught_exceptions() > 0) return true;  // what cleans up may allocate
  if (int64_t(bytes) >= kFlush) {                   // as if it had been taken
    thread.budget->charge(int64_t(bytes));
    const bool over = thread.budget->far_over();
    thread.budget->charge(-int64_t(bytes));
    return !over;
  }
  flush();  // some may have been given back meanwhile
  return !thread.over;
}

Budget* budget_of_thread() { return thread.budget; }
bool thread_throws() { return thread.throws; }

void set_thread(Budget* budget, bool throws) {
  if (thread.budget && thread.pending) flush();
  thread.pending = 0;
  thread.budget = budget;
  thread.throws = throws && budget;
  thread.over = false;
}

uint64_t available() {
  uint64_t bytes = uint64_t(::sysconf(_SC_PHYS_PAGES)) * uint64_t(::sysconf(_SC_PAGESIZE));
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
    bytes = std::min(bytes, limit_in(path));
  for (const int resource : {int(RLIMIT_AS), int(RLIMIT_DATA)})
    bytes = std::min(bytes, limit_of_shell(resource));
  return bytes;
}

}  // namespace gleaner::memory

namespace gleaner {

Budget* Budget::current() { return memory::budget_of_thread(); }

Budget::Scope::Scope(Budget* budget, Over over)
    : before_(memory::budget_of_thread()), threw_before_(memory::thread_throws()) {
  memory::set_thread(budget, over == Over::throws);
}

Budget::Scope::~Scope() { memory::set_thread(before_, threw_before_); }

}  // namespace gleaner
