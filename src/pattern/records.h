// Where the records of a page are: a node each, or a run of siblings each (definition lists, rows in pairs,
// br-separated lines).
//
// A RecordModel selects nodes by structure (tags, classes, names above); in run mode a selected node begins a
// record that goes on to the node before the next one. A record whose required fields are absent is no
// record: that is what tells header rows, advertisements and footers from the records among which they stand.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pattern/match/plan.h"
#include "pattern/match/program.h"
#include "pattern/match/unit.h"

namespace gleaner::pattern {

struct RecordModel {
  bool runs = false;                            // a selected node begins a run of siblings
  bool before_first = false;                    // what stands before the first of them is a record too
  Plan plan;                                    // conditions on nodes
  std::vector<std::vector<ConditionId>> rules;  // any of them selects
  std::vector<std::string> required;            // fields every labelled record had
  // of the rules; without it matching is slower, never different
  std::shared_ptr<const Program> program = {};
  // all of them must be there (else half): other regions look like records
  bool strict = false;
};

// Regions of the unit that the model selects, in page order.
std::vector<Region> find_records(const RecordModel& model, const Unit& unit, Budget* budget);
// The same where the nodes that its rules select are known, in page order.
std::vector<Region> regions_at(const RecordModel& model, const Unit& unit,
                               const std::vector<NodeId>& selected);

// ---------------------------------------------------------------- learning

// A unit and where its labelled records' values stand.
struct RecordPage {
  const Unit* unit = nullptr;
  std::vector<std::vector<NodeId>> records;  // nodes that hold values, by record
  bool complete = true;
};

struct LearnedRecords {
  RecordModel model;
  std::vector<std::vector<Region>> regions;  // by page: all that the model selects
  std::vector<std::vector<int>> record_of;   // by page and region: which labelled record it holds, -1: none
};

// The structure that separates the labelled records from each other and from the rest. Nothing when there is
// none.
std::optional<LearnedRecords> learn_records(const std::vector<RecordPage>& pages, Budget& budget);

}  // namespace gleaner::pattern
