// gleaner flow daemon, gleaner flow install: flows by their schedules, here or by the system.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "base/base64.h"
#include "base/child.h"
#include "base/shell_words.h"
#include "base/zone.h"
#include "flow/daemon.h"
#include "flow/deliver.h"
#include "flow_shared.h"
#include "interrupt.h"
#include "options.h"
#include "output.h"
#include "web/server.h"

namespace gleaner::cli {
namespace {

struct FlowDaemonArguments {
  std::vector<std::string> files;
  std::string host = "127.0.0.1", secret, secret_file;
  int port = 0;
  bool no_page = false;
  BudgetOptions budget;
};

// As `flow run` takes them.
std::vector<std::string> limit_words(const BudgetOptions& budget) {
  std::vector<std::string> out;
  if (budget.seconds > 0) out.insert(out.end(), {"--max-seconds", fmt::format("{}", budget.seconds)});
  if (budget.megabytes) out.insert(out.end(), {"--max-megabytes", std::to_string(budget.megabytes)});
  return out;
}

Result<pid_t> start_program(const std::vector<std::string>& arguments, const std::string& log) {
  std::vector<std::string> words = {own_program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ChildOptions options{.files = {{STDIN_FILENO, -1, "/dev/null", O_RDONLY},
                                       {STDOUT_FILENO, -1, log, O_WRONLY | O_CREAT | O_APPEND},
                                       {STDERR_FILENO, STDOUT_FILENO}}};
  pid_t process = 0;
  if (const int failed = start_child(words, options, process))
    return error(Code::io, fmt::format("cannot start {} (error {})", words[0], failed));
  return process;
}

std::optional<int> program_ended(pid_t process) {
  int state = 0;
  if (::waitpid(process, &state, WNOHANG) != process) return {};
  return WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
}

// What still works is asked to end; a run that is cut off goes on with the next one.
void end_children(const flow::Daemon& daemon) {
  constexpr int kPatience = 100, kPauseMilliseconds = 100;
  std::vector<pid_t> left = daemon.running();
  for (const pid_t process : left) ::kill(process, SIGTERM);
  for (int i = 0; i < kPatience && !left.empty(); ++i) {
    std::erase_if(left, [](pid_t process) { return program_ended(process).has_value(); });
    ::poll(nullptr, 0, left.empty() ? 0 : kPauseMilliseconds);
  }
  for (const pid_t process : left) ::kill(process, SIGKILL), (void)::waitpid(process, nullptr, 0);
}

// As a bearer token (Prometheus) or as the password of any user (a browser asks for it).
bool knows(const web::Request& request, const std::string& secret) {
  const std::string said = request.header("authorization");
  if (secret.empty()) return true;
  if (said.starts_with("Bearer ")) return web::same_secret(said.substr(7), secret);
  if (!said.starts_with("Basic ")) return false;
  const std::optional<std::string> both = from_base64(said.substr(6));
  const size_t colon = both ? both->find(':') : std::string::npos;
  return colon != std::string::npos && web::same_secret(both->substr(colon + 1), secret);
}

web::Server::Handler guarded(const std::string& secret, std::function<web::Response()> page) {
  return [secret, page = std::move(page)](const web::Request& request) {
    if (knows(request, secret)) return page();
    return web::Response{401,
                         "text/plain; charset=utf-8",
                         "this page is for those who know its secret (gleaner flow daemon --secret-file)\n",
                         {},
                         {{"WWW-Authenticate", "Basic realm=\"gleaner flow\", charset=\"UTF-8\""}}};
  };
}

// What the page shows is for those who may read the flows: on an address that others
// reach it asks for a secret.
Result<std::string> page_secret(const FlowDaemonArguments& options) {
  flow::Delivery named;
  named.name = "the status page", named.secret = options.secret, named.secret_file = options.secret_file;
  GLEANER_TRY(const std::string secret, flow::secret_of(named, {}));
  const bool here = options.host == "127.0.0.1" || options.host == "::1" || options.host == "localhost";
  if (secret.empty() && (!here || !options.secret.empty() || !options.secret_file.empty()))
    return error(Code::usage, fmt::format("the status page on {} needs a secret", options.host), {},
                 "--secret-file FILE (a line that only you may read), or --no-page");
  return secret;
}

Result<int> daemon(const FlowDaemonArguments& options) {
  flow::Daemon flows(start_program, program_ended, limit_words(options.budget));
  for (const std::string& file : options.files) GLEANER_CHECK(flows.add(flow_path(file), now_seconds()));
  const Interrupts interrupts;
  std::unique_ptr<web::Server> server;
  std::thread serving;
  if (!options.no_page) {
    GLEANER_TRY(auto secret, page_secret(options));
    web::ServerOptions how;
    how.host = options.host, how.port = options.port;
    GLEANER_TRY(server, web::make_server(how));
    server->get("/", guarded(secret, [&] {
                  web::Response out;
                  out.body = flows.status_page(now_seconds());
                  return out;
                }));
    server->get("/metrics", guarded(secret, [&] {
                  web::Response out;
                  out.type = "text/plain; version=0.0.4; charset=utf-8";
                  out.body = flows.metrics(now_seconds());
                  return out;
                }));
    GLEANER_CHECK(server->bind());
    serving = std::thread([&] { server->run(); });
    say(fmt::format("status: http://{}:{}/", options.host, server->port()));
  }
  constexpr int kTickMilliseconds = 500;
  while (!interrupts.asked()) {
    for (const std::string& line : flows.tick(now_seconds()))
      say(fmt::format("{} {}", format_moment(now_seconds()), line));
    ::poll(nullptr, 0, kTickMilliseconds);  // a signal ends it
  }
  say("stopping");
  if (server) server->stop();
  if (serving.joinable()) serving.join();
  end_children(flows);
  return kDone;
}

std::string with_each(std::string text, char mark, const std::string& before) {
  for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += before.size() + 1)
    text.insert(at, before);
  return text;
}

// A word of a line that cron gives to a shell: cron itself takes % for the end of the line.
std::string cron_word(const std::string& word) { return with_each(shell_word(word), '%', "\\"); }

// A word of a systemd command; % and $ stand for other things there.
std::string unit_word(const std::string& word) {
  std::string out = with_each(with_each(word, '%', "%"), '$', "$");
  if (shell_word(word) == word) return out;
  return '"' + with_each(with_each(std::move(out), '\\', "\\"), '"', "\\") + '"';
}

Result<int> install(const FlowDaemonArguments& options) {
  std::string files, out, folder;
  for (const std::string& file : options.files) {
    GLEANER_TRY(auto flow, load_named_flow(file));
    const std::string path = std::filesystem::absolute(flow.path).lexically_normal().string();
    if (path.find_first_of("\n\r") != std::string::npos)
      return error(Code::usage, "a name with line ends fits into no line of cron", {path});
    if (flow.schedule.empty())
      return error(Code::usage, fmt::format("the flow {} has no schedule", flow.name), {flow.path, 1},
                   "schedule = \"daily 06:30 Europe/Berlin\" at the top of the file");
    GLEANER_TRY(auto schedule, flow::Schedule::parse(flow.schedule));
    files += " " + unit_word(path);
    folder = std::filesystem::path(path).parent_path().string();
    const std::string line = schedule.cron_line();
    if (line.empty()) out += fmt::format("# {} cannot be said to cron\n", flow.schedule);
    else
      out += fmt::format(
          "{}{} cd {} && {} flow run {} >> {}.flow.log 2>&1\n",
          schedule.zone().name() == "local" ? "" : fmt::format("CRON_TZ={}\n", schedule.zone().name()), line,
          cron_word(folder), cron_word(own_program()), cron_word(path), cron_word(flow.name));
  }
  const std::string unit = fmt::format(
      "[Unit]\nDescription=Gleaner flows\nAfter=network-online.target\nWants=network-online.target\n\n"
      "[Service]\nExecStart={} flow daemon{} --port 9477\nWorkingDirectory={}\nRestart=on-failure\n"
      "KillSignal=SIGTERM\nTimeoutStopSec=30\n"
      "# secrets: lines NAME=value, readable by its owner only\n# EnvironmentFile={}/gleaner-flow.env\n\n"
      "[Install]\nWantedBy=multi-user.target\n",
      unit_word(own_program()), files, with_each(folder, '%', "%"), with_each(folder, '%', "%"));
  return write_whole(
      "",
      "# --- systemd: /etc/systemd/system/gleaner-flow.service, then: systemctl enable --now gleaner-flow\n" +
          unit + "\n# --- or cron: crontab -e\n" + out);
}

}  // namespace

void add_flow_daemon(Command& verb) {
  auto options = std::make_shared<FlowDaemonArguments>();
  Command& sub = add_verb(verb, "daemon", "Run flows by their schedules until it is told to stop",
                          "  gleaner flow daemon prices stock --port 9477\n"
                          "  gleaner flow daemon prices --port 9477 --secret-file page.secret");
  sub.add_option("flows", options->files, "FLOW...", "flow files")->required();
  sub.add_option("--port", options->port, "N",
                 "port of the status page and /metrics (default: any free one, which is told)");
  sub.add_option("--host", options->host, "ADDRESS", "address of them (default: 127.0.0.1)");
  sub.add_option("--secret-file", options->secret_file, "FILE",
                 "the page and /metrics ask for the secret in this file (as a password or bearer token)");
  sub.add_option("--secret", options->secret, "NAME", "... for the one in this variable of the environment");
  sub.add_flag("--no-page", options->no_page, "no status page");
  add_time_and_memory(sub, options->budget, "end a run after so many seconds; nothing is stored then",
                      "end a run when it takes more memory; nothing is stored then");
  sub.callback([options] { return daemon(*options); });
  auto others = std::make_shared<FlowDaemonArguments>();
  Command& print =
      add_verb(verb, "install", "Print a systemd unit and a cron line for flows",
               "  gleaner flow install prices                  a systemd unit and a line for cron");
  print.add_option("flows", others->files, "FLOW...", "flow files")->required();
  print.callback([others] { return install(*others); });
}

}  // namespace gleaner::cli
