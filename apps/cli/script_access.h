// What a script or a logic program may reach, for every verb that runs one: --allow-read DIR, --allow-net
// HOST; and how its pages are read: their charset, the manners and the cache of those from the web.
#pragma once

#include <string>
#include <vector>

#include "cli.h"
#include "page_input.h"
#include "script/interpreter.h"

namespace gleaner::cli {

struct AccessOptions {
  std::vector<std::string> read, net;
  PageInput input;
};
void add_access(Command& verb, AccessOptions& into);
void add_net(Command& verb, AccessOptions& into);  // without --allow-read
std::vector<std::string> hosts_of(const AccessOptions& access);

// Options of a run that may reach just that. Pages are fetched only when some host is allowed.
// `seconds`: how long a page may take, 0 for the usual.
script::RunOptions run_options(const AccessOptions& access, double seconds = 0);

}  // namespace gleaner::cli
