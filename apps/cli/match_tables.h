// What `gleaner match` reads: tables in every form that `query` takes, and labels of pairs.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "match/matcher.h"
#include "match/table.h"

namespace gleaner::cli {

// csv and tsv are read row by row; other tables by script::read_table.
Result<match::Table> read_match_table(const std::string& path);

// `--id NAME` or LEFT=RIGHT: the column that names rows, where it is not called id.
// `--same LEFT=RIGHT,...`: columns of the right table that are called otherwise there. `right` is null
// where one table is matched with itself.
Status name_columns(const std::string& id, const std::vector<std::string>& same, match::Table& left,
                    match::Table* right);

// Columns left, right, match (1/0, yes/no, true/false). Rows without an answer are passed over: a list that
// was written to be filled in. A file that is not there is no labels, where `may_be_new`.
Result<std::vector<match::Label>> read_pair_labels(const std::string& path, bool may_be_new);

// Whether answers can be added to such a file: asked before questions are.
Status may_append_labels(const std::string& path);
// Adds one answer at the end of a csv, tsv or jsonl file, which is made if it is not there.
Status append_pair_label(const std::string& path, const match::Label& label);

}  // namespace gleaner::cli
