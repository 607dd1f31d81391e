// What gleaner records shows a person: tables, the other regions, why; and the same as JSON.
#pragma once

#include <string>
#include <vector>

#include "records/convert.h"
#include "records/region.h"
#include "records/site.h"

namespace gleaner::cli {

struct RecordsView {
  size_t region = 0;   // 0: the best
  size_t regions = 0;  // tables to show, 0: one
  size_t rows = 3;
  bool rows_given = false;
  bool why = false;
};

std::string records_table(const std::vector<std::string>& pages,
                          const std::vector<const records::Analysis*>& analyses, const records::Site& site,
                          const records::Selection& selection, const RecordsView& view);
std::string records_json(const std::vector<std::string>& pages,
                         const std::vector<const records::Analysis*>& analyses, const records::Site& site,
                         const records::Selection& selection, const RecordsView& view);
// What the choice was made from: list or single entities, and the features of the list and of the runner-up.
std::string records_why(const std::vector<const records::Analysis*>& analyses, const records::Site& site);
// Features and scores of a page's first candidates, as a JSON list.
std::string candidates_json(const records::Analysis& analysis, size_t most);
// Says why there is nothing; gives the exit code.
int report_nothing(const std::vector<const records::Analysis*>& analyses, const records::Site& site,
                   const RecordsView& view);

// A line a reason: which pages gave no records, and why.
std::vector<std::string> left_out_lines(const std::vector<std::string>& pages, const records::Site& site);

// "shop.labels.jsonl" -> "shop.wrapper"
std::string wrapper_name(const std::string& labels);

}  // namespace gleaner::cli
