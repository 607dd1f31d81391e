// Process: a Chromium of our own, with a fresh profile that is gone with it, spoken to over
// two pipes. Internal to browser.
//
// The browser ends when its pipe closes, so one whose owner was killed goes by itself; the folder that
// such an owner left is removed by the next one that starts. It runs in its sandbox where the system
// allows; as root it cannot, and says so.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "base/result.h"

namespace gleaner::browser {

struct ProcessOptions {
  // "": GLEANER_CHROMIUM of the environment, else chromium, chromium-browser, google-chrome
  std::string program;
  bool headed = false;
  std::string proxy;    // of all its traffic: "socks5://127.0.0.1:1234"
  std::string profile;  // of a person, kept; "": a fresh one
  int width = 0, height = 0;
};

class Process {
 public:
  static Result<std::unique_ptr<Process>> start(const ProcessOptions& options);
  ~Process();  // ends it and all that it started

  int to() const { return to_; }      // the pipe that it reads
  int from() const { return from_; }  // the pipe that it writes
  pid_t pid() const { return pid_; }
  const std::string& folder() const { return folder_; }
  bool sandboxed() const { return sandboxed_; }
  bool running();
  uint64_t memory() const;  // bytes that it and its children hold alone, shared ones counted in parts
  void kill();

 private:
  Process() = default;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::string folder_;
  bool keep_folder_ = false, sandboxed_ = true;
};

// Where the browser is; an error that says what to install where it is not.
Result<std::string> find_browser(const std::string& named);

}  // namespace gleaner::browser
