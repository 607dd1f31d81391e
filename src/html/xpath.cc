// See xpath.h. The mirror that pugixml searches, and its answers as nodes of the tree.
#include "html/xpath.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>
#include <pugixml.hpp>

namespace gleaner::html {
namespace {

// The tree again, as pugixml wants it. Comments and texts included; names as they are.
class XPathMirror {
 public:
  explicit XPathMirror(const Document& document) {
    const Tree& tree = document.view<Tree>();
    nodes_.resize(tree.size());
    nodes_[kDocument] = mirror_;
    ids_.emplace(mirror_.hash_value(), kDocument);
    std::vector<Attribute> attributes;
    std::string text;
    for (NodeId n = 1; n < tree.size(); ++n) {
      pugi::xml_node parent = nodes_[tree.parent(n)];
      pugi::xml_node made;
      switch (tree.kind(n)) {
        case NodeKind::element:
          made = parent.append_child(pugi::node_element);
          made.set_name((text = tree.name(n)).c_str());
          for (const Attribute& a : tree.attributes_of(n, attributes))
            made.append_attribute(std::string(a.name).c_str()).set_value(std::string(a.value).c_str());
          break;
        case NodeKind::text:
          made = parent.append_child(pugi::node_pcdata);
          made.set_value((text = tree.text(n)).c_str());
          break;
        case NodeKind::comment:
          made = parent.append_child(pugi::node_comment);
          made.set_value((text = tree.text(n)).c_str());
          break;
        default: break;
      }
      nodes_[n] = made;
      if (made) ids_.emplace(made.hash_value(), n);
    }
  }
  pugi::xml_node node(NodeId n) const { return nodes_[n]; }
  NodeId id(pugi::xml_node node) const {
    auto it = ids_.find(node.hash_value());
    return it == ids_.end() ? kNoNode : it->second;
  }

 private:
  pugi::xml_document mirror_;
  std::vector<pugi::xml_node> nodes_;
  std::unordered_map<size_t, NodeId> ids_;
};

}  // namespace

struct XPath::Impl {
  std::string source;
  pugi::xpath_query query;
  Impl(std::string text) : source(std::move(text)), query(source.c_str()) {}
};

XPath::XPath() = default;
XPath::~XPath() = default;
XPath::XPath(XPath&&) noexcept = default;
XPath& XPath::operator=(XPath&&) noexcept = default;
const std::string& XPath::source() const { return impl_->source; }

Result<XPath> XPath::compile(std::string_view expression) {
  XPath xpath;
  auto failed = [&](std::string_view why, ptrdiff_t offset) {
    Where where;
    where.line = 1;
    where.column = uint32_t(offset + 1);
    return error(Code::bad_input,
                 fmt::format("not an XPath: \"{}\": {} at column {}", expression, why, where.column), where);
  };
  try {
    xpath.impl_ = std::make_unique<Impl>(std::string(expression));
  } catch (const pugi::xpath_exception& thrown) {
    return failed(thrown.result().description(), thrown.result().offset);
  }
  if (xpath.impl_->query.return_type() != pugi::xpath_type_node_set)
    return failed("gives a value, not nodes", 0);
  return xpath;
}

std::vector<XPathHit> XPath::select(const Tree& tree, NodeId context) const {
  const auto& mirror = tree.document().view<XPathMirror>();
  std::vector<XPathHit> hits;
  pugi::xpath_node_set found;
  try {
    found = impl_->query.evaluate_node_set(mirror.node(context));
  } catch (const std::exception&) {
    return hits;  // out of memory inside an expression: nothing found
  }
  found.sort();
  for (const pugi::xpath_node& hit : found) {
    NodeId n = mirror.id(hit.attribute() ? hit.parent() : hit.node());
    if (n != kNoNode) hits.push_back({n, hit.attribute() ? hit.attribute().name() : ""});
  }
  return hits;
}

}  // namespace gleaner::html
