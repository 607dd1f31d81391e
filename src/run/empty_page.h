// Why nothing may have been found on a page: what is to be said beside "no records".
#pragma once

#include <string>

#include "page/document.h"

namespace gleaner::run {

// "the file is empty", "this is a PDF file", ...; empty where the page itself gives no reason.
std::string why_empty(const Document& page);

// The same where the file is no page at all: an archive, a picture, bytes that are no text.
std::string why_no_page(const Document& page);

}  // namespace gleaner::run
