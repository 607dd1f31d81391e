// See child_process.h.
#include "pdf/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/child.h"
#include "base/descriptor.h"
#include "base/library.h"

namespace gleaner::pdf {
namespace {

constexpr uint64_t kLargestFrame = 1ull << 30;
constexpr const char* kHint = "gleaner-pdf stands beside the program, or in lib/gleaner of an installed one";

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(size_t(n));
  }
  return true;
}

Diagnostic cannot_start(int why) {
  return error(Code::unsupported, fmt::format("the PDF reader cannot be started: {}", std::strerror(why)), {},
               kHint);
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::string& request, std::string_view bytes) {
  const Descriptor input(::memfd_create("gleaner-pdf", MFD_CLOEXEC));
  if (!input.ok() || !write_all(*input, request) || !write_all(*input, bytes) ||
      ::lseek(*input, 0, SEEK_SET) != 0)
    return cannot_start(errno);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return cannot_start(errno);
  Descriptor from(ends[0]);
  const Descriptor to(ends[1]);
  int wrong = ENOENT;
  pid_t pid = -1;
  for (const std::string& place : library_places("gleaner-pdf", GLEANER_PDF_CHILD)) {
    wrong = start_child({place}, {.files = {{0, *input}, {1, *to}}}, pid);
    if (wrong == 0) return ChildProcess(pid, from.release());
  }
  return cannot_start(wrong);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      fd_(std::exchange(other.fd_, -1)),
      silent_(other.silent_),
      garbled_(other.garbled_) {}

ChildProcess::~ChildProcess() { end(); }

bool ChildProcess::read_exactly(char* into, size_t n, std::chrono::milliseconds patience) {
  while (n) {
    pollfd wait{fd_, POLLIN, 0};
    const int ready = ::poll(&wait, 1, int(patience.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return silent_ = true, false;
    const ssize_t got = ::read(fd_, into, n);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into += got;
    n -= size_t(got);
  }
  return true;
}

std::optional<ChildProcess::Frame> ChildProcess::next(std::chrono::milliseconds wait) {
  Frame frame;
  if (!read_exactly(reinterpret_cast<char*>(&frame.head), sizeof frame.head, wait)) return std::nullopt;
  if (frame.head.length > kLargestFrame) return garbled_ = true, std::nullopt;
  frame.payload.resize(size_t(frame.head.length));
  if (!read_exactly(frame.payload.data(), frame.payload.size(), wait)) return std::nullopt;
  return frame;
}

std::string ChildProcess::end() {
  if (pid_ < 0) return {};
  if (silent_ || garbled_) ::kill(pid_, SIGKILL);
  ::close(std::exchange(fd_, -1));  // one that still writes ends by this
  int status = 0;
  rusage used{};
  while (::wait4(pid_, &status, 0, &used) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  peak_ = uint64_t(used.ru_maxrss) * 1024;
  if (silent_) return "it took too long";
  if (garbled_) return "the reader answered nonsense";
  if (WIFSIGNALED(status)) {
    if (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL) return "it took too long";
    return fmt::format("the reader crashed (signal {})", WTERMSIG(status));
  }
  return WEXITSTATUS(status) == 0 ? "" : "the reader gave up";
}

}  // namespace gleaner::pdf
