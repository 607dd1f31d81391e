// The command line as the verbs see it: commands, and options that fill in variables. A thin face of CLI11,
// whose header costs the compiler more than a verb does: command.cc alone includes it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace gleaner::cli {

// An option or argument of a command, which owns it. What says more of it gives it back, to be chained.
class Option {
 public:
  // What is wrong with a value; empty if nothing is.
  using Check = std::function<std::string(const std::string& value)>;

  explicit Option(CLI::Option* option) : option_(option) {}

  Option* group(const std::string& heading);  // where --help lists it
  Option* required();
  Option* repeated();  // of a list: one value each time it is given, not all that follow
  Option* check(Check check);
  Option* needs(Option* other);
  Option* excludes(Option* other);

  bool positional() const;
  bool takes_value() const;
  bool is_required() const;
  bool given() const;
  std::string name() const;  // the one that errors call it by: "--output"
  std::string type_name() const;
  std::string group() const;
  std::string description() const;
  std::vector<std::string> long_names() const;   // with their dashes
  std::vector<std::string> short_names() const;  // with their dash

 private:
  CLI::Option* option_;
};

// Why a command line was not run.
struct NotRun {
  enum class Why { help_wanted, something_missing, misread };
  Why why;
  std::string words;  // what is wrong, for a person
};

// The program, a verb, or a form of a verb. Every command has -h.
class Command {
 public:
  Command(const std::string& name, const std::string& description);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // `names`: "-o,--output", or a name without a dash for an argument. `type`: what stands for the value in
  // --help. Into a text, a list of texts, an int, a uint64_t or a double.
  template <class Value>
  Option* add_option(const std::string& names, Value& into, const std::string& type,
                     const std::string& description);
  Option* add_flag(const std::string& names, bool& into, const std::string& description);
  // The same under a heading of --help.
  class Heading;
  Heading under(std::string heading);

  Command& add_subcommand(const std::string& name, const std::string& description);
  void require_subcommand();
  void footer(const std::string& text);  // below the options in --help
  // What it does where it is the command that was called: gives an exit code, or why it failed.
  void callback(std::function<Result<int>()> run);

  // Reads the command line and runs the callback of the command it names; then exit() is what came of it.
  std::optional<NotRun> parse(int argc, char** argv);
  int exit() const { return exit_; }
  // After parse(): the innermost command that was named, and what it did not know what to do with.
  const Command& called() const;
  std::vector<std::string> remaining() const;

  const Command* parent() const { return parent_; }
  std::string name() const;
  std::string description() const;
  std::string footer() const;
  const std::vector<std::unique_ptr<Option>>& options() const { return options_; }
  const std::vector<std::unique_ptr<Command>>& subcommands() const { return subcommands_; }
  std::vector<std::string> flags() const;  // of all options, long names first

 private:
  Command(Command* parent, CLI::App* app);
  Option* own(CLI::Option* option);

  Command* parent_ = nullptr;
  int exit_ = 0;
  std::unique_ptr<CLI::App> program_;  // set where there is no parent
  CLI::App* app_;
  std::vector<std::unique_ptr<Option>> options_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

class Command::Heading {
 public:
  Heading(Command& command, std::string heading) : command_(command), heading_(std::move(heading)) {}
  template <class Value>
  Option* add_option(const std::string& names, Value& into, const std::string& type,
                     const std::string& description) const {
    return command_.add_option(names, into, type, description)->group(heading_);
  }
  Option* add_flag(const std::string& names, bool& into, const std::string& description) const {
    return command_.add_flag(names, into, description)->group(heading_);
  }

 private:
  Command& command_;
  std::string heading_;
};

inline Command::Heading Command::under(std::string heading) { return {*this, std::move(heading)}; }

}  // namespace gleaner::cli
