// allowed_path: the one policy for files that somebody else's program (a script, a logic program, a wrapper,
// a template set) names: they lie in a folder that the person who runs it has allowed.
//
// Both sides are compared as real names: absolute, links followed, without `..`. Whatever cannot be
// found out (a loop of links, a name that is too long, a folder that may not be entered) is refused,
// and an empty root allows nothing.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace gleaner {

// The real name of `path` if it is one of `roots` or lies below one. A file that does not exist may be
// allowed: reading it then says that it is not there.
Result<std::string> allowed_path(const std::string& path, const std::vector<std::string>& roots);

// For files that name others: `named` as seen from the folder of `file`, which it may not leave.
Result<std::string> path_beside(const std::string& file, const std::string& named);

}  // namespace gleaner
