// See process.h.
#include "browser/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "base/child.h"
#include "base/text.h"
#include "browser/settings.h"

namespace gleaner::browser {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kFolderMark = "gleaner-browser-";

bool is_program(const std::string& path) {
  return ::access(path.c_str(), X_OK) == 0 && !fs::is_directory(path);
}

std::string in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (std::string_view folder : split(path ? path : "/usr/bin:/bin", ':'))
    if (const std::string whole = std::string(folder) + "/" + name; !folder.empty() && is_program(whole))
      return whole;
  return {};
}

// Folders "gleaner-browser-PID-..." whose owner is gone.
void remove_left_behind(const fs::path& where) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(where, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kFolderMark)) continue;
    const pid_t owner = std::atoi(name.c_str() + kFolderMark.size());
    struct stat folder;
    if (::lstat(entry.path().c_str(), &folder) != 0 || folder.st_uid != ::getuid()) continue;
    if (owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), ignored);
  }
}

Result<std::string> fresh_folder() {
  std::error_code failed;
  const fs::path temporary = fs::temp_directory_path(failed);
  if (failed) return error(Code::io, "there is no folder for temporary files");
  remove_left_behind(temporary);
  std::string name = (temporary / fmt::format("{}{}-XXXXXX", kFolderMark, ::getpid())).string();
  if (!::mkdtemp(name.data()))
    return error(Code::io, fmt::format("cannot make {}: {}", name, std::strerror(errno)));
  return name;
}

// PDFs are files to keep, not pages to show; nothing is offered, asked or filled in.
void write_preferences(const std::string& folder) {
  fs::create_directories(folder + "/Default");
  std::ofstream(folder + "/Default/Preferences")
      << R"({"plugins":{"always_open_pdf_externally":true},"credentials_enable_service":false,)"
      << R"("profile":{"password_manager_enabled":false,"default_content_setting_values":{"notifications":2,"geolocation":2}},)"
      << R"("translate":{"enabled":false},"autofill":{"enabled":false}})";
}

std::vector<std::string> arguments_of(const ProcessOptions& options, const std::string& program,
                                      const std::string& folder, bool sandboxed) {
  std::vector<std::string> out = {
      program, "--remote-debugging-pipe", "--user-data-dir=" + folder, "--no-first-run",
      "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--disable-default-apps", "--disable-extensions", "--disable-breakpad",
      "--disable-client-side-phishing-detection", "--metrics-recording-only", "--password-store=basic",
      "--use-mock-keychain", "--mute-audio", "--disable-dev-shm-usage", "--disable-gpu",
      "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
      "--disable-renderer-backgrounding", "--disable-hang-monitor", "--disable-prompt-on-repost",
      "--disable-popup-blocking", "--disable-ipc-flooding-protection", "--disable-domain-reliability",
      "--disable-quic", "--disable-back-forward-cache",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      // One process a page: frames of other sites then answer in the page's own
      // session, and memory stays small.
      "--disable-site-isolation-trials",
      ("--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter,"
       "DialMediaRouteProvider,"
       "AutofillServerCommunication,PaintHolding,BackForwardCache,SpareRendererForSitePerProcess,"
       "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
       "LocalNetworkAccessChecks"),
      "--lang=en-US", "--force-color-profile=srgb", "--hide-scrollbars",
      fmt::format("--window-size={},{}", options.width ? options.width : kWidth,
                  options.height ? options.height : kHeight)};
  if (!options.headed) out.push_back("--headless");
  if (!sandboxed) out.push_back("--no-sandbox");
  if (!options.proxy.empty()) {
    out.push_back("--proxy-server=" + options.proxy);
    out.push_back("--proxy-bypass-list=<-loopback>");
  }
  out.push_back("about:blank");
  return out;
}

// dup2 to the same number would keep O_CLOEXEC: numbers well above those that the browser uses.
int high(int fd) {
  const int moved = ::fcntl(fd, F_DUPFD_CLOEXEC, 10);
  ::close(fd);
  return moved;
}

}  // namespace

Result<std::string> find_browser(const std::string& named) {
  const char* said = std::getenv("GLEANER_CHROMIUM");
  const std::string wanted = !named.empty() ? named : said ? said : "";
  if (!wanted.empty()) {
    if (is_program(wanted)) return wanted;
    if (const std::string found = in_path(wanted); !found.empty()) return found;
    return error(Code::unsupported, fmt::format("there is no browser {}", wanted));
  }
  for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"})
    if (const std::string found = in_path(name); !found.empty()) return found;
  return error(
      Code::unsupported, "there is no browser on this machine", {},
      "install Chromium (Debian: apt install chromium), or name it: GLEANER_CHROMIUM=/path/to/chromium");
}

Result<std::unique_ptr<Process>> Process::start(const ProcessOptions& options) {
  GLEANER_TRY(const std::string program, find_browser(options.program));
  std::unique_ptr<Process> out(new Process());
  if (options.profile.empty()) {
    GLEANER_TRY(out->folder_, fresh_folder());
    write_preferences(out->folder_);
  } else {
    out->folder_ = options.profile;
    out->keep_folder_ = true;
  }
  out->sandboxed_ = ::geteuid() != 0;
  int down[2], up[2];
  if (::pipe2(down, O_CLOEXEC) != 0) return error(Code::io, fmt::format("no pipe: {}", std::strerror(errno)));
  if (::pipe2(up, O_CLOEXEC) != 0) return ::close(down[0]), ::close(down[1]), error(Code::io, "no pipe");
  const int reads = high(down[0]), writes = high(up[1]);
  out->to_ = high(down[1]), out->from_ = high(up[0]);
  const int wrong = start_child(arguments_of(options, program, out->folder_, out->sandboxed_),
                                {.files = {{0, -1, "/dev/null", O_RDONLY},
                                           {1, -1, "/dev/null", O_WRONLY},
                                           {2, -1, "/dev/null", O_WRONLY},
                                           {3, reads},
                                           {4, writes}},
                                 .own_group = true},
                                out->pid_);
  ::close(reads);
  ::close(writes);
  if (wrong)
    return error(Code::unsupported, fmt::format("{} cannot be started: {}", program, std::strerror(wrong)));
  return out;
}

bool Process::running() {
  if (pid_ < 0) return false;
  if (::waitpid(pid_, nullptr, WNOHANG) == 0) return true;
  ::kill(-pid_, SIGKILL);  // what it left behind
  pid_ = -1;
  return false;
}

void Process::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

Process::~Process() {
  if (to_ >= 0) ::close(to_);
  if (from_ >= 0) ::close(from_);
  const auto until = Clock::now() + kEndWait;
  while (running() && Clock::now() < until) std::this_thread::sleep_for(Milliseconds(5));
  kill();
  std::error_code ignored;
  if (keep_folder_ || folder_.empty()) return;
  for (int i = 0; i < 20 && fs::exists(folder_, ignored); ++i) {  // children write until they are gone
    fs::remove_all(folder_, ignored);
    if (ignored) std::this_thread::sleep_for(Milliseconds(10));
  }
}

namespace {

uint64_t proportional_bytes(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/smaps_rollup", pid));
  std::string line;
  while (std::getline(file, line))
    if (line.starts_with("Pss:")) return std::strtoull(line.c_str() + 4, nullptr, 10) << 10;
  return 0;
}

}  // namespace

uint64_t Process::memory() const {
  if (pid_ < 0) return 0;
  std::map<pid_t, pid_t> parents;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator("/proc", failed)) {
    const std::string name = entry.path().filename().string();
    if (!is_digit(name[0])) continue;
    std::ifstream file(entry.path() / "stat");
    std::string text;
    std::getline(file, text);
    const size_t close = text.rfind(") ");
    if (close != std::string::npos && text.size() > close + 4)
      parents[std::atoi(name.c_str())] = std::atoi(text.c_str() + close + 4);
  }
  uint64_t sum = 0;
  for (const auto& [pid, parent] : parents) {
    int steps = 0;
    for (pid_t at = pid; at > 1 && ++steps < 20; at = parents.count(at) ? parents[at] : 0)
      if (at == pid_) {
        sum += proportional_bytes(pid);
        break;
      }
  }
  return sum;
}

}  // namespace gleaner::browser
