// Every verb's add function; each is in the file of its name. Listed for the program in verbs.cc.
#pragma once

#include "cli.h"

namespace gleaner::cli {

void add_extract(CLI::App& app, Session& session);
void add_learn(CLI::App& app, Session& session);
void add_explain(CLI::App& app, Session& session);
void add_check(CLI::App& app, Session& session);
void add_repair(CLI::App& app, Session& session);
void add_parse(CLI::App& app, Session& session);
void add_run(CLI::App& app, Session& session);
void add_query(CLI::App& app, Session& session);
void add_shell(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_debug(CLI::App& app, Session& session);
void add_ask(CLI::App& app, Session& session);
void add_robot(CLI::App& app, Session& session);
void add_version(CLI::App& app, Session& session);
void add_completion(CLI::App& app, Session& session);

}  // namespace gleaner::cli
