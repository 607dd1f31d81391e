// The program: finds the verb, reads its options, runs it or shows its help, and says what is wrong with
// a command line it cannot read.
#include <fmt/format.h>
#include <malloc.h>
#include <signal.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/lists.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli.h"
#include "pdf_pages.h"
#include "run/side_thread.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

// --- how --help looks: what it does, the call, its arguments, its options, examples

constexpr size_t kLeft = 26;    // width of the column of names
constexpr size_t kWidth = 110;  // where descriptions are broken

void append_entry(std::string& out, const std::string& left, const std::string& right) {
  std::string line = "  " + left;
  if (line.size() + 2 > kLeft) {
    out += line + "\n";
    line.clear();
  }
  line.resize(kLeft, ' ');
  for (std::string_view word : words(right)) {
    if (line.size() + word.size() > kWidth) {
      while (line.ends_with(' ')) line.pop_back();
      out += line + "\n";
      line.assign(kLeft, ' ');
    }
    line.append(word).append(" ");
  }
  while (line.ends_with(' ')) line.pop_back();
  out += line + "\n";
}

std::string name_of(const Option& option) {
  std::string name;
  for (const std::string& one : option.short_names()) name += (name.empty() ? "" : ", ") + one;
  for (const std::string& one : option.long_names()) name += (name.empty() ? "    " : ", ") + one;
  if (option.takes_value() && !option.type_name().empty()) name += " " + option.type_name();
  return name;
}

std::vector<const Option*> options_of(const Command& command, bool positional) {
  std::vector<const Option*> found;
  for (const auto& option : command.options())
    if (option->positional() == positional) found.push_back(option.get());
  return found;
}

// "gleaner debug dom"
std::string path_of(const Command& command) {
  return command.parent() ? path_of(*command.parent()) + " " + command.name() : "gleaner";
}

// How it is called: "gleaner extract WRAPPER PAGE... [options]"
std::string call(const Command& command) {
  std::string line = path_of(command);
  if (!command.parent()) return line + " VERB ...";
  const bool own = !options_of(command, true).empty();  // it does something itself, besides its forms
  if (!command.subcommands().empty() && !own) line += " FORM FILE";
  for (const Option* option : options_of(command, true))
    line += option->is_required() ? " " + option->type_name() : " [" + option->type_name() + "]";
  if (options_of(command, false).size() > 1) line += " [options]";  // more than --help
  return line;
}

// The options under their headings, in the order in which each heading was first used.
void append_options(std::string& out, const std::vector<const Option*>& options) {
  std::vector<std::string> groups;
  for (const Option* option : options)
    if (!option->group().empty()) add_new(groups, option->group());  // without: an option for programs
  for (const std::string& group : groups) {
    out += "\n" + group + ":\n";
    for (const Option* option : options)
      if (option->group() == group) append_entry(out, name_of(*option), option->description());
  }
}

std::string help_of(const Command& command) {
  std::string out = command.description() + "\n\n  " + call(command) + "\n";
  const std::vector<const Option*> arguments = options_of(command, true);
  if (!arguments.empty()) out += "\n";
  for (const Option* option : arguments) append_entry(out, option->type_name(), option->description());
  if (!command.subcommands().empty()) out += command.parent() ? "\nForms:\n" : "\nVerbs:\n";
  for (const auto& verb : command.subcommands()) append_entry(out, verb->name(), verb->description());
  append_options(out, options_of(command, false));
  if (!command.footer().empty()) out += "\n" + command.footer() + "\n";
  return out;
}

// --- the command line

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
