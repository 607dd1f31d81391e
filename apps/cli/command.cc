// See command.h. All that knows CLI11: its calls, and what its errors mean.
#include "command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/lists.h"
#include "cli.h"

namespace gleaner::cli {
namespace {

// "--jobs: 1 required N missing" and the like, as a person would say it.
std::string in_our_words(const CLI::ParseError& error) {
  std::string said = error.what();
  const std::string option = said.substr(0, said.find(':'));
  if (error.get_exit_code() == int(CLI::ExitCodes::ConversionError)) {
    const size_t colon = said.find(": "), equals = said.find(" = ");
    if (colon != std::string::npos && equals != std::string::npos)
      return fmt::format("{} cannot be \"{}\"", said.substr(colon + 2, equals - colon - 2),
                         said.substr(equals + 3));
  }
  if (said.find(" missing") != std::string::npos) return option + " needs a value";
  if (said.find("At Most 1 required") != std::string::npos) return option + " is given more than once";
  return said;
}

std::vector<std::string> dashed(std::string_view dash, const std::vector<std::string>& names) {
  return mapped(names, [&](const std::string& name) { return std::string(dash) + name; });
}

}  // namespace

Option* Option::group(const std::string& heading) { return option_->group(heading), this; }
Option* Option::required() { return option_->required(), this; }
Option* Option::repeated() { return option_->expected(1)->take_all(), this; }
// Before the one that all options of its type have: it says more.
Option* Option::check(Check check) {
  option_->transform(
      CLI::Validator([check = std::move(check)](std::string& text) { return check(text); }, "", ""));
  return this;
}
Option* Option::needs(Option* other) { return option_->needs(other->option_), this; }
Option* Option::excludes(Option* other) { return option_->excludes(other->option_), this; }

bool Option::positional() const { return option_->get_positional(); }
bool Option::takes_value() const { return option_->get_items_expected_max() > 0; }
bool Option::is_required() const { return option_->get_required(); }
bool Option::given() const { return option_->count() > 0; }
std::string Option::name() const { return option_->get_name(); }
std::string Option::type_name() const { return option_->get_type_name(); }
std::string Option::group() const { return option_->get_group(); }
std::string Option::description() const { return option_->get_description(); }
std::vector<std::string> Option::long_names() const { return dashed("--", option_->get_lnames()); }
std::vector<std::string> Option::short_names() const { return dashed("-", option_->get_snames()); }

Command::Command(const std::string& name, const std::string& description)
    : program_(std::make_unique<CLI::App>(description, name)), app_(program_.get()) {
  own(app_->set_help_flag("-h,--help", "this help"));  // which subcommands take over
}

Command::Command(Command* parent, CLI::App* app) : parent_(parent), app_(app) { own(app_->get_help_ptr()); }

Command::~Command() = default;

Option* Command::own(CLI::Option* option) {
  return options_.emplace_back(std::make_unique<Option>(option)).get();
}

template <class Value>
Option* Command::add_option(const std::string& names, Value& into, const std::string& type,
                            const std::string& description) {
  CLI::Option* made = app_->add_option(names, into, description)->type_name(type);
  if constexpr (std::is_same_v<Value, uint64_t>)  // "-5" is read as the number that wraps around to it
    made->check([](const std::string& text) {
      return text.starts_with('-') ? fmt::format("it must be a number from 0, not \"{}\"", text)
                                   : std::string();
    });
  return own(made);
}
template Option* Command::add_option(const std::string&, std::string&, const std::string&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&, const std::string&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, int&, const std::string&, const std::string&);
template Option* Command::add_option(const std::string&, uint64_t&, const std::string&, const std::string&);
template Option* Command::add_option(const std::string&, double&, const std::string&, const std::string&);

Option* Command::add_flag(const std::string& names, bool& into, const std::string& description) {
  return own(app_->add_flag(names, into, description));
}

Command& Command::add_subcommand(const std::string& name, const std::string& description) {
  CLI::App* app = app_->add_subcommand(name, description);
  return *subcommands_.emplace_back(new Command(this, app));
}

void Command::require_subcommand() { app_->require_subcommand(1); }
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::callback(std::function<Result<int>()> run) {
  app_->callback([this, run = std::move(run)] {
    if (&called() != this) return;  // one of its forms was
    Command* program = this;
    while (program->parent_) program = program->parent_;
    program->exit_ = exit_after(run());
  });
}

std::optional<NotRun> Command::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return NotRun{NotRun::Why::help_wanted, ""};
  } catch (const CLI::ParseError& error) {
    const bool missing = error.get_exit_code() == int(CLI::ExitCodes::RequiredError);
    return NotRun{missing ? NotRun::Why::something_missing : NotRun::Why::misread, in_our_words(error)};
  }
  return std::nullopt;
}

const Command& Command::called() const {
  for (const auto& sub : subcommands_)
    if (sub->app_->parsed()) return sub->called();
  return *this;
}

std::vector<std::string> Command::remaining() const { return app_->remaining(); }
std::string Command::name() const { return app_->get_name(); }
std::string Command::description() const { return app_->get_description(); }
std::string Command::footer() const { return app_->get_footer(); }

std::vector<std::string> Command::flags() const {
  std::vector<std::string> flags;
  for (const auto& option : options_) {
    for (std::string& name : option->long_names()) flags.push_back(std::move(name));
    for (std::string& name : option->short_names()) flags.push_back(std::move(name));
  }
  return flags;
}

}  // namespace gleaner::cli
