// A pattern as CSS or XPath, where it has an equivalent. Conditions on texts compare label forms and cannot
// be said in either; what is left out is said.
#pragma once

#include <string>

#include "pattern/wrapper.h"

namespace gleaner::pattern {

enum class QueryLanguage : uint8_t { css, xpath };

// One line a record rule and field: "price: //b[...]/text()", then "#" lines for what cannot be expressed.
std::string convert(const PatternWrapper& wrapper, QueryLanguage language);

}  // namespace gleaner::pattern
