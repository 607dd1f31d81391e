// Xml: a document read as XML: names as they are written, namespaces, CDATA, empty
// elements, entities of its own DTD.
//
// pugixml reads it; where each node stands in the text is taken from its offsets before anything is decoded.
// Flat like Tree: a node is a number, the document is 0, children follow their parent. External entities and
// DTDs are never read; entities that blow up are an error. Not well-formed text is an error with line and
// column: XML has no repair. Threads: immutable once made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "page/document.h"

namespace gleaner::html {

class Xml {
 public:
  using Node = uint32_t;
  static constexpr Node kNone = 0xffffffff;
  struct Attribute {
    std::string name, value;  // value: decoded
    Span span;                // of the value, quotes left out
  };
  struct Hit {
    Node node = kNone;
    std::string attribute;  // name, when the hit is an attribute of node
  };

  static Result<std::shared_ptr<const Xml>> parse(DocumentPtr document);
  ~Xml();

  const DocumentPtr& document() const { return document_; }
  Node size() const { return Node(nodes_.size()); }
  bool is_element(Node n) const { return nodes_[n].element; }
  bool is_text(Node n) const { return n != 0 && !nodes_[n].element; }
  const std::string& name(Node n) const { return nodes_[n].name; }  // "x:note"; of elements
  std::string_view local_name(Node n) const;                        // "note"
  std::string namespace_of(Node n) const;                           // "urn:x"; "" for none
  Node parent(Node n) const { return nodes_[n].parent; }
  Node end(Node n) const { return nodes_[n].end; }  // of the subtree
  const std::vector<Attribute>& attributes(Node n) const { return nodes_[n].attributes; }
  std::string text(Node n) const;  // decoded; of an element all texts in it
  Span span(Node n) const { return nodes_[n].span; }
  Span text_span(Node n) const;  // the hull of its texts; of an element without text, its end

  // XPath 1.0; names with prefixes as the document writes them. Nodes and attributes, in document order.
  Result<std::vector<Hit>> xpath(const std::string& expression, Node context = 0) const;

 private:
  Xml();
  struct Made {
    bool element = false;
    std::string name, text;
    Node parent = kNone, end = 0;
    Span span;
    std::vector<Attribute> attributes;
  };
  struct Engine;
  friend class XmlReader;

  DocumentPtr document_;
  std::vector<Made> nodes_;
  std::unique_ptr<Engine> engine_;
};

// Whether a text is XML and no page: it says so at its beginning, and its root is not html.
bool looks_like_xml(std::string_view text);

}  // namespace gleaner::html
