// See cli.h.
#include "cli.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/json.h"
#include "base/nearest.h"
#include "base/terminal.h"
#include "base/text.h"

namespace gleaner::cli {

Command& add_verb(Command& app, const std::string& name, const std::string& purpose,
                  const std::string& examples) {
  Command& verb = app.add_subcommand(name, purpose);
  if (!examples.empty()) verb.footer("Examples:\n" + examples);
  return verb;
}

void put(std::FILE* to, std::string_view text) {
  if (!isatty(fileno(to))) {
    std::fwrite(text.data(), 1, text.size(), to);
    return;
  }
  const std::string shown = show_controls(text);
  std::fwrite(shown.data(), 1, shown.size(), to);
}

void say(std::string_view line) { put(stderr, std::string(line) + '\n'); }

void print(const Diagnostic& diagnostic) { say(diagnostic.to_string()); }

void print(const Diagnostics& diagnostics, bool all) {
  constexpr size_t kShown = 10;
  const size_t shown = all ? diagnostics.size() : std::min(kShown, diagnostics.size());
  for (size_t i = 0; i < shown; ++i) {
    Diagnostic one = diagnostics[i];
    // The same advice once is enough.
    if (i > 0 && one.hint == diagnostics[i - 1].hint) one.hint.clear();
    print(one);
  }
  if (shown < diagnostics.size())
    say(fmt::format("... and {} more (all of them: --verbose)", diagnostics.size() - shown));
}

namespace {

// The file that was probably meant: one in the same folder with nearly the same name.
std::optional<std::string> nearest_file(const std::string& missing) {
  namespace fs = std::filesystem;
  const fs::path path(missing);
  const fs::path folder = path.parent_path();
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, failed), end; !failed && at != end;
       at.increment(failed))
    names.push_back(at->path().filename().string());
  std::ranges::sort(names);  // folders are listed in no order
  const auto near = nearest(path.filename().string(), names);
  return near ? std::optional((folder / *near).string()) : std::nullopt;
}

}  // namespace

int fail(const Diagnostic& diagnostic) {
  if (diagnostic.code == Code::closed) return kDone;
  Diagnostic told = diagnostic;
  if (told.code == Code::not_found && told.hint.empty())
    if (const auto near = nearest_file(told.where.file)) told.hint = fmt::format("did you mean {}?", *near);
  print(told);
  return exit_code(told.code);
}

int exit_after(const Result<int>& ran) { return ran.ok() ? *ran : fail(ran.error()); }

int fail_usage(const std::string& message, const std::string& hint) {
  return fail(error(Code::usage, message, {}, hint));
}

std::string json_list(const std::vector<std::string>& texts) {
  return "[" + joined(texts, json::quote) + "]";
}

std::string json_counts(const std::map<std::string, size_t>& counts) {
  return "{" +
         joined(counts,
                [](const auto& one) { return fmt::format("{}: {}", json::quote(one.first), one.second); }) +
         "}";
}

std::string counted(size_t n, std::string_view one, std::string_view many) {
  std::string plural = many.empty() ? std::string(one) + "s" : std::string(many);
  std::string digits = fmt::format("{}", n);
  for (int at = int(digits.size()) - 3; at > 0; at -= 3) digits.insert(size_t(at), ",");
  return digits + " " + (n == 1 ? std::string(one) : plural);
}

std::string seconds(double s) {
  if (s < 60) return fmt::format("{:.2f} s", s);
  const long whole = std::lround(s);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace gleaner::cli
