// gleaner run SCRIPT, gleaner query 'select ...': the language on the command line.
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "navigation_run.h"
#include "options.h"
#include "output.h"
#include "page/load.h"
#include "query_page.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "script_access.h"
#include "script_table.h"
#include "store/postgres.h"
#include "store/record_file.h"
#include "store/target.h"
#include "verbs.h"
#include "watchdog.h"

namespace gleaner::cli {
namespace {

struct QueryArguments : ScriptRun {
  std::string query, html;
};

// What a person typed into a query may be reached: the files and databases in its quotes.
void allow_typed(const std::string& query, AccessOptions& access) {
  for (const std::string& word : quoted_words(query)) {
    const std::string place = word.substr(0, store::table_mark(word));
    std::error_code failed;
    if (const size_t wild = word.find_first_of("*?[");
        wild != std::string::npos) {  // 'shop/*.html': its folder
      const auto folder = std::filesystem::path(word.substr(0, wild) + "x").parent_path();
      if (std::filesystem::is_directory(folder.empty() ? "." : folder, failed))
        access.read.push_back(folder.empty() ? "." : folder.string());
    }
    if (std::filesystem::is_directory(word, failed)) access.read.push_back(word);
    else if (std::filesystem::is_regular_file(word, failed)) access.read.push_back(word);
    else if (std::filesystem::is_regular_file(place, failed) || !std::filesystem::exists(place, failed))
      access.read.push_back(place);  // one that is not there is an error that says so
    if (store::Postgres::is_address(place))
      if (auto hosts = store::Postgres::hosts(place); hosts.ok())
        access.net.insert(access.net.end(), hosts->begin(), hosts->end());
  }
}

bool is_table_file(const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || !is_alpha(name[0])) return false;
  const std::string ending = lower_ascii(name.substr(dot + 1));
  return store::RecordFile::writes(name) || ending == "csv" || ending == "tsv" || ending.starts_with("json");
}

// Beside the error of a query, what was probably meant: people who know SQL write files without quotes.
void add_query_hint(Diagnostic& why, const std::string& query) {
  const std::string first = lower_ascii(trim(query).substr(0, trim(query).find_first_of(" \n\t(")));
  for (std::string_view change : {"insert", "update", "delete", "create", "drop", "alter"})
    if (first == change) {
      why.hint = "a query reads: select ... from 'FILE'; -o FILE writes its answer, and --mode says how";
      return;
    }
  if (const auto near = nearest(first, {"select"}); near && first != *near) {
    why.hint = fmt::format("did you mean {}?", *near);
    return;
  }
  const size_t from = query.find("from ");
  if (from == std::string::npos) return;
  const size_t begin = std::min(query.find_first_not_of(' ', from + 5), query.size());
  const std::string name = query.substr(begin, query.find_first_of(" ,\n", begin) - begin);
  if (!name.empty() && is_table_file(name))
    why.hint = fmt::format("the name of a file stands in quotes: from '{}'", name);
}

// The query runs behind the script's definitions and statements, so that it sees its views, functions and
// variables. `source`: both.
Result<std::shared_ptr<script::Script>> parse_query(const QueryArguments& options,
                                                    const std::vector<LoadedFunction>& functions,
                                                    std::string& source) {
  if (!options.script.empty()) {
    GLEANER_TRY(source, read_program(options.script));
    source += "\n";
  }
  const size_t typed = source.size();
  source += options.query;
  auto script = script::parse_script(source, options.script.empty() ? "query" : options.script,
                                     how_to_parse(options.script, functions));
  if (!script.ok()) {
    Diagnostic why = script.error();
    if (!options.script.empty() &&
        why.where.line > uint32_t(std::count(source.begin(), source.begin() + ptrdiff_t(typed), '\n'))) {
      why.where.file = "query";
      why.where.line = 1;
    }
    add_query_hint(why, options.query);
    return why;
  }
  const auto asked = std::ranges::count_if((*script)->main->body->kids, [&](const auto& one) {
    return one->offset >= typed + (*script)->own_begin;
  });
  if (!asked)
    return error(Code::usage, "the question is empty", {}, "select name from 'table.csv' where ...");
  if (asked > 1)
    return error(Code::usage, "a second statement stands behind the first; one is asked at a time");
  return script;
}

Result<script::Value> answer_query(const QueryArguments& options, std::shared_ptr<script::Script> script,
                                   const std::vector<LoadedFunction>& functions) {
  script::RunOptions how = how_to_run(options);
  how.out = [](std::string_view) {};  // only the answer is printed
  Budget budget(limits_of(options.budget));
  Watchdog watchdog(limits_of(options.budget), "answering the query");
  script::Interpreter interpreter(std::move(script), std::move(how), budget);
  for (const LoadedFunction& one : functions) interpreter.set_global(one.name, one.function);
  auto answer = interpreter.run();
  if (answer.ok()) return answer;
  Diagnostic why = answer.error();
  add_query_hint(why, options.query);
  return why;
}

// As a page, for people.
Result<int> write_query_page(const script::Value& answer, const QueryArguments& options) {
  const std::string folder = std::filesystem::path(options.html).parent_path().string();
  GLEANER_CHECK(write_file(options.html, query_page(answer, options.query, folder)));
  const size_t rows = answer.is(script::Kind::list) ? answer.as_list().items.size() : 1;
  say(fmt::format("{} -> {}", counted(rows, "row"), options.html));
  return rows ? kDone : kNothingFound;
}

Result<int> write_answer(const script::Value& answer, const QueryArguments& options, Output& output) {
  GLEANER_TRY(const std::string text,
              format_answer(answer, options.output, ::isatty(STDOUT_FILENO) && options.output.path.empty()));
  GLEANER_CHECK(output.write(text));
  GLEANER_CHECK(output.finish());
  const bool list = answer.is(script::Kind::list);
  const bool nothing = answer.is_null() || (list && answer.as_list().items.empty());
  if (output.to_file() && list)
    say(fmt::format("{} -> {}", counted(answer.as_list().items.size(), "row"),
                    store::shown_place(options.output.path) + output.told()));
  else if (nothing) say("no rows");
  return nothing ? kNothingFound : kDone;
}

Result<int> run_query(QueryArguments options) {
  GLEANER_TRY(const std::vector<LoadedFunction> functions, functions_of(options.libraries));
  std::string source;
  GLEANER_TRY(auto script, parse_query(options, functions, source));
  allow_typed(options.query, options.access);
  GLEANER_CHECK(not_an_input(options.output.path, quoted_words(source)));
  GLEANER_TRY(const std::unique_ptr<Output> output, Output::open(options.output));
  GLEANER_TRY(const script::Value answer, answer_query(options, std::move(script), functions));
  return options.html.empty() ? write_answer(answer, options, *output) : write_query_page(answer, options);
}

}  // namespace

void add_run(Command& app) {
  auto run = std::make_shared<ScriptRun>();
  Command& verb = add_verb(
      app, "run", "Run a script of the Gleaner language",
      "  gleaner run shops.gln --allow-read data\n"
      "  gleaner run count.gln access.log --allow-read .\n"
      "  gleaner run cart.gln --allow-read . --allow-net shop.example -o prices.csv --job prices.job\n"
      "The list `arguments` holds what stands behind the script. A script reads no file and reaches no host\n"
      "unless it is allowed to. Statements that act on pages (load, click, type, ...) open a browser; -o takes what\n"
      "the script emits, and with --job a run that was interrupted goes on where it was.");
  add_script(verb, *run);
  add_output(verb, run->output, "jsonl, json, csv, tsv, xml, table");
  add_browser(verb, run->browser);
  add_script_limits(verb, *run);
  verb.callback([run] { return run_script(*run); });
}

void add_query(Command& app) {
  auto options = std::make_shared<QueryArguments>();
  Command& verb = add_verb(
      app, "query", "Ask tables, pages and views",
      "  gleaner query \"select name, price from 'shop.csv' where price < 10 order by price\"\n"
      "  gleaner query \"select host, count(*) as n from 'auth.jsonl' group by host order by n desc limit "
      "5\"\n"
      "  gleaner query \"select name from extract('shop.wrapper', 'shop/*.html') where price < 10\" --html cheap.html\n"
      "  gleaner query -s shops.gln 'select o.name from o in offers where o.price < 20' --allow-read data\n"
      "Tables: .csv .tsv .json .jsonl .parquet, .sqlite and .duckdb ('file.sqlite#table'),\n"
      "        'postgresql://user@host/db#table'\n"
      "Joins: from a in 'x.csv', b in 'y.csv' where a.id == b.id,\n"
      "       or from 'x.csv' a left join 'y.csv' b on a.id = b.id\n"
      "Pages: from extract('shop.wrapper', 'shop/*.html'), records('shop/*.html'), tables('page.html'), 'feed.xml'");
  verb.add_option("query", options->query, "QUERY", "the question")->required();
  verb.add_option("-s,--script", options->script, "SCRIPT",
                  "script with views, functions and variables to use");
  verb.add_option("--html", options->html, "FILE",
                  "write a page that sorts and filters, with links to sources and why each value is there");
  add_output(verb, options->output, "table, jsonl, json, csv, tsv, xml");
  add_script_limits(verb, *options);
  verb.callback([options] { return run_query(*options); });
}

}  // namespace gleaner::cli
