// SideThread: work that may never come back, done on a thread of its own while the caller waits.
//
// Engines end when their budget does. A library that does not ask hangs, and no thread can be ended from
// outside. So after a while the caller stops waiting: the thread is left behind (at the lowest priority) with
// everything it works on, and the next work gets a new one. What the work refers to must therefore belong to
// it, and a process with a thread left behind ends by leave(). Cost: two switches of threads a piece of work;
// the thread is kept from one to the next.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace gleaner::run {

class SideThread {
 public:
  SideThread();
  ~SideThread();
  SideThread(const SideThread&) = delete;
  SideThread& operator=(const SideThread&) = delete;

  // True when `work` is done (here, if there is no thread to be had), and with its exception. False: it took
  // more than `most` of the processor, or many times as long by the clock (it waits for something), and
  // `may_leave`, which is asked then, agreed.
  bool run(std::function<void()> work, std::chrono::milliseconds most,
           const std::function<bool()>& may_leave);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // null: no thread
};

// How long to wait for work with such a limit of time: the engine, which can say more, comes first.
std::chrono::milliseconds patience_for(std::chrono::milliseconds limit);

// The end of the program. With a thread left behind, what others would tidy up goes with the process.
int leave(int exit);

}  // namespace gleaner::run
