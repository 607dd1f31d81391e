// Options that several verbs share, so that they are called the same everywhere.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli.h"
#include "run_pages.h"
#include "wrap/writer.h"

namespace gleaner::cli {

inline constexpr const char* kPagesHelp =
    "pages: files, folders, 'globs', - for standard input, @LIST for a file of names";

// The pages that arguments name (see expand_inputs); folders that were passed over are told.
Result<std::vector<std::string>> pages_named(const std::vector<std::string>& arguments);

struct OutputOptions {
  std::string path;         // -o
  std::string format_name;  // --format
  bool csv_safe = false;    // --csv-safe
};
void add_output(Command& verb, OutputOptions& into,
                const std::string& formats = "jsonl, json, csv, tsv, xml, labels, table");
void add_csv_safe(Command& verb, OutputOptions& into);
// By --format, else by the ending of -o, else `fallback`.
Result<wrap::Format> format_of(const OutputOptions& options, wrap::Format fallback = wrap::Format::jsonl);

struct BudgetOptions {
  double seconds = 0;
  uint64_t steps = 0, megabytes = 0;
};
void add_budget(Command& verb, BudgetOptions& into, const std::string& of = "a page");
// `at_once`: how many pieces of work share the memory that all may take without --max-megabytes; 0: no such limit.
BudgetLimits limits_of(const BudgetOptions& options, size_t at_once = 0);

// A verb (or what is left of one) that is one piece of work: under `limits`, with memory as a hard one. Where
// they end it, that is said, and the exit is 6.
int run_limited(const BudgetLimits& limits, const std::function<int()>& work);

void add_jobs(Command& verb, size_t& jobs);
// A check for options that count from 1; `what` completes "it must be ...".
Option::Check whole_from_one(const std::string& what = "a number from 1");

}  // namespace gleaner::cli
