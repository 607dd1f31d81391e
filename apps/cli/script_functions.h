// Functions from shared libraries (include/gleaner/functions.h): what a person loads with --library, scripts may call.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace gleaner::cli {

struct LoadedFunction {
  std::string name;
  script::Value function;
};
// Loads the library and keeps it. Native code runs with the program's rights: never load what a script names.
Result<std::vector<LoadedFunction>> load_functions(const std::string& path);

}  // namespace gleaner::cli
