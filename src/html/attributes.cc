#include "html/attributes.h"

extern "C" {
#include <lexbor/dom/dom.h>
}

namespace gleaner::html {

AttributeWalk::AttributeWalk(const Tree& tree, NodeId n) {
  if (!tree.is_element(n)) return;
  at_ = lxb_dom_element_first_attribute(lxb_dom_interface_element(tree.lexbor(n)));
  look();
}

void AttributeWalk::next() {
  at_ = at_->next;
  look();
}

void AttributeWalk::look() {
  if (!at_) return;
  const lxb_dom_attr_id_t name = at_->qualified_name ? at_->qualified_name : at_->node.local_name;
  known_ = name == LXB_DOM_ATTR_CLASS  ? KnownAttribute::class_names
           : name == LXB_DOM_ATTR_ID   ? KnownAttribute::id
           : name == LXB_DOM_ATTR_HREF ? KnownAttribute::href
                                       : KnownAttribute::other;
  value_ = at_->value ? std::string_view(reinterpret_cast<const char*>(at_->value->data), at_->value->length) : std::string_view{};
}

std::string_view AttributeWalk::name() const {
  size_t length = 0;
  const lxb_char_t* name = lxb_dom_attr_qualified_name(at_, &length);
  return {reinterpret_cast<const char*>(name), length};
}

std::optional<std::string_view> find_attribute(const Tree& tree, NodeId n, KnownAttribute which) {
  for (AttributeWalk a(tree, n); !a.done(); a.next())
    if (a.known() == which) return a.value();
  return {};
}

}  // namespace gleaner::html
