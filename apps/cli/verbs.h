// Every verb's add function; each is in the file of its name.
#pragma once

#include <string_view>

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

// All of them, in the order of --help; where `asked` names one that looks at no other, that one alone: to say
// what the others know is most of what a short call does, and under sanitizers most of what the tests do.
void add_verbs(Command& app, std::string_view asked);

}  // namespace gleaner::cli
