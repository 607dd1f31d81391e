// See ordered_pool.h. The part that no type of result changes: threads, slots, and passing on exceptions.
#include "base/ordered_pool.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

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
namespace {

class OrderedRun {
 public:
  OrderedRun(size_t count, size_t window, const std::function<void(size_t, size_t)>& run,
             const std::function<bool(size_t, size_t)>& take)
      : count_(count), window_(window), run_(run), take_(take), done_(window, 0) {}

  void operator()(size_t jobs) {
    start(jobs);
    if (threads_.empty()) return alone();
    take_all();
    for (auto& thread : threads_) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void start(size_t jobs) {
    workers_ = jobs;
    threads_.reserve(std::min(jobs, count_));
    try {
      for (size_t j = 0; j < std::min(jobs, count_); ++j) threads_.emplace_back([this, j] { work(j); });
    } catch (const std::exception&) {
      // The system gives no more. It has no memory for work either, if all of it goes into threads: a quarter
      // of them work, once the others have given back their stacks.
      change([&] { workers_ = (threads_.size() + 3) / 4; });
      for (size_t j = workers_; j < threads_.size(); ++j) threads_[j].join();
      threads_.erase(threads_.begin() + ptrdiff_t(workers_), threads_.end());
    }
    change([&] { begun_ = true; });
  }

  void change(const auto& what) {
    {
      std::lock_guard lock(mutex_);
      what();
    }
    changed_.notify_all();
  }

  // Runs `what` unlocked; what it throws ends everything and is thrown again at the end.
  void outside(std::unique_lock<std::mutex>& lock, const auto& what) {
    lock.unlock();
    std::exception_ptr thrown;
    try {
      what();
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    if (!thrown) return;
    if (!failure_) failure_ = thrown;
    stop_ = true;
  }

  void work(size_t number) {
    const Budget::Scope scope(budget_, over_);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_ || number >= workers_; });
    while (number < workers_) {
      changed_.wait(lock, [&] { return stop_ || next_ >= count_ || next_ < taken_ + window_; });
      if (stop_ || next_ >= count_) return;
      const size_t i = next_++;
      outside(lock, [&] { run_(i, i % window_); });
      done_[i % window_] = 1;
      changed_.notify_all();
    }
  }

  void take_all() {
    std::unique_lock lock(mutex_);
    while (taken_ < count_ && !stop_) {
      const size_t slot = taken_ % window_;
      changed_.wait(lock, [&] { return stop_ || done_[slot]; });
      if (stop_) break;
      done_[slot] = 0;
      bool go_on = false;
      outside(lock, [&] { go_on = take_(taken_, slot); });
      if (!go_on) stop_ = true;
      ++taken_;
      changed_.notify_all();
    }
    stop_ = true;
    changed_.notify_all();
  }

  void alone() {
    for (size_t i = 0; i < count_; ++i) {
      run_(i, i % window_);
      if (!take_(i, i % window_)) return;
    }
  }

  const size_t count_, window_;
  const std::function<void(size_t, size_t)>& run_;
  const std::function<bool(size_t, size_t)>& take_;
  // of the thread that asks: its workers work within the same
  Budget* const budget_ = memory::budget_of_thread();
  const Budget::Over over_ = memory::thread_throws() ? Budget::Over::throws : Budget::Over::asks;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::vector<char> done_;
  size_t next_ = 0, taken_ = 0, workers_ = 0;
  bool begun_ = false, stop_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace

void ordered_run(size_t count, size_t jobs, size_t window, const std::function<void(size_t, size_t)>& run,
                 const std::function<bool(size_t, size_t)>& take) {
  OrderedRun(count, window, run, take)(jobs);
}

}  // namespace gleaner
