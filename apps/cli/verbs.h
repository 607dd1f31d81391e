// Every verb's add function; each is in the file of its name. Listed for the program in verbs.cc.
#pragma once

#include "cli.h"

namespace gleaner::cli {

void add_records(Command& app, Session& session);
void add_tables(Command& app, Session& session);
void add_data(Command& app, Session& session);
void add_extract(Command& app, Session& session);
void add_learn(Command& app, Session& session);
void add_label(Command& app, Session& session);
void add_explain(Command& app, Session& session);
void add_check(Command& app, Session& session);
void add_repair(Command& app, Session& session);
void add_links(Command& app, Session& session);
void add_match(Command& app, Session& session);
void add_fetch(Command& app, Session& session);
void add_crawl(Command& app, Session& session);
void add_archive(Command& app, Session& session);
void add_parse(Command& app, Session& session);
void add_run(Command& app, Session& session);
void add_record(Command& app, Session& session);
void add_replay(Command& app, Session& session);
void add_query(Command& app, Session& session);
void add_shell(Command& app, Session& session);
void add_studio(Command& app, Session& session);
void add_convert(Command& app, Session& session);
void add_debug(Command& app, Session& session);
void add_ask(Command& app, Session& session);
void add_robot(Command& app, Session& session);
void add_version(Command& app, Session& session);
void add_completion(Command& app, Session& session);

}  // namespace gleaner::cli
