// See navigation_run.h.
#include "navigation_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "../../include/gleaner/functions.h"
#include "base/elapsed.h"
#include "base/library.h"
#include "base/ordered_pool.h"
#include "output.h"
#include "page/allowed_path.h"
#include "page/load.h"
#include "run/families.h"
#include "script/parser.h"
#include "script/tables.h"
#include "script_table.h"
#include "store/target.h"
#include "watchdog.h"

namespace gleaner::cli {

void add_script(Command& verb, ScriptRun& run) {
  verb.add_option("script", run.script, "SCRIPT", "script file (.gln)")->required();
  verb.add_option("arguments", run.arguments, "ARGUMENT...", "what the script finds in `arguments`");
}

void add_script_limits(Command& verb, ScriptRun& run) {
  verb.add_option("--library", run.libraries, "FILE",
                  "shared library with functions for the script (again for more)");
  add_access(verb, run.access);
  add_jobs(verb, run.jobs);
  add_budget(verb, run.budget, "the script");
}

script::RunOptions how_to_run(const ScriptRun& run) {
  script::RunOptions how = run_options(run.access, run.budget.seconds);
  how.registry = &run::families();
  how.note = [](const std::string& note) { say("note: " + note); };
  how.jobs = run.jobs ? run.jobs : default_jobs();
  return how;
}

script::ParseOptions how_to_parse(const std::string& script, const std::vector<LoadedFunction>& functions) {
  script::ParseOptions how;
  for (const LoadedFunction& one : functions) how.known_globals.push_back(one.name);
  how.load = [script](const std::string& path, const std::string&) -> Result<std::string> {
    GLEANER_TRY(const std::string whole, path_beside(script.empty() ? "query" : script, path));
    return read_program(whole);
  };
  return how;
}

// Loads the library and keeps it. Native code runs with the program's rights: never load what a script names.
// Arguments and answers cross the border as JSON.
static Result<std::vector<LoadedFunction>> load_functions(const std::string& path) {
  // A name without a folder would be looked for where the system keeps its libraries.
  const std::string whole = std::filesystem::absolute(path).string();
  GLEANER_TRY(Library library,
              Library::open({whole}, "the library " + path, "is it a shared library of this machine?"));
  const auto find = library.find<decltype(&gleaner_functions)>("gleaner_functions");
  if (!find)
    return error(Code::bad_input, path + " has no gleaner_functions()", {},
                 "see include/gleaner/functions.h");
  const gleaner_function_library* made = find();
  if (!made || made->version != GLEANER_FUNCTIONS_VERSION || !made->release)
    return error(
        Code::bad_input,
        fmt::format("{} is of version {}, not {}", path, made ? made->version : 0, GLEANER_FUNCTIONS_VERSION),
        {}, "build it again with this Gleaner's include/gleaner/functions.h");
  std::vector<LoadedFunction> out;
  for (size_t i = 0; i < made->count; ++i) {
    const gleaner_function& one = made->functions[i];
    script::Function* function = new script::Function();
    script::Value value(function);
    function->name = one.name;
    function->native = [one, made](script::Interpreter& in,
                                   std::vector<script::Value>& arguments) -> script::Value {
      const std::string json = script::to_json(script::Value::list(arguments));
      int failed = 0;
      const std::unique_ptr<char, void (*)(char*)> answer(one.call(json.data(), json.size(), &failed),
                                                          made->release);
      const std::string text = answer ? answer.get() : "null";
      if (failed) in.fail(fmt::format("{}: {}", one.name, text));
      auto read = script::read_json(text, one.name);
      if (!read.ok()) in.fail(fmt::format("{} answered no JSON: {}", one.name, read.error().message));
      return std::move(*read);
    };
    out.push_back({one.name, std::move(value)});
  }
  return out;
}

Result<std::vector<LoadedFunction>> functions_of(const std::vector<std::string>& libraries) {
  std::vector<LoadedFunction> out;
  for (const std::string& library : libraries) {
    GLEANER_TRY(std::vector<LoadedFunction> more, load_functions(library));
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

namespace {

// What a run has emitted: told at once without -o, else written whole at the end. A job has kept it.
class Emitted {
 public:
  Emitted(const OutputOptions& to, Output& output)
      : to_(to), output_(output), at_once_(to.path.empty() && to.format_name.empty()) {}
  void take(const script::Value& record) {
    ++count_;
    if (!at_once_) records_.push_back(record);
    else if (written_.ok()) written_ = output_.write(script::to_json(record) + "\n");
    if (at_once_ && written_.ok()) written_ = output_.write_now();  // steps in a browser take seconds
  }
  Status finish(script::NavigationJob* job) {
    if (job && !at_once_) {
      records_.clear();
      GLEANER_CHECK(job->each_record([&](std::string_view text) -> Status {
        GLEANER_TRY(records_.emplace_back(), script::read_json(text, "job"));
        return {};
      }));
      count_ = records_.size();
    }
    if (!at_once_ && (count_ || !to_.path.empty())) {
      GLEANER_TRY(const std::string text,
                  format_answer(script::Value::list(std::move(records_)), to_, false));
      GLEANER_CHECK(output_.write(text));
    }
    return written_;
  }
  size_t count() const { return count_; }

 private:
  const OutputOptions& to_;
  Output& output_;
  bool at_once_;
  std::vector<script::Value> records_;
  size_t count_ = 0;
  Status written_;
};

using Watch = std::function<void(script::NavigationOptions&)>;

Result<std::shared_ptr<script::Navigation>> open_navigation(const ScriptRun& run, const std::string& source,
                                                            const Watch& watch) {
  GLEANER_TRY(auto options, navigation_options(run.browser, run.access, source));
  if (watch) watch(options);
  if (options.job && options.job->resumed())
    say(options.job->was_complete()
            ? "note: this job is done; its records are written again"
            : fmt::format("note: going on: {} so far", counted(options.job->records(), "record")));
  return std::make_shared<script::Navigation>(std::move(options));
}

void tell_navigation(script::Navigation& navigation, const ScriptRun& run, const Output& output,
                     size_t records, double time) {
  for (const Diagnostic& note : navigation.take_notes()) say("note: " + note.message);
  if (output.to_file())
    say(fmt::format("{}, {}, {} -> {}", counted(records, "record"), counted(navigation.steps(), "step"),
                    seconds(time), store::shown_place(run.output.path)));
}

void set_globals(script::Interpreter& interpreter, const ScriptRun& run,
                 const std::vector<LoadedFunction>& functions) {
  std::vector<script::Value> arguments;
  for (const std::string& argument : run.arguments) arguments.push_back(script::Value::text(argument));
  interpreter.set_global("arguments", script::Value::list(std::move(arguments)));
  for (const LoadedFunction& one : functions) interpreter.set_global(one.name, one.function);
}

Result<int> run_whole(const ScriptRun& run, const Watch& watch) {
  GLEANER_TRY(const std::string source, read_program(run.script));
  GLEANER_TRY(const std::vector<LoadedFunction> functions, functions_of(run.libraries));
  script::ParseOptions known = how_to_parse(run.script, functions);
  known.known_globals.push_back("arguments");
  GLEANER_TRY(const auto script, script::parse_script(source, run.script, known));
  GLEANER_CHECK(not_an_input(run.output.path, {run.script}));
  GLEANER_TRY(const std::unique_ptr<Output> output, Output::open(run.output));
  Status written;
  script::RunOptions how = how_to_run(run);
  // With -o standard output is for what the script prints.
  how.out = [&](std::string_view printed) {
    if (output->to_file()) put(stdout, printed);
    else if (written.ok()) written = output->write(printed);
  };
  Emitted emitted(run.output, *output);
  how.emit = [&](const script::Value& record) { emitted.take(record); };
  std::shared_ptr<script::Navigation> navigation;
  if (script->navigates) {
    GLEANER_TRY(navigation, open_navigation(run, source, watch));
    how.navigation = navigation;
  }
  script::NavigationJob* job = navigation ? navigation->job() : nullptr;
  Budget budget(limits_of(run.budget));
  Watchdog watchdog(limits_of(run.budget), "running the script");
  script::Interpreter interpreter(script, std::move(how), budget);
  set_globals(interpreter, run, functions);
  const auto begin = std::chrono::steady_clock::now();
  Result<script::Value> ran =
      job && job->was_complete() ? Result<script::Value>(script::Value()) : interpreter.run();
  if (ran.ok() && job && !interpreter.skipped()) (void)job->complete();
  // What there is by then is written also when the script fails: a job can go on, and
  // nothing that was found is lost.
  if (const Status whole = emitted.finish(job); written.ok()) written = whole;
  if (written.ok()) written = output->finish();
  if (output->closed()) return kDone;
  if (navigation) tell_navigation(*navigation, run, *output, emitted.count(), seconds_since(begin));
  GLEANER_CHECK(ran);
  GLEANER_CHECK(written);
  return interpreter.skipped() ? kPartial : kDone;
}

}  // namespace

int run_script(const ScriptRun& run, const Watch& watch) { return exit_after(run_whole(run, watch)); }

}  // namespace gleaner::cli
