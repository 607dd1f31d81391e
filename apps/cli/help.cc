// See help.h.
#include "help.h"

#include <vector>

#include "base/contains.h"
#include "base/text.h"

namespace gleaner::cli {
namespace {

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
    if (!option->group().empty() &&  // an option for programs
        !contains(groups, option->group()))
      groups.push_back(option->group());
  for (const std::string& group : groups) {
    out += "\n" + group + ":\n";
    for (const Option* option : options)
      if (option->group() == group) append_entry(out, name_of(*option), option->description());
  }
}

}  // namespace

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

std::string path_of(const Command& command) {
  return command.parent() ? path_of(*command.parent()) + " " + command.name() : "gleaner";
}

}  // namespace gleaner::cli
