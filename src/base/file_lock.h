// FileLock: one process at a time works where a file says so. The system gives the lock back when the
// process ends, however it ends.
#pragma once

#include <string>

#include "base/descriptor.h"
#include "base/result.h"

namespace gleaner {

class FileLock {
 public:
  FileLock() = default;  // of nothing
  // Makes the file where there is none. `taken` is the error where another process has the lock.
  static Result<FileLock> take(const std::string& path, const Diagnostic& taken);

 private:
  Descriptor file_;
};

}  // namespace gleaner
