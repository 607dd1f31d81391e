// Daemon: runs flows by their schedules. Every run is a process of its own (`gleaner flow run FILE`), so that
// one that crashes or eats memory takes nothing else along, and a kill is what a run survives anyway.
//
// tick() is all that it does, and is given the time: jumps of the clock are no more than another moment. A
// moment of the schedule is handled once, whatever the clock shows afterwards; what was missed while nobody
// was there is caught up once, or skipped, as the flow says; a flow whose last run still works is not started
// again. Threads: tick() from one, pages from any.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "flow/engine.h"
#include "flow/schedule.h"

namespace gleaner::flow {

class Daemon {
 public:
  // Starts a program with these arguments, output to the end of a file; gives its process.
  using Start =
      std::function<Result<pid_t>(const std::vector<std::string>& arguments, const std::string& log)>;
  // Its exit code, if it has ended (negative: by that signal).
  using Ended = std::function<std::optional<int>(pid_t)>;
  // `limits`: options that every run gets besides (--max-seconds 600).
  Daemon(Start start, Ended ended, std::vector<std::string> limits = {})
      : start_(std::move(start)), ended_(std::move(ended)), limits_(std::move(limits)) {}

  // A flow without a schedule is an error. Reads when it ran last.
  Status add(const std::string& path, int64_t now);
  // Starts what is due, takes note of what has ended. Gives what happened, a line each.
  std::vector<std::string> tick(int64_t now);
  std::vector<pid_t> running() const;

  std::string status_page(int64_t now) const;
  std::string metrics(int64_t now) const;  // Prometheus text format

 private:
  struct Job {
    std::string path, name, log;
    Flow flow;
    Schedule schedule;
    int64_t handled = 0;     // the last moment of the schedule that was started or passed over
    int64_t back_since = 0;  // when the clock was first seen before that; 0: it is not
    int64_t file_time = 0;
    std::optional<pid_t> process;
    bool delivering = false;  // ... and what it does
    int64_t started = 0, checked = 0;
    int64_t moment = 0;  // of the schedule, that the run is for
    int64_t runs = 0, failures = 0, refused = 0;
    std::string last_words, broken;  // broken: why the file cannot be read now
    // of the store, read when a run has ended
    std::optional<RunRecord> last_run, last_done;
    std::map<std::string, int64_t> outbox;
    int64_t next_delivery = 0;
  };
  void reread(Job& job);
  static bool set_back(Job& job, int64_t now);
  void look_at_store(Job& job);
  void take_end(Job& job, int code, std::vector<std::string>& told);
  void start_run(Job& job, int64_t moment, int64_t now, std::vector<std::string>& told);

  Start start_;
  Ended ended_;
  std::vector<std::string> limits_;
  mutable std::mutex mutex_;
  std::vector<Job> jobs_;
};

}  // namespace gleaner::flow
