// gleaner shell: the language by hand, a line at a time.
//
// Definitions stay, variables stay, the value of an expression is shown. On a terminal there is a small line
// editor of our own (arrows, history, completion by Tab): readline is GPL, and this needs little of it.
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <fmt/format.h>

#include "base/ordered_pool.h"
#include "base/terminal.h"
#include "base/text.h"
#include "options.h"
#include "page/load.h"
#include "script/interpreter.h"
#include "script/parser.h"
#include "script_access.h"
#include "script_table.h"
#include "verbs.h"

namespace gleaner::cli {
namespace {

struct ShellArguments {
  AccessOptions access;
  std::string script;
  BudgetOptions budget;
};

class Editor {
 public:
  explicit Editor(std::string history) : history_path_(std::move(history)) {
    auto old = read_program(history_path_);
    if (!old.ok()) return;
    for (std::string_view line : split(*old, '\n'))
      if (!line.empty()) history_.emplace_back(line);
  }
  ~Editor() {
    if (history_path_.empty() || history_.empty()) return;
    constexpr size_t kKept = 500;
    std::string all;
    for (size_t i = history_.size() > kKept ? history_.size() - kKept : 0; i < history_.size(); ++i)
      all += history_[i] + "\n";
    (void)write_file(history_path_, all);
  }

  std::vector<std::string> words;  // for completion

  // False at the end of the input.
  bool read(const std::string& prompt, std::string& line) {
    line.clear();
    if (!::isatty(STDIN_FILENO)) return bool(std::getline(std::cin, line));
    termios before;
    ::tcgetattr(STDIN_FILENO, &before);
    termios raw = before;
    raw.c_lflag &= tcflag_t(~(ICANON | ECHO));
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    const bool more = edit(prompt, line);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
    if (more && !line.empty() && (history_.empty() || history_.back() != line)) history_.push_back(line);
    return more;
  }

 private:
  void draw(const std::string& prompt, const std::string& line, size_t at) {
    const size_t right = count_code_points(std::string_view(line).substr(at));
    fmt::print("\r\x1b[K{}{}", prompt, show_controls(line));
    if (right) fmt::print("\x1b[{}D", right);
    std::fflush(stdout);
  }
  static size_t left_of(const std::string& s, size_t at) {
    do --at;
    while (at > 0 && is_utf8_tail(s[at]));
    return at;
  }

  void complete(std::string& line, size_t& at) {
    size_t begin = at;
    while (begin > 0 && (is_alnum(line[begin - 1]) || line[begin - 1] == '_')) --begin;
    const std::string part = line.substr(begin, at - begin);
    std::vector<std::string> found;
    for (const std::string& w : words)
      if (!part.empty() && w.starts_with(part)) found.push_back(w);
    if (found.empty()) return;
    std::string common = found[0];
    for (const std::string& w : found) {
      size_t same = 0;
      while (same < common.size() && same < w.size() && common[same] == w[same]) ++same;
      common.resize(same);
    }
    if (common.size() == part.size() && found.size() > 1) {
      fmt::print("\r\n");
      for (const std::string& w : found) fmt::print("{}  ", w);
      fmt::print("\r\n");
    }
    line.replace(begin, part.size(), common);
    at = begin + common.size();
  }

  bool edit(const std::string& prompt, std::string& line) {
    size_t at = 0, shown = history_.size();
    std::string kept;
    for (draw(prompt, line, at);; draw(prompt, line, at)) {
      char c;
      if (::read(STDIN_FILENO, &c, 1) != 1 || (c == 4 && line.empty())) return fmt::print("\n"), false;
      if (c == '\n' || c == '\r') return fmt::print("\n"), true;
      if (c == '\t') complete(line, at);
      else if (c == 1) at = 0;
      else if (c == 5) at = line.size();
      else if (c == 21) line.erase(0, at), at = 0;
      else if ((c == 127 || c == 8) && at > 0) {
        const size_t to = left_of(line, at);
        line.erase(to, at - to);
        at = to;
      } else if (c == 27) {
        char sequence[2] = {};
        if (::read(STDIN_FILENO, sequence, 2) != 2) continue;
        if (sequence[1] == 'D' && at > 0) at = left_of(line, at);
        if (sequence[1] == 'C' && at < line.size()) at += code_point_at(line, at).length;
        if (sequence[1] == 'H') at = 0;
        if (sequence[1] == 'F') at = line.size();
        if (sequence[1] == 'A' || sequence[1] == 'B') {
          if (shown == history_.size()) kept = line;
          if (sequence[1] == 'A' && shown > 0) --shown;
          if (sequence[1] == 'B' && shown < history_.size()) ++shown;
          line = shown == history_.size() ? kept : history_[shown];
          at = line.size();
        }
      } else if (uint8_t(c) >= 32 && c != 127) {
        line.insert(at++, 1, c);
      }
    }
  }

  std::string history_path_;
  std::vector<std::string> history_;
};

class Shell {
 public:
  explicit Shell(const ShellArguments& options) : options_(options) {}

  int run() {
    if (!options_.script.empty()) {
      auto text = read_program(options_.script);
      if (!text.ok()) return fail(text.error());
      if (!enter(*text)) return kBadInput;
    }
    const bool terminal = ::isatty(STDIN_FILENO);
    const char* home = std::getenv("HOME");
    Editor editor(terminal && home ? std::string(home) + "/.gleaner_history" : "");
    if (terminal)
      fmt::print(
          "The Gleaner language. Statements, rules, views or select ...; Tab completes, Ctrl-D ends.\n");
    std::string line, whole;
    bool fine = true;
    editor.words = words();
    while (editor.read(terminal ? (whole.empty() ? "> " : ". ") : "", line)) {
      whole += line + "\n";
      if (trim(whole).empty()) {
        whole.clear();
        continue;
      }
      if (unfinished(whole) && !line.empty()) continue;
      fine &= enter(whole);
      whole.clear();
      editor.words = words();
    }
    if (!trim(whole).empty()) fine &= enter(whole);
    return fine || terminal ? kDone : kBadInput;  // a person has seen what went wrong
  }

 private:
  bool unfinished(const std::string& text) {
    auto script = script::parse_script(definitions_ + text, "shell", {globals_});
    if (script.ok()) return false;
    const std::string& why = script.error().message;
    return why.find("ends here") != std::string::npos || why.find("no `end`") != std::string::npos ||
           why.find("never closed") != std::string::npos || why.find("ends too early") != std::string::npos;
  }

  // Slots of globals stay the same from one entry to the next, so that functions made earlier keep their
  // meaning.
  bool enter(const std::string& text) {
    auto script = script::parse_script(definitions_ + text, "shell", {globals_});
    if (!script.ok()) {
      Diagnostic why = script.error();
      const auto before = uint32_t(std::ranges::count(definitions_, '\n'));
      if (why.where.line > before) why.where.line -= before;
      print(why);
      return false;
    }
    Budget budget(limits_of(options_.budget));
    script::RunOptions how = run_options(options_.access);
    how.jobs = default_jobs();
    how.note = [](const std::string& note) { say("note: " + note); };
    how.out = [](std::string_view printed) { put(stdout, printed); };
    script::Interpreter interpreter(*script, std::move(how), budget);
    for (size_t i = 0; i < values_.size(); ++i)
      if (!values_[i].is_null() && !values_[i].is(script::Kind::function))
        interpreter.set_global(globals_[i], values_[i]);
    for (size_t i = 0; i < values_.size(); ++i)
      if (values_[i].is(script::Kind::function) && values_[i].as_function().unit)
        interpreter.set_global(globals_[i], values_[i]);
    auto value = interpreter.run();
    globals_ = (*script)->globals;
    values_.clear();
    for (const std::string& name : globals_) values_.push_back(*interpreter.global(name));
    scripts_.push_back(*script);
    if (!value.ok()) return print(value.error()), false;
    if (!(*script)->has_statements) definitions_ += text + (text.ends_with("\n") ? "" : "\n");
    const auto& body = (*script)->main->body->kids;
    if (!body.empty() && body.back()->kind == script::Ast::Kind::expression && !value->is_null()) {
      auto shown = format_answer(*value, {}, true);
      if (shown.ok()) put(stdout, *shown);
    }
    std::fflush(stdout);
    return true;
  }

  std::vector<std::string> words() const {
    std::vector<std::string> all = script::builtin_names();
    all.insert(all.end(), globals_.begin(), globals_.end());
    for (const char* w : {"select", "from", "where", "group", "order", "limit", "function", "return", "while",
                          "parallel", "view", "rule"})
      all.emplace_back(w);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  const ShellArguments& options_;
  std::string definitions_;
  std::vector<std::string> globals_;
  std::vector<script::Value> values_;
  std::vector<std::shared_ptr<script::Script>> scripts_;  // functions made earlier point into them
};

}  // namespace

void add_shell(Command& app) {
  auto options = std::make_shared<ShellArguments>();
  Command& verb = add_verb(app, "shell", "Try the Gleaner language by hand",
                           "  gleaner shell --allow-read data\n"
                           "  echo 'select name from \"shop.csv\"' | gleaner shell --allow-read .");
  verb.add_option("-s,--script", options->script, "SCRIPT", "script to load first");
  add_access(verb, options->access);
  add_budget(verb, options->budget, "each entry");
  verb.callback([options] { return Shell(*options).run(); });
}

}  // namespace gleaner::cli
