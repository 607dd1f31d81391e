// The outline of a page: one pass over the flat tree with a stack of open elements. See outline.h.
#include "records/outline.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "base/unicode.h"
#include "html/hidden.h"
#include "html/tags.h"

namespace gleaner::records {
namespace {

// Arithmetic modulo the prime 2^61 - 1.
constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr uint64_t kBase = 0x1b87'35a3'9f1e'6d2b & kPrime;

uint64_t reduce(uint64_t x) {
  x = (x & kPrime) + (x >> 61);
  return x >= kPrime ? x - kPrime : x;
}
uint64_t multiply(uint64_t a, uint64_t b) {
  __uint128_t product = __uint128_t(a) * b;
  return reduce(uint64_t(product & kPrime) + uint64_t(product >> 61));
}

}  // namespace

Measured measure(std::string_view text) {
  Measured m;
  bool any = false, gap = false;
  for (size_t at = 0; at < text.size();) {
    unsigned char byte = static_cast<unsigned char>(text[at]);
    uint32_t length = 1;
    bool space;
    if (byte < 0x80) {
      space = is_space(char(byte)) || byte == 0x0b || (byte >= 0x1c && byte <= 0x1f);
      if (is_digit(char(byte))) m.digit = m.word = true;
      else if (is_alpha(char(byte))) m.word = true;
    } else {
      CodePoint c = code_point_at(text, at);
      length = c.length;
      space = is_white(c.value);
      if (is_digit_point(c.value)) m.digit = m.word = true;
      else if (!space && is_letter_or_digit(c.value)) m.word = true;
    }
    if (space) {
      gap = any;
    } else {
      if (!any) m.begin = at;
      m.chars += 1 + (gap ? 1 : 0);
      gap = false;
      any = true;
      m.end = at + length;
    }
    at += length;
  }
  return m;
}

// What of a page is no text of it.
constexpr uint16_t kNotRead = html::kOffPage | html::kChoice | html::kDrawing;

class OutlineBuilder {
 public:
  OutlineBuilder(Outline& out, const std::vector<bool>& hidden, Budget& budget)
      : out_(out), tree_(out.tree_), hidden_(hidden), budget_(budget), tags_(html::Tags::all()) {}

  void build() {
    out_.chars_ = {0};
    out_.links_ = {0};
    out_.digits_ = {0};
    html::NodeId root = find_root();
    if (root != html::kNoNode) walk(root);
    finish();
  }

 private:
  struct Open {
    uint32_t node;
    html::NodeId tree_end;
    uint32_t last_child;
    uint32_t anchor;
  };

  html::NodeId find_root() const {
    html::NodeId element = html::kNoNode;
    for (html::NodeId n = 0; n < tree_.size();) {
      if (tree_.is_element(n)) {
        if (tree_.tag(n) == tags_.body) return n;
        if (element == html::kNoNode) element = n;
        // a body stands right below html: look no deeper
        n = tree_.tag(n) == tags_.html ? n + 1 : tree_.subtree_end(n);
      } else {
        ++n;
      }
    }
    return element;
  }

  bool is_left_out(html::NodeId id) {
    if (tags_.is(tree_.tag(id), kNotRead) && !stack_.empty()) return true;
    if (id < hidden_.size() && hidden_[id]) return !stack_.empty();
    classes_ = {};
    href_ = false;
    bool hides = false;
    for (const html::Attribute& attribute : tree_.attributes_of(id, scratch_)) {
      if (attribute.name == "class") classes_ = attribute.value;
      else if (attribute.name == "href") href_ = tree_.tag(id) == tags_.a;
      else if (attribute.name == "hidden") hides = true;
      else if (attribute.name == "style" && html::style_hides(attribute.value)) hides = true;
    }
    return hides && !stack_.empty();
  }

  uint64_t tag_hash(html::NodeId id) {
    html::TagId tag = tree_.tag(id);
    if (tag >= tag_hashes_.size()) tag_hashes_.resize(tag + 64, 0);
    uint64_t& hash = tag_hashes_[tag];
    if (hash == 0) hash = reduce(stable_hash(tree_.name(id))) | 1;
    return hash;
  }

  uint32_t add(html::NodeId id, html::TagId tag, uint64_t hash) {
    uint32_t at = out_.size();
    Open* open = stack_.empty() ? nullptr : &stack_.back();
    OutlineNode node{};
    node.id = id;
    node.tag = tag;
    node.parent = open ? open->node : kNone;
    node.previous = open ? open->last_child : kNone;
    node.depth = open ? out_.nodes_[open->node].depth + 1 : 0;
    node.path = reduce((open ? multiply(out_.nodes_[open->node].path, kBase) : 0) + hash);
    node.leaf_begin = uint32_t(out_.leaves_.size());
    node.hard_before = hard_;
    node.end = at + 1;
    if (open) open->last_child = at;
    out_.nodes_.push_back(node);
    return at;
  }

  void add_text(html::NodeId id) {
    Measured m = measure(tree_.text(id));
    if (m.chars == 0) return;
    uint32_t at = add(id, 0, kTextHash);
    uint32_t anchor = stack_.back().anchor;
    out_.leaves_.push_back({at, anchor});
    out_.chars_.push_back(out_.chars_.back() + m.chars);
    out_.links_.push_back(out_.links_.back() + (anchor != kNone));
    out_.digits_.push_back(out_.digits_.back() + m.digit);
    out_.nodes_[at].leaf_end = uint32_t(out_.leaves_.size());
    out_.nodes_[at].top = at;
    if (m.word) out_.nodes_[stack_.back().node].mixed = true;
  }

  void open_element(html::NodeId id) {
    html::TagId tag = tree_.tag(id);
    uint32_t at = add(id, tag, tag_hash(id));
    out_.nodes_[at].classes = classes_;
    if (tags_.is(tag, html::kBlock)) ++hard_;
    uint32_t anchor = href_ ? at : stack_.empty() ? kNone : stack_.back().anchor;
    stack_.push_back({at, tree_.subtree_end(id), kNone, anchor});
  }

  void close_until(html::NodeId id) {
    while (!stack_.empty() && stack_.back().tree_end <= id) {
      OutlineNode& node = out_.nodes_[stack_.back().node];
      node.end = out_.size();
      node.leaf_end = uint32_t(out_.leaves_.size());
      stack_.pop_back();
    }
  }

  void walk(html::NodeId root) {
    const html::NodeId end = tree_.subtree_end(root);
    for (html::NodeId id = root; id < end;) {
      close_until(id);
      if (!budget_.spend_steps()) {
        out_.partial_ = true;
        break;
      }
      html::NodeId next = id + 1;
      if (tree_.is_text(id) && !stack_.empty()) add_text(id);
      else if (tree_.is_element(id)) {
        if (is_left_out(id)) next = tree_.subtree_end(id);
        else open_element(id);
      }
      id = next;
    }
    close_until(html::kNoNode);
  }

  bool climbs(uint32_t n) const {
    const OutlineNode& node = out_.nodes_[n];
    if (node.tag == 0 || node.parent == kNone) return false;
    if (tags_.is(node.tag, kInsideText)) return true;
    if (node.tag == tags_.span && trim(node.classes).empty()) return true;
    return !tags_.is(node.tag, html::kBlock) && out_.nodes_[node.parent].mixed;
  }

  void finish() {
    uint32_t deepest = 0;
    for (uint32_t n = 0; n < out_.size(); ++n) {
      OutlineNode& node = out_.nodes_[n];
      deepest = std::max(deepest, node.depth);
      node.top = climbs(n) ? out_.nodes_[node.parent].top : n;
      if (n > 0) number(n);
    }
    out_.powers_.resize(deepest + 2, 1);
    for (size_t i = 1; i < out_.powers_.size(); ++i) out_.powers_[i] = multiply(out_.powers_[i - 1], kBase);
    out_.next_link_.resize(out_.leaves_.size() + 1, kNone);
    for (size_t i = out_.leaves_.size(); i-- > 0;)
      out_.next_link_[i] = out_.leaves_[i].anchor != kNone ? uint32_t(i) : out_.next_link_[i + 1];
  }

  // rank: how many siblings before n have its tag and text. A map a parent would cost more than this: ranks
  // are kept in one map keyed by (parent, tag).
  void number(uint32_t n) {
    OutlineNode& node = out_.nodes_[n];
    if (node.tag == 0 || node.leaf_end == node.leaf_begin) return;
    node.rank = ranks_[(uint64_t(node.parent) << 16) | node.tag]++;
  }

  static constexpr uint64_t kTextHash = 0x23;

  Outline& out_;
  const html::Tree& tree_;
  const std::vector<bool>& hidden_;
  Budget& budget_;
  const html::Tags& tags_;
  std::vector<Open> stack_;
  std::vector<html::Attribute> scratch_;
  std::vector<uint64_t> tag_hashes_;
  std::unordered_map<uint64_t, uint32_t> ranks_;
  std::string_view classes_;
  bool href_ = false;
  uint32_t hard_ = 0;
};

Outline::Outline(const html::Tree& tree, const std::vector<bool>& hidden, Budget& budget) : tree_(tree) {
  OutlineBuilder(*this, hidden, budget).build();
}

uint32_t Outline::first_link(uint32_t from, uint32_t to) const {
  uint32_t leaf = next_link_[from];
  return leaf < to ? leaf : kNone;
}

uint64_t Outline::target_hash(uint32_t anchor) const { return stable_hash(attribute(anchor, "href")); }

uint64_t Outline::path_from(uint32_t base, uint32_t n) const {
  if (base == kNone) return nodes_[n].path;
  uint64_t above = multiply(nodes_[base].path, powers_[nodes_[n].depth - nodes_[base].depth]);
  return reduce(nodes_[n].path + kPrime - above);
}

std::string Outline::path_words(uint32_t base, uint32_t n) const {
  constexpr int kShown = 12;
  std::string out;
  int shown = 0;
  for (uint32_t at = n; at != base && at != kNone; at = nodes_[at].parent) {
    if (shown++ == kShown) return ".../" + out;
    std::string name(is_text(at) ? "text()" : tree_.name(nodes_[at].id));
    out = out.empty() ? name : name + "/" + out;
  }
  return out;
}

std::string Outline::leaf_text(uint32_t leaf) const {
  return collapse(tree_.text(nodes_[leaves_[leaf].node].id));
}

Span Outline::leaf_span(uint32_t leaf) const {
  html::NodeId id = nodes_[leaves_[leaf].node].id;
  Measured m = measure(tree_.text(id));
  return tree_.text_span(id, m.begin, m.end);
}

std::string Outline::text(uint32_t from, uint32_t to) const {
  std::string out;
  for (uint32_t leaf = from; leaf < to; ++leaf) {
    if (leaf > from) out += ' ';
    out += leaf_text(leaf);
  }
  return out;
}

std::string_view Outline::attribute(uint32_t n, std::string_view name) const {
  return tree_.attribute(nodes_[n].id, name).value_or(std::string_view{});
}

}  // namespace gleaner::records
