// gleaner studio [PROJECT]: the whole product in a browser (apps/studio).
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "base/child.h"
#include "base/text.h"
#include "page/load.h"
#include "studio/server.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

namespace fs = std::filesystem;

struct StudioArguments {
  std::string project = ".", host = "127.0.0.1", password_file, ui;
  std::vector<std::string> names;
  int port = 0;
  bool no_browser = false, behind_proxy = false;
};

bool is_this_machine(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

// The folder to work in, and the page to show first.
Result<std::pair<std::string, std::string>> folder_and_page(const std::string& project) {
  std::error_code failed;
  if (web::is_web_address(project)) return std::pair<std::string, std::string>(".", project);
  if (fs::is_directory(project, failed)) return std::pair<std::string, std::string>(project, "");
  if (fs::is_regular_file(project, failed)) {
    const fs::path path(project);
    const std::string folder = path.parent_path().empty() ? "." : path.parent_path().string();
    return std::pair<std::string, std::string>(
        folder, path.filename() == "project.toml" ? "" : path.filename().string());
  }
  if (fs::path(project).has_extension())
    return error(Code::not_found, "there is no such file or folder", {project},
                 "give a folder (a new one is made), a page or an address");
  fs::create_directories(project, failed);
  if (failed) return error(Code::io, "the folder cannot be made: " + failed.message(), {project});
  return std::pair<std::string, std::string>(project, "");
}

// In the person's browser, where there is one: quietly not otherwise. By a file that only they can
// read: what stands in a command line, everybody on this machine can see. It is left to the folder,
// where it is overwritten by the next.
void show(const std::string& address, const std::string& folder) {
  if (!::getenv("DISPLAY") && !::getenv("WAYLAND_DISPLAY")) return;
  const auto inside = studio::Project(folder).path(".gleaner/open.html");
  if (!inside.ok()) return;  // .gleaner leads out of the folder
  const fs::path file = *inside;
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  fs::remove(file, failed);
  const int fd =
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (fd < 0) return;
  const std::string page =
      "<!doctype html><meta charset=utf-8><title>Gleaner Studio</title><meta http-equiv=refresh content=\"0;url=" +
      escape_html(address) + "\">\n";
  const bool written = ::write(fd, page.data(), page.size()) == ssize_t(page.size());
  ::close(fd);
  if (!written) return;
  pid_t child = 0;
  start_child({"xdg-open", file.string()}, {}, child);
}

// Before the first thread is made: all of them leave these signals to the one that waits for them.
sigset_t block_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  return signals;
}

// Ends the server in order on Ctrl-C.
void stop_on_signal(const sigset_t& signals, studio::StudioServer& server) {
  std::thread([signals, &server] {
    int which = 0;
    ::sigwait(&signals, &which);
    server.stop();
  }).detach();
}

Result<int> run_studio(const StudioArguments& options) {
  studio::ServeOptions serve;
  serve.host = options.host;
  serve.port = options.port;
  serve.names = options.names;
  serve.ui = options.ui;
  if (!options.password_file.empty()) {
    GLEANER_TRY(auto text, read_file(options.password_file));
    serve.password = std::string(trim(text));
    if (serve.password.size() < 12)
      return fail_usage("the password in " + options.password_file + " is too short",
                        "12 characters or more");
  }
  if (!is_this_machine(options.host) && (serve.password.empty() || !options.behind_proxy))
    return fail_usage(
        "--listen " + options.host + " lets others in: a password is needed, and a proxy that speaks TLS",
        "--password-file FILE --behind-proxy --name studio.example (docs/studio.md says how)");
  GLEANER_TRY(auto where, folder_and_page(options.project));
  const sigset_t signals = block_signals();
  // In the project's folder, as the commands that Studio runs: names of pages, and
  // links between them, mean the same.
  const std::string folder = fs::absolute(where.first).lexically_normal().string();
  if (!serve.ui.empty()) serve.ui = fs::absolute(serve.ui).string();
  std::error_code failed;
  fs::current_path(folder, failed);
  if (failed) return error(Code::io, "cannot work in this folder: " + failed.message(), {folder});
  studio::Studio studio(folder, own_program());
  studio.set_first_page(where.second);
  studio::StudioServer server(studio, serve);
  stop_on_signal(signals, server);
  GLEANER_CHECK(server.bind());
  fmt::print("{}\n", server.address());
  std::fflush(stdout);
  say("Studio is open in this address; Ctrl-C ends it. Everything it does is in the folder " + where.first);
  if (!options.no_browser) show(server.address(), folder);
  server.run();
  return kDone;
}

}  // namespace

void add_studio(Command& app) {
  auto options = std::make_shared<StudioArguments>();
  Command& verb = add_verb(
      app, "studio", "Work in a browser: point at values, get tables",
      "  gleaner studio                      the folder you are in\n"
      "  gleaner studio shop                 a project: a folder (a new one is made)\n"
      "  gleaner studio shop/list-01.html    a page, with its folder as the project\n"
      "  gleaner studio shop --port 8100 --no-browser\n"
      "The address that is printed holds the key of this run: only who has it gets in. Labels, wrappers\n"
      "and all else are plain files in the folder, as the other commands make and read them.");
  verb.add_option("project", options->project, "PROJECT", "folder, page or address (default: this folder)");
  verb.add_option("--port", options->port, "N", "port (default: any free one, which is printed)");
  verb.add_flag("--no-browser", options->no_browser, "only print the address");
  verb.add_option("--listen", options->host, "HOST",
                  "address to listen on (default 127.0.0.1: this machine alone)");
  verb.add_option("--name", options->names, "HOST", "name by which a proxy calls it (again for more)")
      ->repeated();
  verb.add_option("--password-file", options->password_file, "FILE", "file with the password to ask for");
  verb.add_flag("--behind-proxy", options->behind_proxy, "a proxy that speaks TLS stands before it");
  verb.add_option("--ui", options->ui, "DIR",
                  "the browser's part from this folder instead of the built-in one (for developing it)");
  verb.callback([options] { return run_studio(*options); });
}

}  // namespace gleaner::cli
