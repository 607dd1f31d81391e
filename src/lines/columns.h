// Fixed columns: texts that stand below each other, also where a line leaves one of them empty.
//
//   Date        Description                 Debit     Credit    Balance
//   01/02/2024  Opening balance                                1,200.00
//   02/02/2024  Card payment, Corner shop   45.10              1,154.90
//   03/02/2024  Salary                              2,000.00   3,154.90
//
// Two columns are divided by a river, a place at which all rows have a blank or have ended. Words of a text
// may leave such a place by chance: there the labels tell, and otherwise the gap, which is a single blank in
// a text. A line of names above the rows says where columns are and what they are called: between two names
// is a river, or they are one name ("Mounted on"). Lines that are written across the rivers (titles, totals,
// rulers) are no rows; they are skipped, never shifted. Places are counted in characters. Cost: one pass over
// the lines for each line that could be the names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lines/forms.h"
#include "lines/head.h"

namespace gleaner::lines {

// Each labelled value is what stands in a column of its line.
std::optional<Form> fixed_form(const std::vector<Example>& examples, const std::vector<std::string>& names,
                               const std::vector<std::string_view>& page);

// Without labels: columns named by a line above the rows. `form` is set where rows leave columns empty, so
// that only places tell which; otherwise a sequence of words reads other widths, too.
struct NamedColumns {
  Head head;
  size_t names = 0;  // the line of names; those before it belong to nothing
  std::optional<Form> form;
};
NamedColumns find_columns(const std::vector<std::string_view>& lines);

}  // namespace gleaner::lines
