// gleaner flow status, history, problems, explain, replay, review, deliver, redeliver, report: what a flow
// has done, and what waits for people.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/json.h"
#include "base/shorten.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/engine.h"
#include "flow/explain.h"
#include "flow/report.h"
#include "flow/review.h"
#include "flow/schedule.h"
#include "flow_shared.h"
#include "options.h"
#include "output.h"
#include "watchdog.h"

namespace gleaner::cli {
namespace {

struct FlowTellArguments {
  std::string file, key, column, step, delivery, verdict, left, right, by, output, as_of, moment;
  std::vector<std::string> row;
  uint64_t run = 0, most = 20;
  bool json = false, all = false, now = false;
  BudgetOptions budget;
};

Zone zone_of(const flow::Flow& flow) {
  if (auto schedule = flow::Schedule::parse(flow.schedule); schedule.ok()) return schedule->zone();
  auto local = Zone::open("local");
  return local.ok() ? *local : Zone::utc();
}

// Why items of the outbox are still there: a line for each delivery and state, with
// the reason of the last of them.
Result<std::string> reasons_of(flow::Ledger& ledger, const Zone& zone) {
  constexpr size_t kMost = 100'000;
  std::string out;
  for (const char* state : {"waiting", "dead"}) {
    GLEANER_TRY(const auto items, ledger.outbox(state, kMost));
    std::map<std::string, std::pair<size_t, const flow::OutboxItem*>> last;
    for (const flow::OutboxItem& item : items)
      ++last[item.delivery].first, last[item.delivery].second = &item;
    for (const auto& [delivery, seen] : last) {
      const auto& [count, item] = seen;
      out += fmt::format("  {:<20} {:>4} {:<7}  {}\n", delivery, count, state,
                         item->error.empty() ? fmt::format("not tried yet (run {})", item->run)
                                             : shortened(item->error, 300));
      if (state[0] == 'w' && item->next_try)
        out += fmt::format("  {:<20} tried again at {}\n", "", format_moment(item->next_try, zone));
    }
  }
  return out;
}

using Work = Result<int> (*)(const FlowTellArguments&, const flow::Flow&);

// What `flow status` says: the last run, what waits, when the next one is due.
struct Standing {
  std::vector<flow::RunRecord> runs;    // the last one, if there is any
  std::optional<flow::RunRecord> done;  // what is in force
  size_t review = 0;                    // pairs that wait for a person
  int64_t waiting = 0, dead = 0;        // items of the outbox
  std::optional<int64_t> next;
};

std::string status_json(const flow::Flow& flow, const Standing& now) {
  std::string steps;
  if (now.done)
    for (const flow::StepRecord& one : now.done->steps)
      steps += fmt::format("{}{{\"step\": {}, \"rows\": {}, \"status\": {}, \"problems\": {}}}",
                           steps.empty() ? "" : ", ", json::quote(one.step), one.rows_out,
                           json::quote(one.status), one.problems);
  return fmt::format(
      "{{\"flow\": {}, \"last_run\": {}, \"status\": {}, \"started\": {}, \"next\": {}, \"waiting\": {}, "
      "\"dead\": {}, \"review\": {}, \"steps\": [{}]}}\n",
      json::quote(flow.name), now.runs.empty() ? 0 : now.runs[0].run,
      json::quote(now.runs.empty() ? "" : now.runs[0].status),
      json::quote(now.runs.empty() ? "" : format_moment(now.runs[0].started)),
      now.next ? json::quote(format_moment(*now.next)) : "null", now.waiting, now.dead, now.review, steps);
}

// REQUIRES: a run.
Result<std::string> status_text(const flow::Flow& flow, flow::Ledger& ledger, const Standing& now) {
  const Zone zone = zone_of(flow);
  const flow::RunRecord& last = now.runs[0];
  std::string out = fmt::format("{}: run {} {} at {} ({})\n", flow.name, last.run, last.status,
                                format_moment(last.started, zone), seconds(last.seconds));
  if (last.status == "failed") out += fmt::format("  {}\n", last.note);
  if (last.status == "failed" && now.done)
    out += fmt::format("in force: run {} of {}\n", now.done->run, format_moment(now.done->started, zone));
  if (now.done)
    for (const flow::StepRecord& one : now.done->steps)
      out += fmt::format("  {:<20} {:>12}  {}{}\n", one.step, counted(size_t(one.rows_out), "row"),
                         one.status, one.note.empty() ? "" : "  " + shortened(one.note, 160));
  if (now.waiting || now.dead) {
    out += fmt::format("outbox: {} waiting, {} dead (gleaner flow {} {})\n", now.waiting, now.dead,
                       now.dead ? "redeliver" : "deliver", flow.path);
    GLEANER_TRY(const std::string reasons, reasons_of(ledger, zone));
    out += reasons;
  }
  if (now.review)
    out += fmt::format("{} to review: gleaner flow review {}\n", counted(now.review, "pair"), flow.path);
  if (now.next) out += fmt::format("next: {}\n", format_moment(*now.next, zone));
  return out;
}

Result<int> status(const FlowTellArguments& options, const flow::Flow& flow) {
  GLEANER_TRY(auto ledger, flow::Ledger::open(flow, false));
  Standing now;
  GLEANER_TRY(now.runs, ledger->runs(1, true));
  GLEANER_TRY(const auto counts, ledger->outbox_counts());
  GLEANER_TRY(const auto review, ledger->review());
  GLEANER_TRY(now.done, ledger->last_done());
  now.review = review.size();
  if (auto schedule = flow::Schedule::parse(flow.schedule); schedule.ok())
    now.next = schedule->next_after(now_seconds());
  for (const auto& [what, n] : counts) {
    if (what.ends_with(" dead")) now.dead += n;
    if (what.ends_with(" waiting")) now.waiting += n;
  }
  if (options.json) return write_whole("", status_json(flow, now));
  if (now.runs.empty()) {
    const bool begun = std::filesystem::exists(flow::job_folder(flow));
    say(begun ? "no run has ended yet; the first is under way, or was cut off" : "no runs yet");
    return kNothingFound;
  }
  GLEANER_TRY(const std::string out, status_text(flow, *ledger, now));
  return write_whole("", out);
}

Result<int> history_of_runs(const FlowTellArguments& options, const flow::Flow& flow, flow::Ledger& ledger) {
  GLEANER_TRY(auto runs, ledger.runs(options.most, options.json));
  std::string out;
  const Zone zone = zone_of(flow);
  for (const flow::RunRecord& one : runs) {
    if (options.json)
      out += fmt::format(
          "{{\"run\": {}, \"started\": {}, \"status\": {}, \"problems\": {}, \"seconds\": {:.3f}, "
          "\"note\": {}}}\n",
          one.run, json::quote(format_moment(one.started)), json::quote(one.status), one.problems,
          one.seconds, json::quote(one.note));
    else
      out +=
          fmt::format("{:>5}  {}  {:<7} {:>9}  {}{}\n", one.run, format_moment(one.started, zone), one.status,
                      seconds(one.seconds), one.problems ? counted(size_t(one.problems), "problem") : "",
                      one.note.empty() ? "" : "  " + one.note);
  }
  if (runs.empty()) return say("no runs yet"), kNothingFound;
  return write_whole("", out);
}

// The step whose values are asked for: the one that is named, or the first that has a history.
std::string history_step(const FlowTellArguments& options, const flow::Flow& flow) {
  if (!options.step.empty()) return options.step;
  for (const flow::Delivery& to : flow.deliveries)
    if (!to.key.empty()) return to.from;
  for (size_t i = flow.steps.size(); i-- > 0;)
    if (!flow.steps[i].key.empty()) return flow.steps[i].name;
  return "";
}

Result<int> history_as_of(const FlowTellArguments& options, const flow::Flow& flow, flow::Ledger& ledger,
                          const std::string& step) {
  int64_t run = 0;
  if (const auto moment = read_moment(options.as_of, zone_of(flow))) {
    GLEANER_TRY(auto runs, ledger.runs(1'000'000, false));
    for (const flow::RunRecord& one : runs)
      if (one.status == "done" && one.started <= *moment) run = std::max(run, one.run);
  } else if (is_all_digits(options.as_of)) {
    run = std::stoll(options.as_of);
  } else {
    return fail_usage(fmt::format("\"{}\" is no time and no run", options.as_of),
                      "--as-of 2026-01-12, --as-of 14");
  }
  std::string out, key, line;
  const auto flush = [&] {
    if (!line.empty()) out += "{" + line + "}\n";
    line.clear();
  };
  const Status done =
      ledger.as_of(step, run, [&](std::string_view row, std::string_view column, std::string_view value) {
        if (row != key) flush(), key = row;
        line += fmt::format("{}{}: {}", line.empty() ? "" : ", ", json::quote(column), json::quote(value));
      });
  GLEANER_CHECK(done);
  flush();
  if (out.empty()) return say(fmt::format("{} had no rows then", step)), kNothingFound;
  return write_whole("", out);
}

// Is it the row that was never there, or the column?
Diagnostic no_history(flow::Ledger& ledger, const std::string& step, const std::vector<std::string>& key,
                      const std::string& column) {
  if (auto all = ledger.history(step, key, ""); all.ok() && !all->empty()) {
    std::vector<std::string> names;
    for (const flow::HistoryValue& one : all->begin()->second)
      if (names.empty() || names.back() != one.column) names.push_back(one.column);
    return error(Code::not_found, fmt::format("{} has no column {} with a history", step, column), {},
                 fmt::format("columns: {}", fmt::join(names, ", ")));
  }
  return error(Code::not_found, fmt::format("{} has never had a row {}", step, fmt::join(key, " / ")), {},
               "a row is named by its key; another step: --step STEP");
}

Result<int> history(const FlowTellArguments& options, const flow::Flow& flow) {
  GLEANER_TRY(auto ledger, flow::Ledger::open(flow, false));
  if (options.key.empty() && options.as_of.empty()) return history_of_runs(options, flow, *ledger);
  const std::string step = history_step(options, flow);
  if (step.empty())
    return fail_usage("no step of the flow has a key, so no value has a history",
                      "key = [\"article\"] in a step or a delivery");
  if (!options.as_of.empty()) return history_as_of(options, flow, *ledger, step);
  std::vector<std::string> key = {options.key};
  key.insert(key.end(), options.row.begin(), options.row.end());
  GLEANER_TRY(auto values, ledger->history(step, key, options.column));
  if (values.empty()) return no_history(*ledger, step, key, options.column);
  std::string out;
  const Zone zone = zone_of(flow);
  for (const auto& [row, lines] : values) {
    if (!options.json) out += flow::shown_key(row) + "\n";
    for (const flow::HistoryValue& one : lines)
      out += options.json
                 ? fmt::format(
                       "{{\"key\": {}, \"column\": {}, \"value\": {}, \"from_run\": {}, \"to_run\": {}, "
                       "\"from\": {}}}\n",
                       json::quote(flow::shown_key(row)), json::quote(one.column), json::quote(one.value),
                       one.from, one.to ? std::to_string(one.to) : "null",
                       json::quote(format_moment(one.from_time)))
                 : fmt::format("  {:<16} {:<24} {} run {}{}\n", one.column, shortened(one.value, 60),
                               format_moment(one.from_time, zone).substr(0, 16), one.from,
                               one.to ? fmt::format(" to {}", one.to) : "");
  }
  return write_whole("", out);
}

Result<int> problems(const FlowTellArguments& options, const flow::Flow& flow) {
  GLEANER_TRY(auto ledger, flow::Ledger::open(flow, false));
  GLEANER_TRY(auto lines, ledger->problems(options.all, options.most + 1));
  const bool more = lines.size() > options.most;
  if (more) lines.pop_back();
  std::string out;
  for (const flow::Ledger::ProblemLine& one : lines) {
    const flow::Problem& p = one.problem;
    if (options.json)
      out += fmt::format(
          "{{\"step\": {}, \"column\": {}, \"value\": {}, \"reason\": {}, \"place\": {}, \"first_run\": {}, "
          "\"last_run\": {}}}\n",
          json::quote(p.step), json::quote(p.column), json::quote(p.value), json::quote(p.reason),
          json::quote(p.place), one.first_run, one.last_run);
    else out += problem_line(p) + "\n";
  }
  if (lines.empty()) return say("no problems"), kDone;
  if (more) say(fmt::format("only the first {} are shown: --most N", options.most));
  return write_whole("", out);
}

Result<int> explain(const FlowTellArguments& options, const flow::Flow& flow) {
  FlowEnvironment environment = environment_of(flow);
  flow::Environment with_pages = environment.environment;
  with_pages.pages = environment.pages.get();
  flow::ExplainQuestion question;
  question.row = {options.key};
  question.row.insert(question.row.end(), options.row.begin(), options.row.end());
  question.column = options.column, question.step = options.step, question.run = int64_t(options.run);
  GLEANER_TRY(auto lines, flow::explain(flow, with_pages, question));
  std::string out;
  for (const flow::ExplainLine& one : lines)
    out += options.json
               ? fmt::format("{{\"depth\": {}, \"step\": {}, \"kind\": {}, \"words\": {}}}\n", one.depth,
                             json::quote(one.step), json::quote(one.kind), json::quote(one.words))
               : fmt::format("{:{}}{}{}{}\n", "", one.depth * 2, one.step, one.step.empty() ? "" : ": ",
                             one.words);
  return write_whole("", out);
}

Result<int> replay(const FlowTellArguments& options, const flow::Flow& flow) {
  const Watchdog watchdog(limits_of(options.budget), "running the steps again");
  const FlowEnvironment environment = environment_of(flow);
  GLEANER_TRY(auto report, flow::replay(flow, environment.environment, int64_t(options.run), !options.now));
  GLEANER_TRY(auto ledger, flow::Ledger::open(flow, false));
  GLEANER_TRY(auto before, ledger->run(int64_t(options.run)));
  size_t different = 0;
  std::string out;
  for (const flow::StepRecord& one : report.record.steps) {
    std::string was = "was not there";
    for (const flow::StepRecord& old : before->steps)
      if (old.step == one.step)
        was = old.content == one.content ? "the same" : fmt::format("differs: {} rows then", old.rows_out);
    different += was != "the same";
    out += fmt::format("{:<20} {:>12}  {}\n", one.step, counted(size_t(one.rows_out), "row"), was);
  }
  (void)write_whole("", out);
  return different ? kDrift : kDone;
}

Result<int> review(const FlowTellArguments& options, const flow::Flow& flow) {
  GLEANER_TRY(auto ledger, flow::Ledger::open(flow, false));
  GLEANER_TRY(auto pairs, ledger->review());
  if (!options.verdict.empty()) {
    if (options.verdict != "accept" && options.verdict != "reject" && options.verdict != "defer")
      return fail_usage(fmt::format("\"{}\" is no decision", options.verdict), "accept, reject or defer");
    GLEANER_TRY(auto decision, flow::find_pair(flow, *ledger, options.step, options.left, options.right));
    const char* user = std::getenv("USER");
    decision.verdict = options.verdict, decision.when = format_moment(now_seconds());
    decision.by = options.by.empty() ? (user ? user : "") : options.by;
    GLEANER_CHECK(ledger->decide(decision));
    say(fmt::format("{}: {} = {}; the next run keeps to it", options.verdict, options.left, options.right));
    return kDone;
  }
  std::string out;
  size_t n = 0;
  for (const flow::ReviewPair& one : pairs) {
    if (n++ == options.most && !options.json) {
      out += fmt::format("and {} more: --most N\n", pairs.size() - options.most);
      break;
    }
    if (options.json)
      out += fmt::format(
          "{{\"step\": {}, \"left\": {}, \"right\": {}, \"probability\": {:.4f}, \"left_text\": {}, "
          "\"right_text\": {}, \"why\": {}, \"deferred\": {}, \"changed\": {}}}\n",
          json::quote(one.step), json::quote(flow::shown_key(one.left)),
          json::quote(flow::shown_key(one.right)), one.probability, json::quote(one.left_text),
          json::quote(one.right_text), json::quote(one.why), one.deferred, one.changed);
    else
      out += fmt::format("{:.2f}  {} = {}{}\n      {}\n      {}\n      {}\n", one.probability,
                         flow::shown_key(one.left), flow::shown_key(one.right),
                         one.changed    ? "  (decided before, on other texts)"
                         : one.deferred ? "  (deferred)"
                                        : "",
                         one.left_text, one.right_text, one.why);
  }
  if (pairs.empty()) return say("nothing to review"), kDone;
  if (!options.json)
    out += fmt::format("decide: gleaner flow review {} --decide accept|reject|defer --left KEY --right KEY\n",
                       options.file);
  return write_whole("", out);
}

Result<int> send(const FlowTellArguments& options, const flow::Flow& flow, bool all) {
  GLEANER_TRY(auto now, moment_said(options.moment));
  GLEANER_TRY(auto reports, flow::deliver_waiting(flow, now, all, [](std::string_view text) {
                return put(stdout, text), Status();
              }));
  bool done = true;
  for (const flow::DeliveryReport& one : reports) {
    if (!options.delivery.empty() && one.delivery != options.delivery) continue;
    say(delivery_line(one));
    done &= one.done;
  }
  if (reports.empty()) say("nothing waits");
  return done ? kDone : kPartial;
}

Result<int> deliver(const FlowTellArguments& options, const flow::Flow& flow) {
  return send(options, flow, options.all);
}

Result<int> redeliver(const FlowTellArguments& options, const flow::Flow& flow) {
  if (!options.delivery.empty() && !flow.delivery(options.delivery))
    return fail_usage(fmt::format("there is no [deliver.{}]", options.delivery));
  GLEANER_TRY(auto count, flow::revive(flow, options.delivery));
  say(fmt::format("{} sent again", counted(count, "dead letter")));
  return send(options, flow, true);
}

Result<int> report(const FlowTellArguments& options, const flow::Flow& flow) {
  GLEANER_TRY(auto page, flow::report_html(flow));
  return write_whole(options.output, page);
}

void add_json(Command& sub, FlowTellArguments& o) { sub.add_flag("--json", o.json, "JSON lines"); }

void add_history_options(Command& sub, FlowTellArguments& o) {
  sub.add_option("key", o.key, "KEY", "a value of the row's key");
  sub.add_option("column", o.column, "COLUMN", "one column only");
  sub.add_option("more", o.row, "KEY...", "further values of the key");
  sub.add_option("--step", o.step, "STEP", "of this step (default: the first delivered one with a key)");
  sub.add_option("--as-of", o.as_of, "TIME",
                 "all rows as they were at that time or after that run, as JSON lines");
  sub.add_option("--most", o.most, "N", "runs, at most (default: 20)");
  add_json(sub, o);
}

void add_problems_options(Command& sub, FlowTellArguments& o) {
  o.most = 100;
  sub.add_flag("--all", o.all, "also those of earlier runs that are gone");
  sub.add_option("--most", o.most, "N", "lines, at most (default: 100)");
  add_json(sub, o);
}

void add_explain_options(Command& sub, FlowTellArguments& o) {
  sub.add_option("key", o.key, "KEY", "a value of the row")->required();
  sub.add_option("column", o.column, "COLUMN", "the cell's column")->required();
  sub.add_option("more", o.row, "VALUE...", "further values of the row, to name it");
  sub.add_option("--step", o.step, "STEP", "of this step (default: the first delivered one that has it)");
  sub.add_option("--run", o.run, "N", "of this run (default: the last)");
  add_json(sub, o);
}

void add_replay_options(Command& sub, FlowTellArguments& o) {
  sub.add_option("run", o.run, "RUN", "its number")->required();
  sub.add_flag("--now", o.now, "with the flow file and tables of today, not of that day");
  add_time_and_memory(sub, o.budget, "end after so many seconds", "end when it takes more memory");
}

void add_review_options(Command& sub, FlowTellArguments& o) {
  sub.add_option("--decide", o.verdict, "VERDICT",
                 "accept, reject or defer a pair, also one that does not wait");
  sub.add_option("--left", o.left, "KEY", "its left key");
  sub.add_option("--right", o.right, "KEY", "its right key");
  sub.add_option("--step", o.step, "STEP", "its match step, where there are several");
  sub.add_option("--by", o.by, "NAME", "who decides (default: $USER)");
  sub.add_option("--most", o.most, "N", "pairs, at most (default: 20)");
  add_json(sub, o);
}

}  // namespace

void add_flow_telling(Command& verb) {
  const auto form = [&](const char* name, const char* purpose, const char* examples, auto&& more, Work work) {
    auto options = std::make_shared<FlowTellArguments>();
    Command& sub = add_verb(verb, name, purpose, examples);
    sub.add_option("flow", options->file, "FLOW", "flow file")->required();
    more(sub, *options);
    sub.callback([options, work]() -> Result<int> {
      GLEANER_TRY(const flow::Flow flow, load_named_flow(options->file));
      return work(*options, flow);
    });
  };
  form("status", "The last run, what is stale, what waits, when it runs next", "  gleaner flow status prices",
       add_json, &status);
  form("history", "The runs; with a key, how the values of a row changed",
       "  gleaner flow history prices                  the runs\n"
       "  gleaner flow history prices K1043 price      how a value changed\n"
       "  gleaner flow history prices --as-of 2026-01-12",
       add_history_options, &history);
  form("problems", "Values that could not be read, with place and reason", "  gleaner flow problems prices",
       add_problems_options, &problems);
  form("explain", "From a cell back through every step to the bytes of the page",
       "  gleaner flow explain prices K1043 price shop_b", add_explain_options, &explain);
  form("replay", "Run the steps of an earlier run again, on its sources; say what differs",
       "  gleaner flow replay prices 14                are the rows of run 14 made again?\n"
       "  gleaner flow replay prices 14 --now          what would today's file make of them?",
       add_replay_options, &replay);
  form("review", "Pairs of a match step that wait for a person",
       "  gleaner flow review prices\n"
       "  gleaner flow review prices --decide accept --left K1043 --right 77",
       add_review_options, &review);
  form(
      "deliver", "Send what waits in the outbox and is due",
      "  gleaner flow deliver prices                  what waits and is due",
      [](Command& sub, FlowTellArguments& o) {
        sub.add_flag("--all", o.all, "also what is not due yet");
        sub.add_option("--now", o.moment, "TIME", "as if it were this time");
      },
      &deliver);
  form(
      "redeliver", "Send dead letters again, and all that waits",
      "  gleaner flow redeliver prices --to sap       dead letters, once more",
      [](Command& sub, FlowTellArguments& o) {
        sub.add_option("--to", o.delivery, "NAME", "of this delivery only");
      },
      &redeliver);
  form(
      "report", "A page with the last run, its tables, and charts of values over time",
      "  gleaner flow report prices -o prices.html",
      [](Command& sub, FlowTellArguments& o) {
        sub.add_option("-o,--output", o.output, "FILE.html", "write to this file");
      },
      &report);
}

}  // namespace gleaner::cli
