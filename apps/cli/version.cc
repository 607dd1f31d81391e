// gleaner version
#include <fmt/format.h>

#include <cstdio>

#include "verbs.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {

void add_version(Command& app, Session& session) {
  auto json = std::make_shared<bool>(false);
  Command& verb =
      add_verb(app, "version", "The version of this program and what it can do", "  gleaner version --json");
  verb.add_flag("--json", *json, "as JSON");
  verb.callback([json, &session] {
    std::string kinds;
    for (const auto& family : session.registry().families()) {
      kinds += (kinds.empty() ? "" : *json ? ", " : " ") + (*json ? "\"" + family.kind + "\"" : family.kind);
    }
    const std::string text =
        *json ? fmt::format("{{\"version\": \"{}\", \"wrapper_format\": {}, \"kinds\": [{}]}}\n",
                            GLEANER_VERSION, wrap::kWrapperFormat, kinds)
              : fmt::format("gleaner {}\nwrapper format {}\nwrapper kinds: {}\n", GLEANER_VERSION,
                            wrap::kWrapperFormat, kinds);
    std::fputs(text.c_str(), stdout);
    session.exit = kDone;
  });
}

}  // namespace gleaner::cli
