// What the names in a query stand for, once its sources are read: columns that there are, and columns that a
// grouped query may show.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "script/interpreter.h"

namespace gleaner::script {

// What is known of the columns of one source of a query.
struct SourceColumns {
  const Query::Source* source;
  bool known = false;  // else anything may be a field of it: pages, elements, texts
  std::vector<std::string> names = {};
  std::string called = {};  // for messages
};

// The columns of some rows: all fields that any of them has.
SourceColumns columns_of(const Query::Source& source, const Value& list, const Script& script);

// Throws if an expression of the query names a column that no source has, or that two have.
// `aliases`: names of what is selected, which are no columns.
void check_columns(Interpreter& in, const Query& query, const std::vector<SourceColumns>& sources,
                   const Value* frame, const std::set<const Ast*>& aliases);

// Throws if a query that groups shows something that is neither grouped by nor aggregated.
// `group`: the expressions that are grouped by.
void check_grouped(Interpreter& in, const Query& query, const std::vector<const Ast*>& group,
                   const std::vector<SourceColumns>& sources);

}  // namespace gleaner::script
