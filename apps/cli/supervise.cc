// See supervise.h.
#include "supervise.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <new>

#include "cli.h"

namespace gleaner::cli {
namespace {

std::atomic<pid_t> child = 0;
std::atomic<bool> told_to_end = false;

void pass_on(int signal) {
  told_to_end = true;
  if (const pid_t pid = child.load(); pid > 0) ::kill(pid, signal);
}

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

}  // namespace

int supervise(const std::function<int(std::atomic<int>& port, bool again)>& serve) {
  void* shared =
      ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    shared = ::operator new(sizeof(std::atomic<int>));  // then it cannot be started again
  std::atomic<int>& port = *new (shared) std::atomic<int>(0);
  for (bool again = false;; again = true) {
    std::fflush(nullptr);  // what waits is written once
    const pid_t parent = ::getpid(), pid = ::fork();
    if (pid <= 0) {
      for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
      if (pid == 0) ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (pid == 0 && ::getppid() != parent) return kDone;
      return serve(port, again);
    }
    child = pid;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, pass_on);
    if (told_to_end) ::kill(pid, SIGTERM);
    int state = 0;
    while (::waitpid(pid, &state, 0) < 0 && errno == EINTR) {
    }
    child = 0;
    const bool limit = WIFEXITED(state) && WEXITSTATUS(state) == kPartial;
    const bool fault = WIFSIGNALED(state) && is_fault(WTERMSIG(state));
    if ((!limit && !fault) || told_to_end || port == 0)
      return WIFEXITED(state) ? WEXITSTATUS(state) : told_to_end ? int(kDone) : int(kPartial);
    say(fmt::format("note: {}; it starts again", limit ? "a search ended the robot" : "the robot fell"));
  }
}

}  // namespace gleaner::cli
