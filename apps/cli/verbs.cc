// The verbs in the order of --help: what a new user needs first.
#include "verbs.h"

namespace gleaner::cli {

void add_verbs(Command& app) {
  for (const auto add : {add_records, add_tables,  add_data,  add_learn,      add_label,   add_extract,
                         add_studio,  add_fetch,   add_crawl, add_discover,   add_archive, add_explain,
                         add_check,   add_repair,  add_ask,   add_robot,      add_links,   add_match,
                         add_flow,    add_parse,   add_run,   add_record,     add_replay,  add_query,
                         add_shell,   add_convert, add_debug, add_completion, add_version})
    add(app);
}

}  // namespace gleaner::cli
