// gleaner run SCRIPT, gleaner query 'select ...': the language on the command line.
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/text.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "query_hints.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "script_access.h"
#include "script_table.h"
#include "store/postgres.h"
#include "store/target.h"
#include "verbs.h"
#include "watchdog.h"

namespace gleaner::cli {
namespace {

struct Options {
  std::string script, query;
  std::vector<std::string> arguments;
  AccessOptions access;
  OutputOptions output;
  BudgetOptions budget;
  size_t jobs = 0;
};

void add_limits(Command& verb, Options& options) {
  add_access(verb, options.access);
  add_jobs(verb, options.jobs);
  add_budget(verb, options.budget, "the script");
}

script::RunOptions how_to_run(const Options& options) {
  script::RunOptions how = run_options(options.access, options.budget.seconds);
  how.jobs = options.jobs ? options.jobs : default_jobs();
  return how;
}

// What stands in quotes: files and databases, among other things.
std::vector<std::string> quoted_words(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = 0; (at = text.find_first_of("'\"", at)) != std::string::npos;) {
    const size_t end = text.find(text[at], at + 1);
    if (end == std::string::npos) break;
    out.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

// What a person typed into a query may be reached: the files and databases in its quotes.
void allow_typed(const std::string& query, AccessOptions& access) {
  for (const std::string& word : quoted_words(query)) {
    const std::string place = word.substr(0, store::table_mark(word));
    std::error_code failed;
    if (std::filesystem::is_regular_file(word, failed)) access.read.push_back(word);
    else if (std::filesystem::is_regular_file(place, failed) || !std::filesystem::exists(place, failed))
      access.read.push_back(place);  // one that is not there is an error that says so
    if (store::Postgres::is_address(place))
      if (auto hosts = store::Postgres::hosts(place); hosts.ok())
        access.net.insert(access.net.end(), hosts->begin(), hosts->end());
  }
}

int run_script(const Options& options) {
  auto source = read_file(options.script);
  if (!source.ok()) return fail(source.error());
  script::ParseOptions known;
  known.known_globals = {"arguments"};
  auto script = script::parse_script(std::move(*source), options.script, known);
  if (!script.ok()) return fail(script.error());
  auto output = Output::open("");
  if (!output.ok()) return fail(output.error());
  Status written;
  script::RunOptions how = how_to_run(options);
  how.out = [&](std::string_view text) {
    if (written.ok()) written = (*output)->write(text);
  };
  Budget budget(limits_of(options.budget));
  Watchdog watchdog(limits_of(options.budget), "running the script");
  script::Interpreter interpreter(*script, std::move(how), budget);
  std::vector<script::Value> arguments;
  for (const std::string& argument : options.arguments) arguments.push_back(script::Value::text(argument));
  interpreter.set_global("arguments", script::Value::list(std::move(arguments)));
  auto ran = interpreter.run();
  if (written.ok()) written = (*output)->finish();
  if ((*output)->closed()) return kDone;
  if (!ran.ok()) return fail(ran.error());
  if (!written.ok()) return fail(written.error());
  return kDone;
}

// A column that is empty in every row is often a name that the table does not have.
void say_empty_columns(const script::Value& answer, const Options& options) {
  const std::vector<std::string> empty = empty_columns(answer);
  if (empty.empty()) return;
  std::string line =
      fmt::format("note: {} {} empty in every row", fmt::join(empty, ", "), empty.size() == 1 ? "is" : "are");
  const std::string table = first_table(options.query);
  auto script = script::parse_script("select * from " + table + " limit 1", "query");
  if (!table.empty() && script.ok()) {
    Budget budget(limits_of(options.budget));
    script::Interpreter interpreter(*script, how_to_run(options), budget);
    if (auto row = interpreter.run(); row.ok())
      line += fmt::format("\n  columns of {}: {}", table, fmt::join(columns_of(*row), ", "));
  }
  say(line);
}

// The query runs behind the script's definitions and statements, so that it sees its views, functions and
// variables. A table named in the query itself is allowed: the person typed it.
int run_query(Options options) {
  std::string source;
  if (!options.script.empty()) {
    auto text = read_file(options.script);
    if (!text.ok()) return fail(text.error());
    source = std::move(*text) + "\n";
  }
  const size_t typed = source.size();
  source += options.query;
  auto script = script::parse_script(source, options.script.empty() ? "query" : options.script);
  if (!script.ok()) {
    Diagnostic why = script.error();
    if (!options.script.empty() &&
        why.where.line > uint32_t(std::count(source.begin(), source.begin() + ptrdiff_t(typed), '\n'))) {
      why.where.file = "query";
      why.where.line = 1;
    }
    add_query_hint(why, options.query);
    return fail(why);
  }
  allow_typed(options.query, options.access);
  if (const Status fine = not_an_input(options.output.path, quoted_words(source)); !fine.ok()) return fail(fine.error());
  auto output = Output::open(options.output);
  if (!output.ok()) return fail(output.error());
  script::RunOptions how = how_to_run(options);
  how.out = [](std::string_view) {};  // only the answer is printed
  Budget budget(limits_of(options.budget));
  Watchdog watchdog(limits_of(options.budget), "answering the query");
  script::Interpreter interpreter(*script, std::move(how), budget);
  auto answer = interpreter.run();
  if (!answer.ok()) {
    Diagnostic why = answer.error();
    add_query_hint(why, options.query);
    return fail(why);
  }
  auto text = format_answer(*answer, options.output, ::isatty(STDOUT_FILENO) && options.output.path.empty());
  if (!text.ok()) return fail(text.error());
  Status written = (*output)->write(*text);
  if (written.ok()) written = (*output)->finish();
  if ((*output)->closed()) return kDone;
  if (!written.ok()) return fail(written.error());
  const bool nothing =
      answer->is_null() || (answer->is(script::Kind::list) && answer->as_list().items.empty());
  if ((*output)->to_file() && answer->is(script::Kind::list))
    say(fmt::format("{} -> {}", counted(answer->as_list().items.size(), "row"), store::shown_place(options.output.path) + (*output)->told()));
  else if (nothing) say("no rows");
  say_empty_columns(*answer, options);
  return nothing ? kNothingFound : kDone;
}

}  // namespace

void add_run(Command& app, Session& session) {
  auto options = std::make_shared<Options>();
  Command& verb = add_verb(
      app, "run", "Run a script of the Gleaner language",
      "  gleaner run shops.gln --allow-read data\n"
      "  gleaner run count.gln access.log --allow-read .\n"
      "The list `arguments` holds what stands behind the script. A script reads no file and reaches no host\n"
      "unless it is allowed to.");
  verb.add_option("script", options->script, "script file (.gln)")->required()->type_name("SCRIPT");
  verb.add_option("arguments", options->arguments, "what the script finds in `arguments`")
      ->type_name("ARGUMENT...");
  add_limits(verb, *options);
  verb.callback([options, &session] { session.exit = run_script(*options); });
}

void add_query(Command& app, Session& session) {
  auto options = std::make_shared<Options>();
  Command& verb = add_verb(
      app, "query", "Ask tables, pages and views",
      "  gleaner query \"select name, price from 'shop.csv' where price < 10 order by price\"\n"
      "  gleaner query \"select host, count(*) as n from 'auth.jsonl' group by host order by n desc limit "
      "5\"\n"
      "  gleaner query -s shops.gln 'select o.name from o in offers where o.price < 20' --allow-read data\n"
      "Tables: .csv .tsv .json .jsonl .parquet, .sqlite and .duckdb ('file.sqlite#table'), "
      "'postgresql://user@host/db#table'.\n"
      "Joins: from a in 'x.csv', b in 'y.csv' where a.id == b.id");
  verb.add_option("query", options->query, "the question")->required()->type_name("QUERY");
  verb.add_option("-s,--script", options->script, "script with views, functions and variables to use")
      ->type_name("SCRIPT");
  add_output(verb, options->output, "table, jsonl, json, csv, tsv");
  add_limits(verb, *options);
  verb.callback([options, &session] { session.exit = run_query(*options); });
}

}  // namespace gleaner::cli
