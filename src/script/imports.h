// Imports: `import "lib.gln";` on a line of its own puts the definitions and statements of another script
// before this one, once, however often it is named.
//
// All of it becomes one text, so that rules, functions, types and views of every file know each other; errors
// are told by the file and line that a person has.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace gleaner::script {

// A stretch of the joined text.
struct SourcePart {
  std::string file;
  uint32_t first_line = 0;  // lines of the joined text before it
};

struct JoinedSource {
  std::string text;
  std::vector<SourcePart> parts;  // in order; empty: nothing was imported
  size_t own_begin = 0;           // where the script itself begins
};

// `load` gives the text of a file that another one names; it decides what may be read.
using LoadScript = std::function<Result<std::string>(const std::string& path, const std::string& from)>;
Result<JoinedSource> join_imports(std::string source, const std::string& file, const LoadScript& load);

// The place of an error in the file that it is in.
void relocate(Diagnostic& why, const std::vector<SourcePart>& parts);

}  // namespace gleaner::script
