// Reads a script: definitions, statements, and the code inside rules. Errors carry file, line, column and a
// caret.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "script/ast.h"

namespace gleaner::script {

// `known`: names that exist from before (an interactive session), besides the built-in functions.
struct ParseOptions {
  std::vector<std::string> known_globals = {};
  LoadScript load = {};  // for imports; null: none
};

Result<std::shared_ptr<Script>> parse_script(std::string source, std::string file,
                                             const ParseOptions& options = {});

bool is_builtin(std::string_view name);  // see builtins.cc
std::vector<std::string> builtin_names();

}  // namespace gleaner::script
