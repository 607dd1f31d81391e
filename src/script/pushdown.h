// Pushdown: the part of a query that the store of a table can do itself: which columns are
// needed, and which rows cannot matter.
//
// The store must leave out nothing that matters to the language, whose comparisons are not SQL's (a text that
// is a number compares as one). So the store gets only conditions for which SQL's answer is never narrower: a
// column against a number or a text with == < <= > >= or like, in stores whose columns have types. The
// language tests every condition again on the rows that come. If the store refuses a statement (a column
// holds other things than its condition thinks), the statement is put again without conditions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "script/ast.h"

namespace gleaner::script {

struct Pushed {
  std::string columns;  // of the select list, quoted; "*": all
  std::string where;    // empty: every row
  bool narrows() const { return columns != "*" || !where.empty(); }
};

// For source `source` of the query. `conditions` are those that read no other source; `value_of` gives the
// value of an expression that reads none.
Pushed pushed_down(const Query& query, const Query::Source& source, const std::vector<const Ast*>& conditions,
                   const std::function<Value(const Ast&)>& value_of);

}  // namespace gleaner::script
