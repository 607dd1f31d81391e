// Running a script of the language, with a browser where it needs one: what run and replay share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "browser_options.h"
#include "options.h"
#include "script/interpreter.h"
#include "script/parser.h"

namespace gleaner::cli {

// A function from a shared library (include/gleaner/functions.h): what a person loads
// with --library, scripts may call.
struct LoadedFunction {
  std::string name;
  script::Value function;
};

struct ScriptRun {
  std::string script;
  std::vector<std::string> arguments, libraries;
  AccessOptions access;
  OutputOptions output;  // of what the script emits
  BudgetOptions budget;
  BrowserFlags browser;
  size_t jobs = 0;
};

// Options of every verb that runs a script: which one; and what it may use.
void add_script(Command& verb, ScriptRun& run);
void add_script_limits(Command& verb, ScriptRun& run);
script::RunOptions how_to_run(const ScriptRun& run);

// How scripts are parsed: imports stand beside them, functions come from libraries.
script::ParseOptions how_to_parse(const std::string& script, const std::vector<LoadedFunction>& functions);
Result<std::vector<LoadedFunction>> functions_of(const std::vector<std::string>& libraries);

// Runs it; the exit code. `watch` may change how the browser is used and listen to steps.
int run_script(const ScriptRun& run, const std::function<void(script::NavigationOptions&)>& watch = {});

}  // namespace gleaner::cli
