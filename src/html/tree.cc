// See tree.h. What is read from lexbor when asked for (names, attributes, texts) and the spans, which come
// from the source.
#include "html/tree.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "html/char_refs.h"
#include "html/tree_builder.h"
#include "page/tag_scan.h"

namespace gleaner::html {
namespace {

std::string_view view(const lxb_char_t* data, size_t length) {
  return {reinterpret_cast<const char*>(data), length};
}

lxb_dom_element_t* element(lxb_dom_node* node) { return lxb_dom_interface_element(node); }

// Is this how the attribute's name is written? A NUL in it was read as U+FFFD.
bool names(std::string_view source, std::string_view name) {
  if (source.find('\0') == std::string_view::npos) return equals_ignoring_case(source, name);
  std::string read;
  for (char c : source) read += c ? std::string_view(&c, 1) : std::string_view("\xef\xbf\xbd");
  return equals_ignoring_case(read, name);
}

}  // namespace

TagId tag_id(std::string_view name) {
  static const auto* known = [] {
    auto* made = new std::unordered_map<std::string_view, TagId>();
    for (uintptr_t id = LXB_TAG__UNDEF + 1; id < LXB_TAG__LAST_ENTRY; ++id) {
      size_t length = 0;
      if (const lxb_char_t* tag = lxb_tag_name_by_id(id, &length))
        made->emplace(view(tag, length), TagId(id));
    }
    return made;
  }();
  auto it = known->find(name);
  return it == known->end() ? 0 : it->second;
}

Tree::Tree(const Document& document) : document_(document) { TreeBuilder(document, *this).build(); }

Tree::~Tree() {
  if (lexbor_) lxb_html_document_destroy(lexbor_);
}

NodeId Tree::id_of(const lxb_dom_node* node) { return NodeId(reinterpret_cast<uintptr_t>(node->user)) - 1; }

std::string_view Tree::name(NodeId n) const {
  switch (kind(n)) {
    case NodeKind::document: return "#document";
    case NodeKind::doctype: return "#doctype";
    case NodeKind::text: return "#text";
    case NodeKind::comment: return "#comment";
    case NodeKind::element: break;
  }
  size_t length = 0;
  const lxb_char_t* name = lxb_dom_element_local_name(element(nodes_[n].dom), &length);
  return view(name, length);
}

const std::vector<Attribute>& Tree::attributes_of(NodeId n, std::vector<Attribute>& scratch) const {
  scratch.clear();
  if (!may_have_attributes(n)) return scratch;
  for (lxb_dom_attr_t* a = lxb_dom_element_first_attribute(element(nodes_[n].dom)); a; a = a->next) {
    size_t name_length = 0, value_length = 0;
    const lxb_char_t* name = lxb_dom_attr_qualified_name(a, &name_length);
    const lxb_char_t* value = lxb_dom_attr_value(a, &value_length);
    scratch.push_back({view(name, name_length), view(value, value_length)});
  }
  return scratch;
}

std::optional<std::string_view> Tree::attribute(NodeId n, std::string_view name) const {
  if (!may_have_attributes(n)) return {};
  for (lxb_dom_attr_t* a = lxb_dom_element_first_attribute(element(nodes_[n].dom)); a; a = a->next) {
    size_t length = 0;
    const lxb_char_t* found = lxb_dom_attr_qualified_name(a, &length);
    if (view(found, length) != name) continue;
    const lxb_char_t* value = lxb_dom_attr_value(a, &length);
    return view(value, length);
  }
  return {};
}

std::optional<Span> Tree::attribute_span(NodeId n, std::string_view name, size_t from, size_t to) const {
  if (!is_element(n) || !nodes_[n].source) return {};
  uint32_t name_begin = tags_[nodes_[n].source - 1].name_begin;
  auto value = attribute(n, name);
  if (!name_begin || !value) return {};
  std::string_view text = document_.text();
  TagScan scan(text, name_begin);
  ScannedAttribute found;
  while (scan.next(found)) {
    if (!names(found.name.of(text), name)) continue;
    Span part = align(found.value.of(text), *value, from, to, CharRefs::attribute);
    return Span{found.value.begin + part.begin, found.value.begin + part.end};
  }
  return {};
}

std::string_view Tree::text(NodeId n) const {
  if (kind(n) != NodeKind::text && kind(n) != NodeKind::comment) return {};
  const lexbor_str_t& data = lxb_dom_interface_character_data(nodes_[n].dom)->data;
  return view(data.data, data.length);
}

Span Tree::text_span(NodeId n, size_t from, size_t to) const {
  if (kind(n) != NodeKind::text && kind(n) != NodeKind::comment) return {};
  std::string_view all = text(n);
  to = std::min(to, all.size());
  from = std::min(from, to);
  std::optional<Span> hull;
  for (uint32_t p = nodes_[n].source; p; p = pieces_[p - 1].next) {
    const Piece& piece = pieces_[p - 1];
    bool last = !piece.next;
    // An empty range belongs to the piece that it begins in.
    bool touches = from < to ? piece.text_begin < to && from < piece.text_end
                             : from >= piece.text_begin && (from < piece.text_end || last);
    if (!touches) continue;
    std::string_view source = piece.source.of(document_.text());
    std::string_view decoded = all.substr(piece.text_begin, piece.text_end - piece.text_begin);
    size_t begin = std::max<size_t>(from, piece.text_begin) - piece.text_begin;
    size_t end = std::min<size_t>(to, piece.text_end) - piece.text_begin;
    Span part = align(source, decoded, begin, std::max(begin, end), CharRefs::text);
    part = {piece.source.begin + part.begin, piece.source.begin + part.end};
    hull = hull ? hull->hull(part) : part;
  }
  return hull.value_or(Span{});
}

Span Tree::start_tag(NodeId n) const { return tag_with(n, &Tag::name_begin); }
Span Tree::end_tag(NodeId n) const { return tag_with(n, &Tag::end_name_begin); }

Span Tree::tag_with(NodeId n, uint32_t Tag::* name) const {
  if (!is_element(n) || !nodes_[n].source) return {};
  const uint32_t name_begin = tags_[nodes_[n].source - 1].*name;
  if (!name_begin) return {};
  return {tag_begin(document_.text(), name_begin), tag_end(document_.text(), name_begin)};
}

// From the last node to the first, so that children are done before their parent: an element spans its tags
// and its children; one whose end tag was left out ends with its last child.
const std::vector<Span>& Tree::extents() const {
  // All of a text: the hull of what its pieces were written as.
  const auto whole_text = [](const std::vector<Piece>& pieces, uint32_t p) {
    Span hull = pieces[p - 1].source;
    while ((p = pieces[p - 1].next)) hull = hull.hull(pieces[p - 1].source);
    return hull;
  };
  std::call_once(extents_once_, [this, &whole_text] {
    std::vector<Span> extents(size());
    std::vector<char> known(size(), 0);
    for (NodeId n = size(); n-- > 0;) {
      Span own;
      bool written = false;
      if (is_element(n)) {
        if (Span start = start_tag(n); !start.empty()) own = start, written = true;
        if (Span end = end_tag(n); !end.empty()) own = written ? own.hull(end) : end, written = true;
      } else if (nodes_[n].source) {
        own = whole_text(pieces_, nodes_[n].source);
        if (kind(n) == NodeKind::comment) own = comment_span(own);
        written = true;
      }
      if (written) extents[n] = known[n] ? extents[n].hull(own) : own, known[n] = 1;
      NodeId parent = nodes_[n].parent;
      // A node that was moved (foster parenting) does not stretch its parent beyond the parent's own tags.
      if (known[n] && parent != kNoNode)
        extents[parent] = known[parent] ? extents[parent].hull(extents[n]) : extents[n], known[parent] = 1;
    }
    if (size()) extents[0] = {0, uint32_t(document_.text().size())};
    extents_ = std::move(extents);
  });
  return extents_;
}

// A comment's token is its text; the marks around it belong to the node.
Span Tree::comment_span(Span inner) const {
  std::string_view text = document_.text();
  uint32_t begin = inner.begin, end = inner.end;
  while (begin > 0 && text[begin] != '<' && inner.begin - begin < 4) --begin;
  if (text.substr(end, 3) == "-->") end += 3;
  else if (text.substr(end, 4) == "--!>") end += 4;
  else if (text.substr(end, 1) == ">") end += 1;
  return {begin, end};
}

// Of html and body, which wrappers of one record a page ask for, without looking where every tag ends: the
// tag whose name stands last ends last.
Span Tree::span(NodeId n) const {
  if (n == kDocument || depth(n) > kMergedDepth || !is_element(n)) return extents()[n];
  const std::string_view page = document_.text();
  uint32_t first_tag = UINT32_MAX, last_tag = 0, begin = UINT32_MAX, end = 0;
  for (NodeId i = n; i < subtree_end(n); ++i) {
    const uint32_t source = nodes_[i].source;
    if (!source) continue;
    if (is_element(i)) {
      const Tag& tag = tags_[source - 1];
      for (const uint32_t name : {tag.name_begin, tag.end_name_begin})
        if (name) first_tag = std::min(first_tag, name), last_tag = std::max(last_tag, name);
      continue;
    }
    for (uint32_t p = source; p; p = pieces_[p - 1].next) {
      const Span written =
          kind(i) == NodeKind::comment ? comment_span(pieces_[p - 1].source) : Span(pieces_[p - 1].source);
      begin = std::min(begin, written.begin);
      end = std::max(end, written.end);
    }
  }
  if (last_tag)
    begin = std::min(begin, tag_begin(page, first_tag)), end = std::max(end, tag_end(page, last_tag));
  return begin <= end ? Span{begin, end} : Span{};
}

Span Tree::content(NodeId n) const {
  Span whole = span(n), start = start_tag(n), end = end_tag(n);
  return {start.empty() ? whole.begin : start.end, end.empty() ? std::max(whole.end, start.end) : end.begin};
}

namespace {

// Where the nodes begin, in their order. On a page whose nodes stand where they are written these do not
// decrease, and the node at a place is found by halving; with moved nodes (misnested tables) they may.
struct Starts {
  explicit Starts(const Document& document) {
    const Tree& tree = document.view<Tree>();
    begins.reserve(tree.size());
    uint32_t last = 0;
    for (NodeId n = 0; n < tree.size(); ++n) {
      const Span span = tree.span(n);
      const bool written = span.end > span.begin;
      in_order = in_order && (!written || span.begin >= last);
      if (written) last = std::max(last, span.begin);
      begins.push_back(last);
    }
  }
  std::vector<uint32_t> begins;
  bool in_order = true;
};

}  // namespace

NodeId Tree::node_at(uint32_t offset) const {
  const auto& extents = this->extents();
  if (const Starts& starts = document_.view<Starts>(); starts.in_order && size()) {
    const auto behind = std::upper_bound(starts.begins.begin(), starts.begins.end(), offset);
    NodeId at = behind == starts.begins.begin() ? kDocument : NodeId(behind - starts.begins.begin() - 1);
    while (at != kDocument && !extents[at].contains(offset)) at = parent(at);
    return at;
  }
  NodeId at = kDocument;
  while (true) {
    NodeId inside = kNoNode;
    for (NodeId child = first_child(at); child != kNoNode; child = next_sibling(child))
      if (extents[child].contains(offset)) inside = child;
    if (inside == kNoNode) return at;
    at = inside;
  }
}

}  // namespace gleaner::html
