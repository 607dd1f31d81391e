// TreeBuilder: runs lexbor over a Document and notes which source token made which node.
//
// The tokenizer's callback is ours: it remembers the token in work, passes it on to lexbor's tree
// construction, and looks which open element an end tag closed. Three hooks inside tree construction
// (third_party/lexbor/origin.patch) tell which element, text or comment the token made; text inside tables
// waits in lexbor for the next token, so it waits here in the same order.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "html/tree.h"

extern "C" {
#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>
}

namespace gleaner::html {

class TreeBuilder {
 public:
  TreeBuilder(const Document& document, Tree& tree);
  void build();

 private:
  struct TextToken {
    uint32_t begin = 0, end = 0;
  };

  static lxb_html_token_t* on_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token, void* self);
  static void on_element(lxb_html_tree_t* tree, lxb_dom_node_t* node, lxb_html_token_t* token);
  static void on_text(lxb_html_tree_t* tree, lxb_dom_node_t* node, size_t length);
  static void on_comment(lxb_html_tree_t* tree, lxb_dom_node_t* node, lxb_html_token_t* token);

  lxb_html_token_t* text_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token);
  lxb_html_token_t* end_tag_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token);
  lxb_html_token_t* forward(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token) {
    return tree_callback_(tokenizer, token, tree_context_);
  }
  TextToken source_of_insertion(const lxb_dom_node_t* node, size_t length);
  void add_piece(lxb_dom_node_t* node, TextToken source, size_t length);
  void flatten();
  NodeId add_node(lxb_dom_node_t* dom, NodeId parent, NodeId previous);
  TagId intern(lxb_dom_node_t* dom);
  uint32_t offset(const lxb_char_t* at) const { return uint32_t(at - base_); }

  const Document& document_;
  Tree& tree_;
  const lxb_char_t* base_;
  lxb_html_tree_t* construction_ = nullptr;
  lxb_html_tokenizer_token_f tree_callback_ = nullptr;
  void* tree_context_ = nullptr;

  lxb_html_token_t* token_ = nullptr;  // in work
  bool token_is_text_ = false;
  TextToken text_;                          // its source
  const lxb_char_t* text_start_ = nullptr;  // its decoded text, before leading blanks were cut
  std::vector<TextToken> pending_;          // text waiting inside a table
  size_t pending_taken_ = 0;
  std::unordered_map<std::string, TagId> other_tags_;
};

}  // namespace gleaner::html
