// gleaner flow: from sources to targets, every day. Here: lint, run, test, show. See flow_tell.cc
// and flow_daemon.cc for the rest.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>

#include "base/json.h"
#include "base/ordered_pool.h"
#include "base/shorten.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/deliver.h"
#include "flow/explain.h"
#include "flow/values.h"
#include "flow_shared.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "run/families.h"
#include "script/tables.h"
#include "verbs.h"
#include "watchdog.h"

namespace gleaner::cli {

std::string flow_path(const std::string& said) {
  std::error_code failed;
  if (std::filesystem::is_regular_file(said, failed)) return said;
  for (const char* ending : {".flow.toml", ".toml"})
    if (std::filesystem::is_regular_file(said + ending, failed)) return said + ending;
  return said;
}

Result<flow::Flow> load_named_flow(const std::string& said) {
  const std::string path = flow_path(said);
  std::error_code failed;
  if (std::filesystem::exists(path, failed)) return flow::load_flow(path);
  std::vector<std::string> here;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.empty() ? std::filesystem::path(".") : folder, failed))
    if (entry.path().string().ends_with(".flow.toml"))
      here.push_back((folder / entry.path().filename()).string());
  std::ranges::sort(here);
  return error(Code::not_found, "there is no such flow file", {path},
               here.empty() ? "docs/flow.md shows how one begins"
                            : fmt::format("there are: {}", fmt::join(here, ", ")));
}

std::string problem_line(const flow::Problem& problem) {
  return fmt::format(
      "{}{}{} \"{}\": {}{}", problem.step, problem.column.empty() ? "" : " ", problem.column,
      shortened(problem.value, 80), problem.reason,
      problem.place.empty() || problem.place == problem.value ? "" : fmt::format(" ({})", problem.place));
}

std::string delivery_line(const flow::DeliveryReport& report) {
  return fmt::format("deliver {}: {}{}", report.delivery,
                     report.done   ? counted(size_t(report.rows), "row")
                     : report.dead ? "refused, a dead letter now"
                                   : "waits",
                     report.words.empty() ? "" : fmt::format(" ({})", report.words));
}

int64_t now_seconds() { return std::time(nullptr); }

Result<int64_t> moment_said(const std::string& text) {
  if (text.empty()) return now_seconds();
  if (const auto said = read_moment(text)) return *said;
  return error(Code::usage, fmt::format("\"{}\" is no time", text), {}, "--now 2026-01-12T06:30:00Z");
}

FlowEnvironment environment_of(const flow::Flow& flow, size_t jobs) {
  FlowEnvironment out;
  out.pages = std::make_unique<flow::PageFolder>(flow::pages_folder(flow));
  out.environment.registry = &run::families();
  out.environment.jobs = jobs ? jobs : default_jobs();
  if (flow.keep_pages) out.environment.pages = out.pages.get();
  return out;
}

namespace {

struct FlowArguments {
  std::string file, now, scheduled, html, test;
  std::vector<std::string> pages;
  bool force = false, fresh = false, dry = false, no_deliver = false, json = false, bless = false,
       verbose = false;
  size_t jobs = default_jobs();
  BudgetOptions budget;
};

// A line of JSON for each finding.
std::string diagnostics_json(const Diagnostics& found) {
  std::string out;
  for (const Diagnostic& one : found)
    out += fmt::format(
        "{{\"severity\": {}, \"what\": {}, \"file\": {}, \"line\": {}, \"column\": {}, \"hint\": {}}}\n",
        json::quote(name_of(one.severity)), json::quote(one.message), json::quote(one.where.file),
        one.where.line, one.where.column, json::quote(one.hint));
  return out;
}

Result<int> lint(const FlowArguments& options) {
  Diagnostics found;
  const std::string path = flow_path(options.file);
  if (std::error_code failed; !std::filesystem::exists(path, failed))
    return load_named_flow(options.file).error();
  const auto flow = flow::read_flow(path, found);
  if (flow) flow::check_columns(*flow, run::families(), found);
  std::ranges::stable_sort(
      found, [](const Diagnostic& a, const Diagnostic& b) { return a.where.line < b.where.line; });
  if (options.json) put(stdout, diagnostics_json(found));
  else print(found, true);
  const auto errors =
      std::ranges::count_if(found, [](const Diagnostic& one) { return one.severity == Severity::error; });
  if (options.json) return errors ? kBadInput : kDone;
  if (errors) return say(counted(size_t(errors), "error")), kBadInput;
  say(fmt::format(
      "fine: {}, {}, {}",
      counted(size_t(std::ranges::count_if(flow->steps, [](const flow::Step& s) { return s.is_source(); })),
              "source"),
      counted(size_t(std::ranges::count_if(flow->steps, [](const flow::Step& s) { return !s.is_source(); })),
              "step"),
      counted(flow->deliveries.size(), "delivery", "deliveries")));
  return kDone;
}

std::string step_line(const flow::StepRecord& step, size_t width) {
  std::string line = fmt::format("{:<{}}  {:>14}  {:<9} {:>9}", step.step, width,
                                 counted(size_t(step.rows_out), "row"), step.status, seconds(step.seconds));
  if (step.problems) line += fmt::format("  {}", counted(size_t(step.problems), "problem"));
  if (!step.note.empty()) line += "  " + shortened(step.note, 200);
  return line;
}

std::string report_json(const flow::RunReport& report) {
  const auto step = [](const flow::StepRecord& one) {
    return fmt::format(
        "{{\"step\": {}, \"kind\": {}, \"rows_in\": {}, \"rows\": {}, \"problems\": {}, \"status\": {}, "
        "\"note\": {}, \"seconds\": {:.4f}}}",
        json::quote(one.step), json::quote(one.kind), one.rows_in, one.rows_out, one.problems,
        json::quote(one.status), json::quote(one.note), one.seconds);
  };
  const auto delivery = [](const flow::DeliveryReport& one) {
    return fmt::format("{{\"delivery\": {}, \"rows\": {}, \"done\": {}, \"dead\": {}, \"words\": {}}}",
                       json::quote(one.delivery), one.rows, one.done, one.dead, json::quote(one.words));
  };
  return fmt::format(
      "{{\"run\": {}, \"status\": {}, \"resumed\": {}, \"seconds\": {:.4f}, \"problems\": {}, "
      "\"review\": {}, \"alerts\": {}, \"steps\": [{}], \"deliveries\": [{}]}}\n",
      report.record.run, json::quote(report.record.status.empty() ? "dry" : report.record.status),
      report.resumed, report.record.seconds, report.problems.size(), report.review.size(),
      json_list(report.alerts), joined(report.record.steps, step), joined(report.deliveries, delivery));
}

int exit_of(const flow::RunReport& report) {
  for (const flow::StepRecord& one : report.record.steps)
    if (one.status == "stale" || one.status == "broken") return kDrift;
  for (const flow::DeliveryReport& one : report.deliveries)
    if (!one.done) return kPartial;
  return kDone;
}

void say_report(const flow::RunReport& report, const FlowArguments& options, const std::string& file) {
  if (report.resumed) say("goes on where a killed run ended");
  if (!report.gone.empty() && !options.dry)
    say(fmt::format("no longer in the flow: {}; what the store has of it ends with run {}",
                    fmt::join(report.gone, ", "), report.record.run - 1));
  for (const auto& [delivery, why] : report.withheld) say(fmt::format("deliver {}: {}", delivery, why));
  for (const auto& [step, note] : report.notes)
    if (options.verbose) say(fmt::format("note: {}: {}", step, note));
  if (options.dry) {  // nobody can ask the store
    constexpr size_t kMostShown = 10;
    for (size_t i = 0; i < std::min(kMostShown, report.problems.size()); ++i)
      say("problem: " + problem_line(report.problems[i]));
    if (report.problems.size() > kMostShown)
      say(fmt::format("and {} more problems", report.problems.size() - kMostShown));
  } else if (!report.problems.empty()) {
    say(fmt::format("{}: gleaner flow problems {}", counted(report.problems.size(), "problem"), file));
  }
  if (!report.review.empty())
    say(fmt::format("{} to review: gleaner flow review {}", counted(report.review.size(), "pair"), file));
  for (const flow::DeliveryReport& one : report.deliveries) say(delivery_line(one));
  if (!options.dry) say(fmt::format("run {}: done ({})", report.record.run, seconds(report.record.seconds)));
}

Result<std::map<std::string, std::vector<std::string>>> pages_instead(const std::vector<std::string>& said,
                                                                      const flow::Flow& flow) {
  std::map<std::string, std::vector<std::string>> out;
  for (const std::string& one : said) {
    const size_t equals = one.find('=');
    const std::string name = one.substr(0, equals);
    const flow::Step* step = flow.step(name);
    if (equals == std::string::npos || !step || !step->is_source()) {
      std::vector<std::string> sources;
      for (const flow::Step& each : flow.steps)
        if (each.is_source()) sources.push_back(each.name);
      return error(Code::usage, fmt::format("--pages {}: which source?", one), {},
                   fmt::format("--pages SOURCE=PAGES; sources: {}", fmt::join(sources, ", ")));
    }
    out[name].push_back(one.substr(equals + 1));
  }
  return out;
}

// Ended at any moment, a run has stored nothing, and what its sources gave is there for the next.
Result<int> run_flow(const FlowArguments& options) {
  const Watchdog watchdog(limits_of(options.budget), "running the flow; the same command goes on");
  GLEANER_TRY(auto flow, load_named_flow(options.file));
  FlowEnvironment environment = environment_of(flow, options.jobs);
  GLEANER_TRY(environment.environment.instead, pages_instead(options.pages, flow));
  flow::RunOptions how;
  GLEANER_TRY(how.now, moment_said(options.now));
  if (!options.scheduled.empty()) how.scheduled = read_moment(options.scheduled).value_or(0);
  how.force = options.force, how.fresh = options.fresh, how.dry = options.dry,
  how.deliver = !options.no_deliver;
  size_t width = 4;
  for (const flow::Step& step : flow.steps) width = std::max(width, step.name.size());
  how.told = [&](const flow::StepRecord& step) {
    if (!options.json) say(step_line(step, width));
  };
  std::unique_ptr<Output> output;
  how.out = [&](std::string_view text) -> Status {
    if (!output) {
      GLEANER_TRY(output, Output::open(""));
    }
    return output->write(text);
  };
  auto report = flow::run_flow(flow, environment.environment, how);
  if (output)
    if (const Status done = output->finish(); !done.ok() && !output->closed()) return done.error();
  GLEANER_CHECK(report);
  if (options.json) {
    put(stdout, report_json(*report));
    return exit_of(*report);
  }
  say_report(*report, options, options.file);
  return exit_of(*report);
}

// --- test

// Rows that differ, in the columns that are expected; empty: none.
std::string differences(const flow::Table& expected, const flow::Table& got, const std::string& step) {
  std::string out;
  std::vector<size_t> columns;
  for (const flow::Column& column : expected.columns) {
    columns.push_back(got.column(column.name));
    if (columns.back() == flow::Table::npos) return fmt::format("  {} has no column {}\n", step, column.name);
  }
  constexpr size_t kMostShown = 10;
  size_t wrong = 0;
  for (size_t r = 0; r < std::max(expected.rows.size(), got.rows.size()); ++r) {
    const auto line = [&](const flow::Table& table, bool ours) {
      if (r >= table.rows.size()) return std::string("no such row");
      std::string text;
      for (size_t c = 0; c < columns.size(); ++c)
        text += (c ? ", " : "") + flow::shown(table.rows[r].cells[ours ? columns[c] : c]);
      return text;
    };
    const std::string want = line(expected, false), have = line(got, true);
    if (want != have && ++wrong <= kMostShown)
      out += fmt::format("  row {}: expected {}\n  {:<{}} got      {}\n", r + 1, want, "",
                         std::to_string(r + 1).size() + 5, have);
  }
  if (wrong > kMostShown) out += fmt::format("  and {} more rows\n", wrong - kMostShown);
  return out;
}

Result<std::string> check_expected(const flow::Flow& flow, const flow::TestCase& test,
                                   const flow::RunReport& report, bool bless) {
  std::string out;
  for (const auto& [step, file] : test.expect) {
    const flow::Table& got = report.tables.at(step);
    if (bless) {
      flow::Delivery to;
      to.from = step;
      flow::Package package;
      package.flow = &flow, package.delivery = &to, package.table = &got;
      for (uint32_t r = 0; r < got.rows.size(); ++r) package.rows.push_back(r);
      const size_t dot = file.rfind('.');
      GLEANER_TRY(const std::string text,
                  flow::text_of(package, dot == std::string::npos ? "" : file.substr(dot + 1)));
      GLEANER_CHECK(write_file(flow.at(file), text));
      continue;
    }
    if (std::error_code failed; !std::filesystem::exists(flow.at(file), failed))
      return error(Code::not_found, "there is no such file", {flow.at(file)},
                   fmt::format("gleaner flow test {} --bless writes it", flow.path));
    Budget budget;
    GLEANER_TRY(const script::Value value, script::read_table(flow.at(file), budget));
    if (const std::string different = differences(flow::table_of(value), got, step); !different.empty())
      out += fmt::format("{} differs from {}\n{}", step, file, different);
  }
  return out;
}

Result<int> test(const FlowArguments& options) {
  const Watchdog watchdog(limits_of(options.budget), "testing the flow");
  GLEANER_TRY(auto flow, load_named_flow(options.file));
  if (flow.tests.empty())
    return error(Code::bad_input, "the flow has no [test.NAME]", {flow.path}, "docs/flow.md shows one");
  size_t failed = 0, ran = 0;
  for (const flow::TestCase& one : flow.tests) {
    if (!options.test.empty() && one.name != options.test) continue;
    ++ran;
    FlowEnvironment environment = environment_of(flow, options.jobs);
    environment.environment.pages = nullptr;
    for (const auto& [source, files] : one.pages)
      for (const std::string& file : files) environment.environment.instead[source].push_back(flow.at(file));
    flow::RunOptions how;
    how.dry = true;
    how.now = one.now.empty() ? now_seconds() : *read_moment(one.now);
    auto report = flow::run_flow(flow, environment.environment, how);
    if (!report.ok()) {
      print(report.error());
      say(fmt::format("{}: failed", one.name));
      ++failed;
      continue;
    }
    GLEANER_TRY(auto different, check_expected(flow, one, *report, options.bless));
    put(stdout, different);
    say(fmt::format("{}: {}", one.name, options.bless ? "written" : different.empty() ? "fine" : "differs"));
    failed += !different.empty();
  }
  if (!ran) return fail_usage(fmt::format("there is no test {}", options.test));
  return failed ? kDrift : kDone;
}

void add_run_limits(Command& sub, BudgetOptions& into) {
  add_time_and_memory(sub, into, "end the run after so many seconds; nothing is stored then",
                      "end the run when it takes more memory; nothing is stored then");
}

// --- show

Result<int> show(const FlowArguments& options) {
  GLEANER_TRY(auto flow, load_named_flow(options.file));
  flow::NodeWords words;
  if (auto ledger = flow::Ledger::open(flow, false, 1); ledger.ok())
    if (auto last = (*ledger)->last_done(); last.ok() && *last)
      for (const flow::StepRecord& one : (*last)->steps)
        words[one.step] = fmt::format("{}, {}", counted(size_t(one.rows_out), "row"), one.status);
  if (options.html.empty()) return write_whole("", flow::graph_text(flow, words));
  return write_whole(options.html, flow::graph_html(flow, words));
}

void add_run_options(Command& sub, FlowArguments& o) {
  sub.add_flag("--dry", o.dry, "store nothing, deliver nothing");
  sub.add_flag("--no-deliver", o.no_deliver, "deliveries wait in the outbox");
  sub.add_flag("--force", o.force, "run all steps, also those whose inputs did not change");
  sub.add_flag("--fresh", o.fresh, "do not go on with a run that was killed");
  sub.add_option("--pages", o.pages, "SOURCE=PAGES", "other pages for a source (again for more)")->repeated();
  sub.add_option("--now", o.now, "TIME", "as if it were this time, for rates and taxes of that day");
  sub.add_option("--scheduled", o.scheduled, "TIME", "the moment of the schedule that this run is for")
      ->group("");
  add_jobs(sub, o.jobs);
  add_run_limits(sub, o.budget);
  sub.add_flag("--json", o.json, "a report as JSON on standard output");
  sub.add_flag("-v,--verbose", o.verbose, "all notes: how columns are written, what matched");
}

}  // namespace

void add_flow(Command& app) {
  Command& verb =
      add_verb(app, "flow", "From sources to targets, every day: integrate, normalise, match, deliver",
               "  gleaner flow lint prices.flow.toml          what is wrong, before anything runs\n"
               "  gleaner flow run prices.flow.toml           one run: sources, steps, store, deliveries\n"
               "  gleaner flow test prices.flow.toml          on saved pages, against expected tables\n"
               "  gleaner flow explain prices K1043 price     from a cell back to the bytes of the page\n"
               "  gleaner flow daemon prices.flow.toml        by its schedule\n"
               "A flow file is described in docs/flow.md. FLOW is the file, or its name without .flow.toml.");
  verb.require_subcommand();
  const auto form = [&](const char* name, const char* purpose, const char* examples, auto&& more,
                        Result<int> (*run_form)(const FlowArguments&)) {
    auto options = std::make_shared<FlowArguments>();
    Command& sub = add_verb(verb, name, purpose, examples);
    sub.add_option("flow", options->file, "FLOW", "flow file")->required();
    more(sub, *options);
    sub.callback([options, run_form] { return run_form(*options); });
  };
  form(
      "lint", "Say all that is wrong with a flow file",
      "  gleaner flow lint prices                     FLOW is prices.flow.toml",
      [](Command& sub, FlowArguments& o) {
        sub.add_flag("--json", o.json, "each finding as a line of JSON");
      },
      &lint);
  form("run", "Run a flow once, now",
       "  gleaner flow run prices\n"
       "  gleaner flow run prices --dry -v             look first: nothing is stored or sent\n"
       "  gleaner flow run prices --pages shop_a='saved/*.html'",
       &add_run_options, &run_flow);
  form(
      "test", "Run on saved pages and compare with expected tables",
      "  gleaner flow test prices                     all [test.NAME] of the file\n"
      "  gleaner flow test prices monday --bless      what comes out now is what is expected",
      [](Command& sub, FlowArguments& o) {
        sub.add_option("name", o.test, "NAME", "one test only");
        sub.add_flag("--bless", o.bless, "write what the flow gives as what is expected");
        add_jobs(sub, o.jobs);
        add_run_limits(sub, o.budget);
      },
      &test);
  form(
      "show", "The graph of a flow, with the rows of the last run",
      "  gleaner flow show prices\n  gleaner flow show prices --html prices.html",
      [](Command& sub, FlowArguments& o) { sub.add_option("--html", o.html, "FILE", "as a page"); }, &show);
  add_flow_telling(verb);
  add_flow_daemon(verb);
}

}  // namespace gleaner::cli
