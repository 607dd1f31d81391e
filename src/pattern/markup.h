// What the tags and attributes of HTML say about the texts in them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "html/tree.h"

namespace gleaner::pattern {

enum TagTrait : uint8_t {
  kTelling = 1,    // says what its text is: h1, dt, address, ...
  kLabelling = 2,  // labels stand in it: b, th, dt, ...
  kCell = 4,       // td, th
  kRow = 8,
  kSkipped = 16,  // script, style, noscript, template: nothing that a reader sees
  kHeading = 32,
  kTitle = 64,
};
using TagTraits = std::array<uint8_t, 0x10000>;  // by TagId
// For loops over all nodes of a page, which fetch the table once.
const TagTraits& tag_traits();

inline bool telling_tag(html::TagId tag) { return tag_traits()[tag] & kTelling; }
inline bool labelling_tag(html::TagId tag) { return tag_traits()[tag] & kLabelling; }
inline bool cell_tag(html::TagId tag) { return tag_traits()[tag] & kCell; }
inline bool row_tag(html::TagId tag) { return tag_traits()[tag] & kRow; }
inline bool skipped_tag(html::TagId tag) { return tag_traits()[tag] & kSkipped; }
bool semantic_attribute(std::string_view name);  // its value is a name: itemprop, rel, role, ...

}  // namespace gleaner::pattern
