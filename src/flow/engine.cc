// See engine.h.
#include "flow/engine.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "base/elapsed.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/zone.h"
#include "flow/deliver.h"
#include "flow/lineage.h"
#include "flow/run_lock.h"
#include "flow/schedule.h"
#include "page/load.h"
#include "store/target.h"

namespace gleaner::flow {
namespace {

namespace fs = std::filesystem;

// a killed run that is older is begun anew: its pages are no longer those of the day
constexpr int64_t kResumeSeconds = 6 * 3600;
constexpr double kStoreWait = 60;

std::string day_of_run(const Flow& flow, int64_t now) {
  return format_moment(now, zone_of_schedule(flow.schedule)).substr(0, 10);
}

// In one line: what is wrong, with which file, and what to do.
std::string placed_message(const Diagnostic& why, const Flow& flow) {
  const bool named = why.where.file.empty() || why.where.file == flow.path ||
                     why.message.find(why.where.file) != std::string::npos;
  return collapse(fmt::format("{}{}{}{}{}", named ? "" : why.where.file, named ? "" : ": ", why.message,
                              why.hint.empty() ? "" : "; ", why.hint));
}

class FlowRun {
 public:
  FlowRun(const Flow& flow, const Environment& environment, const RunOptions& options)
      : flow_(flow),
        environment_(environment),
        options_(options),
        files_([](const std::string& path) { return read_file(path); }) {
    context_.flow = &flow, context_.files = &files_, context_.now = options.now,
    context_.today = day_of_run(flow, options.now), context_.jobs = environment.jobs;
  }

  Result<RunReport> run() {
    begun_ = std::chrono::steady_clock::now();
    FileLock lock;
    if (!options_.dry) {
      GLEANER_TRY(lock, lock_run(flow_));
      GLEANER_CHECK(read_store());
      GLEANER_CHECK(begin_job());
    }
    report_.record.started = options_.now, report_.record.scheduled = options_.scheduled;
    report_.record.flow_hash = hex(stable_hash(flow_.text));
    const Status done = work();
    report_.record.seconds = seconds_since(begun_);
    report_.record.finished = options_.now + int64_t(report_.record.seconds);
    if (!done.ok()) return failed(done.error());
    if (options_.dry) return std::move(report_);
    if (const Status committed = commit(); !committed.ok()) return failed(committed.error());
    GLEANER_CHECK(after_commit());
    if (!options_.deliver) return std::move(report_);
    // The lock is kept: two senders would send the same things.
    AtHand at_hand{report_.record.run, context_.today, {}, std::move(ledger_)};
    for (const StepRecord& one : report_.record.steps)
      at_hand.tables[one.table] = &report_.tables.at(one.step);
    GLEANER_TRY(report_.deliveries,
                send_waiting(flow_, options_.now, false, options_.out, std::move(at_hand)));
    return std::move(report_);
  }

  // Steps behind the sources, on tables that are there already.
  Status steps_only(std::map<std::string, Table> sources) {
    report_.tables = std::move(sources);
    for (const Step& step : flow_.steps)
      if (!step.is_source()) GLEANER_CHECK(run_step(step));
    return {};
  }
  RunReport& report() { return report_; }
  void use_files(std::map<std::string, std::string> content) {
    files_ = Files([content = std::move(content)](const std::string& path) -> Result<std::string> {
      if (const auto found = content.find(path); found != content.end()) return found->second;
      return read_file(path);
    });
  }
  void set_decisions(std::vector<Decision> decisions) { context_.decisions = std::move(decisions); }

 private:
  Status read_store() {
    GLEANER_TRY(const auto ledger, Ledger::open(flow_, true, kStoreWait));
    GLEANER_TRY(last_, ledger->last_done());
    GLEANER_TRY(report_.record.run, ledger->next_run());
    GLEANER_TRY(context_.decisions, ledger->decisions());
    return {};
  }

  const StepRecord* last_step(const std::string& name) const {
    if (!last_) return nullptr;
    for (const StepRecord& one : last_->steps)
      if (one.step == name) return &one;
    return nullptr;
  }
  Result<Table> last_table(const StepRecord& record) {
    GLEANER_TRY(const auto ledger, Ledger::open(flow_, false, kStoreWait));
    return ledger->table(record.table);
  }

  // --- a killed run

  std::string job_file(const std::string& name) const { return job_folder(flow_) + "/" + name; }
  Status begin_job() {
    std::error_code failed;
    const std::string stamp =
        fmt::format("{} {} {}", report_.record.run, hex(stable_hash(flow_.text)), options_.scheduled);
    if (auto before = read_file(job_file("run")); before.ok() && !options_.fresh) {
      const auto parts = split(*before, '\n');
      const int64_t started = parts.size() > 1 ? std::atoll(std::string(parts[1]).c_str()) : 0;
      if (parts[0] == stamp && options_.now - started < kResumeSeconds && options_.now >= started &&
          environment_.instead.empty() && !options_.force) {
        report_.resumed = true;
        return {};
      }
    }
    fs::remove_all(job_folder(flow_), failed);
    fs::create_directories(job_folder(flow_), failed);
    return write_file(job_file("run"), fmt::format("{}\n{}\n", stamp, options_.now));
  }
  // A source that was finished before the run was killed.
  std::optional<Table> resumed(const std::string& name, StepRecord& record) {
    if (!report_.resumed) return {};
    auto text = read_file(job_file(name));
    if (!text.ok()) return {};
    const size_t line = text->find('\n');
    if (line == std::string::npos) return {};
    auto table = unpack(std::string_view(*text).substr(line + 1));
    if (!table.ok()) return {};
    const auto parts = split(std::string_view(*text).substr(0, line), '\t');
    if (parts.size() < 3) return {};
    record.status = parts[0], record.wrapper = parts[1], record.note = parts[2];
    return std::move(*table);
  }

  // --- steps

  Status work() {
    for (const Step& step : flow_.steps)
      GLEANER_CHECK(step.is_source() ? run_source_step(step) : run_step(step));
    const size_t broken = size_t(std::ranges::count_if(
        report_.record.steps, [](const StepRecord& one) { return one.status == "broken"; }));
    const size_t sources = size_t(
        std::ranges::count_if(flow_.steps, [](const Step& one) { return one.kind == StepKind::pages; }));
    if (broken && broken == sources)
      return error(Code::drift, "no source gave anything, and no run before did", {},
                   report_.alerts.empty() ? "" : report_.alerts[0]);
    tell_keys();
    for (size_t i = 0; last_ && i < last_->steps.size(); ++i)
      if (const std::string& name = last_->steps[i].step; !flow_.step(name)) report_.gone.push_back(name);
    return check_problems();
  }

  // Rows that a key does not tell apart have one history, and of an upsert one of them is left.
  void tell_keys() {
    std::map<std::pair<std::string, std::vector<std::string>>, bool> keys;  // whole: no part may be empty
    for (const Step& step : flow_.steps)
      if (!step.key.empty()) keys[{step.name, step.key}] |= false;
    for (const Delivery& one : flow_.deliveries)
      if (!one.key.empty() && flow_.step(one.from)) keys[{one.from, one.key}] |= one.mode == "upsert";
    for (const auto& [of, whole] : keys) {
      const auto& [name, key] = of;
      const Table& table = report_.tables.at(name);
      const auto columns = columns_of(table, key, name);
      if (!columns.ok()) continue;  // an error of the commit
      std::unordered_map<std::string, uint32_t> first;
      for (uint32_t r = 0; r < table.rows.size(); ++r) {
        const Row& row = table.rows[r];
        const bool empty = !has_key(row, *columns);
        const bool partly = whole && !empty && std::ranges::any_of(*columns, [&](const size_t c) {
                              return row.cells[c].is_null();
                            });
        const auto [there, fresh] = first.emplace(key_of(row, *columns), r);
        if (!empty && !partly && (fresh || row_hash(table.rows[there->second]) == row_hash(row))) continue;
        const auto origin = origin_of(flow_, report_.tables, name, r, key[0]);
        report_.problems.push_back(
            {name, r, fmt::format("{}", fmt::join(key, ", ")),
             fmt::format("{}", fmt::join(split(there->first, '\x1f'), " / ")),
             empty    ? "the row has no key, so no history"
             : partly ? "a part of the key is empty: a database is not given such rows by their key"
                      : "another row has the same key: the first of them has the history",
             origin ? place_text(report_.tables.at(origin->step), origin->row, origin->column) : ""});
      }
    }
  }

  Status run_source_step(const Step& step) {
    const auto begin = std::chrono::steady_clock::now();
    StepRecord record;
    record.step = step.name, record.kind = name_of(step.kind);
    std::optional<Table> there = resumed(step.name, record);
    if (!there) {
      std::optional<Table> last;
      const StepRecord* before = last_step(step.name);
      const auto rows_before = [&]() -> const Table* {
        if (!last && before)
          if (auto table = last_table(*before); table.ok()) last = std::move(*table);
        return last ? &*last : nullptr;
      };
      auto got = run_source(step, context_, environment_, {before ? before->rows_out : 0, rows_before});
      if (!got.ok() && (options_.dry || !may_be_stale(step, before, got.error()))) return got.error();
      GLEANER_CHECK(take_source(step, std::move(got), record));
      there = std::move(report_.tables[step.name]);
      record.table = source_hash(*there, record.wrapper);
      if (!options_.dry) {
        flush_pages();  // before the table that names them
        std::string& packed = packed_[record.table] = pack(*there);
        const std::string head =
            fmt::format("{}\t{}\t{}\n", record.status, record.wrapper, collapse(record.note));
        packed.insert(0, head);
        GLEANER_CHECK(write_file(job_file(step.name), packed));
        packed.erase(0, head.size());
      }
    }
    if (record.table.empty()) record.table = source_hash(*there, record.wrapper);
    record.seconds = seconds_since(begin);
    finish_step(step, std::move(*there), std::move(record), {});
    return {};
  }

  // A table that cannot be read today is no reason to lose the other sources; one that never could is mostly
  // misspelt.
  bool may_be_stale(const Step& step, const StepRecord* before, const Diagnostic& why) const {
    return step.kind == StepKind::pages || (before && !environment_.instead.contains(step.name) &&
                                            why.code != Code::budget && why.code != Code::internal);
  }

  void flush_pages() {
    if (!environment_.pages) return;
    if (const Status kept = environment_.pages->flush(); !kept.ok())
      report_.alerts.push_back(kept.error().message);  // no reason to lose the run
  }

  // The same pages and the same wrapper give the same values at the same places.
  static std::string source_hash(const Table& table, const std::string& wrapper) {
    uint64_t hash = mix(content_hash(table), stable_hash(wrapper));
    for (const PageSeen& page : table.pages) hash = stable_hash(page.name, mix(hash, stable_hash(page.hash)));
    return hex(hash);
  }

  // What a source gave becomes the step's table: as it is, or with the rows of the last good run.
  Status take_source(const Step& step, Result<SourceResult> got, StepRecord& record) {
    if (got.ok()) {
      for (Problem& problem : got->out.problems) report_.problems.push_back(std::move(problem));
      for (std::string& note : got->out.notes) report_.notes.emplace_back(step.name, std::move(note));
      for (auto& [path, text] : got->files) used_files_[path] = text;
      record.status = got->status, record.note = got->words, record.wrapper = got->wrapper_hash;
      if (!got->repaired.empty())
        repaired_.emplace_back(repaired_path(flow_.at(step.source.wrapper)), got->repaired);
      if (record.status == "broken" && step.source.on_drift == OnDrift::keep) record.status = "kept";
      if (record.status != "fine")
        report_.alerts.push_back(fmt::format("{}: {}: {}", step.name, record.status, record.note));
      report_.tables[step.name] = std::move(got->out.table);
      if (record.status != "broken" || options_.dry) return {};
    } else {
      record.status = "broken", record.note = placed_message(got.error(), flow_);
      report_.alerts.push_back(fmt::format("{}: {}", step.name, record.note));
      report_.problems.push_back(
          {step.name, 0, "",
           step.source.pages.empty() ? store::shown_place(step.source.table) : step.source.pages[0],
           record.note, ""});
    }
    const StepRecord* before = last_step(step.name);
    if (!before && !got.ok())  // steps behind it work on no rows, and the run says why
      if (auto none = empty_page_table(step, flow_, *environment_.registry); none.ok())
        report_.tables[step.name] = std::move(*none);
    if (!before) return {};
    GLEANER_TRY(Table old, last_table(*before));
    for (Row& row : old.rows)
      if (!row.stale) row.stale = last_->run;
    report_.tables[step.name] = std::move(old);
    record.status = "stale";
    int64_t since = last_->run;
    for (const Row& row : report_.tables[step.name].rows) since = std::min(since, int64_t(row.stale));
    record.note += fmt::format("; the rows of run {} stay", since);
    return {};
  }

  Result<StepOutput> apply(const Step& step, const Inputs& inputs) {
    switch (step.kind) {
      case StepKind::integrate: return integrate(step, inputs, context_);
      case StepKind::normalise: return normalise(step, inputs, context_);
      case StepKind::match: return match_step(step, inputs, context_);
      default: return run_query(step, inputs, context_);
    }
  }

  Result<uint64_t> input_hash(const Step& step) {
    uint64_t hash = mix(step.hash, uint64_t(step.kind));
    for (const std::string& input : step.inputs) hash = mix(hash, stable_hash(content_.at(input)));
    for (const std::string& file : files_of(step)) {
      GLEANER_TRY(const std::string_view content, files_.get(flow_.at(file)));
      hash = mix(hash, stable_hash(content));
    }
    if (depends_on_day(step)) hash = mix(hash, stable_hash(context_.today));
    if (step.kind == StepKind::match)
      for (const Decision& one : context_.decisions)
        if (one.step == step.name)
          hash = mix(hash, stable_hash(one.left + "\n" + one.right + "\n" + one.verdict, one.text_hash));
    return hash;
  }

  Status run_step(const Step& step) {
    const auto begin = std::chrono::steady_clock::now();
    StepRecord record;
    record.step = step.name, record.kind = name_of(step.kind), record.status = "fine";
    Inputs inputs;
    for (const std::string& input : step.inputs) {
      if (!content_.count(input)) content_[input] = hex(content_hash(report_.tables[input]));
      inputs.push_back(&report_.tables[input]);
      record.rows_in += int64_t(report_.tables[input].rows.size());
    }
    GLEANER_TRY(const uint64_t hash, input_hash(step));
    record.input = record.table = hex(hash);
    const StepRecord* before = last_step(step.name);
    // Problems, notes and reviews are not kept with a table, so only a step that had none is taken as it was.
    if (before && before->input == record.input && before->problems == 0 && step.kind != StepKind::match &&
        !options_.force && !options_.dry && flow_.all_lineage)
      if (auto table = last_table(*before); table.ok()) {
        record.status = "reused", record.seconds = seconds_since(begin);
        finish_step(step, std::move(*table), std::move(record), {});
        return {};
      }
    std::optional<Table> earlier;
    if (before && step.kind == StepKind::match && step.inputs.size() == 1)
      if (auto table = last_table(*before); table.ok()) earlier = std::move(*table);
    context_.last = earlier ? &*earlier : nullptr;
    GLEANER_TRY(StepOutput out, apply(step, inputs));
    record.problems = int64_t(out.problems.size());
    for (Problem& problem : out.problems) {
      problem.place = place_of(step, problem);
      report_.problems.push_back(std::move(problem));
    }
    for (const std::string& note : out.notes) report_.notes.emplace_back(step.name, note);
    for (ReviewPair& pair : out.review) report_.review.push_back(std::move(pair));
    record.seconds = seconds_since(begin);
    finish_step(step, std::move(out.table), std::move(record), out.notes);
    return {};
  }

  std::string place_of(const Step& step, const Problem& problem) const {
    if (step.inputs.empty()) return {};
    const auto origin = origin_of(flow_, report_.tables, step.inputs[0], problem.row, problem.column);
    return origin ? place_text(report_.tables.at(origin->step), origin->row, origin->column) : "";
  }

  void finish_step(const Step& step, Table table, StepRecord record, const std::vector<std::string>& notes) {
    record.rows_out = int64_t(table.rows.size());
    if (record.note.empty() && !notes.empty()) record.note = notes.back();
    report_.tables[step.name] = std::move(table);
    content_[step.name] = record.content = hex(content_hash(report_.tables[step.name]));
    if (options_.told) options_.told(record);
    report_.record.steps.push_back(std::move(record));
  }

  // Values that steps could not read; what pages look like has its own verdict.
  Status check_problems() {
    report_.record.problems = int64_t(report_.problems.size());
    if (flow_.max_problems < 0) return {};
    double values = 0;
    for (const auto& [name, table] : report_.tables)
      if (const Step* step = flow_.step(name); step && step->is_source())
        values += double(table.rows.size() * table.columns.size());
    const double most = flow_.max_problems_share ? flow_.max_problems * values : flow_.max_problems;
    size_t count = 0;
    const Problem* first = nullptr;
    for (const Problem& one : report_.problems)
      if (flow_.step(one.step)->kind != StepKind::pages && !count++) first = &one;
    if (double(count) <= most) return {};
    return error(
        Code::bad_input,
        fmt::format("{} problems are more than the flow allows ({:.0f}): nothing is delivered", count, most),
        {flow_.path},
        fmt::format("the first: {} {} \"{}\": {}", first->step, first->column, first->value, first->reason));
  }

  // --- the end

  // A run that failed is remembered, and its alert waits in the outbox like any other delivery.
  Diagnostic failed(Diagnostic why) {
    if (options_.dry) return why;
    report_.record.status = "failed", report_.record.note = placed_message(why, flow_);
    report_.record.steps.clear();
    report_.alerts.push_back("the run failed: " + report_.record.note);
    RunCommit out;
    out.record = report_.record;
    add_alerts(out);
    // The store is open still where its commit failed.
    auto ledger =
        ledger_ ? Result<std::unique_ptr<Ledger>>(std::move(ledger_)) : Ledger::open(flow_, true, kStoreWait);
    const bool remembered = ledger.ok() && (*ledger)->record_failure(out).ok();
    std::error_code ignored;
    fs::remove_all(job_folder(flow_), ignored);
    if (!remembered) alert_directly();
    else if (options_.deliver && !out.outbox.empty())
      (void)send_waiting(flow_, options_.now, false, options_.out, {0, "", {}, std::move(*ledger)});
    return why;
  }

  Status commit() {
    report_.record.status = "done";
    if (!flow_.all_lineage) {
      const auto reached = forget_undelivered(flow_, report_.tables);
      for (StepRecord& one : report_.record.steps)
        one.table = hex(mix(stable_hash(one.table), reached.at(one.step)));
      packed_.clear();
    }
    RunCommit out;
    out.record = report_.record;
    for (const StepRecord& one : report_.record.steps) out.tables[one.table] = &report_.tables.at(one.step);
    for (const Step& step : flow_.steps) {
      const bool delivered =
          std::ranges::any_of(flow_.deliveries, [&](const Delivery& one) { return one.from == step.name; });
      if (!step.key.empty()) out.keys[step.name] = step.key;
      for (const Delivery& one : flow_.deliveries)
        if (one.from == step.name && !one.key.empty()) out.keys.emplace(step.name, one.key);
      if (delivered || flow_.is_last(step) || out.keys.count(step.name))
        out.current[step.name] = &report_.tables.at(step.name);
      if (step.kind == StepKind::match) out.reviewed.insert(step.name);
    }
    GLEANER_CHECK(check_keys(out));
    out.files = used_files_;
    for (const auto& [path, content] : files_.used()) out.files[path] = content;
    out.files[flow_.path] = flow_.text;
    out.problems = report_.problems, out.review = report_.review;
    out.packed = std::move(packed_);
    GLEANER_TRY(ledger_, Ledger::open(flow_, true, kStoreWait));
    for (const Delivery& one : flow_.deliveries)
      if ((one.name != flow_.alert || flow_.step(one.from)) && !withhold(one))
        GLEANER_CHECK(fill_outbox(flow_, one, report_.tables.at(one.from), *ledger_, out));
    add_alerts(out);
    return ledger_->commit(out);
  }

  // The source that gave nothing, today or ever, and that a step rests on.
  const StepRecord* missing_source(const std::string& name) const {
    for (const StepRecord& one : report_.record.steps)
      if (one.step == name && one.status == "broken" && one.rows_out == 0) return &one;
    for (const std::string& input : flow_.step(name)->inputs)
      if (const StepRecord* found = missing_source(input)) return found;
    return nullptr;
  }
  // No rows for want of a source are no news: they would replace what the target has.
  bool withhold(const Delivery& to) {
    if (!report_.tables.at(to.from).rows.empty()) return false;
    const StepRecord* source = missing_source(to.from);
    if (!source) return false;
    report_.withheld.emplace_back(to.name,
                                  fmt::format("no rows, as {} is broken: nothing was sent", source->step));
    report_.alerts.push_back(fmt::format("{}: {}", to.name, report_.withheld.back().second));
    return true;
  }

  // What somebody should look at, as rows for the delivery that the flow names for that.
  Table alert_table() const {
    Table table;
    table.columns = {{"flow", wrap::Type::text}, {"run", wrap::Type::number}, {"alert", wrap::Type::text}};
    for (const std::string& words : report_.alerts) {
      Row row;
      row.cells = {Cell::of_text(flow_.name), Cell::of_number(double(report_.record.run)),
                   Cell::of_text(words)};
      table.rows.push_back(std::move(row));
    }
    return table;
  }
  void add_alerts(RunCommit& out) {
    if (flow_.alert.empty() || report_.alerts.empty()) return;
    alerts_ = alert_table();
    OutboxItem item;
    item.table = hex(mix(content_hash(alerts_), uint64_t(out.record.run)));
    item.id = fmt::format("{}-{}-alert-{}", flow_.name, out.record.run, item.table);
    item.delivery = flow_.alert, item.state = "waiting", item.run = out.record.run, item.seq = -1,
    item.rows = int64_t(alerts_.rows.size()), item.payload = "all";
    out.tables[item.table] = &alerts_;
    out.outbox.push_back(std::move(item));
  }
  // The store cannot take the alert (a full disk): it is sent once, here.
  void alert_directly() {
    const Delivery* to = flow_.alert.empty() ? nullptr : flow_.delivery(flow_.alert);
    if (!to) return;
    Package package{&flow_,
                    to,
                    &alerts_,
                    {},
                    fmt::format("{}-{}-failed", flow_.name, report_.record.run),
                    report_.record.run,
                    context_.today,
                    options_.out};
    for (uint32_t r = 0; r < alerts_.rows.size(); ++r) package.rows.push_back(r);
    (void)deliver(package);  // nobody is there to be told that this failed, too
  }

  Status check_keys(const RunCommit& out) const {
    for (const auto& [step, key] : out.keys)
      GLEANER_CHECK(columns_of(report_.tables.at(step), key, fmt::format("{} (key)", step)));
    return {};
  }

  Status after_commit() {
    for (const auto& [path, text] : repaired_) GLEANER_CHECK(write_file(path, text));
    std::error_code ignored;
    fs::remove_all(job_folder(flow_), ignored);
    if (!options_.deliver) ledger_->settle();  // else whoever sends does it, at the end
    return {};
  }

  const Flow& flow_;
  const Environment& environment_;
  const RunOptions& options_;
  Files files_;
  StepContext context_;
  RunReport report_;
  std::optional<RunRecord> last_;
  std::map<std::string, std::string> content_;  // hash by step
  std::map<std::string, std::string> used_files_;
  Table alerts_;
  std::unique_ptr<Ledger> ledger_;                             // of the commit, for those who send
  std::map<std::string, std::string> packed_;                  // tables of sources, by hash
  std::vector<std::pair<std::string, std::string>> repaired_;  // path, text
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace

std::string pages_folder(const Flow& flow) {
  return (flow.folder.empty() ? "" : flow.folder + "/") + flow.name + ".pages";
}
std::string job_folder(const Flow& flow) {
  return (flow.folder.empty() ? "" : flow.folder + "/") + flow.name + ".flow.job";
}

Result<RunReport> run_flow(const Flow& flow, const Environment& environment, const RunOptions& options) {
  return FlowRun(flow, environment, options).run();
}

Result<RunReport> replay(const Flow& flow, const Environment& environment, int64_t run, bool as_then) {
  GLEANER_TRY(const auto ledger, Ledger::open(flow, false));
  GLEANER_TRY(const auto record, ledger->run(run));
  if (!record)
    return error(Code::not_found, fmt::format("there is no run {} of {}", run, flow.name), {},
                 fmt::format("gleaner flow history {}", flow.path));
  GLEANER_TRY(const auto files, ledger->files_of_run(run));
  Flow then = flow;
  if (as_then) {
    const auto text = files.find(flow.path);
    if (text == files.end())
      return error(Code::not_found,
                   fmt::format("run {} did not keep its flow file under the name {}", run, flow.path), {},
                   "call it as the run did, or replay with the file of today: --now");
    Diagnostics found;
    auto parsed = parse_flow(text->second, flow.path, found);
    if (!parsed)
      return found.empty() ? error(Code::bad_input, "the flow file of that run cannot be read") : found[0];
    then = std::move(*parsed);
  }
  std::map<std::string, Table> sources;
  for (const StepRecord& one : record->steps)
    if (const Step* step = then.step(one.step); step && step->is_source()) {
      GLEANER_TRY(sources[one.step], ledger->table(one.table));
    }
  for (const Step& step : then.steps)
    if (step.is_source() && !sources.count(step.name))
      return error(Code::not_found, fmt::format("run {} has no source {}", run, step.name));
  RunOptions options;
  options.dry = true, options.now = record->started;
  FlowRun again(then, environment, options);
  if (as_then) again.use_files(files);
  GLEANER_TRY(std::vector<Decision> decisions, ledger->decisions());
  again.set_decisions(std::move(decisions));
  GLEANER_CHECK(again.steps_only(std::move(sources)));
  again.report().record.run = run;
  return std::move(again.report());
}

}  // namespace gleaner::flow
