// Conversions between wrappers and the like that a family brings: gleaner convert --from NAME --to NAME.
// A family adds its own here; records and labels are turned into each other by the verb itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "wrap/wrapper.h"

namespace gleaner::run {

struct Conversion {
  std::string from, to;  // as --from and --to name them; also the ending of a file: "xyz" is *.xyz
  std::string purpose;   // one line for --help
  // The converted text of the file at `path`.
  std::function<Result<std::string>(const std::string& path, const wrap::Registry& registry)> run;
};

const std::vector<Conversion>& conversions();

}  // namespace gleaner::run
