// An answer as a page for people: a table that sorts and filters, nested values as tables in it, and for each
// value that came from a page a link to it and why it is there.
#pragma once

#include <string>

#include "script/value.h"

namespace gleaner::cli {

// `title`: the question. `from`: the folder that the page will stand in, for links.
std::string query_page(const script::Value& answer, const std::string& title, const std::string& from);

}  // namespace gleaner::cli
