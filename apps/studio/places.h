// Places: spans of a page as the frame sees them, and back.
//
// In the frame a text stands at (number of its element, which child node it is, UTF-16 offset): the
// frame's DOM is the tree that the page was served from, node for node. Attribute values stand at
// (element, name). All else is done in spans.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "html/tree.h"
#include "json_out.h"
#include "page/document.h"

namespace gleaner::studio {

struct TextPlace {
  uint32_t element = 0, child = 0;
  uint32_t from = 0, to = 0;  // UTF-16 units of the child's text
};

struct Places {
  std::vector<TextPlace> texts;
  std::optional<uint32_t> element;  // of an attribute
  std::string attribute;
};

// Where a span of Document::text() shows; of a text that is no HTML: line and
// columns, as element and offsets.
Places places_of(const Document& page, Span span);
void write_places(JsonOut& out, const Places& places);

// What a person pointed at.
struct Picked {
  std::string text;  // as a person reads it
  Span span;         // in Document::text()
};
// {"kind": "text", "element": 12, "child": 0}, {"kind": "range", "from": [12, 0, 3], "to": [12, 0, 9]},
// {"kind": "element", "element": 12}, {"kind": "attribute", "element": 12, "name": "href"}, {"kind": "span",
// "span": [10, 20]} (stored bytes).
Result<Picked> read_pick(const json::Value& pick, const Document& page);

}  // namespace gleaner::studio
