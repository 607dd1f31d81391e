// See ordered_pool.h. The part that no type of result changes: threads, slots, and passing on exceptions.
#include "base/ordered_pool.h"

#include <atomic>
#include <exception>

#include "base/budget.h"
#include "base/memory.h"

namespace gleaner {

size_t default_jobs() {
  unsigned n = std::thread::hardware_concurrency();
  return n ? n : 1;
}

// Workers claim indices in order; slot = index % window. A worker may run index i only once i - window has
// been taken, which bounds what waits. An exception of `run` is passed on from the taker, after the workers
// have stopped. The workers work under the caller's budget.
void ordered_run(size_t count, size_t jobs, size_t window, const std::function<void(size_t, size_t)>& run,
                 const std::function<bool(size_t, size_t)>& take) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<char> done(window, 0);
  size_t next = 0, taken = 0;
  bool stop = false;
  std::exception_ptr failure;

  Budget* const budget = memory::budget_of_thread();
  const Budget::Over over = memory::thread_throws() ? Budget::Over::throws : Budget::Over::asks;

  size_t workers = jobs;
  bool begun = false;
  auto worker = [&](size_t number) {
    const Budget::Scope scope(budget, over);
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return begun || number >= workers; });
    while (number < workers) {
      changed.wait(lock, [&] { return stop || next >= count || next < taken + window; });
      if (stop || next >= count) return;
      size_t i = next++;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        run(i, i % window);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      if (thrown) {
        if (!failure) failure = thrown;
        stop = true;
      }
      done[i % window] = 1;
      changed.notify_all();
    }
  };

  std::vector<std::thread> threads;
  threads.reserve(std::min(jobs, count));
  try {
    for (size_t j = 0; j < std::min(jobs, count); ++j) threads.emplace_back(worker, j);
  } catch (const std::exception&) {
    // The system gives no more. It has no memory for work either, if all of it goes into threads: a quarter of them work,
    // once the others have given back their stacks.
    {
      std::lock_guard lock(mutex);
      workers = (threads.size() + 3) / 4;
    }
    changed.notify_all();
    for (size_t j = workers; j < threads.size(); ++j) threads[j].join();
    threads.erase(threads.begin() + ptrdiff_t(workers), threads.end());
  }
  {
    std::lock_guard lock(mutex);
    begun = true;
  }
  changed.notify_all();
  if (threads.empty()) {
    for (size_t i = 0; i < count; ++i) {
      run(i, i % window);
      if (!take(i, i % window)) return;
    }
    return;
  }
  {
    std::unique_lock lock(mutex);
    while (taken < count && !stop) {
      size_t slot = taken % window;
      changed.wait(lock, [&] { return stop || done[slot]; });
      if (stop) break;
      done[slot] = 0;
      lock.unlock();
      bool go_on = false;
      std::exception_ptr thrown;
      try {
        go_on = take(taken, slot);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      if (thrown && !failure) failure = thrown;
      if (!go_on) stop = true;
      ++taken;
      changed.notify_all();
    }
    stop = true;
    changed.notify_all();
  }
  for (auto& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gleaner
