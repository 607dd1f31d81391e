// The table that a page shows by itself, before anything is labelled: one click, and it is a person's.
//
// A page of the web is a list or one thing, as `records` sees it. The sheets of a PDF are first of all their
// tables (an invoice's items), then what they say of themselves (its number, its date), then what else
// repeats. A text is lines of one form. The others are choices behind the first.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "page/document.h"
#include "wrap/record.h"
#include "wrap/schema.h"

namespace gleaner::studio {

inline constexpr std::string_view kOneRow = "the page as one row";  // among the choices: no list

struct Proposal {
  std::string kind;  // "list", "detail", "lines"
  double confidence = 0;
  std::string why;
  wrap::Schema schema;
  std::vector<wrap::Record> records;
  std::vector<std::string> command;  // that gives the same, without the program's name
  struct Choice {
    size_t records = 0, columns = 0;
    double confidence = 0;
    std::string first;  // texts of its first record
  };
  std::vector<Choice> choices;
};

// `kin`: some pages of its site that may be like it, which tell a list from one thing with a
// list on it. `choice`: another one of the page's tables. No column's name has a dot in it:
// that would mean a list in the row.
Result<Proposal> propose(const DocumentPtr& page, const std::vector<DocumentPtr>& kin, size_t choice,
                         Budget& budget);

}  // namespace gleaner::studio
