// The child process and the pipe from it. Internal to pdf.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "pdf/wire.h"

namespace gleaner::pdf {

class ChildProcess {
 public:
  // The child reads `request`, then `bytes`.
  static Result<ChildProcess> start(const std::string& request, std::string_view bytes);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();  // ends the child if it still runs

  struct Frame {
    FrameHead head;
    std::string payload;
  };
  // Nothing: the child has ended, or gave no sign of life for so long.
  std::optional<Frame> next(std::chrono::milliseconds wait);
  // Why there are no more frames, in words; empty if it ended well. Ends the child.
  std::string end();
  // How much memory it had at most; known once it has ended.
  uint64_t peak_bytes() const { return peak_; }

 private:
  ChildProcess(pid_t pid, int fd) : pid_(pid), fd_(fd) {}
  bool read_exactly(char* into, size_t n, std::chrono::milliseconds wait);

  pid_t pid_ = -1;
  int fd_ = -1;
  uint64_t peak_ = 0;
  bool silent_ = false, garbled_ = false;
};

}  // namespace gleaner::pdf
