// Which names in a page's markup say something: of attributes, and of classes and ids.
#pragma once

#include <string_view>

namespace gleaner::html {

bool semantic_attribute(std::string_view name);  // its value is a name: itemprop, rel, role, ...

// Of a class or an id: made by a program, so that it is another one tomorrow ("css-1q2w3e4", "item48213"):
// three digits in a row, long hex, digits and letters in turns.
bool looks_generated(std::string_view name);

}  // namespace gleaner::html
