// Pages made of a text, for the tests of all modules.
#pragma once

#include <string>
#include <utility>

#include "page/document.h"

namespace gleaner {

inline DocumentPtr page_of(std::string text, std::string name = "page.html",
                           MediaType type = MediaType::html) {
  DocumentOptions options;
  options.name = std::move(name);
  options.media_type = type;
  return Document::from_bytes(std::move(text), options).value();
}

}  // namespace gleaner
