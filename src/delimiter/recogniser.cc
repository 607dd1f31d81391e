// See recogniser.h. Recognisers by regular expression and by command, built-in types, and the reader of
// their file.
#include "delimiter/recogniser.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "page/load.h"
#include "regex/regex.h"
#include "value/calendar_words.h"
#include "value/money.h"

namespace gleaner::delimiter {

namespace {

// Types that can be found in running text, by how they are written: a regular expression
// each, empty where there is none.
std::string built_in(std::string_view type) {
  constexpr std::string_view kAmount = R"(\d+(?:[.,]\d+)*)";
  if (type == "number") return R"((?<![\w.,])[+-]?\d+(?:[.,]\d+)*(?![\w]))";
  if (type == "money") {
    const std::string currency = value::currency_alternatives();
    return fmt::format(R"((?<![A-Za-z])(?:{0})\s?{1}|{1}\s?(?:{0}))", currency, kAmount);
  }
  if (type == "date") {
    const std::string months = value::month_alternatives();
    return fmt::format(
        R"(\b(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|\d{{1,2}}\.? (?:{0})\.? \d{{4}}|(?:{0})\.? \d{{1,2}}, \d{{4}})\b)",
        months);
  }
  if (type == "time") return R"(\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?\b)";
  if (type == "url") return R"((?<=["'=\s>(]|^)(?:https?://|www\.)[^\s"'<>]+)";
  if (type == "email") return R"([\w.+-]+@[\w-]+(?:\.[\w-]+)+)";
  if (type == "phone") return R"((?<!\w)\+?(?:\(\d{2,5}\)[ -]?)?\d{2,5}(?:[ -]\d{2,6})+(?!\w))";
  if (type == "year") return R"(\b(?:1[89]|20)\d{2}\b)";
  return "";
}

class RegexRecogniser : public Recogniser {
 public:
  explicit RegexRecogniser(regex::Regex regex) : regex_(std::move(regex)) {}

  Result<std::vector<Span>> find(const Document& document) const override {
    std::vector<Span> found;
    const std::string_view text = document.text();
    regex::Match match;
    for (size_t from = 0; from <= text.size() && regex_.find(text, from, match);) {
      const Span span = match.groups.size() > 1 && match.groups[1] ? *match.groups[1] : match.span;
      if (!span.empty() && (found.empty() || span.begin >= found.back().end)) found.push_back(span);
      from = std::max<size_t>(match.span.end, from + 1);
      while (from < text.size() && is_utf8_tail(text[from])) ++from;
    }
    return found;
  }

 private:
  regex::Regex regex_;
};

class CommandRecogniser : public Recogniser {
 public:
  CommandRecogniser(std::string command, std::string folder)
      : command_(std::move(command)), folder_(std::move(folder)) {}

  Result<std::vector<Span>> find(const Document& document) const override {
    GLEANER_TRY(const std::string output, run(document.bytes()));
    std::vector<Span> found;
    size_t from = 0;
    for (std::string_view line : split(output, '\n')) {
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) continue;
      if (const std::optional<Span> bytes = read_span(line)) {
        if (bytes->end > document.bytes().size() || bytes->end < bytes->begin)
          return wrong(fmt::format("said {}-{}, but the page has {} bytes", bytes->begin, bytes->end,
                                   document.bytes().size()));
        found.push_back(document.to_text(*bytes));
        continue;
      }
      const size_t at = document.text().find(line, from);
      if (at == std::string_view::npos)
        return wrong(
            fmt::format("gave \"{}\", which does not stand on the page (behind the values before it)", line));
      found.push_back({uint32_t(at), uint32_t(at + line.size())});
      from = at + line.size();
    }
    std::ranges::sort(found);
    for (size_t i = 1; i < found.size(); ++i)
      if (found[i].begin < found[i - 1].end) return wrong("gave values that overlap");
    return found;
  }

 private:
  static std::optional<Span> read_span(std::string_view line) {
    const std::vector<std::string_view> parts = words(line);
    if (parts.size() != 2) return std::nullopt;
    for (std::string_view part : parts)
      if (part.size() > 9 || !std::ranges::all_of(part, is_digit)) return std::nullopt;
    return Span{uint32_t(std::atol(std::string(parts[0]).c_str())),
                uint32_t(std::atol(std::string(parts[1]).c_str()))};
  }

  Diagnostic wrong(std::string what) const {
    return error(
        Code::bad_input, fmt::format("the recogniser `{}` {}", command_, what), {},
        "it gets the page on standard input and prints a value a line: \"begin end\" in bytes, or its text");
  }

  // The page goes through a file, so that a command which prints before it has read everything cannot block.
  Result<std::string> run(std::string_view page) const {
    FILE* input = std::tmpfile();
    if (!input) return wrong("cannot be run: no temporary file");
    std::fwrite(page.data(), 1, page.size(), input);
    std::rewind(input);
    int ends[2];
    if (pipe(ends) != 0) return std::fclose(input), wrong("cannot be run: no pipe");
    const pid_t child = fork();
    if (child == 0) {
      dup2(fileno(input), 0);
      dup2(ends[1], 1);
      close(ends[0]);
      close(ends[1]);
      if (!folder_.empty() && chdir(folder_.c_str()) != 0) _exit(127);
      execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    close(ends[1]);
    std::fclose(input);
    std::string output;
    char buffer[4096];
    for (ssize_t n; child > 0 && (n = read(ends[0], buffer, sizeof buffer)) > 0;)
      output.append(buffer, size_t(n));
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) return wrong("cannot be run");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      return wrong(
          fmt::format("failed (exit {})", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)));
    return output;
  }

  std::string command_, folder_;
};

// A pattern that matches any of the words, longest first, as whole words.
std::string pattern_of_words(std::vector<std::string> list) {
  std::ranges::sort(list, [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  std::string pattern = "(?<!\\w)(?:";
  for (size_t i = 0; i < list.size(); ++i) {
    if (i) pattern += '|';
    for (char c : list[i]) {
      if (uint8_t(c) < 0x80 && !is_alpha(c) && !is_digit(c) && c != ' ') pattern += '\\';
      pattern += c;
    }
  }
  return pattern + ")(?!\\w)";
}

std::string in_folder(const std::string& folder, const std::string& path) {
  return folder.empty() || path.starts_with('/') ? path : folder + "/" + path;
}

Result<std::shared_ptr<const Recogniser>> by_regex(const wrap::Config& at, std::string_view pattern,
                                                   bool ignore_case) {
  regex::Options options;
  options.ignore_case = ignore_case;
  auto compiled = regex::Regex::compile(pattern, options);
  if (!compiled.ok()) return at.wrong(compiled.error().message);
  return std::shared_ptr<const Recogniser>(std::make_shared<RegexRecogniser>(std::move(*compiled)));
}

Result<std::vector<std::string>> read_words(const wrap::Config& table, const std::string& folder) {
  const wrap::Config* value = table.find("words");
  if (value->is_list()) return table.texts_or("words", {});
  GLEANER_TRY(const std::string path, table.need_text("words"));
  GLEANER_TRY(const std::string text, read_file(in_folder(folder, path)));
  std::vector<std::string> list;
  for (std::string_view line : split(text, '\n'))
    if (!trim(line).empty()) list.emplace_back(trim(line));
  return list;
}

Result<FieldRecogniser> read_field(const std::string& name, const wrap::Config& table,
                                   const std::string& folder) {
  if (!table.is_table())
    return table.wrong(fmt::format("must be a table such as [{}] with regex, words, type or command", name));
  GLEANER_CHECK(table.only({"regex", "words", "type", "command", "errs", "ignore_case"}));
  FieldRecogniser made{name, Errs::perfect, nullptr};
  GLEANER_TRY(const std::string errs, table.text_or("errs", "perfect"));
  const std::optional<Errs> known = errs_of_name(errs);
  if (!known)
    return table.find("errs")->wrong(
        fmt::format("\"{}\" is no way to err: perfect, misses, extra or both", errs));
  made.errs = *known;
  GLEANER_TRY(const bool ignore_case, table.boolean_or("ignore_case", false));
  int ways = 0;
  for (const char* way : {"regex", "words", "type", "command"}) ways += table.find(way) != nullptr;
  if (ways != 1) return table.wrong("needs exactly one of regex, words, type, command");
  if (table.find("regex")) {
    GLEANER_TRY(const std::string pattern, table.need_text("regex"));
    GLEANER_TRY(made.recogniser, by_regex(*table.find("regex"), pattern, ignore_case));
  } else if (table.find("words")) {
    GLEANER_TRY(std::vector<std::string> list, read_words(table, folder));
    if (list.empty()) return table.find("words")->wrong("holds no word");
    GLEANER_TRY(made.recogniser,
                by_regex(*table.find("words"), pattern_of_words(std::move(list)), ignore_case));
  } else if (table.find("type")) {
    GLEANER_TRY(const std::string type, table.need_text("type"));
    const std::string pattern = built_in(type);
    if (pattern.empty())
      return table.find("type")->wrong(fmt::format(
          "\"{}\" is no built-in type: number, money, date, time, url, email, phone, year", type));
    GLEANER_TRY(made.recogniser, by_regex(*table.find("type"), pattern, ignore_case));
  } else {
    GLEANER_TRY(std::string command, table.need_text("command"));
    made.recogniser = std::make_shared<CommandRecogniser>(std::move(command), folder);
  }
  return made;
}

}  // namespace

Result<Recognisers> read_recognisers(const wrap::Config& config, const std::string& folder) {
  Recognisers made;
  for (const auto& [key, value] : config.members()) {
    if (key == "order") continue;
    GLEANER_TRY(made.fields.emplace_back(), read_field(key, value, folder));
  }
  if (made.fields.empty())
    return config.wrong("no recognisers: write a table such as [price] with type = \"money\"");
  GLEANER_TRY(made.order, config.texts_or("order", {}));
  return made;
}

}  // namespace gleaner::delimiter
