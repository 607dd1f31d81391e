// Every verb's add function; each is in the file of its name.
#pragma once

#include "cli.h"

namespace gleaner::cli {

void add_records(Command& app);
void add_tables(Command& app);
void add_data(Command& app);
void add_extract(Command& app);
void add_learn(Command& app);
void add_label(Command& app);
void add_explain(Command& app);
void add_check(Command& app);
void add_repair(Command& app);
void add_links(Command& app);
void add_match(Command& app);
void add_flow(Command& app);
void add_fetch(Command& app);
void add_discover(Command& app);
void add_crawl(Command& app);
void add_archive(Command& app);
void add_parse(Command& app);
void add_run(Command& app);
void add_record(Command& app);
void add_replay(Command& app);
void add_query(Command& app);
void add_shell(Command& app);
void add_studio(Command& app);
void add_convert(Command& app);
void add_debug(Command& app);
void add_ask(Command& app);
void add_robot(Command& app);
void add_version(Command& app);
void add_completion(Command& app);
void add_serve(Command& debug);  // a form of debug

}  // namespace gleaner::cli
