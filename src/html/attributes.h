// AttributeWalk: the attributes of an element one after the other, without a copy. For passes over all
// elements of a page, where asking for every attribute by its name would cost more than the pass itself.
//
//   for (AttributeWalk a(tree, n); !a.done(); a.next())
//     if (a.known() == KnownAttribute::class_names) use(a.value());
#pragma once

#include <optional>
#include <string_view>

#include "html/tree.h"

struct lxb_dom_attr;

namespace gleaner::html {

// Told apart by number, not by name. looks: align, width, style, src and their like, which say nothing of
// what an element is.
enum class KnownAttribute : uint8_t { other, id, class_names, href, looks };

class AttributeWalk {
 public:
  AttributeWalk(const Tree& tree, NodeId n);
  bool done() const { return !at_; }
  void next();
  KnownAttribute known() const { return known_; }
  std::string_view name() const;  // lower case
  std::string_view value() const;

 private:
  void look();
  lxb_dom_attr* at_ = nullptr;
  KnownAttribute known_ = KnownAttribute::other;
};

// Has any element of the page an attribute of this name (lower case)? The parser
// keeps a list of the names it met.
bool is_attribute_used(const Tree& tree, std::string_view name);

// REQUIRES: which is not `other`.
std::optional<std::string_view> find_attribute(const Tree& tree, NodeId n, KnownAttribute which);

}  // namespace gleaner::html
