// gleaner extract for another verb that has pages and wants their records.
#pragma once

#include <string>
#include <vector>

#include "cli.h"
#include "options.h"

namespace gleaner::cli {

// As `gleaner extract WRAPPER PAGE... -o FILE` does; gives its exit code.
int extract_pages(const std::string& wrapper, const std::vector<std::string>& pages,
                  const OutputOptions& output);

}  // namespace gleaner::cli
