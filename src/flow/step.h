// What the steps of a flow are given, and what they give. A step is a pure function of its inputs, its part
// of the file, the files that it names, and the day of the run: so its output can be kept under the hash of
// these, and a run can be done again.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "flow/file.h"
#include "flow/table.h"

namespace gleaner::flow {

// A value that could not be read, or a row that could not be used. Nothing is dropped without one.
struct Problem {
  std::string step;
  uint32_t row = 0;  // of the step's first input (of its own rows, for sources)
  std::string column, value, reason;
  std::string place;  // where the value stands: page and bytes; filled in by the engine
};

// Files that steps name (rates, taxes, maps): read once, kept with their content, so
// that the run knows what it used.
class Files {
 public:
  using Read = std::function<Result<std::string>(const std::string& path)>;
  explicit Files(Read read) : read_(std::move(read)) {}
  Result<std::string_view> get(const std::string& path);
  const std::map<std::string, std::string>& used() const { return used_; }

 private:
  Read read_;
  std::map<std::string, std::string> used_;
};

// The decisions of people on pairs of a match step, see match_step.cc.
struct Decision {
  std::string step, left, right;  // keys of the rows
  std::string verdict;            // "accept", "reject", "defer"
  std::string by, when;
  uint64_t text_hash = 0;  // of what was compared: other texts ask again
};

struct ReviewPair {
  std::string step, left, right;  // keys
  double probability = 0;
  uint64_t text_hash = 0;
  std::string left_text, right_text, why;
  bool deferred = false, changed = false;  // changed: decided before, on other texts
};

struct StepContext {
  const Flow* flow = nullptr;
  Files* files = nullptr;
  int64_t now = 0;    // of the run
  std::string today;  // in the schedule's zone: 2026-01-12
  size_t jobs = 1;
  std::vector<Decision> decisions;
  const Table* last = nullptr;  // of the step at hand, in the run before: clusters keep their names
};

struct StepOutput {
  Table table;
  std::vector<Problem> problems;
  std::vector<std::string> notes;  // what a person should know, evidence
  std::vector<ReviewPair> review;  // match
};

// Each in a file of its name. REQUIRES: `inputs` are those of the step, in its order.
using Inputs = std::vector<const Table*>;
Result<StepOutput> integrate(const Step& step, const Inputs& inputs, StepContext& context);
Result<StepOutput> normalise(const Step& step, const Inputs& inputs, StepContext& context);
Result<StepOutput> run_query(const Step& step, const Inputs& inputs,
                             StepContext& context);  // filter, derive, aggregate, query
Result<StepOutput> match_step(const Step& step, const Inputs& inputs, StepContext& context);

// How a normalised value came about: "41.53 CHF x 1.0739 (ecb.csv 2026-01-12) less 8.1 %
// tax (CH)". `row` is of the input.
Result<std::string> explain_normalised(const Step& step, const Table& input, uint32_t row,
                                       std::string_view column, StepContext& context);
// The files of a step whose content is part of its input.
std::vector<std::string> files_of(const Step& step);
// Whether its output depends on the day of the run.
bool depends_on_day(const Step& step);

}  // namespace gleaner::flow
