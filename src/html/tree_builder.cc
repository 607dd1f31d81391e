// See tree_builder.h. The callbacks in the order in which lexbor calls them, then the walk that numbers the
// nodes.
#include "html/tree_builder.h"

extern "C" {
#include <lexbor/html/interfaces/template_element.h>
#include <lexbor/html/tree/insertion_mode.h>
}

#include <algorithm>
#include <cstring>
#include <new>

#include <fmt/format.h>

#include "base/memory.h"
#include "html/char_refs.h"
#include "html/limits.h"

namespace gleaner::html {
namespace {

// An end tag looks this far down the stack of open elements for the one it closes. Deeper matches are
// pathological, and an unlimited look would make hostile nesting quadratic.
constexpr size_t kMaxOpenLook = 512;

uint32_t slot_of(const lxb_dom_node_t* node) { return uint32_t(reinterpret_cast<uintptr_t>(node->user)); }
void set_slot(lxb_dom_node_t* node, size_t slot) { node->user = reinterpret_cast<void*>(uintptr_t(slot)); }

// Nothing above ' ', eight bytes at a time: half of a page's texts are the white space between tags.
bool blank(const lxb_char_t* text, size_t length) {
  constexpr uint64_t kEachByte = 0x0101010101010101ull;
  for (; length >= 8; text += 8, length -= 8) {
    uint64_t bytes;
    std::memcpy(&bytes, text, 8);
    if (((bytes + kEachByte * (0x7f - ' ')) | bytes) & kEachByte * 0x80) return false;
  }
  for (; length > 0; ++text, --length)
    if (*text > ' ') return false;
  return true;
}

// A table of names for a page of that size, no larger than a part of what the tree may take; false: no memory
// for it. REQUIRES: nothing is in the one there is.
bool make_room(lexbor_hash_t* names, size_t page_bytes, size_t entry, const Budget* budget) {
  const uint64_t most = budget ? budget->limits().memory / kTreeShare / kNamesShare / entry : kMostNames;
  const size_t places =
      std::clamp<size_t>(std::min<uint64_t>(page_bytes / kBytesPerName, most), kLeastNames, kMostNames);
  if (places == kLeastNames) return true;
  lexbor_hash_destroy(names, false);
  *names = {};
  return lexbor_hash_init(names, places, entry) == LXB_STATUS_OK;
}

}  // namespace

TreeBuilder::TreeBuilder(const Document& document, Tree& tree)
    : document_(document), tree_(tree), base_(reinterpret_cast<const lxb_char_t*>(document.text().data())) {}

void TreeBuilder::build() {
  // Between here and on_token stands lexbor, which exceptions must not cross.
  const Budget::Scope scope(budget_, Budget::Over::asks);
  if (budget_) memory_before_ = budget_->memory_used();
  if (const auto left = budget_ ? budget_->time_left() : std::nullopt)
    read_until_ = std::chrono::steady_clock::now() + *left * kReadingShare / 100;
  std::string_view text = document_.text();
  tree_.tags_.reserve(text.size() / 48 + 16);
  tree_.pieces_.reserve(text.size() / 48 + 16);
  lxb_html_parser_t* parser = lxb_html_parser_create();
  lxb_status_t status = lxb_html_parser_init(parser);
  if (status == LXB_STATUS_OK) {
    parse(parser);
    status = parser->status;
  }
  lxb_html_parser_destroy(parser);
  if (budget_) budget_->check();  // a page may be one long tag
  if (!tree_.lexbor_) throw std::bad_alloc();
  if (status == LXB_STATUS_OK && no_memory_) status = LXB_STATUS_ERROR_MEMORY_ALLOCATION;
  tell(status);
  flatten();
}

void TreeBuilder::parse(lxb_html_parser_t* parser) {
  // Its events keep the chosen option of every select, which only selectedcontent asks for (see on_element);
  // that is quadratic in the options.
  parser->dom_opt |= LXB_DOM_DOCUMENT_OPT_WO_EVENTS;
  // Tree construction drops duplicate attributes, too, once there are not too many (limit_attributes).
  parser->tkz->opt |= LXB_HTML_TOKENIZER_OPT_ATTR_KEEP_DUPLICATE;
  construction_ = parser->tree;
  construction_->origin = {on_element, on_text, on_comment, this};
  tree_callback_ = parser->tkz->callback_token_done;
  tree_context_ = lxb_html_tokenizer_callback_token_done_ctx(parser->tkz);
  lxb_html_tokenizer_callback_token_done_set(parser->tkz, on_token, this);
  static const lxb_char_t nothing[1] = {0};
  const size_t size = document_.text().size();
  if (!size) base_ = nothing;
  tree_.lexbor_ = lxb_html_parse_chunk_begin(parser);
  if (!tree_.lexbor_) return;
  no_memory_ = !make_room(tree_.lexbor_->dom_document.tags, size, sizeof(lxb_tag_data_t), budget_) ||
               !make_room(tree_.lexbor_->dom_document.attrs, size, sizeof(lxb_dom_attr_data_t), budget_);
  if (no_memory_) return;
  // What was built stays, whatever stops the parser.
  if (lxb_html_parse_chunk_process(parser, base_, size) == LXB_STATUS_OK) lxb_html_parse_chunk_end(parser);
}

bool TreeBuilder::has_memory() const {
  const uint64_t share = budget_->limits().memory / kTreeShare;
  if (memory::counted()) return budget_->memory_used() <= memory_before_ + share;
  return tree_.tags_.size() * kElementMemory + tree_.pieces_.size() * kTextMemory <= share;
}

// What is left of the time is for making the tree of what was read, and for those who read it.
bool TreeBuilder::late() { return late_ = read_until_ && std::chrono::steady_clock::now() > *read_until_; }

bool TreeBuilder::within_budget(const lxb_html_token_t* token) {
  if (!budget_) return true;
  constexpr uint64_t kMemoryEvery = 128;
  if (pulse_.beat() && (++tokens_ % kMemoryEvery != 0 || (has_memory() && !late()))) return true;
  if (token->begin && token->begin >= base_) read_to_ = offset(token->begin);
  return false;
}

// Tree construction compares every attribute with those before it.
void TreeBuilder::limit_attributes(lxb_html_token_t* token) {
  size_t seen = 1;
  lxb_html_token_attr_t* attribute = token->attr_first;
  while (attribute && seen < kMaxAttributes) attribute = attribute->next, ++seen;
  if (!attribute || !attribute->next) return;
  attribute->next = nullptr;
  token->attr_last = attribute;
  if (!cut_tags_++ && token->begin) cut_at_ = offset(token->begin);
}

void TreeBuilder::tell(lxb_status_t status) const {
  if (cut_tags_)
    document_.note(
        warning(Code::bad_input,
                fmt::format("{} with more than {} attributes: the rest of them is left out",
                            cut_tags_ == 1 ? "a tag" : fmt::format("{} tags", cut_tags_), kMaxAttributes),
                document_.where({cut_at_, cut_at_})));
  if (status == LXB_STATUS_OK) return;
  const size_t size = document_.text().size();
  std::string why = "memory ran out";
  if (budget_ && (late_ || budget_->ran_out() == Budget::Ran::time)) {
    const auto limit = budget_->limits().time;  // not its own: that of what it is a part of
    why = limit ? fmt::format("ran out of time (limit {} ms)", limit->count()) : "ran out of time";
  } else if (status == LXB_STATUS_STOP)
    why = fmt::format("its tree takes more than {} of the {} bytes of memory that the limit allows",
                      kTreeShare == 2 ? "half" : "its share", budget_->limits().memory);
  document_.note(
      warning(Code::budget, fmt::format("the page was read to byte {} of {}: {}", read_to_, size, why), {},
              "what stands before is used; the last record may be cut off; raise the limit to go on"));
}

lxb_html_token_t* TreeBuilder::on_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token,
                                        void* self) {
  auto& builder = *static_cast<TreeBuilder*>(self);
  lxb_html_token_t* next = nullptr;
  if (!builder.no_memory_) builder.without_throwing([&] { next = builder.take(tokenizer, token); });
  if (!builder.no_memory_) return next;
  tokenizer->status = LXB_STATUS_ERROR_MEMORY_ALLOCATION;
  if (token->begin && token->begin >= builder.base_) builder.read_to_ = builder.offset(token->begin);
  return nullptr;
}

lxb_html_token_t* TreeBuilder::take(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token) {
  if (!within_budget(token)) {
    tokenizer->status = LXB_STATUS_STOP;
    return nullptr;
  }
  if (token->attr_first) limit_attributes(token);
  token_ = token;
  token_is_text_ = token->tag_id == LXB_TAG__TEXT;
  if (token_is_text_) return text_token(tokenizer, token);
  if (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) return end_tag_token(tokenizer, token);
  return forward(tokenizer, token);
}

lxb_html_token_t* TreeBuilder::text_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token) {
  text_ = {offset(token->begin), offset(token->end)};
  text_start_ = token->text_start;
  // In CDATA lexbor's token ends before brackets that turned out to be text; everywhere else text ends at a
  // "<".
  const size_t decoded = size_t(token->text_end - token->text_start), page_end = document_.text().size();
  while (text_.end - text_.begin < decoded && text_.end < page_end && base_[text_.end] == ']') ++text_.end;
  const auto in_table_text = lxb_html_tree_insertion_mode_in_table_text;
  size_t waiting = 0;
  if (construction_->mode == in_table_text) {
    waiting = lexbor_array_obj_length(construction_->pending_table.text_list);
  } else {
    pending_.clear();
    pending_taken_ = 0;
  }
  TextToken source = text_;
  lxb_html_token_t* next = forward(tokenizer, token);
  if (construction_->mode == in_table_text &&
      lexbor_array_obj_length(construction_->pending_table.text_list) > waiting)
    pending_.push_back(source);
  return next;
}

lxb_html_token_t* TreeBuilder::end_tag_token(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token) {
  lexbor_array_t* open = construction_->open_elements;
  lxb_dom_node_t* closed = nullptr;
  size_t at = open->length;
  for (size_t look = 0; at > 0 && look < kMaxOpenLook; ++look) {
    auto* node = static_cast<lxb_dom_node_t*>(open->list[--at]);
    if (node->local_name == token->tag_id) {
      closed = node;
      break;
    }
  }
  uint32_t name = token->begin ? offset(token->begin) : 0;
  bool page_end = token->tag_id == LXB_TAG_BODY || token->tag_id == LXB_TAG_HTML;
  lxb_html_token_t* next = forward(tokenizer, token);
  if (!closed || !slot_of(closed)) return next;
  bool still_open = at < open->length && open->list[at] == closed;
  if (still_open && !page_end) return next;
  Tree::Tag& tag = tree_.tags_[slot_of(closed) - 1];
  if (!tag.end_name_begin) tag.end_name_begin = name;
  return next;
}

void TreeBuilder::on_element(lxb_html_tree_t* tree, lxb_dom_node_t* node, lxb_html_token_t* token) {
  auto& builder = *static_cast<TreeBuilder*>(tree->origin.ctx);
  builder.without_throwing([&] { builder.element(node, token); });
}

void TreeBuilder::element(lxb_dom_node_t* node, lxb_html_token_t* token) {
  if (node->local_name == LXB_TAG_SELECTEDCONTENT) {
    lxb_dom_document_t* document = node->owner_document;
    document->options &= ~lxb_dom_document_opt_t(LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
  }
  auto& tags = tree_.tags_;
  uint32_t name_begin = 0;
  if (token == token_ && token->begin) {
    name_begin = offset(token->begin);
  } else if (token->base_element) {  // a formatting element opened again: written where the first one was
    if (uint32_t slot = slot_of(static_cast<lxb_dom_node_t*>(token->base_element)))
      name_begin = tags[slot - 1].name_begin;
  }
  Tree::Tag& tag = tags.emplace_back();
  tag.name_begin = name_begin;
  tag.attributes = token != token_ || token->attr_first;
  set_slot(node, tags.size());
}

// Which stretch of source the text just inserted came from.
TreeBuilder::TextToken TreeBuilder::source_of_insertion(const lxb_dom_node_t* node, size_t length) {
  if (!token_is_text_) {
    if (pending_taken_ < pending_.size()) return pending_[pending_taken_++];
    return {};
  }
  // Before the body, leading blanks are split off or dropped: lexbor then moves text_start forward.
  size_t cut = size_t(token_->text_start - text_start_);
  if (!cut) return text_;
  std::string_view source = document_.text().substr(text_.begin, text_.end - text_.begin);
  size_t at = 0;
  for (size_t decoded = 0; at < source.size() && decoded < cut;) {
    DecodedChar c = decode_char(source, at, CharRefs::text);
    decoded += c.length;
    at += c.source;
  }
  uint32_t middle = text_.begin + uint32_t(at);
  // Either the blanks or the rest was inserted: compare. (A newline behind <pre> is dropped, so the rest may
  // be blank too.)
  const lexbor_str_t& data = reinterpret_cast<const lxb_dom_character_data_t*>(node)->data;
  const lxb_char_t* inserted = data.data + (data.length - length);
  bool is_rest = length == size_t(token_->text_end - token_->text_start) &&
                 std::memcmp(inserted, token_->text_start, length) == 0;
  if (!is_rest && length == cut && std::memcmp(inserted, text_start_, length) == 0)
    return {text_.begin, middle};
  return {middle, text_.end};
}

void TreeBuilder::add_piece(lxb_dom_node_t* node, TextToken source, size_t length) {
  auto& pieces = tree_.pieces_;
  const uint32_t first = slot_of(node);
  const uint32_t from = first ? pieces[pieces[first - 1].tail - 1].text_end : 0;
  const uint32_t added = uint32_t(pieces.size()) + 1;
  Tree::Piece& piece = pieces.emplace_back();
  piece.text_begin = from;
  piece.text_end = from + uint32_t(length);
  piece.source.begin = source.begin;
  piece.source.end = source.end;
  const lexbor_str_t& data = reinterpret_cast<const lxb_dom_character_data_t*>(node)->data;
  piece.blank = blank(data.data + (data.length - length), length);
  if (!first) {
    set_slot(node, added);
    piece.tail = added;
  } else {
    pieces[pieces[first - 1].tail - 1].next = added;
    pieces[first - 1].tail = added;
    pieces[first - 1].blank &= piece.blank;
  }
}

void TreeBuilder::on_text(lxb_html_tree_t* tree, lxb_dom_node_t* node, size_t length) {
  auto& builder = *static_cast<TreeBuilder*>(tree->origin.ctx);
  builder.without_throwing(
      [&] { builder.add_piece(node, builder.source_of_insertion(node, length), length); });
}

void TreeBuilder::on_comment(lxb_html_tree_t* tree, lxb_dom_node_t* node, lxb_html_token_t* token) {
  auto& builder = *static_cast<TreeBuilder*>(tree->origin.ctx);
  builder.without_throwing([&] { builder.comment(node, token); });
}

void TreeBuilder::comment(lxb_dom_node_t* node, lxb_html_token_t* token) {
  if (!token->begin || !token->end) return;
  auto& data = lxb_dom_interface_character_data(node)->data;
  add_piece(node, {offset(token->begin), offset(token->end)}, data.length);
}

TagId TreeBuilder::intern(lxb_dom_node_t* dom) {
  if (dom->local_name < LXB_TAG__LAST_ENTRY) return TagId(dom->local_name);
  size_t length = 0;
  const lxb_char_t* name = lxb_dom_element_local_name(lxb_dom_interface_element(dom), &length);
  std::string key(reinterpret_cast<const char*>(name), length);
  auto [it, added] = other_tags_.try_emplace(std::move(key), TagId(0));
  if (added) {
    if (LXB_TAG__LAST_ENTRY + tree_.other_tags_.size() < 0xffff) tree_.other_tags_.push_back(it->first);
    it->second = TagId(LXB_TAG__LAST_ENTRY + tree_.other_tags_.size() - 1);
  }
  return it->second;
}

// Written field by field where it stands: a copy of a node just made on the stack waits for those writes (a
// tenth of the build).
NodeId TreeBuilder::add_node(lxb_dom_node_t* dom, NodeId parent, NodeId previous) {
  const NodeId id = NodeId(tree_.nodes_.size());
  const uint32_t depth = parent == kNoNode ? 0 : tree_.nodes_[parent].depth + 1;
  Tree::Node& node = tree_.nodes_.emplace_back();
  node.dom = dom;
  node.parent = parent;
  node.end = id + 1;
  node.previous = previous;
  node.source = slot_of(dom);
  node.depth = depth;
  switch (dom->type) {
    case LXB_DOM_NODE_TYPE_ELEMENT:
      node.kind = NodeKind::element;
      node.tag = intern(dom);
      break;
    case LXB_DOM_NODE_TYPE_TEXT:
    case LXB_DOM_NODE_TYPE_CDATA_SECTION:
      node.kind = NodeKind::text;
      node.blank = node.source && tree_.pieces_[node.source - 1].blank;
      break;
    case LXB_DOM_NODE_TYPE_DOCUMENT: node.kind = NodeKind::document; break;
    case LXB_DOM_NODE_TYPE_DOCUMENT_TYPE: node.kind = NodeKind::doctype; break;
    default: node.kind = NodeKind::comment;
  }
  if (node.kind == NodeKind::document || node.kind == NodeKind::doctype) node.source = 0;
  set_slot(dom, id + 1);
  return id;
}

// Document order without recursion. A template's content hangs beside it in lexbor; here it is its children.
void TreeBuilder::flatten() {
  tree_.nodes_.reserve(tree_.tags_.size() + tree_.pieces_.size() + 8);
  auto first_child = [](lxb_dom_node_t* dom) {
    if (dom->type == LXB_DOM_NODE_TYPE_ELEMENT && dom->local_name == LXB_TAG_TEMPLATE &&
        dom->ns == LXB_NS_HTML && !dom->first_child && lxb_html_interface_template(dom)->content)
      return lxb_html_interface_template(dom)->content->node.first_child;
    return dom->first_child;
  };
  lxb_dom_node_t* dom = lxb_dom_interface_node(tree_.lexbor_);
  NodeId at = add_node(dom, kNoNode, kNoNode);
  while (true) {
    if (lxb_dom_node_t* child = first_child(tree_.nodes_[at].dom)) {
      at = add_node(child, at, kNoNode);
      continue;
    }
    while (true) {  // close nodes until one has a next sibling
      tree_.nodes_[at].end = NodeId(tree_.nodes_.size());
      NodeId parent = tree_.nodes_[at].parent;
      if (parent == kNoNode) return;
      if (lxb_dom_node_t* next = tree_.nodes_[at].dom->next) {
        at = add_node(next, parent, at);
        break;
      }
      at = parent;
    }
  }
}

}  // namespace gleaner::html
