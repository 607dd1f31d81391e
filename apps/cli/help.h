// How --help looks: what it does, the call, its arguments, its options, examples.
#pragma once

#include <memory>
#include <string>

#include "cli.h"

namespace gleaner::cli {

std::shared_ptr<CLI::FormatterBase> make_help_format();

// "gleaner debug dom"
std::string path_of(const CLI::App& app);

}  // namespace gleaner::cli
