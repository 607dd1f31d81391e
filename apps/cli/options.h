// Options that several verbs share, so that they are called the same everywhere.
#pragma once

#include <string>
#include <vector>

#include "cli.h"
#include "run_pages.h"
#include "wrap/writer.h"

namespace gleaner::cli {

inline constexpr const char* kPagesHelp =
    "pages: files, folders, 'globs', - for standard input, @LIST for a file of names";

struct OutputOptions {
  std::string path;         // -o
  std::string format_name;  // --format
};
void add_output(Command& verb, OutputOptions& into,
                const std::string& formats = "jsonl, json, csv, tsv, xml, labels, table");
// By --format, else by the ending of -o, else `fallback`.
Result<wrap::Format> format_of(const OutputOptions& options, wrap::Format fallback = wrap::Format::jsonl);

struct BudgetOptions {
  double seconds = 0;
  uint64_t steps = 0, megabytes = 0;
};
void add_budget(Command& verb, BudgetOptions& into, const std::string& of = "a page");
BudgetLimits limits_of(const BudgetOptions& options);

void add_jobs(Command& verb, size_t& jobs);
// A check for options that count from 1; `what` completes "it must be ...".
Option::Check whole_from_one(const std::string& what = "a number from 1");

}  // namespace gleaner::cli
