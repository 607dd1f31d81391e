// See logic_session.h. Also where `:- use_templates` and `:- use_wrapper` of a program find their files:
// beside it.
#include "logic_session.h"

#include <filesystem>

#include "logic/relations.h"
#include "logic_tables.h"
#include "logic_web.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "templates/bridge.h"
#include "templates/parse.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

constexpr uint64_t kStackMegabytes = 512, kMegabytes = 2048;  // unless the caller says

}  // namespace

void add_logic(Command& verb, LogicOptions& into) {
  verb.add_option("program", into.program, "logic program (.pl), - for none")
      ->required()
      ->type_name("PROGRAM");
  verb.add_option("--root", into.root, "folder of the pages (default: the program's)")->type_name("FOLDER");
  verb.add_option("--allow-net", into.net, "host whose pages and databases the program may reach (again for more)")
      ->type_name("HOST");
  verb.add_flag("--trusted", into.trusted, "no sandbox: the program may do everything that Prolog can");
  const std::string group = "Limits";
  verb.add_option("--max-seconds,--time", into.seconds, "stop after so many seconds")
      ->type_name("S")
      ->group(group);
  verb.add_option("--max-steps,--inferences", into.inferences,
                  "stop after so many steps of Prolog, 0: never (default 200 million)")
      ->type_name("N")
      ->group(group);
  verb.add_option("--max-megabytes,--stack", into.megabytes,
                  "stop when it has taken so much memory (default 2048, of it 512 for Prolog's stacks)")
      ->type_name("N")
      ->group(group);
}

Result<std::unique_ptr<logic::Session>> open_program(const LogicOptions& options, Session& session) {
  const bool file = options.program != "-";
  std::string text;
  if (file) {
    GLEANER_TRY(text, read_file(options.program));
  }
  const std::filesystem::path beside = std::filesystem::path(file ? options.program : "").parent_path();
  const std::string folder = beside.empty() ? "." : beside.string();
  logic::SessionOptions made;
  made.trusted = options.trusted;
  made.stack_bytes = (options.megabytes ? options.megabytes : kStackMegabytes) << 20;
  const std::string root = options.root.empty() ? folder : options.root;
  std::shared_ptr<const logic::Fetcher> files = std::make_shared<logic::FileFetcher>(root, !options.trusted);
  made.fetcher = options.net.empty() ? files : web_fetcher(options.net, options.seconds, files);
  auto records = std::make_shared<std::shared_ptr<logic::RecordRelation>>();
  const wrap::Registry& registry = session.registry();
  const bool trusted = options.trusted;
  const TableAccess access{options.net, !trusted};
  made.use = [folder, trusted, records, access, &registry](const std::string& kind, const std::string& path,
                                                   logic::Session& into) -> Status {
    if (kind == "table") return add_table(into, path, folder, access);
    const std::string whole = (std::filesystem::path(folder) / path).string();
    if (!trusted && !allowed_path(whole, {folder}).ok())
      return error(Code::usage, "a sandboxed program uses wrappers and templates of its own folder only, not " + path, {},
                   "put it beside the program, or run the program --trusted");
    if (kind == "templates") {
      GLEANER_TRY(templates::TemplateSet set, templates::load_templates(whole));
      GLEANER_TRY(auto compiled, templates::compile(std::move(set)));
      return templates::add_templates(into, std::move(compiled));
    }
    GLEANER_TRY(wrap::WrapperFile wrapper, wrap::load_wrapper(whole, registry));
    return logic::add_wrapper(into, wrapper.wrapper, wrap::typed_schema(wrapper), *records);
  };
  made.source = [folder, trusted](const std::string& path) -> Result<std::string> {
    std::string whole = (std::filesystem::path(folder) / path).string();
    std::error_code failed;
    if (!std::filesystem::exists(whole, failed) && !path.ends_with(".pl")) whole += ".pl";
    if (!trusted && !allowed_path(whole, {folder}).ok())
      return error(Code::usage, "a sandboxed program is made of files of its own folder only, not " + path, {},
                   "put it beside the program, or run the program --trusted");
    return read_file(whole);
  };
  GLEANER_TRY(auto program, logic::Session::create(std::move(made)));
  GLEANER_CHECK(logic::add_page_relations(*program));
  GLEANER_CHECK(program->load_program(text, options.program));
  return program;
}

logic::AskOptions ask_options(const LogicOptions& options) {
  logic::AskOptions made;
  made.inferences = options.inferences;
  const BudgetLimits limits = limits_of(options);
  made.time = limits.time;
  made.memory = limits.memory;
  return made;
}

BudgetLimits limits_of(const LogicOptions& options) {
  BudgetLimits limits;
  if (options.seconds > 0) limits.time = std::chrono::milliseconds(int64_t(options.seconds * 1000));
  limits.memory = (options.megabytes ? options.megabytes : kMegabytes) << 20;
  return limits;
}

}  // namespace gleaner::cli
