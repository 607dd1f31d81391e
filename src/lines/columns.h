// Fixed columns: texts that stand below each other, with a river of blanks between them.
//
// A river is a place at which nearly all lines have a blank (or have ended). What stands between two rivers is a column,
// also where a line leaves it empty. A first line of names tells what the columns are called:
//
//   NUMBER  PRICE  ARTIST          TITLE
//   1234    12.99  ABBA            Gold
//   1235     9.50                  Various Hits
// Places are counted in characters. Cost: one pass over the lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lines/forms.h"
#include "lines/head.h"

namespace gleaner::lines {

struct Column {
  uint32_t begin, end;  // characters; the last column has no end
};

// Columns that the lines have in common; one or none: no columns.
std::vector<Column> fixed_columns(const std::vector<std::string_view>& lines);

// Each labelled value is what stands in a column of its line.
std::optional<Form> fixed_form(const std::vector<Example>& examples, const std::vector<std::string>& names,
                               const std::vector<std::string_view>& page);

// Without labels: columns named by the first line, a head of one word a column.
Head find_columns(const std::vector<std::string_view>& lines);

}  // namespace gleaner::lines
