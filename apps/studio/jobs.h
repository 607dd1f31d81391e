// Jobs: long work, each a command of the program in a process of its own. It goes on when Studio ends, and
// is found again when Studio is started anew: .gleaner/jobs/ID/ holds the command, the process, what it
// said and how it ended. Paused, resumed and cancelled by signals to its process group. Threads: all
// functions may be called from several.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/child.h"
#include "project.h"

namespace gleaner::studio {

struct Job {
  std::string id, command, state;  // running, paused, done, failed, cancelled, lost
  int64_t started = 0, ended = 0;  // milliseconds since 1970
  int exit = -1;
  int process = 0;
  std::string last_line;
};

// What a command gave.
struct Ran {
  int exit = 0;
  std::string out, err;
};

class Jobs {
 public:
  Jobs(const Project& project, std::string program) : project_(project), program_(std::move(program)) {}

  // A command that is waited for, in the project's folder; killed after `seconds`.
  Result<Ran> run(const std::vector<std::string>& words, const std::string& input, double seconds) const;

  Result<Job> start(const std::vector<std::string>& words);
  std::vector<Job> list() const;  // the latest first
  std::optional<Job> find(const std::string& id) const;
  std::string log(const std::string& id) const;
  Status control(const std::string& id, const std::string& what);  // pause, resume, cancel, forget

 private:
  Job read(const std::string& id) const;
  ChildOptions in_project(std::vector<ChildOptions::File> files) const;

  const Project& project_;
  const std::string program_;
  std::mutex mutex_;
};

}  // namespace gleaner::studio
