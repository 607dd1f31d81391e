/* kill_at: ends the program that it is loaded into (LD_PRELOAD) by SIGKILL at its Nth call that changes something outside of its memory:
 * writes, files that are named, removed or cut, messages that are sent. Between two such calls a kill leaves the same behind, so all N
 * are all moments at which a program can be killed. Built and used by tests/flow_kill_test.py.
 *
 *   KILL_AT=N        before call N is done (a write: after half of it, where N is odd)
 *   KILL_CUT=BYTES   ... a write: after so many bytes of it, whatever N is
 *   KILL_COUNT=FILE  nothing is killed; FILE gets the number of calls at the end */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_long calls;

static int last_call(void) {
  const char* at = getenv("KILL_AT");
  const long n = atomic_fetch_add(&calls, 1) + 1;
  return at && n == atol(at);
}
static void end(void) { kill(getpid(), SIGKILL); }

/* How much of a last write is done. */
static size_t part(size_t n) {
  const char* cut = getenv("KILL_CUT");
  if (cut) return (size_t)atol(cut) < n ? (size_t)atol(cut) : n;
  return atol(getenv("KILL_AT")) % 2 ? n / 2 : 0;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define PLAIN(type, name, parameters, arguments) \
  type name parameters {                         \
    REAL(name);                                  \
    if (last_call()) end();                      \
    return real arguments;                       \
  }
#define WRITES(type, name, parameters, arguments, half) \
  type name parameters {                                \
    REAL(name);                                         \
    if (last_call()) {                                  \
      if (part(n)) (void)!real half;                    \
      end();                                            \
    }                                                   \
    return real arguments;                              \
  }

WRITES(ssize_t, write, (int fd, const void* data, size_t n), (fd, data, n), (fd, data, part(n)))
WRITES(ssize_t, pwrite, (int fd, const void* data, size_t n, off_t at), (fd, data, n, at), (fd, data, part(n), at))
WRITES(ssize_t, pwrite64, (int fd, const void* data, size_t n, off64_t at), (fd, data, n, at), (fd, data, part(n), at))
WRITES(size_t, fwrite, (const void* data, size_t size, size_t n, FILE* file), (data, size, n, file), (data, size, part(n), file))
WRITES(ssize_t, send, (int fd, const void* data, size_t n, int flags), (fd, data, n, flags), (fd, data, part(n), flags))
PLAIN(int, fflush, (FILE* file), (file))
PLAIN(int, fsync, (int fd), (fd))
PLAIN(int, fdatasync, (int fd), (fd))
PLAIN(int, ftruncate, (int fd, off_t n), (fd, n))
PLAIN(int, ftruncate64, (int fd, off64_t n), (fd, n))
PLAIN(int, rename, (const char* from, const char* to), (from, to))
PLAIN(int, unlink, (const char* path), (path))
PLAIN(int, unlinkat, (int at, const char* path, int flags), (at, path, flags))
PLAIN(ssize_t, recv, (int fd, void* data, size_t n, int flags), (fd, data, n, flags))

__attribute__((destructor)) static void tell(void) {
  const char* path = getenv("KILL_COUNT");
  const int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (fd >= 0) dprintf(fd, "%ld\n", atomic_load(&calls));
}
