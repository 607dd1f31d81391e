// What the tags and attributes of HTML say about the texts in them.
#pragma once

#include <string_view>

#include "html/tree.h"

namespace gleaner::pattern {

bool telling_tag(html::TagId tag);    // says what its text is: h1, dt, address, ...
bool labelling_tag(html::TagId tag);  // labels stand in it: b, th, dt, ...
bool cell_tag(html::TagId tag);       // td, th
bool row_tag(html::TagId tag);
bool semantic_attribute(std::string_view name);  // its value is a name: itemprop, rel, role, ...

}  // namespace gleaner::pattern
