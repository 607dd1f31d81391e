// See script_access.h.
#include "script_access.h"

#include <fmt/format.h>

#include "base/text.h"
#include "fetcher_pool.h"

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
  verb.add_option("--allow-read", into.read, "folder or file that the script may read (again for more)")
      ->type_name("DIR")
      ->check(not_empty("a folder or a file"));
  verb.add_option("--allow-net", into.net, "host that the script may reach (again for more)")
      ->type_name("HOST")
      ->check(not_empty("a host"));
}

script::RunOptions run_options(const AccessOptions& access, double seconds) {
  script::RunOptions how;
  how.access.read = access.read;
  for (const std::string& host : access.net) how.access.net.push_back(lower_ascii(host));
  if (!access.net.empty())
    how.fetch = [pool = std::make_shared<FetcherPool>(how.access.net, seconds)](const std::string& url) {
      return pool->get(url);
    };
  return how;
}

}  // namespace gleaner::cli
