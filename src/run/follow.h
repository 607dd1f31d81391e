// Following the link in a field: the page it leads to is read with a second wrapper, and what that finds is
// nested into the record. An overview and its details in one run.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "web/sources.h"
#include "wrap/wrapper_file.h"

namespace gleaner::run {

struct Follow {
  std::string field;  // that holds the link
  std::string as;     // the new field
  wrap::WrapperFile wrapper;
  wrap::Schema schema;  // of the second wrapper, with types
};

// [follow.FIELD] of a wrapper file: with = "item.wrapper", as = "item". Paths start from the file's folder.
Result<std::vector<Follow>> read_follows(const wrap::Config& whole, const std::string& file,
                                         const wrap::Registry& registry);
Result<Follow> make_follow(const std::string& field, const std::string& wrapper_path,
                           const wrap::Registry& registry);

// The value of a record that holds the link; null where it has none.
const wrap::Value* link_value(const Follow& follow, const wrap::Record& record);

// The schema of records with what is nested into them.
wrap::Schema followed_schema(wrap::Schema schema, const std::vector<Follow>& follows);

// Opens the links of all records of a page (they are fetched side by side) and nests what is found. Spans of
// nested values are bytes of the page that their field "page" names.
void follow_links(const Follow& follow, const std::string& page, const Document& document,
                  web::Sources& sources, const BudgetLimits& limits, std::vector<wrap::Record>& records,
                  Diagnostics& notes);

}  // namespace gleaner::run
