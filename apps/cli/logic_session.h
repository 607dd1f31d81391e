// A logic program as the verbs ask and robot open it: its file, its limits, the relations it may use.
#pragma once

#include <memory>
#include <string>

#include "cli.h"
#include "logic/session.h"
#include "script_access.h"

namespace gleaner::cli {

struct LogicOptions {
  std::string program, root;
  bool trusted = false;
  double seconds = 0;
  AccessOptions access;
  uint64_t inferences = 200'000'000, megabytes = 0;  // megabytes 0: kStackMegabytes, kMegabytes
};

void add_logic(Command& verb, LogicOptions& into);
Result<std::unique_ptr<logic::Session>> open_program(const LogicOptions& options);
logic::AskOptions ask_options(const LogicOptions& options);
// For the watchdog of a verb that asks one question.
BudgetLimits limits_of(const LogicOptions& options);

}  // namespace gleaner::cli
