// See jobs.h.
#include "jobs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/json.h"
#include "base/lists.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "json_out.h"
#include "page/load.h"
#include "web/server.h"
#include "web/warc.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr size_t kMostOutput = 64u << 20;  // of a command that is waited for
constexpr size_t kLogEnd = 64 << 10;       // of a job's log that is shown

std::string folder_of_job(const std::string& id) { return ".gleaner/jobs/" + id + "/"; }

// Is the process still the one that was started? Numbers are given again.
std::string start_time(int process) {
  auto text = read_file("/proc/" + std::to_string(process) + "/stat");
  if (!text.ok()) return "";
  const size_t close = text->rfind(')');
  if (close == std::string::npos) return "";
  const auto parts = words(std::string_view(*text).substr(close + 1));
  return parts.size() > 19 ? std::string(parts[19]) : "";
}

char process_state(int process) {
  auto text = read_file("/proc/" + std::to_string(process) + "/stat");
  const size_t close = text.ok() ? text->rfind(')') : std::string::npos;
  return close == std::string::npos || close + 2 >= text->size() ? '-' : (*text)[close + 2];
}

std::string last_line_of(const std::string& text) {
  const std::string_view all = trim(text);
  const size_t at = all.find_last_of("\n\r");
  return std::string(all.substr(at == std::string_view::npos ? 0 : at + 1));
}

// Reads both pipes and writes the third until the child closes them.
void exchange(int in, int out, int err, std::string_view input, Ran& ran, Clock::time_point end) {
  size_t sent = 0;
  bool writing = !input.empty();
  if (!writing) ::close(in);
  char buffer[65536];
  for (bool out_open = true, err_open = true; out_open || err_open;) {
    pollfd fds[3] = {
        {out_open ? out : -1, POLLIN, 0}, {err_open ? err : -1, POLLIN, 0}, {writing ? in : -1, POLLOUT, 0}};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0 || ::poll(fds, 3, int(left)) <= 0) break;
    if (fds[2].revents) {
      const ssize_t n = ::write(in, input.data() + sent, input.size() - sent);
      sent += n > 0 ? size_t(n) : 0;
      if (n < 0 || sent == input.size()) ::close(in), writing = false;
    }
    auto take = [&](const pollfd& fd, bool& open, std::string& to) {
      if (!fd.revents) return;
      const ssize_t n = ::read(fd.fd, buffer, sizeof buffer);
      if (n <= 0 || to.size() > kMostOutput) open = false;
      else to.append(buffer, size_t(n));
    };
    take(fds[0], out_open, ran.out);
    take(fds[1], err_open, ran.err);
  }
  if (writing) ::close(in);
}

}  // namespace

// A job outlives the server: a window whose connection it held would never hear that it
// ended, so it gets no more files.
ChildOptions Jobs::in_project(std::vector<ChildOptions::File> files) const {
  return {
      .files = std::move(files), .folder = project_.folder(), .no_more_files = true, .fresh_signals = true};
}

Result<Ran> Jobs::run(const std::vector<std::string>& asked, const std::string& input, double seconds) const {
  int in[2], out[2], err[2];
  if (::pipe2(in, O_CLOEXEC) || ::pipe2(out, O_CLOEXEC) || ::pipe2(err, O_CLOEXEC))
    return error(Code::io, "no pipe can be made");
  std::vector<std::string> command{program_};
  command.insert(command.end(), asked.begin(), asked.end());
  pid_t child = 0;
  const int failed = start_child(command, in_project({{0, in[0]}, {1, out[1]}, {2, err[1]}}), child);
  for (int fd : {in[0], out[1], err[1]}) ::close(fd);
  Ran ran;
  if (failed) {
    for (int fd : {in[1], out[0], err[0]}) ::close(fd);
    return error(Code::io, "the program cannot be started");
  }
  const auto end = Clock::now() + std::chrono::milliseconds(int64_t(seconds * 1000));
  exchange(in[1], out[0], err[0], input, ran, end);
  ::close(out[0]);
  ::close(err[0]);
  if (Clock::now() >= end) ::kill(child, SIGKILL);
  int state = 0;
  ::waitpid(child, &state, 0);
  if (!WIFEXITED(state))
    return error(Code::budget, "stopped: it took too long", {}, "ask for less, or start it as a job");
  ran.exit = WEXITSTATUS(state);
  return ran;
}

// A shell of its own session keeps the exit code, whether Studio is there or not.
Result<Job> Jobs::start(const std::vector<std::string>& asked) {
  const std::lock_guard lock(mutex_);
  const std::string id = std::to_string(web::now_milliseconds()) + "-" + web::random_token().substr(0, 6);
  const std::string folder = folder_of_job(id);
  std::vector<std::string> command{"gleaner"};
  command.insert(command.end(), asked.begin(), asked.end());
  GLEANER_CHECK(project_.write(folder + "command", command_line(command) + "\n"));
  GLEANER_TRY(const std::string log, project_.path(folder + "log"));
  GLEANER_TRY(const std::string done, project_.path(folder + "exit"));
  command[0] = program_;
  std::vector<std::string> shell{"/bin/sh", "-c",
                                 command_line(command) + " >" + shell_word(log) +
                                     " 2>&1 </dev/null; echo $? >" + shell_word(done + ".part") + "; mv " +
                                     shell_word(done + ".part") + " " + shell_word(done)};
  ChildOptions options = in_project({});
  options.own_session = true;
  pid_t child = 0;
  const int failed = start_child(shell, options, child);
  if (failed) return error(Code::io, "the program cannot be started");
  GLEANER_CHECK(project_.write(folder + "process", std::to_string(child) + " " + start_time(child) + "\n"));
  return read(id);
}

Job Jobs::read(const std::string& id) const {
  const std::string folder = folder_of_job(id);
  Job job;
  job.id = id;
  job.started = std::strtoll(id.c_str(), nullptr, 10);
  job.command = std::string(trim(project_.read(folder + "command").value_or("")));
  job.last_line = last_line_of(log(id));
  std::string process_text = project_.read(folder + "process").value_or("");
  const auto process = words(process_text);
  if (!process.empty()) job.process = std::atoi(std::string(process[0]).c_str());
  if (const auto end = project_.read(folder + "exit")) {
    job.exit = std::atoi(end->c_str());
    job.state = job.exit == 0 ? "done" : "failed";
    if (job.process) ::waitpid(job.process, nullptr, WNOHANG);
  } else if (project_.read(folder + "cancelled")) {
    job.state = "cancelled";
    if (job.process) ::waitpid(job.process, nullptr, WNOHANG);
  } else if (process.size() < 2 || job.process <= 1 || ::getpgid(job.process) != job.process ||
             start_time(job.process) != process[1]) {
    job.process = 0;  // whatever the file says, it is none that was started here: it gets no signals
    job.state = "lost";
  } else {
    job.state = process_state(job.process) == 'T' ? "paused" : "running";
  }
  if (job.state != "running" && job.state != "paused")
    if (auto path = project_.path(folder + (job.state == "cancelled" ? "cancelled" : "exit")); path.ok()) {
      std::error_code failed;
      const auto time = fs::last_write_time(*path, failed);
      if (!failed)
        job.ended = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::file_clock::to_sys(time).time_since_epoch())
                        .count();
    }
  return job;
}

std::vector<Job> Jobs::list() const {
  std::vector<std::string> ids;
  std::error_code failed;
  for (fs::directory_iterator at(fs::path(project_.folder()) / ".gleaner/jobs", failed), end;
       !failed && at != end; at.increment(failed))
    ids.push_back(at->path().filename().string());
  std::sort(ids.rbegin(), ids.rend());
  return mapped(ids, [&](const std::string& id) { return read(id); });
}

std::optional<Job> Jobs::find(const std::string& id) const {
  if (id.empty() || file_name_of(id) != id || !project_.read(folder_of_job(id) + "command"))
    return std::nullopt;
  return read(id);
}

std::string Jobs::log(const std::string& id) const {
  std::string text = project_.read(folder_of_job(id) + "log").value_or("");
  return text.size() > kLogEnd ? text.substr(text.size() - kLogEnd) : text;
}

Status Jobs::control(const std::string& id, const std::string& what) {
  const std::lock_guard lock(mutex_);
  const auto job = find(id);
  if (!job) return error(Code::not_found, "there is no job " + id);
  const bool alive = job->state == "running" || job->state == "paused";
  if (what == "forget") {
    if (alive) return error(Code::usage, "it is still at work", {}, "cancel it first");
    GLEANER_TRY(const std::string folder, project_.path(folder_of_job(id)));
    std::error_code failed;
    fs::remove_all(folder, failed);
    return {};
  }
  if (!alive) return error(Code::usage, "it has ended already");
  if (what == "cancel") {
    GLEANER_CHECK(project_.write(folder_of_job(id) + "cancelled", "\n"));
    ::kill(-job->process, SIGTERM);
    ::kill(-job->process, SIGCONT);
  } else if (what == "pause") {
    ::kill(-job->process, SIGSTOP);
  } else if (what == "resume") {
    ::kill(-job->process, SIGCONT);
  } else {
    return error(Code::usage, "a job can be paused, resumed, cancelled or forgotten, not \"" + what + "\"");
  }
  return {};
}

}  // namespace gleaner::studio
