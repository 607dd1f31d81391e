// Which columns a file or table has that is about to be replaced: what holds something else than these
// records of another day is not replaced without a word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wrap/writer.h"

namespace gleaner::wrap {

// By the beginning of a file: the names of the first line (csv, tsv) or of the first record
// (json, jsonl). Empty: not known.
std::vector<std::string> columns_at_head(Format format, std::string_view head);
// Most of the columns there are none of ours, case aside.
bool holds_others(const std::vector<std::string>& there, const std::vector<std::string>& ours);

}  // namespace gleaner::wrap
