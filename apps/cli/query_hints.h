// What is said of a query beside its error: what was probably meant.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace gleaner::cli {

// What people who know SQL write: files without quotes.
void add_query_hint(Diagnostic& why, const std::string& query);

}  // namespace gleaner::cli
