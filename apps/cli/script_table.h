// Answers of queries, written for people (a table) or programs (jsonl, json, csv, tsv).
#pragma once

#include <string>

#include "base/result.h"
#include "options.h"
#include "script/value.h"

namespace gleaner::cli {

// `table`: aligned columns when no format is asked for.
Result<std::string> format_answer(const script::Value& answer, const OutputOptions& options, bool table);

}  // namespace gleaner::cli
