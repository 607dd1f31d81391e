// See process_memory.h.
#include "base/process_memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace gleaner {

uint64_t resident_bytes() {
  const int fd = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  char text[128] = {};
  const ssize_t n = ::read(fd, text, sizeof text - 1);
  ::close(fd);
  unsigned long long all = 0, resident = 0;
  if (n <= 0 || std::sscanf(text, "%llu %llu", &all, &resident) != 2) return 0;
  return resident * uint64_t(::sysconf(_SC_PAGESIZE));
}

}  // namespace gleaner
