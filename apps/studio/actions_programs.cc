// Studio's pages that run commands: queries, grammars, matching, jobs. See studio.h.
#include <fmt/format.h>

#include <filesystem>

#include "base/contains.h"
#include "base/csv.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "studio.h"
#include "wrap/config.h"

namespace gleaner::studio {
namespace {

constexpr double kQuerySeconds = 60, kTraceSeconds = 20, kCommandSeconds = 600;
constexpr size_t kQueryRows = 100'000;

Diagnostic failure_of(const Ran& ran) {
  const std::string_view all = trim(ran.err);
  std::string what(all.substr(0, all.find('\n')));
  if (what.starts_with("error: ")) what.erase(0, 7);
  const std::string hint =
      all.find('\n') == std::string_view::npos ? "" : collapse(all.substr(all.find('\n')));
  return error(Code::bad_input, what.empty() ? fmt::format("it ended with {}", ran.exit) : what, {}, hint);
}

// Lines of JSON as a list, no more than so many.
void write_lines(JsonOut& out, std::string_view name, const std::string& text, size_t most) {
  out.key(name).array();
  size_t count = 0;
  for (std::string_view line : split(text, '\n'))
    if (!trim(line).empty() && ++count <= most) out.raw(line);
  out.end().member("total", count);
}

void write_config(JsonOut& out, const wrap::Config& config) {
  using Kind = wrap::Config::Kind;
  switch (config.kind()) {
    case Kind::text: out.text(config.as_text()); return;
    case Kind::integer: out.number(double(config.as_integer())); return;
    case Kind::real: out.number(config.as_real()); return;
    case Kind::boolean: out.boolean(config.as_boolean()); return;
    case Kind::list:
      out.array();
      for (const wrap::Config& item : config.items()) write_config(out, item);
      break;
    case Kind::table:
      out.object();
      for (const auto& [key, value] : config.members()) write_config(out.key(key), value);
      break;
  }
  out.end();
}

// Verbs that may run as jobs: those that read and write files of the project.
constexpr std::string_view kJobVerbs[] = {"fetch", "crawl",   "discover", "flow",  "extract",
                                          "learn", "check",   "repair",   "match", "parse",
                                          "run",   "records", "query",    "replay"};

Status may_run(const std::vector<std::string>& words) {
  if (words.empty() || !contains(kJobVerbs, words[0]))
    return error(Code::usage, "this cannot be run from here", {},
                 fmt::format("verbs: {}", fmt::join(kJobVerbs, ", ")));
  for (const std::string& word : words)
    if (word.starts_with("--library") || word.starts_with("--trusted"))
      return error(Code::usage, word + " cannot be given from here: it runs code that no sandbox holds", {},
                   "run it in a terminal");
  return {};
}

// A file of the project as a word of a command: never one of its options.
Status is_file_word(const Project& project, const std::string& name) {
  GLEANER_CHECK(project.path(name));
  if (name.starts_with('-')) return error(Code::usage, "names of files do not begin with -", {name});
  return {};
}

}  // namespace

Answer Studio::query(const json::Value& request) {
  const std::string question = text_of(request, "query");
  if (trim(question).empty())
    return error(Code::usage, "a question is needed", {}, "select * from 'out/shop.parquet' limit 10");
  const std::vector<std::string> words{"query", question, "--format", "jsonl", "--allow-read", "."};
  GLEANER_TRY(const Ran ran, jobs_.run(words, "", kQuerySeconds));
  if (ran.exit != 0 && ran.exit != 1) return failure_of(ran);
  JsonOut out;
  out.object();
  write_lines(out, "rows", ran.out, kQueryRows);
  return out.member("command", command_line({"gleaner", "query", question})).end().take();
}

// What a grammar makes of a text: records, and the text marked by rule.
Answer Studio::trace(const json::Value& request) {
  const std::string grammar = text_of(request, "grammar"), page = text_of(request, "page"),
                    rule = text_of(request, "rule");
  GLEANER_CHECK(project_.write(".gleaner/trace/grammar.gln", grammar));
  std::string input = page;
  if (page.empty()) {
    input = ".gleaner/trace/text.txt";
    GLEANER_CHECK(project_.write(input, text_of(request, "text")));
  }
  GLEANER_CHECK(is_file_word(project_, input));
  std::vector<std::string> words{"parse",
                                 ".gleaner/trace/grammar.gln",
                                 input,
                                 "--trace",
                                 ".gleaner/trace/trace.html",
                                 "--format",
                                 "jsonl",
                                 "--spans",
                                 "--no-page"};
  if (!rule.empty()) words.insert(words.end(), {"--rule", rule});
  (void)project_.erase(".gleaner/trace/trace.html");
  GLEANER_TRY(const Ran ran, jobs_.run(words, "", kTraceSeconds));
  JsonOut out;
  out.object().members("exit", size_t(ran.exit), "report", ran.err, "trace",
                       project_.etag(".gleaner/trace/trace.html"));
  write_lines(out, "records", ran.exit == 0 || ran.exit == 6 ? ran.out : "", 1000);
  return out.end().take();
}

Answer Studio::jobs_view(const Asked& asked) {
  if (const std::string id = asked("id"); !id.empty()) {
    if (!jobs_.find(id)) return error(Code::not_found, "there is no job " + id);
    return json_object("log", jobs_.log(id));
  }
  JsonOut out;
  out.object().key("jobs").array();
  for (const Job& job : jobs_.list())
    out.raw(json_object("id", job.id, "command", job.command, "state", job.state, "started",
                        double(job.started), "ended", double(job.ended), "exit", double(job.exit),
                        "last_line", job.last_line));
  return out.end().end().take();
}

Answer Studio::run_command(const json::Value& request) {
  const std::vector<std::string> words = texts_of(request.find("words"));
  GLEANER_CHECK(may_run(words));
  GLEANER_TRY(const Ran ran, jobs_.run(words, "", kCommandSeconds));
  return json_object("exit", size_t(ran.exit), "out", ran.out, "err", ran.err);
}

Answer Studio::start_job(const json::Value& request) {
  const std::vector<std::string> words = texts_of(request.find("words"));
  GLEANER_CHECK(may_run(words));
  GLEANER_TRY(const std::string results, project_.path("out"));
  std::error_code ignored;
  std::filesystem::create_directories(results, ignored);  // where the words mostly write to
  GLEANER_TRY(const Job job, jobs_.start(words));
  events_.send("jobs", "{}");
  return json_object("id", job.id, "command", job.command);
}

Answer Studio::control_job(const json::Value& request) {
  GLEANER_CHECK(jobs_.control(text_of(request, "id"), text_of(request, "what")));
  events_.send("jobs", "{}");
  return std::string("{}");
}

Answer Studio::config_view(const Asked& asked) {
  const auto text = project_.read(asked("name"));
  if (!text) return error(Code::not_found, "there is no file " + asked("name"));
  GLEANER_TRY(const wrap::Config config, wrap::parse_config(*text, asked("name")));
  JsonOut out;
  write_config(out, config);
  return out.take();
}

// Pairs of two tables to look at, those that help most first; decided ones are kept in the file "labels".
Answer Studio::match(const json::Value& request) {
  const std::string left = text_of(request, "left"), right = text_of(request, "right"),
                    labels = text_of(request, "labels");
  std::vector<std::string> words{"match"};
  for (const std::string& table : {left, right})
    if (!table.empty() || words.size() == 1) {
      GLEANER_CHECK(is_file_word(project_, table));
      words.push_back(table);
    }
  const std::string op = text_of(request, "op");
  if (op == "decide") {
    if (labels.empty() || !labels.ends_with(".csv"))
      return error(Code::usage, "decisions are kept in a file NAME.csv");
    const auto before = project_.read(labels);
    std::string after = before.value_or("left,right,match\n");
    if (!after.ends_with('\n')) after += '\n';
    const std::string line = csv_cell(text_of(request, "a")) + "," + csv_cell(text_of(request, "b")) + "," +
                             (flag_of(request, "same") ? "1" : "0");
    after += line + "\n";
    GLEANER_CHECK(history_.take(fmt::format("{} and {} are {}the same", text_of(request, "a"),
                                            text_of(request, "b"), flag_of(request, "same") ? "" : "not "),
                                command_line({"echo", line}) + " >> " + command_line({labels}), "",
                                {{labels, before, after}}));
    return std::string("{}");
  }
  const bool decided = !labels.empty() && project_.read(labels).has_value();
  if (decided) words.insert(words.end(), {"--labels", labels});
  if (op == "explain")
    words.insert(words.end(), {"--explain", text_of(request, "a"), text_of(request, "b"), "--json"});
  else if (op == "ask") words.insert(words.end(), {"--ask", "20", "--json"});
  else words.insert(words.end(), {"--format", "jsonl", "--threshold", "0.1"});
  GLEANER_TRY(const Ran ran, jobs_.run(words, "", kQuerySeconds));
  if (ran.exit != 0 && ran.exit != 1) return failure_of(ran);
  JsonOut out;
  out.object();
  write_lines(out, "pairs", ran.out, 10'000);
  words.insert(words.begin(), "gleaner");
  return out.member("report", ran.err).member("command", command_line(words)).end().take();
}

}  // namespace gleaner::studio
