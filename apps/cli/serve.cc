// gleaner debug serve FOLDER: a folder as a site on this machine, for trying things without the network.

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <thread>

#include "base/text.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "verbs.h"
#include "web/server.h"

namespace gleaner::cli {
namespace {

namespace fs = std::filesystem;

struct ServeArguments {
  std::string folder, run;
  int port = 0;
};

std::string type_of(const std::string& path) {
  const std::string ending = lower_ascii(fs::path(path).extension().string());
  if (ending == ".html" || ending == ".htm" || ending.empty())
    return "text/html";  // the page says its charset
  if (ending == ".xml") return "application/xml";
  if (ending == ".json") return "application/json";
  if (ending == ".txt" || ending == ".log" || ending == ".csv") return "text/plain";
  if (ending == ".css") return "text/css";
  if (ending == ".js") return "application/javascript";
  if (ending == ".png") return "image/png";
  if (ending == ".jpg" || ending == ".jpeg") return "image/jpeg";
  return "application/octet-stream";
}

// The file for a path of the site, inside the folder; "" if there is none.
std::string file_of(const std::string& folder, const web::Request& request) {
  const fs::path inside = fs::path("/" + request.path).lexically_normal();  // ".." does not lead out
  const std::string base = folder + inside.string();
  std::string query;
  for (const auto& [key, value] : request.parameters)
    query += (query.empty() ? "?" : "&") + key + "=" + value;
  std::error_code ignored;
  for (const std::string& path :
       {query.empty() ? base : base + query, base, base + ".html", base + "/index.html"})
    if (fs::is_regular_file(path, ignored))
      if (auto real = allowed_path(path, {folder}); real.ok()) return std::move(*real);  // no link leads out
  return "";
}

web::Response answer(const std::string& folder, const web::Request& request) {
  web::Response out;
  const std::string path = file_of(folder, request);
  auto content = path.empty() ? Result<std::string>(error(Code::not_found, "")) : read_file(path);
  if (!content.ok()) {
    out.status = 404;
    out.body = "<!doctype html><title>Not found</title><p>There is no such page.</p>";
    return out;
  }
  out.type = type_of(path);
  out.body = std::move(content).value();
  return out;
}

int run_command(const std::string& command) {
  const int state = std::system(command.c_str());
  return WIFEXITED(state) ? WEXITSTATUS(state) : int(kPartial);
}

Result<int> run_serve(const ServeArguments& options) {
  std::error_code ignored;
  if (!fs::is_directory(options.folder, ignored))
    return fail(error(Code::not_found, "is no folder", {options.folder}));
  web::ServerOptions how;
  how.port = options.port;
  GLEANER_TRY(auto made, web::make_server(how));
  web::Server& server = *made;
  server.get(".*",
             [folder = options.folder](const web::Request& request) { return answer(folder, request); });
  GLEANER_CHECK(server.bind());
  const std::string site = fmt::format("http://127.0.0.1:{}", server.port());
  if (options.run.empty()) {
    fmt::print("{}/\n", site);
    std::fflush(stdout);
    server.run();
    return kDone;
  }
  ::setenv("SITE", site.c_str(), 1);
  std::thread serving([&] { server.run(); });
  const int exit = run_command(options.run);
  server.stop();
  serving.join();
  return exit;
}

}  // namespace

void add_serve(Command& debug) {
  auto options = std::make_shared<ServeArguments>();
  Command& form = debug.add_subcommand(
      "serve", "A folder as a site on this machine, for trying fetch and extract without the network");
  form.add_option("folder", options->folder, "DIR", "folder of pages")->required();
  form.add_option("--port", options->port, "N", "port (default: any free one, which is printed)");
  form.add_option("--run", options->run, "COMMAND",
                  "serve only while this command of the shell runs, which finds the site's address in $SITE");
  form.footer(
      "Examples:\n  gleaner debug serve samples/shop --port 8080\n"
      "  gleaner debug serve samples/shop --run 'gleaner links $SITE/list-01.html --allow-private'");
  form.callback([options] { return run_serve(*options); });
}

}  // namespace gleaner::cli
