// What a script may reach, for every verb that runs one: --allow-read DIR, --allow-net HOST.
#pragma once

#include <string>
#include <vector>

#include "cli.h"
#include "script/interpreter.h"

namespace gleaner::cli {

struct AccessOptions {
  std::vector<std::string> read, net;
};
void add_access(Command& verb, AccessOptions& into);

// Options of a run that may reach just that. Pages are fetched only when some host is allowed.
// `seconds`: how long a page may take, 0 for the usual.
script::RunOptions run_options(const AccessOptions& access, double seconds = 0);

}  // namespace gleaner::cli
