// A page that shows what was seen on the sheets of PDFs.
#pragma once

#include <string>
#include <vector>

#include "cli.h"

namespace gleaner::cli {

// Gives an exit code.
int write_tables_debug(const std::vector<std::string>& names, const std::string& path);

}  // namespace gleaner::cli
