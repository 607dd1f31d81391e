// See script_access.h.
#include "script_access.h"

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"

namespace gleaner::cli {
namespace {

// An unset variable of a shell is an empty word: --allow-read "$FOLDER".
Option::Check not_empty(const std::string& what) {
  return [what](const std::string& text) {
    return trim(text).empty() ? fmt::format("it must be {}, not \"{}\"", what, text) : std::string();
  };
}

}  // namespace

void add_access(Command& verb, AccessOptions& into) {
  verb.add_option("--allow-read", into.read, "DIR",
                  "folder or file that the script may read (again for more)")
      ->check(not_empty("a folder or a file"));
  add_net(verb, into);
}

void add_net(Command& verb, AccessOptions& into) {
  verb.add_option("--allow-net", into.net, "HOST", "host that the program may reach (again for more)")
      ->check(not_empty("a host"));
  into.input.add_options(verb);
}

std::vector<std::string> hosts_of(const AccessOptions& access) { return mapped(access.net, lower_ascii); }

script::RunOptions run_options(const AccessOptions& access, double seconds) {
  script::RunOptions how;
  how.access.read = access.read;
  how.access.net = hosts_of(access);
  how.load = [input = access.input](const std::string& path, const LoadOptions& options) {
    return input.load(path, options);
  };
  if (!access.net.empty())
    how.fetch = [input = access.input, hosts = how.access.net, seconds](
                    const std::string& url, const LoadOptions& options) -> Result<DocumentPtr> {
      GLEANER_TRY(web::Sources * from, input.sources_of_hosts(hosts, seconds));
      return from->load(url, options);
    };
  return how;
}

}  // namespace gleaner::cli
