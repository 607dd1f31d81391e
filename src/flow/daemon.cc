// See daemon.h.
#include "flow/daemon.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "flow/report.h"

namespace gleaner::flow {
namespace {

constexpr int64_t kDeliverEvery = 30;    // seconds between two looks into the outbox
constexpr int64_t kClockSetBack = 3600;  // seconds after which a clock that went back is believed
constexpr double kDaemonWait = 2;        // for the store: the next tick asks again

int64_t file_time_of(const std::string& path) {
  struct stat state{};
  return ::stat(path.c_str(), &state) == 0
             ? int64_t(state.st_mtim.tv_sec) * 1'000'000'000 + state.st_mtim.tv_nsec
             : 0;
}

std::string label_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

Status Daemon::add(const std::string& path, int64_t now) {
  GLEANER_TRY(Flow flow, load_flow(path));
  if (flow.schedule.empty())
    return error(Code::usage, fmt::format("the flow {} has no schedule", flow.name), {path, 1},
                 "schedule = \"daily 06:30 Europe/Berlin\"");
  for (const Job& other : jobs_)
    if (other.name == flow.name)
      return error(Code::usage, fmt::format("two flows are called {}", flow.name), {path});
  Job job;
  GLEANER_TRY(job.schedule, Schedule::parse(flow.schedule));
  job.path = path, job.name = flow.name,
  job.log = (flow.folder.empty() ? "" : flow.folder + "/") + flow.name + ".flow.log",
  job.file_time = file_time_of(path);
  job.flow = std::move(flow);
  look_at_store(job);
  // What was missed since the last run; a flow that never ran begins with its next moment.
  job.handled = now;
  if (job.last_run) {
    const int64_t since = std::max(job.last_run->started, job.last_run->scheduled);
    const auto missed = job.schedule.last_until(now, since + 1);
    if (missed && job.flow.missed == "once") job.handled = *missed - 1;
  }
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  return {};
}

void Daemon::look_at_store(Job& job) {
  auto ledger = Ledger::open(job.flow, false, kDaemonWait);
  if (!ledger.ok()) return;
  if (auto runs = (*ledger)->runs(1, false); runs.ok() && !runs->empty()) job.last_run = (*runs)[0];
  if (auto done = (*ledger)->last_done(); done.ok()) job.last_done = std::move(*done);
  if (auto counts = (*ledger)->outbox_counts(); counts.ok()) job.outbox = std::move(*counts);
  job.next_delivery = 0;
  if (auto items = (*ledger)->outbox("waiting", 1000); items.ok())
    for (const OutboxItem& item : *items)
      job.next_delivery = job.next_delivery ? std::min(job.next_delivery, item.next_try)
                                            : std::max<int64_t>(1, item.next_try);
}

void Daemon::reread(Job& job) {
  const int64_t changed = file_time_of(job.path);
  if (changed == job.file_time) return;
  job.file_time = changed;
  auto flow = load_flow(job.path);
  if (flow.ok() && flow->schedule.empty()) flow = error(Code::usage, "the flow has no schedule any more");
  job.broken = flow.ok() ? "" : flow.error().message;
  if (!flow.ok()) return;  // the old schedule stays; the run itself will say what is wrong
  if (auto schedule = Schedule::parse(flow->schedule); schedule.ok()) job.schedule = *schedule;
  job.flow = std::move(*flow);
}

void Daemon::start_run(Job& job, int64_t moment, int64_t now, std::vector<std::string>& told) {
  job.handled = moment;
  if (job.process && !job.delivering) {
    ++job.refused;
    told.push_back(fmt::format("{}: the run of {} still works: that of {} is left out", job.name,
                               format_moment(job.started), format_moment(moment)));
    return;
  }
  std::vector<std::string> arguments = {"flow", "run", job.path};
  arguments.insert(arguments.end(), limits_.begin(), limits_.end());
  arguments.insert(arguments.end(), {"--scheduled", format_moment(moment)});
  auto started = start_(arguments, job.log);
  if (!started.ok()) {
    ++job.failures;
    told.push_back(fmt::format("{}: cannot be started: {}", job.name, started.error().message));
    return;
  }
  job.process = *started, job.delivering = false, job.started = now, job.moment = moment;
  told.push_back(fmt::format("{}: started for {}", job.name, format_moment(moment, job.schedule.zone())));
}

// Drift and waiting deliveries are exits of runs that were committed; a limit ends one with the exit of
// the latter, and commits nothing.
void Daemon::take_end(Job& job, int code, std::vector<std::string>& told) {
  constexpr int kDrifted = 4, kPart = 6;
  job.process.reset();
  look_at_store(job);
  if (std::exchange(job.delivering, false)) return;
  const bool committed = job.last_done && job.last_done->scheduled == job.moment;
  const bool limited = code == kPart && !committed;
  ++job.runs;
  job.failures += limited || (code != 0 && code != kDrifted && code != kPart);
  job.last_words = code == 0          ? "fine"
                   : code == kDrifted ? "done, a source is broken"
                   : limited          ? fmt::format("ended by its limits, nothing is stored: see {}", job.log)
                   : code == kPart    ? "done, deliveries wait"
                   : code < 0         ? fmt::format("ended by signal {}", -code)
                                      : fmt::format("failed (exit {}): see {}", code, job.log);
  told.push_back(fmt::format("{}: {}", job.name, job.last_words));
}

// The moment that was handled last lies ahead: a jump that is soon undone runs nothing
// twice, one that lasts begins anew.
bool Daemon::set_back(Job& job, int64_t now) {
  if (job.handled <= now) return job.back_since = 0, false;
  if (!job.back_since || now < job.back_since) job.back_since = now;
  if (now - job.back_since < kClockSetBack) return false;
  job.handled = now, job.back_since = 0;
  return true;
}

std::vector<std::string> Daemon::tick(int64_t now) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> told;
  for (Job& job : jobs_) {
    if (job.process)
      if (const auto code = ended_(*job.process)) take_end(job, *code, told);
    reread(job);
    if (set_back(job, now))
      told.push_back(fmt::format("{}: the clock was set back: the schedule goes on from now", job.name));
    if (job.delivering) continue;  // a second or two; the run is started by the next tick
    // Of several moments that have passed the last counts: a day's prices are fetched once.
    std::optional<int64_t> due;
    if (now >= job.handled) due = job.schedule.last_until(now, job.handled + 1);
    if (due) start_run(job, *due, now, told);
    double longest = 0;
    for (const Delivery& one : job.flow.deliveries) longest = std::max(longest, one.longest_pause);
    const bool waits = job.next_delivery > now && double(job.next_delivery - now) <= longest;
    if (!job.process && job.next_delivery && !waits && std::abs(now - job.checked) >= kDeliverEvery) {
      job.checked = now;
      if (auto started = start_({"flow", "deliver", job.path}, job.log); started.ok())
        job.process = *started, job.delivering = true;
    }
  }
  return told;
}

std::vector<pid_t> Daemon::running() const {
  const std::lock_guard lock(mutex_);
  std::vector<pid_t> out;
  for (const Job& job : jobs_)
    if (job.process) out.push_back(*job.process);
  return out;
}

std::string Daemon::status_page(int64_t now) const {
  const std::lock_guard lock(mutex_);
  std::string out =
      page_head("gleaner flow") +
      "<h1>Flows</h1>\n<table><thead><tr><th>flow</th><th>now</th><th>last run</th><th>status</th>"
      "<th>rows</th><th>problems</th><th>outbox</th><th>next</th></tr></thead><tbody>\n";
  for (const Job& job : jobs_) {
    const auto next = job.schedule.next_after(std::max(now, job.handled));
    std::string outbox, stale;
    for (const auto& [what, n] : job.outbox)
      if (!what.ends_with(" done")) outbox += fmt::format("{}{}: {}", outbox.empty() ? "" : ", ", what, n);
    int64_t rows = 0;
    if (job.last_done)
      for (const StepRecord& step : job.last_done->steps) {
        rows = step.rows_out;
        if (step.status == "stale")
          stale += fmt::format("{}{} is stale", stale.empty() ? "" : ", ", step.step);
      }
    const bool bad = (job.last_run && job.last_run->status == "failed") || !job.broken.empty();
    out += fmt::format(
        "<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=n>{}</td><td class=n>{}</td><td>{}</td>"
        "<td>{}</td></tr>\n",
        bad ? " class=bad" : "", escape_html(job.name),
        job.process ? (job.delivering ? "delivers" : "runs since " + format_moment(job.started)) : "waits",
        job.last_run ? format_moment(job.last_run->started, job.schedule.zone()) : "never",
        escape_html(!job.broken.empty() ? job.broken
                    : job.last_run      ? job.last_run->status +
                                         (job.last_run->note.empty() ? "" : ": " + job.last_run->note) +
                                         (stale.empty() ? "" : "; " + stale)
                                   : ""),
        rows, job.last_run ? job.last_run->problems : 0, escape_html(outbox),
        next ? format_moment(*next, job.schedule.zone()) : "never");
  }
  return out + "</tbody></table>\n<p><a href=\"/metrics\">metrics</a></p></body></html>\n";
}

std::string Daemon::metrics(int64_t now) const {
  const std::lock_guard lock(mutex_);
  std::string out;
  const auto metric = [&](const char* name, const char* type, const char* help, auto&& values) {
    out += fmt::format("# HELP gleaner_flow_{} {}\n# TYPE gleaner_flow_{} {}\n", name, help, name, type);
    for (const Job& job : jobs_)
      values(job, [&](const std::string& labels, double value) {
        out += fmt::format("gleaner_flow_{}{{flow=\"{}\"{}}} {}\n", name, label_text(job.name),
                           labels.empty() ? "" : "," + labels, value);
      });
  };
  metric("runs_total", "counter", "Runs that this daemon has started and that have ended.",
         [](const Job& job, auto&& put) { put("", double(job.runs)); });
  metric("failures_total", "counter", "Runs among them that failed.",
         [](const Job& job, auto&& put) { put("", double(job.failures)); });
  metric("overlaps_total", "counter", "Moments of the schedule left out because a run still worked.",
         [](const Job& job, auto&& put) { put("", double(job.refused)); });
  metric("running", "gauge", "1 while a run works.",
         [](const Job& job, auto&& put) { put("", job.process && !job.delivering ? 1 : 0); });
  metric("last_run_timestamp_seconds", "gauge", "When the last run began.", [](const Job& job, auto&& put) {
    if (job.last_run) put("", double(job.last_run->started));
  });
  metric("last_success_timestamp_seconds", "gauge", "When the last run that was committed began.",
         [](const Job& job, auto&& put) {
           if (job.last_done) put("", double(job.last_done->started));
         });
  metric("last_run_seconds", "gauge", "How long it took.", [](const Job& job, auto&& put) {
    if (job.last_run) put("", job.last_run->seconds);
  });
  metric("problems", "gauge", "Values that the last run could not read.", [](const Job& job, auto&& put) {
    if (job.last_run) put("", double(job.last_run->problems));
  });
  metric("next_run_timestamp_seconds", "gauge", "When the next run is due.", [&](const Job& job, auto&& put) {
    if (const auto next = job.schedule.next_after(std::max(now, job.handled))) put("", double(*next));
  });
  metric("rows", "gauge", "Rows of each step of the last run.", [](const Job& job, auto&& put) {
    if (job.last_done)
      for (const StepRecord& step : job.last_done->steps)
        put(fmt::format("step=\"{}\"", label_text(step.step)), double(step.rows_out));
  });
  metric("stale", "gauge", "1 for a source whose rows are of an earlier run.",
         [](const Job& job, auto&& put) {
           if (job.last_done)
             for (const StepRecord& step : job.last_done->steps)
               if (step.kind == "pages")
                 put(fmt::format("source=\"{}\"", label_text(step.step)), step.status == "stale" ? 1 : 0);
         });
  metric("outbox", "gauge", "Items of the outbox by delivery and state.", [](const Job& job, auto&& put) {
    for (const auto& [what, n] : job.outbox) {
      const size_t space = what.rfind(' ');
      put(fmt::format("delivery=\"{}\",state=\"{}\"", label_text(what.substr(0, space)),
                      what.substr(space + 1)),
          double(n));
    }
  });
  return out;
}

}  // namespace gleaner::flow
