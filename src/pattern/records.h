// Where the records of a page are: a node each, or a run of siblings each (definition lists, rows in pairs, br-separated lines).
//
// A RecordModel selects nodes by structure (tags, classes, names above); in run mode a selected node begins a record that goes on to the
// node before the next one. A record whose required fields are absent is no record: that is what tells header rows, advertisements and
// footers from the records among which they stand.
#pragma once

#include <string>
#include <vector>

#include "pattern/plan.h"
#include "pattern/unit.h"

namespace gleaner::pattern {

struct RecordModel {
  bool runs = false;                                // a selected node begins a run of siblings
  Plan plan;                                        // conditions on nodes
  std::vector<std::vector<ConditionId>> rules;      // any of them selects
  std::vector<std::string> required;                // fields every labelled record had
};

// Regions of the unit that the model selects, in page order.
std::vector<Region> find_records(const RecordModel& model, const Unit& unit, Budget* budget);

}  // namespace gleaner::pattern
