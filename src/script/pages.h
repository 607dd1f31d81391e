// Pages as tables: what a wrapper extracts, records found without one, and tables that pages mark as such,
// each row a record of the language. Every row has `page`, the name of where it stands.
#pragma once

#include "script/interpreter.h"

namespace gleaner::script {

Value extracted(Interpreter& in, const std::string& wrapper, const Value& pages);
// Of the page in the browser; each row's `node` is its part of that page, for targets inside it. `within`:
// null, or a record or node that it has to stand in. A page that shows nothing yet is given a moment.
Value extracted_here(Interpreter& in, const std::string& wrapper, const Value& within);
Value found_records(Interpreter& in, const Value& pages);
// `number`: the only table wanted of each page, from 1; 0: all.
Value found_tables(Interpreter& in, const Value& pages, size_t number);

}  // namespace gleaner::script
