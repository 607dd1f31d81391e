// See settings_file.h.
#include "layout/settings_file.h"

#include <fmt/format.h>

#include "page/load.h"
#include "regex/regex.h"
#include "wrap/config.h"

namespace gleaner::layout {
namespace {

struct Number {
  const char* name;
  double Settings::* value;
  double low, high;
  const char* words;
};
constexpr Number kNumbers[] = {
    {"word_gap", &Settings::word_gap, 0, 5, "em: a wider gap ends a word"},
    {"space_gap", &Settings::space_gap, 0, 5, "em: the same where a space was written"},
    {"chunk_gap", &Settings::chunk_gap, 0.1, 20, "em: a wider gap parts two chunks of a line"},
    {"number_gap", &Settings::number_gap, 0.1, 20, "em: the same before a number"},
    {"weak_gap", &Settings::weak_gap, 0.1, 20, "em: wider than a word space, a weak vote for a gutter"},
    {"weak_vote", &Settings::weak_vote, 0, 1, "its weight"},
    {"opposition", &Settings::opposition, 0, 1, "a gutter stands where ink <= this share of its support"},
    {"votes", &Settings::votes, 0.5, 100, "that a gutter needs"},
    {"single", &Settings::single, 0, 1, "weight of the ink of lines of one chunk"},
    {"record_pitch", &Settings::record_pitch, 1, 10,
     "ratio of the line pitch between records to that inside"},
    {"same_row", &Settings::same_row, 0, 5, "em: lines nearer than this are one row"},
    {"thin", &Settings::thin, 0, 20, "points: a thinner area is a ruling"},
    {"rule_join", &Settings::rule_join, 0, 50, "points: pieces of a ruling nearer than this are one"},
    {"line_break", &Settings::line_break, 0.5, 50, "em: a larger gap ends a table without rulings"},
    {"heading_size", &Settings::heading_size, 1, 5, "of the text's size: larger lines are headings"},
    {"paragraph_gap", &Settings::paragraph_gap, 1, 10, "of the line pitch: a larger gap ends a paragraph"},
    {"margin_share", &Settings::margin_share, 0, 0.5,
     "of the sheet's height: where running heads and feet stand"},
};

struct WordSetting {
  const char* name;
  std::string Settings::* value;
  const char* words;
};
constexpr WordSetting kWords[] = {
    {"caption", &Settings::caption,
     "how captions begin: no part of a table (a regular expression, any case)"},
    {"figure", &Settings::figure, "which of them are of figures"},
    {"note", &Settings::note, "how notes begin"},
};

}  // namespace

std::string format_settings(const Settings& settings) {
  std::string out = "# How Gleaner reads the layout of sheets. Copy, change, give with --rules FILE.toml.\n";
  for (const Number& n : kNumbers) out += fmt::format("{} = {}  # {}\n", n.name, settings.*n.value, n.words);
  for (const WordSetting& w : kWords)
    out += fmt::format("# {}\n{} = '{}'\n", w.words, w.name, settings.*w.value);
  return out;
}

Result<Settings> parse_settings(std::string_view toml, const std::string& file) {
  GLEANER_TRY(wrap::Config config, wrap::parse_config(toml, file));
  std::vector<std::string_view> known;
  for (const Number& n : kNumbers) known.push_back(n.name);
  for (const WordSetting& w : kWords) known.push_back(w.name);
  GLEANER_CHECK(config.only(known));
  Settings settings;
  for (const Number& n : kNumbers) {
    GLEANER_TRY(settings.*n.value, config.real_or(n.name, settings.*n.value));
    if (!(settings.*n.value >= n.low && settings.*n.value <= n.high))
      return config.find(n.name)->wrong(fmt::format("{} must be from {} to {}", n.name, n.low, n.high));
  }
  for (const WordSetting& w : kWords) {
    GLEANER_TRY(settings.*w.value, config.text_or(w.name, settings.*w.value));
    const auto compiled = regex::Regex::compile(settings.*w.value, {.ignore_case = true});
    if (!compiled.ok()) return config.find(w.name)->wrong(compiled.error().message);
  }
  return settings;
}

Result<Settings> load_settings(const std::string& path) {
  GLEANER_TRY(std::string text, read_program(path));
  return parse_settings(text, path);
}

}  // namespace gleaner::layout
