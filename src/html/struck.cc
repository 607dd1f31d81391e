// See struck.h.
#include "html/struck.h"

#include "base/text.h"

namespace gleaner::html {

bool is_struck(const Tree& tree, NodeId node) {
  for (; node != kNoNode; node = tree.parent(node)) {
    if (!tree.is_element(node)) continue;
    const TagId tag = tree.tag(node);
    if (tag == tag_id("s") || tag == tag_id("strike") || tag == tag_id("del")) return true;
    if (!tree.may_have_attributes(node)) continue;
    if (auto style = tree.attribute(node, "style");
        style && style->find("line-through") != std::string_view::npos)
      return true;
  }
  return false;
}

bool may_strike(std::string_view page) {
  for (size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1)) {
    const std::string_view tag = page.substr(at + 1, 7);
    if (tag.size() < 2) return false;
    const char first = to_lower(tag[0]), second = to_lower(tag[1]);
    if (first == 's' && (second == '>' || is_space(second))) return true;
    if (equals_ignoring_case(tag.substr(0, 3), "del") || equals_ignoring_case(tag.substr(0, 6), "strike"))
      return true;
  }
  return page.find("line-through") != std::string_view::npos;
}

}  // namespace gleaner::html
