// The command line as the verbs see it: commands, and options that fill in variables. A thin face of CLI11,
// whose header costs the compiler more than a verb does: command.cc alone includes it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

  Option* type_name(const std::string& name);  // what stands for its value in --help
  Option* group(const std::string& heading);   // where --help lists it
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

  // `names`: "-o,--output", or a name without a dash for an argument.
  Option* add_option(const std::string& names, std::string& into, const std::string& description);
  Option* add_option(const std::string& names, std::vector<std::string>& into,
                     const std::string& description);
  Option* add_option(const std::string& names, int& into, const std::string& description);
  Option* add_option(const std::string& names, uint64_t& into, const std::string& description);
  Option* add_option(const std::string& names, double& into, const std::string& description);
  Option* add_flag(const std::string& names, bool& into, const std::string& description);
  Command& add_subcommand(const std::string& name, const std::string& description);
  void require_subcommand();
  void footer(const std::string& text);  // below the options in --help
  void callback(std::function<void()> run);

  // Reads the command line and runs the callback of the command it names.
  std::optional<NotRun> parse(int argc, char** argv);
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
  Command(const Command* parent, CLI::App* app);
  Option* own(CLI::Option* option);

  const Command* parent_ = nullptr;
  std::unique_ptr<CLI::App> program_;  // set where there is no parent
  CLI::App* app_;
  std::vector<std::unique_ptr<Option>> options_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

}  // namespace gleaner::cli
