// The program: finds the verb, reads its options, runs it, and says what is wrong with a command line it
// cannot read.
#include <fmt/format.h>
#include <malloc.h>
#include <signal.h>

#include <cstdio>

#include "base/contains.h"
#include "base/nearest.h"
#include "cli.h"
#include "help.h"
#include "pdf_pages.h"
#include "run/side_thread.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

// What `verb` still needs; empty if that is not what is wrong.
std::string missing_from(const Command& verb) {
  std::string missing;
  for (const auto& option : verb.options()) {
    if (!option->is_required() || option->given()) continue;
    missing += missing.empty() ? "" : " ";
    if (!option->positional()) missing += option->name() + " ";
    missing += option->type_name();
  }
  if (!missing.empty()) return missing;
  for (const auto& form : verb.subcommands()) missing += (missing.empty() ? "one of: " : ", ") + form->name();
  return missing;
}

// Says what is wrong with the command line.
int usage_error(const Command& verb, const NotRun& error) {
  const std::string help = fmt::format("see: {} --help", path_of(verb));
  const std::vector<std::string> unread = verb.remaining();
  for (const std::string& extra : unread) {
    if (!extra.starts_with("-") || extra == "-") continue;
    const std::string flag = extra.substr(0, extra.find('='));
    return fail_usage(fmt::format("{} has no option {}", path_of(verb), flag),
                      flag.size() > 2 ? did_you_mean(flag, verb.flags(), help) : help);
  }
  if (!unread.empty())
    return fail_usage(fmt::format("{} does not know what to do with \"{}\"", path_of(verb), unread.front()),
                      help);
  if (error.why == NotRun::Why::something_missing)
    if (const std::string missing = missing_from(verb); !missing.empty())
      return fail_usage(fmt::format("{} needs {}", path_of(verb), missing), help);
  return fail_usage(fmt::format("{}: {}", path_of(verb), error.words), help);
}

int run(int argc, char** argv) {
  register_pdf_pages();
  Command program("gleaner", "Gleaner turns pages made for people into data.");
  program.require_subcommand();
  program.footer(
      "Exit codes: 0 done, 1 nothing found, 2 usage, 3 bad input file, 4 check failed, 5 cannot learn, 6 "
      "partial.\n"
      "More about a verb: gleaner VERB --help");
  // "gleaner help VERB" is what many type first.
  std::vector<char*> help_call;
  if (argc > 1 && std::string_view(argv[1]) == "help") {
    static char help_flag[] = "--help";
    help_call.assign(argv, argv + argc);
    help_call.erase(help_call.begin() + 1);
    help_call.push_back(help_flag);
    argv = help_call.data();
  }
  add_verbs(program, argc > 1 ? argv[1] : "");
  std::vector<std::string> names;
  for (const auto& verb : program.subcommands()) names.push_back(verb->name());
  if (argc > 1 && argv[1][0] != '-' && !contains(names, argv[1])) {
    const auto near = nearest(argv[1], names);
    return fail_usage(fmt::format("there is no verb \"{}\"", argv[1]),
                      near ? fmt::format("did you mean: gleaner {}", *near) : "all verbs: gleaner --help");
  }
  if (argc > 1 && std::string_view(argv[1]) == "--version") {
    std::puts("gleaner " GLEANER_VERSION);
    return kDone;
  }
  const std::optional<NotRun> error = program.parse(argc, argv);
  if (!error) return run::leave(program.exit());
  const Command& called = program.called();
  if (error->why == NotRun::Why::help_wanted) {
    std::fputs(help_of(called).c_str(), stdout);
    return kDone;
  }
  if (argc == 1) {
    std::fputs(help_of(program).c_str(), stderr);
    return kUsage;
  }
  return usage_error(called, *error);
}

}  // namespace
}  // namespace gleaner::cli

// Pages come and go. Handing the memory of each back to the system and taking it again costs more than
// parsing does, so free memory is kept up to this much a thread.
constexpr int kKeptMemory = 24 << 20;

int main(int argc, char** argv) {
  mallopt(M_MMAP_THRESHOLD, kKeptMemory);
  mallopt(M_TRIM_THRESHOLD, kKeptMemory);
  signal(SIGPIPE, SIG_IGN);  // a closed pipe is seen where it is written
  try {
    return gleaner::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    gleaner::cli::say("error: out of memory");
    return gleaner::cli::kPartial;
  }
}
