// See options.h.
#include "options.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "base/memory.h"
#include "base/text.h"
#include "page/charset.h"
#include "store/record_file.h"
#include "watchdog.h"

namespace gleaner::cli {

Result<std::vector<std::string>> pages_named(const std::vector<std::string>& arguments) {
  Diagnostics notes;
  auto pages = expand_inputs(arguments, &notes);
  print(notes);
  return pages;
}

void add_output(Command& verb, OutputOptions& into, const std::string& formats) {
  verb.add_option("-o,--output", into.path, "FILE",
                  "write to this file; its ending picks the format, also .parquet; or into a table of a "
                  "database: FILE.duckdb, FILE.sqlite, postgresql://..., with #TABLE (default: #records)");
  verb.add_option("--format", into.format_name, "NAME",
                  formats + " (default: by the file's ending, else jsonl)");
  add_csv_safe(verb, into);
  add_database_options(verb, into);
}

void add_csv_safe(Command& verb, OutputOptions& into) {
  verb.add_flag(
      "--csv-safe", into.csv_safe,
      "csv, tsv: a ' before cells that a spreadsheet would run (they begin with = + - @ and are no numbers)");
}

void add_database_options(Command& verb, OutputOptions& into) {
  const Command::Heading tables = verb.under("Tables and databases");
  tables.add_option(
      "--mode", into.mode, "NAME",
      "rows that the table has already: replace (default), append, upsert (those of the same --key "
      "go), create (there must be none). Files: replace (also labels), create");
  tables.add_option("--key", into.key, "FIELDS",
                    "columns that tell rows apart, for --mode upsert: shop,name");
  tables.add_option(
      "--readings", into.readings, "NAME",
      "typed values as columns (price, price_currency, price_text: default in tables), as struct "
      "({text, value, currency}: default in jsonl), or only their text");
  tables.add_option("--wait", into.wait, "S",
                    "seconds to wait for another program that writes there (default: 30)");
}

void add_charset(Command& verb, std::string& into) {
  verb.add_option("--charset", into, "NAME", "charset of the pages, as their server would say")
      ->check([](const std::string& name) {
        return canonical_charset(name) ? std::string()
                                       : fmt::format(
                                             "there is no charset \"{}\"; charsets: utf-8, windows-1252, "
                                             "iso-8859-2, shift_jis, gb18030, ...",
                                             name);
      });
}

Result<store::Target> target_of(const OutputOptions& options) {
  GLEANER_TRY(store::Target target, store::parse_target(options.path));
  if (!options.mode.empty()) {
    GLEANER_TRY(target.mode, store::mode_of_name(options.mode));
    target.asked = true;
  }
  for (std::string_view name : split(options.key, ','))
    if (!trim(name).empty()) target.key.emplace_back(trim(name));
  target.flat = options.flat;
  target.wait_seconds = options.wait;
  return target;
}

Result<wrap::WriteOptions> write_options(const OutputOptions& options, bool spans, bool page) {
  wrap::WriteOptions out;
  out.spans = spans;
  out.page = page;
  out.safe_cells = options.csv_safe;
  if (options.readings.empty()) return out;
  out.readings = wrap::readings_of_name(options.readings);
  if (out.readings) return out;
  return error(Code::usage, fmt::format("there are no readings \"{}\"", options.readings), {},
               "readings: columns, struct, text");
}

Result<wrap::Format> format_of(const OutputOptions& options, wrap::Format fallback) {
  if (const std::string_view kind = store::kind_of(options.path); !kind.empty()) {
    // made of JSON lines
    if (options.format_name.empty() || options.format_name == kind) return wrap::Format::jsonl;
    return error(Code::usage, fmt::format("{} cannot be written as {}", options.path, options.format_name));
  }
  const bool of_files = options.mode.empty() || options.mode == "replace" || options.mode == "create";
  if (!of_files || !options.key.empty())
    return error(Code::usage,
                 fmt::format("{} is for tables of a database", of_files ? "--key" : "--mode " + options.mode),
                 {}, "-o FILE.duckdb, FILE.sqlite or postgresql://...; a file of text is written whole");
  if (!options.format_name.empty()) {
    if (const auto format = wrap::format_of_name(options.format_name)) return *format;
    return error(Code::usage, fmt::format("there is no format \"{}\"", options.format_name), {},
                 store::RecordFile::writes("." + options.format_name)
                     ? fmt::format("that is a file, not a text: -o FILE.{}", options.format_name)
                     : "formats: jsonl, json, csv, tsv, xml, labels, table");
  }
  if (options.path.empty() || options.path == "-") return fallback;
  if (const auto format = wrap::format_of_path(options.path)) return *format;
  const size_t slash = options.path.rfind('/');
  const std::string name = slash == std::string::npos ? options.path : options.path.substr(slash + 1);
  if (name.find('.') == std::string::npos) return fallback;
  return error(Code::usage, fmt::format("the ending of {} names no format", options.path), {},
               "use .jsonl .json .csv .tsv .xml .parquet .duckdb .sqlite, or say --format");
}

namespace {

// Without --max-megabytes, all work together may take this part (1/n) of the memory
// that the process may have.
constexpr uint64_t kDefaultShare = 2;

}  // namespace

// a check for amounts
static Option::Check above_zero() {
  return [](const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return number > 0 && *end == 0 ? std::string()
                                   : fmt::format("it must be a number above 0, not \"{}\"", text);
  };
}

void add_time_and_memory(Command& verb, BudgetOptions& into, const std::string& seconds_help,
                         const std::string& megabytes_help) {
  verb.add_option("--max-seconds", into.seconds, "S", seconds_help)->group("Limits")->check(above_zero());
  verb.add_option("--max-megabytes", into.megabytes, "N", megabytes_help)
      ->group("Limits")
      ->check(whole_from_one());
}

void add_budget(Command& verb, BudgetOptions& into, const std::string& of) {
  add_time_and_memory(
      verb, into, "stop after so many seconds on " + of,
      "read and use no more than so much for " + of + " (default: half of the memory there is)");
  verb.add_option("--max-steps", into.steps, "N", "stop after so many steps of work on " + of)
      ->group("Limits")
      ->check(whole_from_one());
}

BudgetLimits limits_of(const BudgetOptions& options, size_t at_once) {
  BudgetLimits limits;
  constexpr uint64_t kLeastDefault = uint64_t(64)
                                     << 20;  // a page of ordinary size, however many are worked on at once
  constexpr double kLongest = 1e9;           // seconds: a lifetime
  constexpr uint64_t kLargest = uint64_t(1) << 40;  // megabytes: what bytes can be counted of
  if (options.seconds > 0)
    limits.time = std::chrono::milliseconds(int64_t(std::min(options.seconds, kLongest) * 1000));
  if (options.steps) limits.steps = options.steps;
  if (options.megabytes) limits.bytes = limits.memory = std::min(options.megabytes, kLargest) << 20;
  else if (at_once) limits.memory = std::max(kLeastDefault, memory::available() / kDefaultShare / at_once);
  return limits;
}

int run_limited(const BudgetLimits& limits, const std::function<Result<int>()>& work) {
  constexpr double kPatience = 1.2;
  BudgetLimits hard = limits;
  if (limits.bytes == BudgetLimits::kUnlimited)
    hard.memory = BudgetLimits::kUnlimited;  // nobody said how much
  const Watchdog watchdog(hard, "working", kPatience);
  Budget budget(limits);
  int exit = kDone;
  const bool finished = work_within(budget, [&] { exit = exit_after(work()); });
  if (finished && (!budget.exhausted() || exit == kPartial)) return exit;
  if (exit == kUsage || exit == kBadInput) return exit;
  return fail(budget.diagnostic("working"));
}

void add_jobs(Command& verb, size_t& jobs) {
  verb.add_option("-j,--jobs", jobs, "N",
                  "threads (default: all cores); results are in input order whatever it is")
      ->check(whole_from_one("a number of threads"));
}

Option::Check not_below_zero() {
  return [](const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return *end == 0 && number >= 0 ? std::string()
                                    : fmt::format("it must be a number from 0, not \"{}\"", text);
  };
}

Option::Check whole_from_one(const std::string& what) {
  return [what](const std::string& text) {
    constexpr size_t kDigits = 15;
    const bool fine =
        text.size() <= kDigits && is_all_digits(text) && text.find_first_not_of('0') != text.npos;
    return fine ? std::string() : fmt::format("it must be {}, not \"{}\"", what, text);
  };
}

}  // namespace gleaner::cli
