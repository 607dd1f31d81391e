// Pages as tables: what a wrapper extracts, records found without one, and tables that pages mark as such, each
// row a record of the language. Every row has `page`, the name of where it stands.
#pragma once

#include "script/interpreter.h"

namespace gleaner::script {

Value extracted(Interpreter& in, const std::string& wrapper, const Value& pages);
Value found_records(Interpreter& in, const Value& pages);
// `number`: the only table wanted of each page, from 1; 0: all.
Value found_tables(Interpreter& in, const Value& pages, size_t number);

}  // namespace gleaner::script
