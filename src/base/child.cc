// See child.h.
#include "base/child.h"

#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <filesystem>

namespace gleaner {
namespace {

class SpawnFiles {
 public:
  explicit SpawnFiles(const ChildOptions& options) {
    posix_spawn_file_actions_init(&actions_);
    for (const ChildOptions::File& file : options.files) {
      if (file.path.empty()) posix_spawn_file_actions_adddup2(&actions_, file.ours, file.number);
      else posix_spawn_file_actions_addopen(&actions_, file.number, file.path.c_str(), file.flags, 0644);
    }
    if (options.no_more_files) posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, options.folder.c_str());
  }
  ~SpawnFiles() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnFiles(const SpawnFiles&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

class SpawnAttributes {
 public:
  explicit SpawnAttributes(const ChildOptions& options) {
    posix_spawnattr_init(&attributes_);
    int flags = 0;
    if (options.own_group) flags |= POSIX_SPAWN_SETPGROUP;  // group 0: the child's own
    if (options.own_session) flags |= POSIX_SPAWN_SETSID;
    if (options.fresh_signals) {
      flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
      sigset_t none, defaults;
      sigemptyset(&none);
      sigemptyset(&defaults);
      sigaddset(&defaults, SIGPIPE);
      posix_spawnattr_setsigmask(&attributes_, &none);
      posix_spawnattr_setsigdefault(&attributes_, &defaults);
    }
    posix_spawnattr_setflags(&attributes_, short(flags));
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

int start_child(const std::vector<std::string>& words, const ChildOptions& options, pid_t& child) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return ::posix_spawnp(&child, pointers[0], SpawnFiles(options).get(), SpawnAttributes(options).get(),
                        pointers.data(), environ);
}

std::string own_program() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).string();
}

}  // namespace gleaner
