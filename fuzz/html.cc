// The tree of any bytes: structure is consistent, and every span lies in the page and in its parent's source
// order where that holds.
#include "base/text.h"
#include "fuzz/require.h"
#include "html/tree.h"
#include "page/document.h"

namespace {

using gleaner::Span;
using gleaner::html::kNoNode;
using gleaner::html::NodeId;
using gleaner::html::Tree;

void check_structure(const Tree& tree, NodeId n) {
  NodeId end = tree.subtree_end(n);
  require(end > n && end <= tree.size(), "a subtree ends after its node");
  if (n == 0) return;
  NodeId parent = tree.parent(n);
  require(parent < n && tree.contains(parent, n) && end <= tree.subtree_end(parent),
          "children lie in their parent");
  require(tree.depth(n) == tree.depth(parent) + 1, "depth counts");
  NodeId before = tree.previous_sibling(n);
  require(before == kNoNode ? tree.first_child(parent) == n : tree.next_sibling(before) == n,
          "siblings are chained");
}

void check_spans(const Tree& tree, NodeId n, uint32_t size) {
  for (Span span : {tree.span(n), tree.start_tag(n), tree.end_tag(n), tree.content(n)})
    require(span.begin <= span.end && span.end <= size, "a span lies in the page");
  if (tree.is_text(n)) {
    std::string_view text = tree.text(n);
    Span whole = tree.text_span(n);
    require(whole.begin <= whole.end && whole.end <= size, "a text's span lies in the page");
    for (size_t at = 0; at < text.size() && at < 64;) {
      uint32_t length = gleaner::code_point_at(text, at).length;
      Span one = tree.text_span(n, at, at + length);
      require(whole.contains(one), "a character's source lies in its text's");
      at += length;
    }
  }
  std::vector<gleaner::html::Attribute> scratch;
  if (!tree.is_element(n)) return;
  for (const auto& a : tree.attributes_of(n, scratch))
    if (auto span = tree.attribute_span(n, a.name))
      require(span->begin <= span->end && span->end <= size, "an attribute's span lies in the page");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  gleaner::DocumentOptions options;
  options.media_type = gleaner::MediaType::html;
  options.transport_charset = "utf-8";
  auto page = gleaner::Document::from_bytes(std::string(as_text(data, size)), options);
  if (!page) return 0;
  const Tree& tree = (*page)->view<Tree>();
  for (NodeId n = 0; n < tree.size(); ++n) {
    check_structure(tree, n);
    check_spans(tree, n, uint32_t((*page)->text().size()));
  }
  for (uint32_t at = 0; at < (*page)->text().size(); at += 7)
    require(tree.node_at(at) < tree.size(), "node_at gives a node");
  return 0;
}
