// See read.h.
#include "pdf/read.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "base/budget.h"
#include "base/child.h"
#include "base/descriptor.h"
#include "base/library.h"
#include "base/text.h"
#include "pdf/wire.h"

namespace gleaner::pdf {
namespace {

constexpr int kMostCrashes = 20;  // pages that may fail before the file is given up
constexpr uint64_t kLargestFrame = 1ull << 30;
constexpr const char* kHint = "gleaner-pdf stands beside the program, or in lib/gleaner of an installed one";

Diagnostic cannot_start(int why) {
  return error(Code::unsupported, fmt::format("the PDF reader cannot be started: {}", std::strerror(why)), {},
               kHint);
}

// The child process and the pipe from it.
class ChildProcess {
 public:
  // The child reads `request`, then `bytes`.
  static Result<ChildProcess> start(const std::string& request, std::string_view bytes) {
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

  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)),
        fd_(std::exchange(other.fd_, -1)),
        silent_(other.silent_),
        garbled_(other.garbled_) {}

  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess() { end(); }  // of a child that still runs, too

  struct Frame {
    FrameHead head;
    std::string payload;
  };
  // Nothing: the child has ended, or gave no sign of life for so long.
  std::optional<Frame> next(std::chrono::milliseconds wait) {
    Frame frame;
    if (!read_exactly(reinterpret_cast<char*>(&frame.head), sizeof frame.head, wait)) return std::nullopt;
    if (frame.head.length > kLargestFrame) return garbled_ = true, std::nullopt;
    frame.payload.resize(size_t(frame.head.length));
    if (!read_exactly(frame.payload.data(), frame.payload.size(), wait)) return std::nullopt;
    return frame;
  }

  // Why there are no more frames, in words; empty if it ended well. Ends the child.
  std::string end() {
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

  // How much memory it had at most; known once it has ended.
  uint64_t peak_bytes() const { return peak_; }

 private:
  ChildProcess(pid_t pid, int fd) : pid_(pid), fd_(fd) {}

  bool read_exactly(char* into, size_t n, std::chrono::milliseconds patience) {
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

  pid_t pid_ = -1;
  int fd_ = -1;
  uint64_t peak_ = 0;
  bool silent_ = false, garbled_ = false;
};

std::string from_utf16(std::string_view text) {
  std::string out;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto unit = [&](size_t at) {
      return uint32_t(static_cast<unsigned char>(text[at])) |
             uint32_t(static_cast<unsigned char>(text[at + 1])) << 8;
    };
    uint32_t code = unit(i);
    if (code == 0) break;
    if (code >= 0xd800 && code < 0xdc00 && i + 3 < text.size())
      code = 0x10000 + ((code - 0xd800) << 10) + ((unit(i + 2) - 0xdc00) & 0x3ff), i += 2;
    else if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
    append_utf8(out, code);
  }
  return collapse(out);
}

Diagnostic open_error(OpenError why, const std::string& words, const std::string& name, bool with_password) {
  const Where where{name};
  switch (why) {
    case OpenError::password:
      return with_password ? error(Code::bad_input, "the password does not open this PDF", where)
                           : error(Code::bad_input, "the PDF is encrypted", where, "--password opens it");
    case OpenError::security:
      return error(Code::unsupported, "the PDF is encrypted in a way that is not understood", where);
    case OpenError::no_library:
      return error(Code::unsupported, words, where,
                   "scripts/setup fetches PDFium; an installed gleaner keeps it in lib/gleaner");
    default:
      return error(Code::bad_input, "the PDF is damaged beyond reading", where,
                   "was it fetched or copied whole? A program that repairs PDFs, e.g. qpdf IN OUT, "
                   "may save what is left");
  }
}

Diagnostic page_note(uint32_t page, std::string_view why, const std::string& name) {
  return warning(Code::bad_input, fmt::format("page {} is left out: {}", page, why), {name});
}

class FileReader {
 public:
  FileReader(std::string_view bytes, const std::string& name, const ReadOptions& options,
             const TakeSheet& take)
      : bytes_(bytes), name_(name), options_(options), take_(take) {}

  Result<FileFacts> read() {
    uint32_t from = std::max(1u, options_.first);
    for (int crashes = 0;; ++crashes) {
      bool done = false;
      GLEANER_TRY(const std::string why, read_from(from, done));
      if (done) return std::move(facts_);
      if (!opened_ && budget_ && !budget_->check()) return budget_->diagnostic("reading the PDF");
      if (!opened_) return open_error(OpenError::damaged, "", name_, false);
      if (budget_ && !budget_->check()) {
        cut_short();
        return std::move(facts_);
      }
      facts_.notes.push_back(page_note(next_, why.empty() ? "the reader stopped" : why, name_));
      if (crashes == kMostCrashes) {
        facts_.notes.push_back(
            warning(Code::bad_input, "too many pages fail: the rest is left out", {name_}));
        return std::move(facts_);
      }
      from = next_ + 1;
      if (from > facts_.pages) return std::move(facts_);
    }
  }

 private:
  // Why the child stopped; `done`: there is nothing left to read.
  Result<std::string> read_from(uint32_t from, bool& done) {
    next_ = from;
    const Request request = request_from(from);
    GLEANER_TRY(ChildProcess child, ChildProcess::start(format_request(request), bytes_));
    std::optional<layout::Sheet> waiting;  // for its picture
    while (auto frame = child.next(patience())) {
      Reader in(frame->payload);
      switch (frame->head.kind) {
        case FrameKind::opened: {
          std::string title;
          if (!in.get(facts_.pages) || !in.get_text(title))
            return std::string("the reader answered nonsense");
          facts_.title = from_utf16(title);
          opened_ = true;
          break;
        }
        case FrameKind::failed: {
          OpenError why;
          std::string words;
          if (!in.get(why) || !in.get_text(words)) return std::string("the reader answered nonsense");
          if (why != OpenError::page) return open_error(why, words, name_, !options_.password.empty());
          facts_.notes.push_back(page_note(frame->head.page, words, name_));
          next_ = frame->head.page + 1;
          break;
        }
        case FrameKind::sheet: {
          layout::Sheet sheet;
          if (!parse_sheet(frame->payload, sheet)) return std::string("the reader answered nonsense");
          next_ = frame->head.page + 1;
          if (options_.picture_dpi) waiting = std::move(sheet);
          else if (!take_(std::move(sheet), nullptr)) return done = true, std::string();
          break;
        }
        case FrameKind::picture: {
          Picture picture;
          if (!waiting || !in.get(picture.width) || !in.get(picture.height) || !in.get_text(picture.grey) ||
              picture.grey.size() != uint64_t(picture.width) * picture.height)
            return std::string("the reader answered nonsense");
          if (!take_(std::move(*waiting), &picture)) return done = true, std::string();
          waiting.reset();
          break;
        }
        case FrameKind::done: return done = true, std::string();
      }
    }
    if (waiting && !take_(std::move(*waiting), nullptr)) done = true;  // it died over the picture
    std::string why = child.end();
    // A library that gets no memory falls.
    if (!why.empty() && request.memory < options_.memory &&
        child.peak_bytes() > request.memory / kFellOfMemory)
      budget_->out_of_memory();
    return why;
  }

  Request request_from(uint32_t first) const {
    Request request;
    request.first = first;
    request.last = options_.last;
    request.picture_dpi = options_.picture_dpi;
    request.seconds = uint32_t((patience() + std::chrono::milliseconds(999)) / std::chrono::seconds(1));
    request.memory = options_.memory;
    if (budget_) request.memory = std::min(request.memory, budget_->limits().memory);
    request.password = options_.password;
    return request;
  }

  // How long the child may take for the next frame.
  std::chrono::milliseconds patience() const {
    const std::chrono::milliseconds most = std::chrono::seconds(options_.seconds);
    const auto left = budget_ ? budget_->time_left() : std::nullopt;
    return left ? std::min(most, *left) : most;
  }

  void cut_short() {
    Diagnostic why =
        budget_->diagnostic(fmt::format("reading page {} of {} of the PDF", next_, facts_.pages));
    why.severity = Severity::warning;
    why.where.file = name_;
    facts_.notes.push_back(std::move(why));
  }

  static constexpr uint64_t kFellOfMemory = 2;  // a child that had this part (1/n) of its limit, and fell

  std::string_view bytes_;
  const std::string& name_;
  const ReadOptions& options_;
  const TakeSheet& take_;
  Budget* const budget_ = Budget::current();
  FileFacts facts_;
  bool opened_ = false;
  uint32_t next_ = 1;  // the page that comes next
};

}  // namespace

bool is_pdf(std::string_view bytes) {
  constexpr size_t kLook = 1024;  // readers allow so much before it
  const size_t at = bytes.substr(0, kLook).find("%PDF-");
  return at != bytes.npos &&
         bytes.substr(0, at).find(char(0x3c)) == bytes.npos;  // not a page that speaks of PDFs
}

Result<FileFacts> read_pdf(std::string_view bytes, const std::string& name, const ReadOptions& options,
                           const TakeSheet& take) {
  return FileReader(bytes, name, options, take).read();
}

}  // namespace gleaner::pdf
