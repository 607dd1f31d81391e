// See side_thread.h.
#include "run/side_thread.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace gleaner::run {
namespace {

std::atomic<size_t> left_behind{0};

constexpr int kLowest = 19;
constexpr auto kAskAgain = std::chrono::milliseconds(20);
constexpr int kWaiting = 4;  // times as long by the clock: no busy machine

std::chrono::nanoseconds used_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

struct SideThread::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> work;  // none: it waits
  bool stop = false;           // no more work: the owner is gone, or has left it behind
  pid_t id = 0;
  clockid_t clock = CLOCK_MONOTONIC;  // of its processor's time
  std::chrono::nanoseconds begin{};   // of the work
  std::exception_ptr thrown;

  // The thread; it owns its part of this.
  void loop() {
    std::unique_lock lock(mutex);
    id = ::gettid();
    if (::pthread_getcpuclockid(::pthread_self(), &clock) != 0) clock = CLOCK_MONOTONIC;
    for (;;) {
      changed.wait(lock, [&] { return stop || work; });
      if (!work) return;
      begin = used_of(clock);
      lock.unlock();
      std::exception_ptr failure;
      try {
        work();
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      thrown = failure;
      work = nullptr;
      changed.notify_all();
      if (stop) return;
    }
  }
};

SideThread::SideThread() = default;

SideThread::~SideThread() {
  if (!shared_) return;
  const std::lock_guard lock(shared_->mutex);
  shared_->stop = true;
  shared_->changed.notify_all();
}

bool SideThread::run(std::function<void()> work, std::chrono::milliseconds most,
                     const std::function<bool()>& may_leave) {
  if (!shared_) {
    auto made = std::make_shared<Shared>();
    try {
      std::thread([made] { made->loop(); }).detach();
      shared_ = std::move(made);
    } catch (const std::system_error&) {
      work();
      return true;
    }
  }
  std::unique_lock lock(shared_->mutex);
  shared_->work = std::move(work);
  shared_->changed.notify_all();
  const auto done = [&] { return !shared_->work; };
  const auto start = std::chrono::steady_clock::now();
  const auto due = [&] {
    return used_of(shared_->clock) - shared_->begin >= most ||
           std::chrono::steady_clock::now() - start >= kWaiting * most;
  };
  for (auto wait = most; !shared_->changed.wait_for(lock, wait, done); wait = kAskAgain) {
    if (!due() || !may_leave()) continue;
    shared_->stop = true;
    ++left_behind;
    ::setpriority(PRIO_PROCESS, id_t(shared_->id), kLowest);
    lock.unlock();
    shared_.reset();
    return false;
  }
  if (const std::exception_ptr thrown = std::exchange(shared_->thrown, nullptr))
    std::rethrow_exception(thrown);
  return true;
}

std::chrono::milliseconds patience_for(std::chrono::milliseconds limit) {
  constexpr auto kLeast = std::chrono::milliseconds(200);  // a busy machine is no library that hangs
  constexpr int kPart = 7;
  return limit + std::max(kLeast, limit / kPart);
}

int leave(int exit) {
  if (!left_behind) return exit;
  std::fflush(nullptr);
  ::_exit(exit);
}

}  // namespace gleaner::run
