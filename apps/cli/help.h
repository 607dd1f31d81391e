// How --help looks: what it does, the call, its arguments, its options, examples.
#pragma once

#include <string>

#include "command.h"

namespace gleaner::cli {

std::string help_of(const Command& command);

// "gleaner debug dom"
std::string path_of(const Command& command);

}  // namespace gleaner::cli
