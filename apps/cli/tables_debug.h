// A page that shows what was seen on the sheets of PDFs, or on pages as a browser showed them.
#pragma once

#include <string>
#include <vector>

#include "cli.h"
#include "tables_report.h"

namespace gleaner::cli {

// Gives an exit code.
int write_tables_debug(const std::vector<PageTables>& pages, const std::string& path);

}  // namespace gleaner::cli
