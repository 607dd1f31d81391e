// See duckdb_checkpoint.h.
#include "store/duckdb_checkpoint.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

namespace gleaner::store {
namespace {

std::string safe_of(const std::string& path) { return path + ".safe"; }
std::string log_of(const std::string& path) { return path + ".wal"; }

uint64_t size_of(const std::string& path) {
  struct stat state{};
  return ::stat(path.c_str(), &state) == 0 ? uint64_t(state.st_size) : 0;
}

// The log that belonged to the copy. Where the file system has no second names, any log is taken for it.
bool is_its_log(const std::string& path) {
  struct stat now{}, then{};
  if (::stat(log_of(path).c_str(), &now) != 0 || !now.st_size) return false;
  if (::stat(log_of(safe_of(path)).c_str(), &then) != 0) return true;
  return now.st_ino == then.st_ino && now.st_dev == then.st_dev;
}

Descriptor opened(const std::string& path, int flags, mode_t mode = 0) {
  return Descriptor(::open(path.c_str(), flags | O_CLOEXEC, mode));
}

bool copy(int from, int to) {
  if (::ioctl(to, FICLONE, from) == 0) return true;
  constexpr size_t kBuffer = 1 << 20;
  std::string buffer(kBuffer, '\0');
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(from, buffer.data(), buffer.size(), at);
    if (got <= 0) return got == 0;
    if (!write_all(to, {buffer.data(), size_t(got)})) return false;
    at += got;
  }
}

// DuckDB has a lock on a file that it writes: whoever made the copy may still be at work.
bool locked_by_others(const std::string& path) {
  const Descriptor file = opened(path, O_RDWR);
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return file.ok() && (::fcntl(*file, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK);
}

}  // namespace

uint64_t logged(const std::string& path) { return size_of(log_of(path)); }

bool is_worth_a_checkpoint(const std::string& path) {
  constexpr uint64_t kSmall = 256 << 20,
                     kShare = 10;  // copies take no longer than what was logged, ten times
  const uint64_t size = size_of(path);
  return size <= kSmall || logged(path) > size / kShare;
}

void mend_cut_checkpoint(const std::string& path) {
  const std::string safe = safe_of(path);
  if (::access(safe.c_str(), F_OK) != 0 || locked_by_others(path)) return;
  // A checkpoint that came to its end has no log any more.
  if (is_its_log(path)) (void)std::rename(safe.c_str(), path.c_str());
  else (void)::unlink(safe.c_str());
  (void)::unlink(log_of(safe).c_str());
}

Status SafeCopy::make(const std::string& path) {
  const std::string safe = safe_of(path), part = safe + ".part";
  if (!file_.ok()) file_ = opened(path, O_RDONLY);
  struct stat state{};
  if (!file_.ok() || ::fstat(*file_, &state) != 0)
    return error(Code::io, fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  (void)::unlink(log_of(safe).c_str());
  (void)::link(log_of(path).c_str(), log_of(safe).c_str());
  const Descriptor to = opened(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, state.st_mode & 0777);
  if (!to.ok() || !copy(*file_, *to) || ::fsync(*to) != 0 || std::rename(part.c_str(), safe.c_str()) != 0) {
    const std::string why = std::strerror(errno);
    (void)::unlink(part.c_str());
    (void)::unlink(log_of(safe).c_str());
    return error(Code::io, fmt::format("cannot copy {}: {}", path, why));
  }
  path_ = path;
  return {};
}

void SafeCopy::remove() {
  if (path_.empty()) return;
  (void)::unlink(safe_of(path_).c_str());
  (void)::unlink(log_of(safe_of(path_)).c_str());
}

}  // namespace gleaner::store
