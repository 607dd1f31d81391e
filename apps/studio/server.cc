// See server.h.
#include "server.h"

#include <fmt/format.h>

#include "assets.h"
#include "base/text.h"
#include "page_frame.h"
#include "resources.h"
#include "views.h"

namespace gleaner::studio {
namespace {

constexpr size_t kMostUpload = 256u << 20;
constexpr size_t kMostOfStrangers = 4096;  // enough for a password
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-src "
    "'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

int status_of(Code code) {
  switch (code) {
    case Code::usage: return 400;
    case Code::not_found: return 404;
    case Code::drift: return 409;
    case Code::bad_input:
    case Code::cannot_learn: return 422;
    case Code::budget: return 503;
    case Code::unsupported: return 501;
    default: return 500;
  }
}

web::Response refusal(int status, const Diagnostic& why) {
  JsonOut body;
  write_diagnostic(body, why);
  return {status, "application/json", body.take(), {}};
}

std::string type_of_file(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".jpeg", "image/jpeg"},
      {".gif", "image/gif"},
      {".webp", "image/webp"},
      {".avif", "image/avif"},
      {".ico", "image/x-icon"},
      {".bmp", "image/bmp"},
      {".woff2", "font/woff2"},
      {".json", "application/json"}};
  for (const auto& [ending, type] : kTypes)
    if (lower_ascii(name).ends_with(ending)) return std::string(type);
  return "";
}

const Asset* asset_of(std::string_view name) {
  for (const Asset& asset : assets())
    if (asset.name == name) return &asset;
  return nullptr;
}

// "pages/shop/~/style.css": a name from the site's root, which is the page's folder or one above it.
std::optional<std::string> file_from_root(const Project& project, const std::string& name) {
  const size_t mark = name.find("~/");
  if (mark == std::string::npos) return project.read(name);
  std::string folder = name.substr(0, mark);
  for (const std::string file = name.substr(mark + 2);;) {
    if (auto content = project.read(folder + file)) return content;
    if (folder.empty()) return std::nullopt;
    folder.pop_back();  // its slash
    folder.resize(folder.find('/') == std::string::npos ? 0 : folder.rfind('/') + 1);
  }
}

Asked asked_of(const web::Request& request) {
  return [&request](const std::string& name) { return request.parameter(name); };
}

web::Response plain(int status, const std::string& words) {
  return {status, "text/plain; charset=utf-8", words + "\n", {}};
}

}  // namespace

StudioServer::StudioServer(Studio& studio, ServeOptions options)
    : studio_(studio),
      options_(std::move(options)),
      token_(web::random_token()),
      ticket_(web::random_token()) {}

Status StudioServer::bind() {
  web::ServerOptions how;
  how.host = options_.host;
  how.port = options_.port;
  how.names = options_.names;
  how.max_request_bytes = kMostUpload;
  how.max_body = [this](const web::Request& request) {
    return may_ask(request) ? kMostUpload : kMostOfStrangers;
  };
  how.for_all = {"/picker.js", "/res/" + ticket_ + "/"};
  GLEANER_TRY(server_, web::make_server(how));
  add_api();
  add_frames();
  add_files();
  return server_->bind();
}

std::string StudioServer::address() const {
  const std::string site =
      fmt::format("http://{}:{}/",
                  options_.host.find(':') == std::string::npos ? options_.host : "[" + options_.host + "]",
                  server_->port());
  return options_.password.empty() ? site + "?token=" + token_ : site;
}

void StudioServer::run() { server_->run(); }
void StudioServer::stop() {
  studio_.events().end();
  server_->stop();
}

bool StudioServer::may_ask(const web::Request& request) const {
  return web::same_secret(request.header("x-gleaner-token"), token_);
}

void StudioServer::api(const char* method, const std::string& path, Action action) {
  auto handler = [this, action = std::move(action)](const web::Request& request) {
    if (!may_ask(request))
      return refusal(403, error(Code::usage, "this window does not have the key to this Studio", {},
                                "open the address that gleaner studio printed when it was started"));
    web::Response out;
    out.type = "application/json";
    Answer made = action(request, out);
    if (out.stream) return out;
    if (!made.ok()) return refusal(status_of(made.error().code), made.error());
    out.body = std::move(*made);
    return out;
  };
  const std::string whole = "/api/v1" + path;
  if (std::string_view(method) == "GET") server_->get(whole, handler);
  else if (std::string_view(method) == "PUT") server_->put(whole, handler);
  else server_->post(whole, handler);
}

void StudioServer::add_api() {
  add_views();
  add_actions();
  add_transfers();
  api("GET", "/events", [this](const web::Request&, web::Response& out) -> Answer {
    out.type = "text/event-stream";
    out.stream = [this](const web::Write& write) { studio_.events().stream(write); };
    return std::string();
  });
  server_->post("/api/v1/login", [this](const web::Request& request) { return log_in(request); });
  server_->get("/api/.*", [](const web::Request&) {
    return refusal(404,
                   error(Code::not_found, "the API has no such view", {}, "docs/studio-api.md lists them"));
  });
}

void StudioServer::add_views() {
  static constexpr std::pair<const char*, Answer (Studio::*)(const Asked&)> kViews[] = {
      {"/pages", &Studio::pages_view},   {"/page", &Studio::page_view},
      {"/lines", &Studio::lines_view},   {"/history", &Studio::history_view},
      {"/table", &Studio::table_view},   {"/why", &Studio::why_view},
      {"/rules", &Studio::rules_view},   {"/proposal", &Studio::proposal_view},
      {"/rows", &Studio::rows_view},     {"/find", &Studio::find_view},
      {"/onward", &Studio::onward_view}, {"/compare", &Studio::compare_view},
      {"/jobs", &Studio::jobs_view},     {"/config", &Studio::config_view},
      {"/record", &Studio::record_view}};
  for (const auto& [path, view] : kViews)
    api("GET", path, [this, view](const web::Request& request, web::Response&) {
      return (studio_.*view)(asked_of(request));
    });
  api("GET", "/project", [this](const web::Request&, web::Response&) { return studio_.project_view(); });
  api("GET", "/ticket",
      [this](const web::Request&, web::Response&) -> Answer { return json_object("ticket", ticket_); });
}

// Most come with one JSON object.
void StudioServer::add_actions() {
  static constexpr std::pair<const char*, Answer (Studio::*)(const json::Value&)> kActions[] = {
      {"/open", &Studio::open},          {"/pick", &Studio::pick},
      {"/label", &Studio::label},        {"/answer", &Studio::answer},
      {"/field", &Studio::change_field}, {"/learn", &Studio::learn_again},
      {"/accept", &Studio::accept},      {"/repair", &Studio::repair},
      {"/query", &Studio::query},        {"/trace", &Studio::trace},
      {"/jobs", &Studio::start_job},     {"/jobs/control", &Studio::control_job},
      {"/match", &Studio::match},        {"/record", &Studio::record},
      {"/run", &Studio::run_command}};
  for (const auto& [path, act] : kActions)
    api("POST", path, [this, act](const web::Request& request, web::Response&) -> Answer {
      GLEANER_TRY(const json::Parsed parsed, json::parse(request.body));
      if (!parsed.root.is_object()) return error(Code::usage, "the request is no JSON object");
      return (studio_.*act)(parsed.root);
    });
  api("POST", "/samples", [this](const web::Request&, web::Response&) { return studio_.take_samples(); });
  api("POST", "/undo", [this](const web::Request&, web::Response&) { return studio_.undo(); });
  api("POST", "/redo", [this](const web::Request&, web::Response&) { return studio_.redo(); });
  api("POST", "/upload", [this](const web::Request& request, web::Response&) {
    return studio_.upload(request.parameter("name"), request.body);
  });
}

// Files are edited by ETag and If-Match.
void StudioServer::add_transfers() {
  auto bare = [](std::string tag) {
    return tag.size() > 1 && tag.front() == '"' && tag.back() == '"' ? tag.substr(1, tag.size() - 2) : tag;
  };
  api("GET", "/file", [this](const web::Request& request, web::Response& out) {
    std::string etag;
    Answer made = studio_.file_view(request.parameter("name"), etag);
    out.headers.emplace_back("ETag", "\"" + etag + "\"");
    return made;
  });
  api("PUT", "/file", [this, bare](const web::Request& request, web::Response& out) -> Answer {
    if (request.header("if-match").empty())
      return error(Code::usage, "If-Match is needed: the version that was edited");
    std::string etag;
    Answer made =
        studio_.write_file(request.parameter("name"), request.body, bare(request.header("if-match")), etag);
    out.headers.emplace_back("ETag", "\"" + etag + "\"");
    return made;
  });
  api("GET", "/export", [this](const web::Request& request, web::Response& out) {
    Studio::Exported exported;
    Answer made = studio_.export_table(asked_of(request), exported);
    if (!made.ok()) return made;
    out.type = exported.type;
    out.headers.emplace_back("Content-Disposition",
                             "attachment; filename*=UTF-8''" + escaped_path(exported.name));
    if (!exported.lacks.empty()) out.headers.emplace_back("X-Gleaner-Lacks", escaped_path(exported.lacks));
    return made;
  });
  api("GET", "/picture", [this](const web::Request& request, web::Response& out) {
    return studio_.replay_picture(asked_of(request), out.type);
  });
}

web::Response StudioServer::log_in(const web::Request& request) {
  if (!logins_.take(std::chrono::steady_clock::now()))
    return refusal(429, error(Code::usage, "too many wrong passwords", {}, "try again in a minute"));
  auto parsed = json::parse(request.body);
  const bool right = !options_.password.empty() && parsed.ok() &&
                     web::same_secret(json::text_of(parsed->root, "password"), options_.password);
  if (!right)
    return refusal(403, error(Code::usage, options_.password.empty()
                                               ? "there is no password: open the address that was printed"
                                               : "the password is not right"));
  logins_.give_back();
  return {200, "application/json", json_object("token", token_), {}};
}

web::Response StudioServer::frame(const web::Request& request) {
  if (!web::same_secret(request.parameter("ticket"), ticket_))
    return plain(403, "This frame does not belong to this Studio.");
  const std::string name = request.parameter("page");
  FrameOptions how{"/res/" + ticket_ + "/", name, web::random_token(), request.parameter("secret")};
  if (how.secret.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") != std::string::npos)
    how.secret.clear();
  web::Response out;
  out.headers = {{"Content-Security-Policy", content_policy(request.header("host"), how)}};
  if (lower_ascii(name).ends_with(".pdf")) {
    const auto bytes = studio_.project().read(name);
    auto made =
        bytes ? pdf_frame(*bytes, how) : Result<std::string>(error(Code::not_found, "there is no such page"));
    if (!made.ok()) return plain(404, made.error().message);
    out.body = std::move(*made);
    return out;
  }
  auto page = studio_.documents().load(name);
  if (!page.ok() || !(*page)->is_html())
    return plain(404, page.ok() ? "This page is a text." : page.error().message);
  out.body = frame_html(**page, how);
  return out;
}

// Styles and pictures of pages, from the project or not at all.
web::Response StudioServer::resource(const web::Request& request) {
  const std::string start = "/res/" + ticket_ + "/";
  if (!request.path.starts_with(start) || request.path.size() < start.size() + 2)
    return plain(404, "There is no such file.");
  const char from = request.path[start.size()];
  const std::string rest = request.path.substr(start.size() + 2);
  web::Response out;
  out.headers = {{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"},
                 {"Cache-Control", "max-age=300"}};
  if (from == 'p') {
    const size_t slash = rest.find('/');
    const std::string name = slash == std::string::npos ? "" : rest.substr(slash + 1);
    const auto bytes = studio_.project().read(name);
    auto png = bytes ? pdf_picture(*bytes, name, uint32_t(std::strtoul(rest.c_str(), nullptr, 10)))
                     : Result<std::string>(error(Code::not_found, "no such PDF"));
    if (!png.ok()) return plain(404, png.error().message);
    out.type = "image/png";
    out.body = std::move(*png);
    return out;
  }
  out.type = type_of_file(rest.substr(0, rest.find('?')));
  auto content =
      from == 'f' ? file_from_root(studio_.project(), rest) : studio_.project().read(kept_resource(rest));
  if (!content && from == 'w')
    if (auto archived = archived_.find(studio_.project(), rest))
      out.type = std::move(archived->type), content = std::move(archived->body);
  if (!content || out.type.empty() || out.type.starts_with("text/html") ||
      out.type.starts_with("text/javascript") || out.type.starts_with("application/"))
    return plain(404, "There is no such file.");
  out.body = std::move(*content);
  return out;
}

void StudioServer::add_frames() {
  server_->get("/frame", [this](const web::Request& request) { return frame(request); });
  // The text of the grammar page, marked by rule: a page that we made, in a frame
  // without origin like all others.
  server_->get("/trace", [this](const web::Request& request) {
    const auto page = web::same_secret(request.parameter("ticket"), ticket_)
                          ? studio_.project().read(".gleaner/trace/trace.html")
                          : std::nullopt;
    if (!page) return plain(404, "There is no such page.");
    web::Response out;
    out.body = *page;
    out.headers = {{"Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                    "frame-ancestors 'self'; sandbox allow-scripts"}};
    return out;
  });
  server_->get("/res/.*", [this](const web::Request& request) { return resource(request); });
}

void StudioServer::add_files() {
  server_->get("/.*", [this](const web::Request& request) {
    const std::string name = request.path == "/" ? "index.html" : request.path.substr(1);
    web::Response out;
    out.type = type_of_file(name);
    if (!options_.ui.empty()) {
      out.body = Project(options_.ui).read(name).value_or("");
    } else if (const Asset* asset = asset_of("ui/" + name)) {
      out.body = std::string(asset->content);
    }
    if (out.body.empty() || out.type.empty()) return plain(404, "There is no such page.");
    out.headers = {{"Content-Security-Policy", kPolicy}, {"Cross-Origin-Opener-Policy", "same-origin"}};
    if (name.starts_with("assets/")) out.headers.emplace_back("Cache-Control", "max-age=31536000, immutable");
    return out;
  });
}

}  // namespace gleaner::studio
