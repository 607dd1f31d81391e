// See attributes.h. Which attributes are told apart by number, and the way from an element to their values in
// lexbor.
#include "html/attributes.h"

extern "C" {
#include <lexbor/dom/dom.h>
}

#include <array>

namespace gleaner::html {
namespace {

constexpr auto kKnown = [] {
  std::array<KnownAttribute, LXB_DOM_ATTR__LAST_ENTRY> known{};
  known.fill(KnownAttribute::looks);
  for (auto name : {LXB_DOM_ATTR__UNDEF, LXB_DOM_ATTR_FOR, LXB_DOM_ATTR_REL, LXB_DOM_ATTR_TITLE,
                    LXB_DOM_ATTR_TYPE, LXB_DOM_ATTR_CONTENT})
    known[name] = KnownAttribute::other;
  known[LXB_DOM_ATTR_CLASS] = KnownAttribute::class_names;
  known[LXB_DOM_ATTR_ID] = KnownAttribute::id;
  known[LXB_DOM_ATTR_HREF] = KnownAttribute::href;
  return known;
}();

}  // namespace

AttributeWalk::AttributeWalk(const Tree& tree, NodeId n) {
  if (!tree.may_have_attributes(n)) return;
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
  known_ = name < kKnown.size() ? kKnown[name] : KnownAttribute::other;
}

namespace {

std::string_view value_of(const lxb_dom_attr_t* attribute) {
  if (!attribute->value) return {};
  return {reinterpret_cast<const char*>(attribute->value->data), attribute->value->length};
}

}  // namespace

// The value lies two steps away in memory, so it is fetched for those who ask.
std::string_view AttributeWalk::value() const { return value_of(at_); }

std::string_view AttributeWalk::name() const {
  size_t length = 0;
  const lxb_char_t* name = lxb_dom_attr_qualified_name(at_, &length);
  return {reinterpret_cast<const char*>(name), length};
}

bool is_attribute_used(const Tree& tree, std::string_view name) {
  if (!tree.size()) return false;
  return lxb_dom_attr_data_by_local_name(tree.lexbor(kDocument)->owner_document->attrs,
                                         reinterpret_cast<const lxb_char_t*>(name.data()), name.size());
}

std::optional<std::string_view> find_attribute(const Tree& tree, NodeId n, KnownAttribute which) {
  if (!tree.may_have_attributes(n)) return {};
  if (which == KnownAttribute::id ||
      which == KnownAttribute::class_names) {  // lexbor keeps these two at hand
    const lxb_dom_element_t* element = lxb_dom_interface_element(tree.lexbor(n));
    const lxb_dom_attr_t* found = which == KnownAttribute::id ? element->attr_id : element->attr_class;
    if (!found) return {};
    return value_of(found);
  }
  for (AttributeWalk a(tree, n); !a.done(); a.next())
    if (a.known() == which) return a.value();
  return {};
}

}  // namespace gleaner::html
