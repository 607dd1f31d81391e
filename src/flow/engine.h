// Engine: one run of a flow, from its sources to the commit, and the outbox behind it.
//
// Steps whose inputs are those of the last run are not run again. A source that is broken or
// cannot be reached keeps the rows of its last good run, marked with that run. Nothing is written
// before the commit but the tables of finished sources (NAME.flow.job/), from which a killed run
// goes on. One run of a flow at a time.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "flow/ledger.h"
#include "flow/sources.h"
#include "flow/step.h"

namespace gleaner::flow {

struct RunOptions {
  int64_t now = 0;
  int64_t scheduled = 0;                        // the moment of the schedule that this run is for; 0: none
  bool force = false;                           // every step, also those whose inputs did not change
  bool fresh = false;                           // do not go on with a killed run
  bool dry = false;                             // nothing is stored and nothing delivered
  bool deliver = true;                          // false: what is to be delivered waits in the outbox
  std::function<void(const StepRecord&)> told;  // after each step
  std::function<Status(std::string_view)> out;  // for deliveries to standard output
};

struct DeliveryReport {
  std::string delivery, words;
  int64_t rows = 0;
  bool done = false, dead = false;
};

struct RunReport {
  RunRecord record;
  std::map<std::string, Table> tables;  // by step
  std::vector<Problem> problems;
  std::vector<ReviewPair> review;
  std::vector<std::pair<std::string, std::string>> notes;  // by step
  std::vector<std::string> alerts;                         // what somebody should look at
  std::vector<DeliveryReport> deliveries;
  std::vector<std::pair<std::string, std::string>> withheld;  // deliveries that were not made, and why
  std::vector<std::string> gone;  // steps of the last run that the flow no longer has
  bool resumed = false;
};

Result<RunReport> run_flow(const Flow& flow, const Environment& environment, const RunOptions& options);

// Sends what waits in the outbox and is due; `all`: also what is not due yet.
Result<std::vector<DeliveryReport>> deliver_waiting(const Flow& flow, int64_t now, bool all,
                                                    const std::function<Status(std::string_view)>& out);
// What the run that was just committed still has in memory: its tables need not be read back.
struct AtHand {
  int64_t run = 0;
  std::string today;
  std::map<std::string, const Table*> tables;  // by hash
  std::unique_ptr<Ledger> ledger;              // open still
};
// The same for who holds the flow's lock already.
Result<std::vector<DeliveryReport>> send_waiting(const Flow& flow, int64_t now, bool all,
                                                 const std::function<Status(std::string_view)>& out,
                                                 AtHand at_hand = {});
// What a delivery is to get of a run, whole or in batches, into the run's commit.
Status fill_outbox(const Flow& flow, const Delivery& to, const Table& table, Ledger& ledger, RunCommit& out);
// Dead letters become waiting ones again; empty: those of all deliveries. Gives how many.
Result<size_t> revive(const Flow& flow, const std::string& delivery);

// A run with the tables of its sources as they were: what the flow file of today (or, `as_then`, of that day)
// makes of them. Nothing is stored.
Result<RunReport> replay(const Flow& flow, const Environment& environment, int64_t run, bool as_then);

// The folder of kept pages, and what a run that was killed left behind.
std::string pages_folder(const Flow& flow);
std::string job_folder(const Flow& flow);

// The second half of lint: columns that are not there, queries that cannot be read, units
// and currencies that nobody knows.
void check_columns(const Flow& flow, const wrap::Registry& registry, Diagnostics& found);

}  // namespace gleaner::flow
