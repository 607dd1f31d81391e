// A form of `gleaner debug`: see serve.cc.
#pragma once

#include "cli.h"

namespace gleaner::cli {

void add_serve(Command& debug, Session& session);

}  // namespace gleaner::cli
