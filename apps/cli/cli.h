// What every verb of the command line shares: how a verb is added, printing, exit codes.
//
// Adding a verb: write apps/cli/NAME.cc with
//
//   void add_name(Command& app) {
//     auto options = std::make_shared<NameArguments>();
//     Command& verb = add_verb(app, "name", "what it does in one line", "examples, one a line");
//     verb.add_option(...);
//     verb.callback([options] { return run_name(*options); });
//   }
//
// and name it in verbs.h and main.cc. run_name() returns an exit code (ExitCode below), or why it failed.
// Verbs are compiled together: what a file keeps to itself has the verb's name.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "command.h"

namespace gleaner::cli {

enum ExitCode : int {
  kDone = 0,
  kNothingFound = 1,
  kUsage = 2,
  kBadInput = 3,
  kDrift = 4,
  kCannotLearn = 5,
  kPartial = 6,
};

// `examples`: lines "command   what it does", shown below the options.
Command& add_verb(Command& app, const std::string& name, const std::string& purpose,
                  const std::string& examples);

// --- telling a person (standard error)

// Writes a text to standard output or error. On a terminal, control characters in it are shown,
// not obeyed (base/terminal.h); the next program gets it as it is. What a verb prints goes
// through this or through Output.
void put(std::FILE* to, std::string_view text);

void print(const Diagnostic& diagnostic);
// The first few, then how many more there are; all with `all`.
void print(const Diagnostics& diagnostics, bool all = false);
// Prints and gives the exit code: `return fail(result.error());`. That nobody reads the
// output any more is nothing to tell.
int fail(const Diagnostic& diagnostic);
int fail_usage(const std::string& message, const std::string& hint = "");
// The exit code that a verb came to, or that of what it failed by.
int exit_after(const Result<int>& ran);
// One line on standard error, e.g. the summary after -o.
void say(std::string_view line);

// Texts as a JSON list, counts by name as an object.
std::string json_list(const std::vector<std::string>& texts);
std::string json_counts(const std::map<std::string, size_t>& counts);

// "1 page", "24 pages"
std::string counted(size_t n, std::string_view one, std::string_view many = "");
std::string seconds(double s);  // "0.08 s", "2 min 5 s"

}  // namespace gleaner::cli
