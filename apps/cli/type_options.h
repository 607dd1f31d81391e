// --type FIELD=TYPE of several verbs.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "wrap/schema.h"

namespace gleaner::cli {

// --type offers.price=money, put into the schema.
Status set_types(const std::vector<std::string>& types, wrap::Schema& schema);

}  // namespace gleaner::cli
