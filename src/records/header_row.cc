// See header_row.h.
#include "records/header_row.h"

#include "html/tags.h"

namespace gleaner::records {

bool is_header_row(const Outline& outline, uint32_t node) {
  const html::Tags& tags = html::Tags::all();
  if (outline[node].tag != tags.tr) return false;
  bool any = false;
  for (uint32_t c = outline.first_child(node); c != kNone; c = outline.next_sibling(c)) {
    if (outline[c].tag == tags.td) return false;
    any |= outline[c].tag == tags.th;
  }
  return any;
}

}  // namespace gleaner::records
