// The program: finds the verb, reads its options, runs it, and says what is wrong with a command line it
// cannot read.
#include <fmt/format.h>
#include <malloc.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>

#include "cli.h"
#include "help.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  return names;
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

// "--jobs: 1 required N missing" and the like, as a person would say it.
std::string in_our_words(const CLI::ParseError& error) {
  std::string said = error.what();
  const std::string option = said.substr(0, said.find(':'));
  const int code = error.get_exit_code();
  if (code == int(CLI::ExitCodes::ConversionError)) {
    const size_t colon = said.find(": "), equals = said.find(" = ");
    if (colon != std::string::npos && equals != std::string::npos)
      return fmt::format("{} cannot be \"{}\"", said.substr(colon + 2, equals - colon - 2),
                         said.substr(equals + 3));
  }
  if (said.find(" missing") != std::string::npos) return option + " needs a value";
  if (said.find("At Most 1 required") != std::string::npos) return option + " is given more than once";
  return said;
}

// What is wrong with the command line, in our words.
int usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& verb = innermost(app);
  const std::string help = fmt::format("see: {} --help", path_of(verb));
  for (const std::string& extra : verb.remaining()) {
    if (!extra.starts_with("-") || extra == "-") continue;
    const std::string flag = extra.substr(0, extra.find('='));
    const auto near = flag.size() > 2 ? nearest(flag, flags_of(verb)) : std::nullopt;
    return fail_usage(fmt::format("{} has no option {}", path_of(verb), flag),
                      near ? fmt::format("did you mean {}?", *near) : help);
  }
  if (!verb.remaining().empty())
    return fail_usage(
        fmt::format("{} does not know what to do with \"{}\"", path_of(verb), verb.remaining().front()),
        help);
  if (error.get_exit_code() == int(CLI::ExitCodes::RequiredError)) {
    std::string missing;
    for (const CLI::Option* option : verb.get_options())
      if (option->get_required() && option->count() == 0)
        missing += (missing.empty() ? "" : " ") + (option->get_positional()
                                                       ? option->get_type_name()
                                                       : option->get_name() + " " + option->get_type_name());
    if (!missing.empty()) return fail_usage(fmt::format("{} needs {}", path_of(verb), missing), help);
    std::string forms;
    for (const CLI::App* form : verb.get_subcommands([](const CLI::App*) { return true; }))
      forms += (forms.empty() ? "" : ", ") + form->get_name();
    if (!forms.empty()) return fail_usage(fmt::format("{} needs one of: {}", path_of(verb), forms), help);
  }
  return fail_usage(fmt::format("{}: {}", path_of(verb), in_our_words(error)), help);
}

void describe(CLI::App& app) {
  app.description("Gleaner turns pages made for people into data.");
  app.require_subcommand(1);
  app.formatter(make_help_format());  // before the verbs are added: they take it over
  app.set_help_flag("-h,--help", "this help");
  app.footer(
      "Exit codes: 0 done, 1 nothing found, 2 usage, 3 bad input file, 4 check failed, 5 cannot learn, 6 "
      "partial.\n"
      "More about a verb: gleaner VERB --help");
}

int run(int argc, char** argv) {
  Session session;
  CLI::App app;
  app.name("gleaner");
  describe(app);
  for (const Verb& verb : verbs()) verb.add(app, session);
  // "gleaner help VERB" is what many type first.
  std::vector<char*> help_call;
  if (argc > 1 && std::string_view(argv[1]) == "help") {
    static char help_flag[] = "--help";
    help_call.assign(argv, argv + argc);
    help_call.erase(help_call.begin() + 1);
    help_call.push_back(help_flag);
    argv = help_call.data();
  }
  const std::vector<std::string> names = verb_names();
  if (argc > 1 && argv[1][0] != '-' && std::find(names.begin(), names.end(), argv[1]) == names.end()) {
    const auto near = nearest(argv[1], names);
    return fail_usage(fmt::format("there is no verb \"{}\"", argv[1]),
                      near ? fmt::format("did you mean: gleaner {}", *near) : "all verbs: gleaner --help");
  }
  if (argc > 1 && std::string_view(argv[1]) == "--version") {
    std::puts("gleaner " GLEANER_VERSION);
    return kDone;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::fputs(innermost(app).help().c_str(), stdout);
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (argc == 1) {
      std::fputs(app.help().c_str(), stderr);
      return kUsage;
    }
    return usage_error(app, error);
  }
  return session.exit;
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
