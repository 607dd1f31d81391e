// gleaner version
#include <fmt/format.h>

#include <cstdio>

#include "base/json.h"
#include "base/text.h"
#include "run/families.h"
#include "verbs.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {

void add_version(Command& app) {
  auto json = std::make_shared<bool>(false);
  Command& verb =
      add_verb(app, "version", "The version of this program and what it can do", "  gleaner version --json");
  verb.add_flag("--json", *json, "as JSON");
  verb.callback([json] {
    const auto kind = [&](const auto& family) { return *json ? json::quote(family.kind) : family.kind; };
    const std::string kinds = joined(run::families().families(), kind, *json ? ", " : " ");
    const std::string text =
        *json ? fmt::format("{{\"version\": \"{}\", \"wrapper_format\": {}, \"kinds\": [{}]}}\n",
                            GLEANER_VERSION, wrap::kWrapperFormat, kinds)
              : fmt::format("gleaner {}\nwrapper format {}\nwrapper kinds: {}\n", GLEANER_VERSION,
                            wrap::kWrapperFormat, kinds);
    std::fputs(text.c_str(), stdout);
    return kDone;
  });
}

}  // namespace gleaner::cli
