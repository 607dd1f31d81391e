// Where a page says it is, and where its relative links start.
#pragma once

#include <string>

#include "html/tree.h"

namespace gleaner::html {

// The address that the page gives itself (<link rel=canonical>, og:url); "" if it does not.
std::string stated_address(const Tree& tree);

// The address that relative links of the page start from: its URL, or what <base href> makes of it.
std::string base_of(const Tree& tree, const std::string& url);
// The same of any document; of a text that is no HTML, its URL.
std::string base_of(const Document& document, const std::string& url);

}  // namespace gleaner::html
