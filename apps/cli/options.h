// Options that several verbs share, so that they are called the same everywhere.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli.h"
#include "page/load.h"
#include "run/extract_pages.h"
#include "store/target.h"
#include "wrap/writer.h"

namespace gleaner::cli {

inline constexpr const char* kPagesHelp =
    "pages: files, folders, 'globs', - for standard input, @LIST for a file of names (@-: from "
    "standard input), URLs, sitemap:URL, web archives (.warc.gz, or FILE#URL for one page)";

// The pages that arguments name (see expand_inputs); folders that were passed over are told.
Result<std::vector<std::string>> pages_named(const std::vector<std::string>& arguments);

struct OutputOptions {
  std::string path;           // -o
  std::string format_name;    // --format
  std::string mode = {};      // --mode
  std::string key = {};       // --key
  std::string readings = {};  // --readings
  double wait = 30;           // --wait
  bool csv_safe = false;      // --csv-safe
  bool flat = false;          // databases: a table a level
};
void add_output(Command& verb, OutputOptions& into,
                const std::string& formats = "jsonl, json, csv, tsv, xml, labels, table");
void add_csv_safe(Command& verb, OutputOptions& into);
// What add_output() adds for databases, where a verb has its own words for the rest.
void add_database_options(Command& verb, OutputOptions& into);
// Where the records of a database go. REQUIRES: store::RecordFile::writes(options.path).
Result<store::Target> target_of(const OutputOptions& options);
// How records are written: with --readings (nothing: as the format has them) and --csv-safe.
Result<wrap::WriteOptions> write_options(const OutputOptions& options, bool spans, bool page);
// By --format, else by the ending of -o, else `fallback`.
Result<wrap::Format> format_of(const OutputOptions& options, wrap::Format fallback = wrap::Format::jsonl);

// --charset, for every verb that reads pages.
void add_charset(Command& verb, std::string& into);

struct BudgetOptions {
  double seconds = 0;
  uint64_t steps = 0, megabytes = 0;
};
void add_budget(Command& verb, BudgetOptions& into, const std::string& of = "a page");
// Time and memory alone, for work that can be ended at any moment and goes on when it
// is started again: see Watchdog.
void add_time_and_memory(Command& verb, BudgetOptions& into, const std::string& seconds_help,
                         const std::string& megabytes_help);
// `at_once`: how many pieces of work share the memory that all may take without
// --max-megabytes; 0: no such limit.
BudgetLimits limits_of(const BudgetOptions& options, size_t at_once = 0);

// A verb (or what is left of one) that is one piece of work: under `limits`, with memory as a hard one. Where
// they end it, that is said, and the exit is 6.
int run_limited(const BudgetLimits& limits, const std::function<Result<int>()>& work);
void add_jobs(Command& verb, size_t& jobs);
// A check for amounts that may be nothing.
Option::Check not_below_zero();
// A check for options that count from 1; `what` completes "it must be ...".
Option::Check whole_from_one(const std::string& what = "a number from 1");

}  // namespace gleaner::cli
