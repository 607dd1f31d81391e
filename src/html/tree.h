// Tree: the HTML5 tree of a Document, as a flat array of nodes in document order.
//
// lexbor builds the tree; hooks in its tree builder tell which source token made which node
// (third_party/lexbor). A node is a number: the document is 0, children follow their parent, and the subtree
// of n is [n, subtree_end(n)). So "inside", "before" and bit sets over nodes are integer work, which is what
// learners and matchers live on. Names and texts are decoded and stay valid as long as the Document. Every
// node answers with spans of Document::text(). Cost: parsing plus about 15 ns a node. Safe for any input: no
// recursion over depth anywhere.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "page/document.h"

struct lxb_dom_node;
struct lxb_html_document;

namespace gleaner::html {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0xffffffff;
inline constexpr NodeId kDocument = 0;

enum class NodeKind : uint8_t { document, doctype, element, text, comment };

// Interned tag name: equal numbers are equal names within a process; names the HTML standard
// knows have fixed numbers (see tag_id), others are numbered a tree.
using TagId = uint16_t;
// 0 if the name is no standard element.
TagId tag_id(std::string_view lower_case_name);

struct Attribute {
  std::string_view name;   // lower case
  std::string_view value;  // decoded
};

class Tree {
 public:
  explicit Tree(const Document& document);
  ~Tree();
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  const Document& document() const { return document_; }
  NodeId size() const { return NodeId(nodes_.size()); }

  // --- structure
  NodeKind kind(NodeId n) const { return nodes_[n].kind; }
  bool is_element(NodeId n) const { return kind(n) == NodeKind::element; }
  bool is_text(NodeId n) const { return kind(n) == NodeKind::text; }
  TagId tag(NodeId n) const { return nodes_[n].tag; }         // 0 for what is no element
  std::string_view name(NodeId n) const;                      // "div", "#text", "#comment", ...
  NodeId parent(NodeId n) const { return nodes_[n].parent; }  // kNoNode for the document
  NodeId subtree_end(NodeId n) const { return nodes_[n].end; }
  NodeId first_child(NodeId n) const { return n + 1 < nodes_[n].end ? n + 1 : kNoNode; }
  NodeId next_sibling(NodeId n) const {
    NodeId next = nodes_[n].end;
    return next < size() && nodes_[next].parent == nodes_[n].parent ? next : kNoNode;
  }
  NodeId previous_sibling(NodeId n) const { return nodes_[n].previous; }
  uint32_t depth(NodeId n) const { return nodes_[n].depth; }  // the document is 0
  bool contains(NodeId ancestor, NodeId n) const { return ancestor <= n && n < nodes_[ancestor].end; }

  // --- attributes (elements only), in source order
  // False where there are surely none: half of a page's elements. (html and body may
  // be given some by a later tag.)
  bool may_have_attributes(NodeId n) const {
    if (!is_element(n)) return false;
    const uint32_t source = nodes_[n].source;
    return !source || tags_[source - 1].attributes || nodes_[n].depth <= kMergedDepth;
  }
  const std::vector<Attribute>& attributes_of(NodeId n, std::vector<Attribute>& scratch) const;
  std::optional<std::string_view> attribute(NodeId n, std::string_view name) const;
  // Where the decoded value [from, to) of an attribute stands in the source; the whole value by default.
  // Nothing if the attribute was not written there (implied elements).
  std::optional<Span> attribute_span(NodeId n, std::string_view name, size_t from = 0,
                                     size_t to = std::string_view::npos) const;

  // --- text
  bool blank(NodeId n) const { return nodes_[n].blank; }  // text without a byte above ' ': white space
  std::string_view text(NodeId n) const;  // of a text or comment node, decoded; empty otherwise
  // Source of the decoded bytes [from, to) of a text node's text. Where the text was written in several
  // places (misnested tables), the hull of those.
  Span text_span(NodeId n, size_t from = 0, size_t to = std::string_view::npos) const;

  // --- spans of elements. Elements that were not written (implied html, head, tbody) have empty tags.
  Span span(NodeId n) const;       // whole node, tags included
  Span start_tag(NodeId n) const;  // "<a href=...>"; empty if implied
  Span end_tag(NodeId n) const;    // "</a>"; empty if omitted
  Span content(NodeId n) const;    // between the tags

  // The deepest node whose span holds the offset.
  NodeId node_at(uint32_t offset) const;

  // For the modules' own use of lexbor inside html/.
  lxb_html_document* lexbor() const { return lexbor_; }
  lxb_dom_node* lexbor(NodeId n) const { return nodes_[n].dom; }
  static NodeId id_of(const lxb_dom_node* node);

 private:
  struct Node {
    lxb_dom_node* dom = nullptr;
    NodeId parent = kNoNode, end = 0, previous = kNoNode;
    uint32_t source = 0;  // element: index + 1 into tags_; text, comment: index + 1 into pieces_; 0: nowhere
    uint32_t depth = 0;
    TagId tag = 0;
    NodeKind kind = NodeKind::document;
    bool blank = false;
  };
  struct Tag {                    // offsets in Document::text()
    uint32_t name_begin = 0;      // of the name in the start tag; 0: implied
    uint32_t end_name_begin = 0;  // of the name in the end tag; 0: none was written
    bool attributes = false;      // written in the start tag
  };
  struct Piece {  // a stretch of a text node and the token it came from
    uint32_t text_begin = 0, text_end = 0;
    Span source;
    uint32_t next = 0;   // index + 1 of the node's next piece, 0: last
    uint32_t tail = 0;   // in the first piece: index + 1 of the last
    bool blank = false;  // white space alone; in the first piece: all of them
  };
  // html and body: a second such tag adds its attributes to the first
  static constexpr uint32_t kMergedDepth = 2;
  friend class TreeBuilder;

  const std::vector<Span>& extents() const;  // of all nodes, made on first use
  Span comment_span(Span inner) const;
  Span tag_with(NodeId n, uint32_t Tag::* name) const;

  const Document& document_;
  lxb_html_document* lexbor_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<Tag> tags_;
  std::vector<Piece> pieces_;
  std::vector<std::string> other_tags_;
  mutable std::once_flag extents_once_;
  mutable std::vector<Span> extents_;
};

}  // namespace gleaner::html
