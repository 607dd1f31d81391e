// The text of a slice of a page's source as a person sees it: tags removed, entities
// decoded, white space collapsed.
//
// A slice may begin inside a tag (an attribute's value) and hold half a tag at either end, so this is no
// parse: what looks like a whole tag is one. Of a page that is no HTML only the white space is collapsed.
#pragma once

#include <string>

#include "base/span.h"
#include "page/document.h"

namespace gleaner::html {

std::string slice_text(const Document& document, Span span);

}  // namespace gleaner::html
