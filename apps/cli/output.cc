// See output.h.
#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/shell_words.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli.h"

namespace gleaner::cli {
namespace {

constexpr size_t kBuffer = 256 * 1024;

bool is_regular(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

// The unfinished files of this process, for the handler below: a signal handler may not touch std::string.
// Output is opened and closed on the main thread only.
constexpr size_t kUnfinished = 32;
char unfinished[kUnfinished][4096];

std::atomic<Output*> standard_output = nullptr;

// While lines go to standard output, an interrupt waits for the end of the line; the second does not.
volatile sig_atomic_t writing = 0, interrupted = 0;

void on_interrupt(int signal_number) {
  for (const auto& file : unfinished)
    if (file[0]) ::unlink(file);
  if (!writing || interrupted) _exit(128 + signal_number);
  interrupted = signal_number;
}

void catch_interrupts() {
  ::signal(SIGINT, on_interrupt);
  ::signal(SIGTERM, on_interrupt);
}

// Ctrl-C leaves no unfinished file behind.
void remove_when_interrupted(const std::string& path) {
  if (path.empty() || path.size() >= sizeof unfinished[0]) return;
  for (auto& file : unfinished)
    if (path == file) return;
  for (auto& file : unfinished) {
    if (file[0]) continue;
    std::memcpy(file, path.c_str(), path.size() + 1);
    return catch_interrupts();
  }
}

void no_longer(const std::string& path) {
  for (auto& file : unfinished)
    if (path == file) file[0] = 0;
}

// Files that a process which is dead began for this target (NAME.PID.part): it was killed before it could
// remove them.
void remove_strays(const std::string& target) {
  namespace fs = std::filesystem;
  const fs::path whole(target);
  const std::string prefix = whole.filename().string() + ".";
  std::error_code failed;
  const fs::path folder = whole.parent_path().empty() ? fs::path(".") : whole.parent_path();
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".part")) continue;
    const std::string pid = name.substr(prefix.size(), name.size() - prefix.size() - std::strlen(".part"));
    if (pid.size() > 9 || !is_all_digits(pid)) continue;
    if (::kill(pid_t(std::atoi(pid.c_str())), 0) != 0 && errno == ESRCH) ::unlink(at->path().c_str());
  }
}

// What a symbolic link points to is replaced, not the link.
std::string followed(const std::string& path) {
  struct stat info;
  if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return path;
  char* real = ::realpath(path.c_str(), nullptr);
  if (!real) return path;
  std::string target = real;
  std::free(real);
  return target;
}

// A file that can stand there: its folder exists, and it is none itself.
Status may_be_file(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) == 0)
    return S_ISDIR(info.st_mode)
               ? Status(error(Code::io, "cannot write: this is a folder", Where{.file = path}))
               : Status();
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty() || stat(folder.c_str(), &info) == 0 || errno != ENOENT) return {};
  return error(Code::io, fmt::format("cannot write: there is no folder {}", folder), Where{.file = path},
               "mkdir -p " + shell_word(folder));
}

}  // namespace

Result<std::unique_ptr<Output>> Output::open(const OutputOptions& options) {
  if (!store::RecordFile::writes(options.path)) {
    const auto format = format_of(options);
    if (!format.ok()) return open(options.path);  // a text of the verb's own
    GLEANER_CHECK(may_replace(options.path, *format, options.mode));
    GLEANER_TRY(auto made, open(options.path, Replaces::checked));
    if (options.mode != "replace") made->format_ = *format;  // asked for: nothing to tell
    return made;
  }
  std::unique_ptr<Output> made(new Output());
  GLEANER_TRY(store::Target target, target_of(options));
  made->path_ = options.path;
  if (store::kind_of(target.place) != "postgresql") {
    GLEANER_CHECK(may_be_file(target.place));
    struct stat info;
    target.place = followed(target.place);
    made->target_ = target.place;
    if (stat(target.place.c_str(), &info) == 0 && S_ISREG(info.st_mode)) made->mode_ = info.st_mode & 07777;
    remove_strays(target.place);
  }
  GLEANER_TRY(made->records_, store::RecordFile::create(target));
  for (const std::string& file : made->records_->unfinished()) remove_when_interrupted(file);
  return made;
}

std::unique_ptr<wrap::Writer> Output::writer(wrap::Format format, const wrap::Schema& schema,
                                             const wrap::WriteOptions& options) {
  if (records_) return store::make_record_writer(*records_, schema, options);
  return wrap::make_writer(format, schema, options, [this](std::string_view text) { return write(text); });
}

Result<std::unique_ptr<Output>> Output::open(const std::string& path, Replaces what) {
  GLEANER_CHECK(may_replace(path, what));
  std::unique_ptr<Output> made(new Output());
  if (path.empty() || path == "-") {
    made->fd_ = STDOUT_FILENO;
    standard_output = made.get();
    made->interactive_ = isatty(STDOUT_FILENO);
    if (!made->interactive_) catch_interrupts();
    return made;
  }
  made->path_ = path;
  GLEANER_CHECK(may_be_file(path));
  struct stat info;
  const bool exists = stat(path.c_str(), &info) == 0;
  made->target_ = followed(path);
  if (exists && S_ISREG(info.st_mode)) made->mode_ = info.st_mode & 07777;
  if (!exists || S_ISREG(info.st_mode)) remove_strays(made->target_);
  // A device or a pipe is written directly: there is nothing to rename.
  const bool direct = exists && !S_ISREG(info.st_mode);
  if (!direct) made->temporary_ = fmt::format("{}.{}.part", made->target_, getpid());
  const std::string& opened = direct ? made->target_ : made->temporary_;
  if (!direct) remove_when_interrupted(opened);
  if (!direct)
    ::unlink(opened.c_str());  // left by another process of our number, or laid there for us to follow
  made->fd_ = ::open(opened.c_str(), O_WRONLY | O_CLOEXEC | (direct ? 0 : O_CREAT | O_EXCL | O_NOFOLLOW),
                     exists ? info.st_mode & 0777 : 0666);
  if (made->fd_ < 0) {
    no_longer(made->temporary_);
    made->temporary_.clear();
    return made->cannot_write(errno);
  }
  if (made->mode_) ::fchmod(made->fd_, *made->mode_);  // whatever the umask
  return made;
}

Output::~Output() {
  Output* self = this;
  standard_output.compare_exchange_strong(self, nullptr);
  if (fd_ >= 0 && fd_ != STDOUT_FILENO) ::close(fd_);
  if (records_)
    for (const std::string& file : records_->unfinished()) no_longer(file);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  no_longer(temporary_);
}

Diagnostic Output::cannot_write(int error_number) const {
  Diagnostic why = error(error_number == EPIPE ? Code::closed : Code::io,
                         fmt::format("cannot write: {}", std::strerror(error_number)),
                         Where{.file = path_.empty() ? "standard output" : path_});
  if (error_number == ENOSPC || error_number == EDQUOT)
    why.hint = path_.empty() ? "free some space and run it again; no half line was left"
                             : "free some space and run it again; nothing was left under that name";
  return why;
}

// After a write that failed in the middle: drop the half line, where the output can be cut.
void Output::cut_back(size_t written) {
  if (written == 0 || !is_regular(fd_)) return;
  const size_t newline = buffer_.rfind('\n', written - 1);
  const size_t keep = newline == std::string::npos ? 0 : newline + 1;
  const off_t at = lseek(fd_, 0, SEEK_CUR);
  if (at < 0 || keep == written) return;
  if (ftruncate(fd_, at - off_t(written - keep)) != 0) return;
  lseek(fd_, at - off_t(written - keep), SEEK_SET);
}

Status Output::flush(size_t most) {
  size_t done = 0, end = std::min(most, buffer_.size());
  writing = 1;
  while (done < end) {
    const ssize_t n = ::write(fd_, buffer_.data() + done, end - done);
    if (n >= 0) done += size_t(n);
    if (interrupted) {  // only the line that has begun
      const size_t newline = done ? buffer_.find('\n', done - 1) : std::string::npos;
      end = newline == std::string::npos ? done : newline + 1;
      if (done >= end) _exit(128 + interrupted);
    }
    if (n >= 0 || errno == EINTR) continue;
    const int why = errno;
    writing = 0;
    if (why == EPIPE) closed_ = true;
    cut_back(done);
    buffer_.clear();
    return cannot_write(why);
  }
  writing = 0;
  if (interrupted) _exit(128 + interrupted);
  buffer_.erase(0, done);
  return {};
}

Status Output::write(std::string_view lines) {
  if (records_) {
    Status status = records_->add(lines);
    for (const std::string& file : records_->unfinished()) remove_when_interrupted(file);
    return status;
  }
  std::lock_guard lock(mutex_);
  if (interactive_) {
    buffer_ += show_controls(lines);
    return flush();
  }
  buffer_ += lines;
  if (buffer_.size() < kBuffer) return {};
  const size_t newline = buffer_.rfind('\n');  // a reader never waits for the rest of a line
  return flush(newline == std::string::npos ? 0 : newline + 1);
}

Status Output::write_now() {
  if (records_) return {};
  std::lock_guard lock(mutex_);
  return flush();
}

void Output::write_waiting() {
  std::unique_lock lock(mutex_, std::chrono::milliseconds(100));
  if (!lock.owns_lock() || fd_ < 0) return;  // a reader that does not read
  const size_t newline = buffer_.rfind('\n');
  size_t done = 0;
  while (newline != std::string::npos && done <= newline) {
    const ssize_t n = ::write(fd_, buffer_.data() + done, newline + 1 - done);
    if (n <= 0) return;
    done += size_t(n);
  }
}

void end_now(int exit, const std::string& words) {
  if (Output* output = standard_output.load()) output->write_waiting();
  for (const auto& file : unfinished)
    if (file[0]) ::unlink(file);
  put(stderr, words);
  std::fflush(stderr);
  _exit(exit);
}

Status Output::finish() {
  GLEANER_CHECK(close_file());
  return put_in_place();
}

Status Output::finish_together(const std::vector<Output*>& all) {
  for (Output* output : all) GLEANER_CHECK(output->close_file());
  for (size_t i = all.size(); i-- > 0;) GLEANER_CHECK(all[i]->put_in_place());
  return {};
}

Status Output::close_file() {
  if (records_) return {};
  std::lock_guard lock(mutex_);
  GLEANER_CHECK(flush());
  if (fd_ != STDOUT_FILENO) {
    if (::close(fd_) != 0) {
      const int why = errno;
      fd_ = -1;
      return cannot_write(why);
    }
    fd_ = -1;
  }
  return {};
}

Status Output::put_in_place() {
  if (records_) {
    GLEANER_TRY(const store::Written written, records_->finish());
    if (!written.words.empty()) told_ = fmt::format(" ({})", written.words);
    if (!written.renamed.empty())
      say("note: columns of a database need a name and do not differ in case only: " + written.renamed);
    if (mode_) ::chmod(target_.c_str(), *mode_);
    return {};
  }
  if (!temporary_.empty()) {
    if (format_)
      if (const auto lost = other_columns(target_, temporary_, *format_); !lost.empty())
        say(fmt::format("note: replaced {}, which had other columns: {}", path_, fmt::join(lost, ", ")));
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) return cannot_write(errno);
    no_longer(temporary_);
    temporary_.clear();
  }
  return {};
}

int write_whole(const std::string& path, std::string_view text, Replaces what) {
  auto out = Output::open(path, what);
  if (!out.ok()) return fail(out.error());
  Status status = (*out)->write(text);
  if (status.ok()) status = (*out)->finish();
  return status.ok() ? int(kDone) : fail(status.error());
}

}  // namespace gleaner::cli
