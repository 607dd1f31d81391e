// gleaner completion bash|zsh|fish: the script that a shell reads. Made from the options themselves, so it is
// never out of date.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "verbs.h"

namespace gleaner::cli {
namespace {

// As one line.
std::string without_quotes(std::string text) {
  std::erase_if(text, [](char c) { return std::string_view("'\"[]:`$").find(c) != std::string_view::npos; });
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string words_of(const Command& verb) {
  std::string words;
  for (const auto& sub : verb.subcommands()) words += sub->name() + " ";
  for (const std::string& flag : verb.flags()) words += flag + " ";
  return words;
}

std::string bash(const Command& app) {
  std::string out =
      "# bash completion for gleaner: eval \"$(gleaner completion bash)\"\n_gleaner() {\n"
      "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\"\n  case \"${COMP_WORDS[1]}\" in\n";
  for (const auto& verb : app.subcommands())
    out += fmt::format("    {}) words=\"{}\" ;;\n", verb->name(), words_of(*verb));
  out += fmt::format("  esac\n  [ \"$COMP_CWORD\" -eq 1 ] && words=\"{}\"\n", words_of(app));
  out +=
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  [ \"$COMP_CWORD\" -gt 1 ] && [[ \"$current\" != -* ]] && COMPREPLY+=($(compgen -f -- "
      "\"$current\"))\n}\n"
      "complete -o filenames -F _gleaner gleaner\n";
  return out;
}

std::string zsh(const Command& app) {
  std::string out =
      "#compdef gleaner\n# zsh completion for gleaner: gleaner completion zsh > \"${fpath[1]}/_gleaner\"\n"
      "_gleaner() {\n  local -a verbs\n  verbs=(\n";
  for (const auto& verb : app.subcommands())
    out += fmt::format("    '{}:{}'\n", verb->name(), without_quotes(verb->description()));
  out +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n  case \"$words[2]\" "
      "in\n";
  for (const auto& verb : app.subcommands()) {
    out += fmt::format("    {})\n      _arguments -s", verb->name());
    for (const auto& option : verb->options())
      for (const std::string& name : option->long_names())
        out += fmt::format(" \\\n        '{}[{}]{}'", name, without_quotes(option->description()),
                           option->takes_value() ? ":value:_files" : "");
    out += " \\\n        '*:file:_files' ;;\n";
  }
  return out + "  esac\n}\n_gleaner \"$@\"\n";
}

std::string fish(const Command& app) {
  std::string out =
      "# fish completion for gleaner: gleaner completion fish > ~/.config/fish/completions/gleaner.fish\n";
  for (const auto& verb : app.subcommands()) {
    out += fmt::format("complete -c gleaner -n __fish_use_subcommand -f -a {} -d '{}'\n", verb->name(),
                       without_quotes(verb->description()));
    for (const auto& option : verb->options())
      for (const std::string& name : option->long_names())
        out += fmt::format("complete -c gleaner -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                           verb->name(), name.substr(2), option->takes_value() ? " -r" : "",
                           without_quotes(option->description()));
  }
  return out;
}

}  // namespace

void add_completion(Command& app) {
  auto shell = std::make_shared<std::string>();
  Command& verb = add_verb(app, "completion", "Completion for bash, zsh or fish",
                           "  eval \"$(gleaner completion bash)\"\n"
                           "  gleaner completion fish > ~/.config/fish/completions/gleaner.fish");
  verb.add_option("shell", *shell, "SHELL", "bash, zsh or fish")->required();
  verb.callback([shell, &app] {
    std::string text;
    if (*shell == "bash") text = bash(app);
    else if (*shell == "zsh") text = zsh(app);
    else if (*shell == "fish") text = fish(app);
    else
      return fail_usage(fmt::format("there is no completion for \"{}\"", *shell), "shells: bash, zsh, fish");
    std::fputs(text.c_str(), stdout);
    return int(kDone);
  });
}

}  // namespace gleaner::cli
