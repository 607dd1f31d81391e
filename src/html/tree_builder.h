// TreeBuilder: runs lexbor over a Document and notes which source token made which node.
//
// The tokenizer's callback is ours: it remembers the token in work, passes it on to lexbor's tree
// construction, and looks which open element an end tag closed. Three hooks inside tree construction
// (third_party/lexbor/origin.patch) tell which element, text or comment the token made; text inside tables
// waits in lexbor for the next token, so it waits here in the same order.
//
// Under the thread's budget: where its time ends, or its memory is used up to the tree's share (limits.h), no
// more tokens are taken, and the tree is what was read by then; the document gets a note. The same where
// memory itself runs out.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
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
  void element(lxb_dom_node_t* node, lxb_html_token_t* token);
  void comment(lxb_dom_node_t* node, lxb_html_token_t* token);
  lxb_html_token_t* take(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token);
  // What lexbor calls. Its frames stand below, so nothing is thrown through them:
  // the next token ends the page.
  template <class Work>
  void without_throwing(Work work) noexcept {
    try {
      work();
    } catch (const std::bad_alloc&) {
      no_memory_ = true;
    }
  }

  void parse(lxb_html_parser_t* parser);
  bool within_budget(const lxb_html_token_t* token);
  bool has_memory() const;
  bool late();
  void limit_attributes(lxb_html_token_t* token);
  void tell(lxb_status_t status) const;
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

  Budget* const budget_ = Budget::current();
  Pulse pulse_{budget_, 256};
  uint64_t memory_before_ = 0, tokens_ = 0;
  std::optional<std::chrono::steady_clock::time_point> read_until_;
  bool late_ = false;
  bool no_memory_ = false;
  uint32_t read_to_ = 0;                // where it was stopped
  uint32_t cut_tags_ = 0, cut_at_ = 0;  // tags that lost attributes, and the first of them
};

}  // namespace gleaner::html
