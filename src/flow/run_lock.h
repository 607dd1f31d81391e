// One run of a flow at a time, and one sender of its outbox. The system gives the lock back when the process ends, however it ends.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "flow/file.h"

namespace gleaner::flow {

class RunLock {
 public:
  static Result<RunLock> take(const Flow& flow) {
    RunLock lock;
    const std::string path = (flow.folder.empty() ? "" : flow.folder + "/") + "." + flow.name + ".flow.lock";
    lock.fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (lock.fd_ < 0) return error(Code::io, "cannot be written", {path});
    if (::flock(lock.fd_, LOCK_EX | LOCK_NB) != 0)
      return error(Code::usage, fmt::format("the flow {} is running already", flow.name), {},
                   "one run at a time; wait for it");
    return lock;
  }
  RunLock(RunLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  ~RunLock() {
    if (fd_ >= 0) ::close(fd_);
  }

 private:
  RunLock() = default;
  int fd_ = -1;
};

}  // namespace gleaner::flow
