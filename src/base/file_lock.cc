// See file_lock.h.
#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>

namespace gleaner {

Result<FileLock> FileLock::take(const std::string& path, const Diagnostic& taken) {
  FileLock lock;
  lock.file_ = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock.file_.ok())
    return error(Code::io, std::string("cannot be opened: ") + std::strerror(errno), {path});
  if (::flock(*lock.file_, LOCK_EX | LOCK_NB) != 0) return taken;
  return lock;
}

}  // namespace gleaner
