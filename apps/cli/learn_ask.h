// gleaner learn --ask: questions about unlabelled pages whose answers decide among the wrappers that still
// fit, of one family or of all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "page_input.h"
#include "wrap/wrapper.h"

namespace gleaner::cli {

struct AskOptions {
  std::vector<std::string> pages;  // to ask about
  std::string simulate;            // label file that plays the person
  bool json = false;               // one question as JSON, nothing is asked
  bool wanted() const { return !pages.empty() || !simulate.empty(); }
};

struct Asked {
  wrap::Learned learned;                   // with the answers
  std::vector<wrap::LabelledPage> labels;  // ... which are labels now
  size_t new_labels = 0;           // answers that are labels: on pages of many records they only choose
  size_t clicks = 0;               // questions answered
  bool agreed = false;             // no doubt is left
  size_t open = 0;                 // records of lists that are in doubt still
  bool stopped = false;            // the person went away
  std::vector<std::string> empty;  // pages on which nothing is found: there is nothing to ask about there
  bool only_question = false;      // the question was printed, nothing learned
  // --simulate: answers after which every page came out as its labels say
  std::optional<size_t> perfect_after;
};

// Learns again after every answer.
Result<Asked> ask(std::vector<wrap::LabelledPage> pages, const wrap::Learner& learner,
                  const wrap::LearnOptions& learn_options, const AskOptions& options, const PageInput& input,
                  const BudgetLimits& limits);

}  // namespace gleaner::cli
