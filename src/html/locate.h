// Where does a text stand on a page? As a person sees it: entities decoded, white space collapsed, across
// inline markup, in attribute values, in data islands. Works on plain-text documents too (white space
// collapsed). All places are given, in document order; choosing among them is the learner's work.
#pragma once

#include <string_view>
#include <vector>

#include "html/tree.h"

namespace gleaner::html {

struct Place {
  enum class Kind : uint8_t { text, attribute, data, source } kind = Kind::text;
  Span span;  // in Document::text()
  // text: the deepest element or text node that holds it; attribute: its element; data: the script
  NodeId node = kNoNode;
  std::string attribute;  // name, for Kind::attribute
  // the place is the whole of a text node, element text, attribute value or data leaf
  bool whole = false;
};

// Whole-node places come first in preference, but the result is in document order; filter by `whole` as
// needed.
std::vector<Place> locate(const Document& document, std::string_view text, size_t limit = 1000);

}  // namespace gleaner::html
