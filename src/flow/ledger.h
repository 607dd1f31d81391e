// Ledger: what a flow remembers, in the database that the flow names (DuckDB, SQLite, PostgreSQL): runs,
// tables of steps, history of values, problems, decisions, the outbox. One commit is one run: whatever is
// killed before it leaves the last run in force.
//
//   flow_runs      a line for each run        flow_steps     a line for each step of it
//   flow_tables    packed tables by hash      flow_files     wrappers, rates, the flow file itself, by hash
//   flow_history   value by key and column, from run to run (open: in force)
//   flow_problems  what could not be read     flow_review, flow_decisions   pairs that wait for a
//                                             person, and what was said
//   flow_outbox    what is on its way         flow_sent      what a delivery has had, by key
// Steps that have a key or are delivered also have a plain table of their own name, for queries by others.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "flow/step.h"
#include "store/session.h"

namespace gleaner::flow {

struct StepRecord {
  std::string step, kind;
  int64_t rows_in = 0, rows_out = 0, problems = 0;
  double seconds = 0;
  std::string table, input;  // hashes: of the stored table, of what it was made from
  std::string content;       // hash of columns and values
  std::string status;        // "fine", "reused", "changed", "repaired", "stale", "kept"
  std::string note, wrapper;
};

struct RunRecord {
  int64_t run = 0;
  int64_t started = 0, finished = 0, scheduled = 0;  // seconds since 1970; 0: not by the schedule
  std::string status, flow_hash, note;               // status: "done", "failed"
  int64_t problems = 0;
  double seconds = 0;
  std::vector<StepRecord> steps;
};

struct OutboxItem {
  std::string id;  // the idempotency key
  std::string delivery, table, payload, state, error;
  int64_t run = 0, seq = 0, rows = 0, attempts = 0, next_try = 0;
};

// Everything that one commit writes.
struct RunCommit {
  RunRecord record;
  std::map<std::string, const Table*> tables;   // by hash
  std::map<std::string, std::string> packed;    // some of them, packed already
  std::map<std::string, const Table*> current;  // by step: a plain table, and history where it has a key
  std::map<std::string, std::vector<std::string>> keys;  // by step
  std::map<std::string, std::string> files;              // by path: content
  std::vector<Problem> problems;
  std::vector<ReviewPair> review;
  std::set<std::string> reviewed;  // match steps that ran
  std::vector<OutboxItem> outbox;
  std::vector<std::tuple<std::string, std::string, std::string>> sent;  // delivery, key, hash
};

struct HistoryValue {
  std::string column, value;
  int64_t from = 0, to = 0;  // runs; to 0: in force
  int64_t from_time = 0;
};

class Ledger {
 public:
  // `create` false: an error where nothing was ever run.
  static Result<std::unique_ptr<Ledger>> open(const Flow& flow, bool create, double wait_seconds = 30);

  Status commit(const RunCommit& commit);
  Status record_failure(const RunCommit& commit);  // its record, tables and outbox; nothing else changes

  Result<std::vector<RunRecord>> runs(size_t most, bool with_steps);  // the last first
  Result<std::optional<RunRecord>> last_done();                       // with steps
  Result<std::optional<RunRecord>> run(int64_t number);               // with steps
  Result<int64_t> next_run();
  Result<Table> table(const std::string& hash);
  Result<bool> has_table(const std::string& hash);
  Result<std::map<std::string, std::string>> files_of_run(int64_t run);  // path to content

  Result<std::vector<Decision>> decisions();
  Status decide(const Decision& decision);
  Result<std::vector<ReviewPair>> review();

  struct ProblemLine {
    Problem problem;
    int64_t first_run = 0, last_run = 0;
  };
  Result<std::vector<ProblemLine>> problems(bool all, size_t most);

  // Values of the rows whose key is this (every part of it, or one of them).
  Result<std::map<std::string, std::vector<HistoryValue>>> history(const std::string& step,
                                                                   const std::vector<std::string>& key,
                                                                   const std::string& column);
  // All rows of a step as they were after a run: key, column, value.
  Status as_of(
      const std::string& step, int64_t run,
      const std::function<void(std::string_view key, std::string_view column, std::string_view value)>& take);

  Result<std::vector<OutboxItem>> outbox(const std::string& state, size_t most);  // oldest first
  Result<std::map<std::string, OutboxItem>> last_sent();   // by delivery: the latest run's item that is done
  Result<std::map<std::string, int64_t>> outbox_counts();  // by "delivery state"
  Status set_item(const OutboxItem& item);
  Status forget_sent(const std::string& delivery);
  Result<std::map<std::string, std::string>> sent(const std::string& delivery);  // key to hash

  // At the end of a run: what is committed is in the file itself. Where that cannot be,
  // it stays in the log beside it.
  void settle() { (void)session_->settle(); }

  std::string table_name(const std::string& step) const;

 private:
  Ledger() = default;
  Status make_tables();
  std::string where(const std::string& more = "") const;
  Status write_tables(const RunCommit& commit);
  Status write_record(const RunRecord& record);
  Status write_current(const std::string& step, const Table& table);
  Status write_history(const std::string& step, const Table& table, const std::vector<std::string>& key,
                       int64_t run);
  Status write_problems(const RunCommit& commit);
  Status write_outbox(const RunCommit& commit);
  Result<std::vector<RunRecord>> read_runs(const std::string& condition, size_t most, bool with_steps);

  std::string flow_;
  size_t keep_runs_ = 0;
  std::unique_ptr<store::Session> session_;
};

}  // namespace gleaner::flow
