// gleaner robot PROGRAM.pl: a logic program as a search page (paper, section 5: the LogicRobot).
//
// The form is made from the program's `:- parameter(Name, Kind, Title)` declarations; what a visitor types is
// data, never Prolog text. The program runs in a session of its own for every request; answers go to the page
// as they are found. No JavaScript.
//   GET /             the form, and below it the results of the parameters given (streamed)
//   GET /search.json  the same as JSON lines
//   GET /search.csv   the same as CSV
//   GET /source       a page's source with the value marked, of pages that an answer came from
// All but the first need the token of this run, which is said at the start and
// stands in the links of the results.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/elapsed.h"
#include "base/json.h"
#include "base/text.h"
#include "logic/why.h"
#include "logic_session.h"
#include "page/load.h"
#include "robot_search.h"
#include "supervise.h"
#include "verbs.h"
#include "watchdog.h"
#include "web/server.h"

namespace gleaner::cli {
namespace {

struct RobotArguments {
  LogicOptions logic;
  std::string host = "127.0.0.1", token;
  std::vector<std::string> names;
  int port = 8080;
  size_t limit = 1000;
};

using logic::Term;

constexpr double kSearchSeconds = 60;    // of one search, unless the caller says
constexpr size_t kMostSorted = 100'000;  // answers that are kept to be put in order

class Robot {
 public:
  Robot(const RobotArguments& options, RobotPlan plan) : options_(options), plan_(std::move(plan)) {}

  web::Response form(const web::Request& request) {
    web::Response made;
    RobotQuery query = query_of(plan_, request);
    const bool asked = request.parameters.count("search") > 0;
    made.stream = [this, query, asked, request](const web::Write& write) {
      if (!write(head(request))) return;
      if (asked && !query.problem.empty()) write("<p class=problem>" + escape_html(query.problem) + "</p>\n");
      else if (asked) results(query, request, write);
      write("</main></body></html>\n");
    };
    return made;
  }

  web::Response csv(const web::Request& request) {
    const RobotQuery query = query_of(plan_, request);
    if (const auto [status, why] = refusal(request, query); status)
      return {status, "text/plain", why + "\n", {}};
    web::Response made;
    made.type = "text/csv";
    made.stream = [this, query](const web::Write& write) {
      const auto cell = [](const auto& value) {
        return csv_cell(value.second.kind == Term::Kind::variable ? "" : value.second.to_text());
      };
      if (!write(joined(plan_.columns, [](const auto& name) { return csv_cell(name); }, ",") + "\r\n"))
        return;
      (void)ordered(query, [&](const logic::Answer& answer) {
        return write(joined(answer.values, cell, ",") + "\r\n");
      });
    };
    return made;
  }

  web::Response json(const web::Request& request) {
    const RobotQuery query = query_of(plan_, request);
    if (const auto [status, why] = refusal(request, query); status)
      return {status, "application/json", "{\"error\": " + json::quote(why) + "}\n", {}};
    web::Response made;
    made.type = "application/jsonl";
    made.stream = [this, query](const web::Write& write) {
      Status done = ordered(query, [&](const logic::Answer& answer) { return write(json_line(answer)); });
      if (!done.ok()) write("{\"error\": " + json::quote(done.error().message) + "}\n");
    };
    return made;
  }

  web::Response source(const web::Request& request) {
    web::Response made;
    const std::string name = request.parameter("page");
    auto page = has_token(request) && was_shown(name)
                    ? page_of(name)
                    : Result<DocumentPtr>(error(Code::not_found, "not shown"));
    Span span{uint32_t(std::strtoul(request.parameter("from").c_str(), nullptr, 10)),
              uint32_t(std::strtoul(request.parameter("to").c_str(), nullptr, 10))};
    if (!page.ok() || span.end < span.begin || span.end > (*page)->bytes().size()) {
      made.status = 404;
      made.body = "<!doctype html><title>Not found</title><p>There is no such page or place.</p>\n";
      return made;
    }
    span = (*page)->to_text(span);
    std::string_view text = (*page)->text();
    made.body = "<!doctype html>\n<html><head><meta charset=utf-8><title>" + escape_html(name) + "</title>" +
                style() + "</head><body><main><h1>" + escape_html(name) + "</h1>\n<pre>" +
                escape_html(text.substr(0, span.begin)) + "<mark id=value>" +
                escape_html((*page)->text(span)) + "</mark>" + escape_html(text.substr(span.end)) +
                "</pre></main></body></html>\n";
    return made;
  }

 private:
  // Why a program does not get what it asks for; status 0: it does.
  std::pair<int, std::string> refusal(const web::Request& request, const RobotQuery& query) const {
    if (!has_token(request))
      return {403, "token=... of this run is missing: the robot says it when it starts"};
    return {query.problem.empty() ? 0 : 400, query.problem};
  }
  bool has_token(const web::Request& request) const {
    return web::same_secret(request.parameter("token"), options_.token);
  }

  // Only pages that an answer came from are shown, whatever else the program could read.
  void shows(const std::string& page) {
    std::lock_guard lock(mutex_);
    shown_.insert(page);
  }
  bool was_shown(const std::string& page) {
    std::lock_guard lock(mutex_);
    return shown_.count(page) > 0;
  }
  Result<DocumentPtr> page_of(const std::string& name) {
    GLEANER_TRY(auto program, open_program(options_.logic));
    return program->document(program->resolve(name));
  }

  // Calls found for each answer that passes the form.
  Status run(const RobotQuery& query, size_t most, const std::function<bool(const logic::Answer&)>& found) {
    const Watchdog watchdog(limits_of(options_.logic),
                            "answering a search");  // what it ends is started again
    GLEANER_TRY(auto program, open_program(options_.logic));
    const std::string goal = fmt::format("{}({})", plan_.predicate, fmt::join(plan_.variables, ", "));
    logic::AskOptions ask = ask_options(options_.logic);
    ask.proofs = true;  // every cell links to its source
    for (const RobotField& field : plan_.fields) {
      auto value = query.values.find(field.name);
      if (field.kind != "choice" || value == query.values.end()) continue;
      Term term;
      term.kind = Term::Kind::atom;
      term.text = value->second;
      ask.given[variable_of(field.columns[0])] = term;
    }
    size_t count = 0;
    return program->ask(goal, ask, [&](logic::Answer&& answer) {
      for (const RobotField& field : plan_.fields)
        if (!passes(plan_, field, query, answer)) return true;
      return found(answer) && ++count < most;
    });
  }

  // As they are found; in the order that was asked for, when all are.
  Status ordered(const RobotQuery& query, const std::function<bool(const logic::Answer&)>& found) {
    if (!query.sort) return run(query, options_.limit, found);
    std::vector<logic::Answer> all;
    Status done = run(query, std::max(options_.limit, kMostSorted),
                      [&](const logic::Answer& answer) { return all.push_back(answer), true; });
    auto number = [&](const logic::Answer& answer) -> std::optional<double> {
      const Term& value = answer.values[*query.sort].second;
      if (value.kind == Term::Kind::integer) return double(value.integer);
      return value.kind == Term::Kind::real ? std::optional(value.real) : std::nullopt;
    };
    std::ranges::stable_sort(all, [&](const logic::Answer& a, const logic::Answer& b) {
      const logic::Answer &x = query.descending ? b : a, &y = query.descending ? a : b;
      const auto p = number(x), q = number(y);
      if (p && q) return *p < *q;
      if (p || q) return p.has_value();
      return x.values[*query.sort].second.to_text() < y.values[*query.sort].second.to_text();
    });
    if (all.size() > options_.limit) all.resize(options_.limit);
    for (const logic::Answer& answer : all)
      if (!found(answer)) break;
    return done;
  }

  // The title that the program gives to its parameter, else the name in words:
  // phone_number is "Phone number".
  std::string heading(const std::string& column) const {
    for (const RobotField& field : plan_.fields)
      if (field.name == column && field.title != field.name) return field.title;
    std::string out = variable_of(column);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
  }

  // What the visitor asked, as the part of an address behind "?".
  std::string asked(const web::Request& request) const {
    std::string out = "search=1";
    for (const RobotField& field : plan_.fields)
      for (const std::string& name : {field.name, field.name + ".op"})
        if (const std::string value = request.parameter(name); !value.empty())
          out += "&" + web::escape_url(name) + "=" + web::escape_url(value);
    return out;
  }

  void results(const RobotQuery& query, const web::Request& request, const web::Write& write) {
    const auto start = std::chrono::steady_clock::now();
    auto seconds = [&] { return seconds_since(start); };
    std::string headings;
    for (size_t i = 0; i < plan_.columns.size(); ++i) {
      const bool sorted = query.sort == i,
                 down = sorted && !query.descending;  // a second click turns it round
      headings +=
          fmt::format("<th{}><a href=\"/?{}&amp;sort={}{}\">{}</a></th>",
                      sorted ? query.descending ? " aria-sort=descending" : " aria-sort=ascending" : "",
                      escape_html(asked(request)), web::escape_url(plan_.columns[i]),
                      down ? "&amp;order=desc" : "", escape_html(heading(plan_.columns[i])));
    }
    if (!write("<table id=results>\n<tr>" + headings + "</tr>\n")) return;
    size_t count = 0;
    double first = 0;
    Status done = ordered(query, [&](const logic::Answer& answer) {
      if (!count++) first = seconds();
      return write(row(answer));
    });
    write("</table>\n");
    if (!done.ok()) write("<p class=problem>" + escape_html(done.error().message) + "</p>\n");
    write(fmt::format("<p id=summary>{} in {:.2f} s, the first after {:.2f} s</p>\n",
                      counted(count, "answer"), seconds(), first));
    std::string rest = escape_html(asked(request)) + "&amp;token=" + web::escape_url(options_.token);
    if (query.sort)
      rest += "&amp;sort=" + web::escape_url(plan_.columns[*query.sort]) +
              (query.descending ? "&amp;order=desc" : "");
    write(fmt::format(
        "<p id=downloads><a href=\"/search.csv?{0}\">CSV</a> <a href=\"/search.json?{0}\">JSON</a></p>\n",
        rest));
  }

  std::string source_link(const logic::FactPlace& place) {
    shows(place.document->name());
    Span bytes = place.document->to_bytes(place.span);
    return fmt::format("/source?page={}&amp;from={}&amp;to={}&amp;token={}#value",
                       web::escape_url(place.document->name()), bytes.begin, bytes.end,
                       web::escape_url(options_.token));
  }
  std::string row(const logic::Answer& answer) {
    std::string out = "<tr>";
    for (const auto& [name, value] : answer.values) {
      std::string text = escape_html(value.kind == Term::Kind::variable ? "" : value.to_text());
      auto place = answer.proof ? logic::place_of(*answer.proof, value) : std::nullopt;
      out += place ? "<td><a href=\"" + source_link(*place) + "\">" + text + "</a></td>"
                   : "<td>" + text + "</td>";
    }
    return out + "</tr>\n";
  }

  std::string json_line(const logic::Answer& answer) {
    std::string out = "{";
    for (size_t i = 0; i < answer.values.size(); ++i) {
      const Term& value = answer.values[i].second;
      if (i) out += ", ";
      json::append_string(out, plan_.columns[i]);
      auto place = answer.proof ? logic::place_of(*answer.proof, value) : std::nullopt;
      out += ": {\"text\": " + json::quote(value.to_text());
      if (value.kind == Term::Kind::integer) out += ", \"number\": " + value.text;
      if (value.kind == Term::Kind::real) {
        out += ", \"number\": ";
        json::append_number(out, value.real);
      }
      if (place) {
        shows(place->document->name());
        Span bytes = place->document->to_bytes(place->span);
        out += fmt::format(", \"page\": {}, \"span\": [{}, {}]", json::quote(place->document->name()),
                           bytes.begin, bytes.end);
      }
      out += "}";
    }
    return out + "}\n";
  }

  static std::string style() {
    return R"(<style>
body{font:15px/1.5 system-ui,sans-serif;margin:0;color:#222}
main{max-width:72em;margin:1.5em auto;padding:0 1em}
form{display:grid;grid-template-columns:max-content 1fr;gap:.5em 1em;align-items:center}
form{background:#f4f6f8;padding:1em;border-radius:.5em}
input,select,button{font:inherit;padding:.25em .5em}
button{grid-column:2;justify-self:start}
table{border-collapse:collapse;width:100%;margin-top:1em}
th,td{text-align:left;padding:.3em .6em;border-bottom:1px solid #ddd;vertical-align:top}
a{color:#06c;text-decoration:none}
a:hover{text-decoration:underline}
.problem{color:#a00}
pre{white-space:pre-wrap;background:#f6f6f6;padding:1em}
mark{background:#ffe680;color:#111}
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){body{background:#14181f;color:#e4e8ee}form,pre{background:#252b36}
th,td{border-color:#3a4250}a{color:#7db4ff}.problem{color:#ff8d8d}}
@media (max-width:40rem){form{grid-template-columns:1fr}button{grid-column:1}
table{display:block;overflow-x:auto}}
</style>)";
  }

  std::string head(const web::Request& request) const {
    std::string out =
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
        "content=\"width=device-width\"><title>" +
        escape_html(plan_.title) + "</title>" + style() + "</head><body><main>\n<h1>" +
        escape_html(plan_.title) + "</h1>\n<form action=\"/\" method=get>\n";
    for (const RobotField& field : plan_.fields)
      out += input(field, request.parameter(field.name), request.parameter(field.name + ".op"));
    return out + "<button name=search value=1>Search</button>\n</form>\n";
  }

  static std::string input(const RobotField& field, const std::string& value, const std::string& op) {
    const std::string name = escape_html(field.name), id = "f-" + name;
    std::string out = "<label for=\"" + id + "\">" + escape_html(field.title) + "</label><span>";
    auto option = [](const std::string& one, const std::string& words, bool chosen) {
      return "<option value=\"" + escape_html(one) + "\"" + (chosen ? " selected" : "") + ">" +
             escape_html(words) + "</option>";
    };
    if (field.kind == "choice") {
      out += "<select id=\"" + id + "\" name=\"" + name + "\">" + option("", "any", value.empty());
      for (const std::string& one : field.choices) out += option(one, one, one == value);
      return out + "</select></span>\n";
    }
    if (field.kind == "number") {
      out += "<select name=\"" + name + ".op\" aria-label=\"" + escape_html(field.title) + " compared\">";
      for (const char* one : kComparisons)
        out += option(one, std::string(one) + (one[0] == 'e' ? " to" : " than"), op == one);
      out += "</select> ";
    }
    out +=
        "<input id=\"" + id + "\" name=\"" + name + "\" value=\"" + escape_html(value.substr(0, 1000)) + "\"";
    if (field.kind == "number") out += " inputmode=decimal size=8";
    if (field.kind == "pattern") out += " placeholder=\"0261* or 0261\"";
    return out + "></span>\n";
  }

  const RobotArguments& options_;
  const RobotPlan plan_;
  std::mutex mutex_;
  std::set<std::string> shown_;
};

std::atomic<web::Server*> running = nullptr;
void stop_running(int) {
  if (web::Server* server = running.load()) server->stop();
}

Result<int> serve(const RobotArguments& options, std::atomic<int>& port, bool again) {
  GLEANER_TRY(auto program, open_program(options.logic));
  GLEANER_TRY(auto plan, make_plan(*program, options.logic.program));
  web::ServerOptions server_options;
  server_options.host = options.host;
  server_options.port = port ? port.load() : options.port;
  for (const std::string& name : options.names) server_options.names.push_back(lower_ascii(name));
  GLEANER_TRY(auto made, web::make_server(server_options));
  web::Server& server = *made;
  Robot robot(options, std::move(plan));
  server.get("/", [&](const web::Request& request) { return robot.form(request); });
  server.post("/", [&](const web::Request& request) { return robot.form(request); });
  server.get("/search.json", [&](const web::Request& request) { return robot.json(request); });
  server.post("/search.json", [&](const web::Request& request) { return robot.json(request); });
  server.get("/search.csv", [&](const web::Request& request) { return robot.csv(request); });
  server.get("/source", [&](const web::Request& request) { return robot.source(request); });
  Status bound = server.bind();
  GLEANER_CHECK(bound);
  running = &server;
  std::signal(SIGPIPE, SIG_IGN);  // a visitor who leaves is no reason to end
  std::signal(SIGINT, stop_running);
  std::signal(SIGTERM, stop_running);
  port = server.port();
  if (!again)
    say(
        fmt::format("the robot listens on http://{0}:{1}/  (end it with Ctrl-C)\n"
                    "  JSON: http://{0}:{1}/search.json?token={2}",
                    options.host, server.port(), options.token));
  server.run();
  running = nullptr;
  return kDone;
}

int run_robot(RobotArguments options) {
  if (options.token.empty()) options.token = web::random_token();
  if (options.port < 0 || options.port > 65535)
    return fail_usage(fmt::format("there is no port {}", options.port),
                      "ports go from 1 to 65535; 0: any free one");
  if (options.logic.seconds <= 0) options.logic.seconds = kSearchSeconds;
  return supervise(
      [&](std::atomic<int>& port, bool again) { return exit_after(serve(options, port, again)); });
}

}  // namespace

void add_robot(Command& app) {
  auto options = std::make_shared<RobotArguments>();
  Command& verb = add_verb(
      app, "robot", "Serve a logic program as a search page",
      "  gleaner robot samples/logic/ads/ads.pl --port 0\n"
      "  gleaner robot ads.pl --token secret &\n"
      "  curl 'http://127.0.0.1:8080/search.json?token=secret&price=100&price.op=less'\n"
      "The program declares its form: :- robot(goal(column, ...), 'Title'). and :- "
      "parameter(column, Kind, 'Title').\n"
      "Kinds: choice([a, b]), text, text([column, ...]), number, pattern.\n"
      "The limits are those of one search (--max-seconds: 60 unless said). A search that cannot be stopped otherwise\n"
      "ends the server, which starts again at the same address.");
  add_logic(verb, options->logic);
  verb.add_option("--port", options->port, "N", "port (default 8080), 0: any free one");
  verb.add_option("--host", options->host, "ADDRESS",
                  "address to listen on (default 127.0.0.1: this machine only)");
  verb.add_option("--name", options->names, "HOST",
                  "name by which visitors call this machine, if it has one (again for more)")
      ->repeated();
  verb.add_option("--token", options->token, "TEXT",
                  "what requests for JSON carry (default: a new one for each run)");
  verb.add_option("--limit", options->limit, "N", "at most so many answers a search");
  verb.callback([options] { return run_robot(*options); });
}

}  // namespace gleaner::cli
