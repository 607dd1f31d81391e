#include "pattern/unit.h"

#include <algorithm>

#include "base/text.h"
#include "html/attributes.h"
#include "pattern/condition.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

struct Tags {
  TagId script = html::tag_id("script"), style = html::tag_id("style"), noscript = html::tag_id("noscript"),
        template_ = html::tag_id("template"), title = html::tag_id("title"), html_ = html::tag_id("html"),
        body = html::tag_id("body"), head = html::tag_id("head"), link = html::tag_id("link"),
        h1 = html::tag_id("h1"), h2 = html::tag_id("h2"), h3 = html::tag_id("h3"), h4 = html::tag_id("h4"),
        h5 = html::tag_id("h5"), h6 = html::tag_id("h6");
};
const Tags& tags() {
  static const Tags known;
  return known;
}
bool heading_tag_id(TagId t) {
  const Tags& k = tags();
  return t == k.h1 || t == k.h2 || t == k.h3 || t == k.h4 || t == k.h5 || t == k.h6;
}

// Already as `collapse` would leave it: ASCII blanks only single and inside.
bool is_collapsed(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() == ' ' || text.back() == ' ') return false;
  char before = 0;
  for (char c : text) {
    unsigned char u = static_cast<unsigned char>(c);
    if (u < 0x20 || (c == ' ' && before == ' ') || u == 0xC2 || u == 0xE2 || u == 0xE3) return false;
    before = c;
  }
  return true;
}

bool is_blank(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_space(text[i])) continue;
    if (text[i] == '\xC2' && i + 1 < text.size() && text[i + 1] == '\xA0') {
      ++i;
      continue;
    }
    return false;
  }
  return true;
}

}  // namespace

bool skipped_tag(TagId t) {
  const Tags& k = tags();
  return t == k.script || t == k.style || t == k.noscript || t == k.template_;
}

PageIndex::PageIndex(const Document& document)
    : document_(&document), tree_(&document.view<html::Tree>()), arena_(std::make_unique<Arena>()) {
  const html::Tree& tree = *tree_;
  const NodeId size = tree.size();
  text_before_.resize(size + 1);
  nth_.assign(size, 1);
  total_.assign(size, 1);
  skipped_.assign(size, false);
  NodeId skip_end = 0, heading_end = 0;
  uint32_t heading_depth = 0;
  uint32_t last_heading = kNoNode;
  size_t rank = 0;                // of the heading we are in: 0 for h1
  std::vector<uint32_t> outline;  // by rank, the headings that are open
  for (NodeId n = 0; n < size; ++n) {
    text_before_[n] = uint32_t(texts_.size());
    if (n < skip_end) {
      skipped_[n] = true;
      continue;
    }
    if (tree.is_text(n)) {
      std::string_view raw = tree.text(n);
      if (is_blank(raw)) continue;
      NodeId parent = tree.parent(n);
      std::string_view text = is_collapsed(raw) ? raw : arena_->copy(collapse(raw));
      if (text.empty()) continue;
      heading_.push_back(last_heading);
      if (n < heading_end && tree.depth(n) <= heading_depth + 3) {
        last_heading = uint32_t(texts_.size());
        outline.resize(rank, kNoNode);
        for (size_t above = rank; above-- > 0;)
          if (outline[above] != kNoNode) {
            outer_.emplace(last_heading, outline[above]);
            break;
          }
        outline.push_back(last_heading);
      }
      texts_.push_back({parent, n, text});
      continue;
    }
    if (!tree.is_element(n) && n != 0) continue;
    TagId tag = tree.tag(n);
    if (n != 0) {
      if (tag >= tag_hash_.size()) tag_hash_.resize(tag + 1, 0);
      if (!tag_hash_[tag]) tag_hash_[tag] = hash_text(tree.name(n));
      if (skipped_tag(tag)) skip_end = tree.subtree_end(n);
      if (heading_tag_id(tag)) {
        heading_end = tree.subtree_end(n), heading_depth = tree.depth(n);
        rank = size_t(tree.name(n)[1] - '1');
      }
    }
    count_siblings(n);
  }
  text_before_[size] = uint32_t(texts_.size());
  for (NodeId n = 0; n < size && title_.empty(); ++n)
    if (tree.is_element(n) && tree.tag(n) == tags().title) {
      std::string all;
      for (NodeId t = n + 1; t < tree.subtree_end(n); ++t)
        if (tree.is_text(t)) all += tree.text(t);
      title_ = arena_->copy(collapse(all));
      break;
    }
}

void PageIndex::count_siblings(NodeId parent) {
  const html::Tree& tree = *tree_;
  counts_.clear();
  for (NodeId c = tree.first_child(parent); c != kNoNode; c = tree.next_sibling(c)) {
    if (!tree.is_element(c)) continue;
    TagId tag = tree.tag(c);
    auto at = std::find_if(counts_.begin(), counts_.end(), [&](auto& p) { return p.first == tag; });
    if (at == counts_.end()) at = counts_.insert(counts_.end(), {tag, 0});
    nth_[c] = ++at->second;
  }
  if (counts_.empty()) return;
  bool all_one = std::all_of(counts_.begin(), counts_.end(), [](auto& p) { return p.second == 1; });
  if (all_one) return;
  for (NodeId c = tree.first_child(parent); c != kNoNode; c = tree.next_sibling(c)) {
    if (!tree.is_element(c)) continue;
    TagId tag = tree.tag(c);
    total_[c] = std::find_if(counts_.begin(), counts_.end(), [&](auto& p) { return p.first == tag; })->second;
  }
}

NodeId PageIndex::previous_element(NodeId n) const {
  NodeId p = tree_->previous_sibling(n);
  while (p != kNoNode && !tree_->is_element(p)) p = tree_->previous_sibling(p);
  return p;
}

std::string_view PageIndex::heading_tag(uint32_t text) const {
  for (NodeId n = texts_[text].element; n != kNoNode; n = tree_->parent(n))
    if (tree_->is_element(n) && heading_tag_id(tree_->tag(n))) return tree_->name(n);
  return {};
}

std::string PageIndex::text_of(NodeId n, size_t limit) const {
  std::string out;
  uint32_t from = text_begin(n), to = std::min(text_end(n), from + 6);
  for (uint32_t i = from; i < to && out.size() <= limit; ++i) {
    if (!out.empty()) out += ' ';
    out += texts_[i].text;
  }
  return out;
}

uint64_t PageIndex::class_path(NodeId n) const {
  if (class_path_.empty()) class_path_.assign(tree_->size(), 0);
  std::vector<NodeId> pending;
  for (; n != kNoNode && tree_->is_element(n) && !class_path_[n]; n = tree_->parent(n)) pending.push_back(n);
  uint64_t h = n != kNoNode && tree_->is_element(n) ? class_path_[n] : kPathStart;
  for (; !pending.empty(); pending.pop_back()) {
    NodeId at = pending.back();
    auto classes = html::find_attribute(*tree_, at, html::KnownAttribute::class_names);
    h = class_path_[at] = mix(h, hash_class_step(tag_hash(at), classes.value_or(std::string_view{})));
  }
  return h;
}

// ---------------------------------------------------------------- units

Unit::Unit(const PageIndex& page, Region region, uint8_t forms, Budget* budget)
    : page_(&page), region_(region), budget_(budget) {
  const html::Tree& tree = page.tree();
  end_ = region.whole() ? tree.size() : tree.subtree_end(region.last);
  text_begin_ = page.text_begin(region.first);
  text_end_ = region.whole() ? uint32_t(page.texts().size()) : page.text_end(region.last);
  ids_.reserve((text_end_ - text_begin_) * 2);
  if (forms & kTexts) add_texts();
  if (forms & kElements) add_elements();
  if (forms & kAttributes) add_attributes();
  if ((forms & kData) && region.whole()) add_data();
  if (forms & kNodes) add_nodes();
}

uint32_t Unit::intern(std::string_view text) {
  auto [at, fresh] = ids_.try_emplace(text, uint32_t(values.size()));
  if (fresh) values.push_back(text);
  return at->second;
}

uint32_t Unit::find_value(std::string_view text) const {
  auto at = ids_.find(text);
  return at == ids_.end() ? kNoNode : at->second;
}

void Unit::add_texts() {
  static const uint64_t kForm = hash_form("text");
  for (uint32_t i = text_begin_; i < text_end_; ++i) {
    const Text& t = page_->texts()[i];
    candidates.push_back({Form::text, t.element, i, intern(t.text), kForm, 0});
  }
}

void Unit::add_elements() {
  static const uint64_t kElementForm = hash_form("element"), kBlockForm = hash_form("block");
  const html::Tree& tree = page_->tree();
  const Tags& k = tags();
  std::string joined;
  for (NodeId n = region_.first; n < end_; ++n) {
    if (!tree.is_element(n) || page_->skipped(n)) continue;
    TagId tag = tree.tag(n);
    if (tag == k.html_ || tag == k.body || tag == k.head || skipped_tag(tag)) continue;
    uint32_t from = page_->text_begin(n), to = page_->text_end(n);
    if (to <= from || to - from >= weights::kElementTexts) continue;
    size_t bytes = 0;
    for (uint32_t i = from; i < to; ++i) bytes += page_->texts()[i].text.size();
    if (bytes >= weights::kElementBytes) continue;
    if (budget_ && !budget_->spend_steps(to - from)) return;
    std::string raw;
    for (NodeId t = n + 1; t < tree.subtree_end(n); ++t)
      if (tree.is_text(t) && !page_->skipped(t)) raw += tree.text(t);
    raw = collapse(raw);
    std::string_view kept = page_->keep(raw);
    candidates.push_back({Form::element, n, from, intern(kept), kElementForm, 0});
    joined.clear();
    for (uint32_t i = from; i < to; ++i) {
      std::string_view piece = page_->texts()[i].text;
      bool tight = joined.empty() || joined.back() == '(' || joined.back() == '[' ||
                   std::string_view(",.;:)]").find(piece.front()) != std::string_view::npos;
      if (!tight) joined += ' ';
      joined += piece;
    }
    candidates.push_back({Form::block, n, from, intern(joined == raw ? kept : page_->keep(joined)), kBlockForm, 0});
  }
}

void Unit::add_attributes() {
  const html::Tree& tree = page_->tree();
  const TagId link = tags().link;
  std::vector<html::Attribute> scratch;
  std::unordered_map<std::string_view, uint32_t> names;
  for (NodeId n = region_.first; n < end_; ++n) {
    if (!tree.is_element(n) || page_->skipped(n) || tree.tag(n) == link) continue;
    for (const html::Attribute& a : tree.attributes_of(n, scratch)) {
      if (a.value.size() < 2 || a.value.size() >= weights::kAttributeBytes) continue;
      if (a.name == "class" || a.name == "id" || a.name == "style" || a.name.starts_with("on")) continue;
      std::string_view text = is_collapsed(a.value) ? a.value : page_->keep(collapse(a.value));
      if (text.empty()) continue;
      auto [at, fresh] = names.try_emplace(a.name, uint32_t(attributes.size()));
      if (fresh) attributes.push_back(a.name);
      candidates.push_back({Form::attribute, n, page_->text_begin(n), intern(text),
                            hash_form("@" + std::string(a.name)), at->second});
    }
  }
}

void Unit::add_data() {
  static const uint64_t kForm = hash_form("data");
  islands = &page_->document().view<html::DataIslands>();
  for (uint32_t i = 0; i < islands->leaves().size(); ++i) {
    const html::IslandLeaf& leaf = islands->leaves()[i];
    if (leaf.text.empty()) continue;
    candidates.push_back({Form::data, islands->islands()[leaf.island].script, 0, intern(leaf.text), kForm, i});
  }
}

// Elements as such, for records.
void Unit::add_nodes() {
  static const uint64_t kForm = hash_form("node");
  const html::Tree& tree = page_->tree();
  const uint32_t none = intern("");
  for (NodeId n = region_.first; n < end_; ++n)
    if (tree.is_element(n) && !page_->skipped(n)) candidates.push_back({Form::node, n, page_->text_begin(n), none, kForm, 0});
}

std::string_view Unit::raw(const Candidate& c) const {
  const html::Tree& tree = page_->tree();
  if (c.form == Form::text) return tree.text(page_->texts()[c.text].node);
  if (c.form == Form::attribute) return tree.attribute(c.node, attributes[c.extra]).value_or(std::string_view{});
  return {};
}

Span Unit::raw_span(const Candidate& c, size_t from, size_t to) const {
  const html::Tree& tree = page_->tree();
  if (c.form == Form::text) return tree.text_span(page_->texts()[c.text].node, from, to);
  if (c.form == Form::attribute) return tree.attribute_span(c.node, attributes[c.extra], from, to).value_or(tree.start_tag(c.node));
  return span(c);
}

std::string Unit::form_name(const Candidate& c) const {
  switch (c.form) {
    case Form::text: return "text";
    case Form::element: return "element";
    case Form::block: return "block";
    case Form::attribute: return "@" + std::string(attributes[c.extra]);
    case Form::data: return "data";
    case Form::node: return "node";
  }
  return {};
}

namespace {

// Collapses as `base` does and notes where each byte came from.
void collapse_mapped(std::string_view raw, std::string& out, std::vector<uint32_t>& from) {
  bool pending = false;
  size_t pending_at = 0;
  for (size_t i = 0; i < raw.size();) {
    size_t length = 1;
    bool space = is_space(raw[i]);
    if (raw[i] == '\xC2' && i + 1 < raw.size() && raw[i + 1] == '\xA0') space = true, length = 2;
    if (space) {
      if (!pending) pending_at = i;
      pending = true;
      i += length;
      continue;
    }
    if (pending && !out.empty()) {
      out += ' ';
      from.push_back(uint32_t(pending_at));
    }
    pending = false;
    out += raw[i];
    from.push_back(uint32_t(i));
    ++i;
  }
}

}  // namespace

Span Unit::span(const Candidate& c, size_t from, size_t to) const {
  const html::Tree& tree = page_->tree();
  std::string_view all = text(c);
  to = std::min(to, all.size());
  from = std::min(from, to);
  auto in_text = [&](NodeId node, size_t a, size_t b) {
    std::string out;
    std::vector<uint32_t> map;
    collapse_mapped(tree.text(node), out, map);
    if (map.empty()) return tree.text_span(node);
    b = std::min(b, map.size());
    if (a >= b) return tree.text_span(node, map[std::min(a, map.size() - 1)], map[std::min(a, map.size() - 1)]);
    return tree.text_span(node, map[a], map[b - 1] + 1);
  };
  switch (c.form) {
    case Form::text: return in_text(page_->texts()[c.text].node, from, to);
    case Form::element:
    case Form::block: {
      // The part between the first and last text that hold it, found by aligning without white space.
      size_t skip = 0, take = 0;
      for (size_t i = 0; i < to; ++i)
        if (all[i] != ' ') (i < from ? skip : take) += 1;
      std::optional<Span> hull;
      uint32_t last = page_->text_end(c.node);
      for (uint32_t i = c.text; i < last && take > 0; ++i) {
        std::string_view t = page_->texts()[i].text;
        size_t begin = std::string_view::npos, end = 0;
        for (size_t j = 0; j < t.size() && take > 0; ++j) {
          if (t[j] == ' ') continue;
          if (skip > 0) {
            --skip;
            continue;
          }
          if (begin == std::string_view::npos) begin = j;
          end = j + 1;
          --take;
        }
        if (begin == std::string_view::npos) continue;
        Span piece = in_text(page_->texts()[i].node, begin, end);
        hull = hull ? hull->hull(piece) : piece;
      }
      return hull.value_or(tree.content(c.node));
    }
    case Form::attribute: {
      std::string_view name = attributes[c.extra];
      std::optional<std::string_view> value = tree.attribute(c.node, name);
      std::string out;
      std::vector<uint32_t> map;
      if (value) collapse_mapped(*value, out, map);
      if (map.empty() || from >= map.size()) return tree.attribute_span(c.node, name).value_or(tree.start_tag(c.node));
      size_t b = std::min(to, map.size());
      return tree.attribute_span(c.node, name, map[from], map[b ? b - 1 : 0] + 1).value_or(tree.start_tag(c.node));
    }
    case Form::node: return tree.span(c.node);
    case Form::data: {
      const html::IslandLeaf& leaf = islands->leaves()[c.extra];
      if (from == 0 && to == all.size()) return leaf.span;
      if (!leaf.value || !leaf.value->is_string()) return leaf.span;
      size_t at = leaf.value->text.find(all.substr(from, to - from));
      if (at == std::string_view::npos) return leaf.span;
      const html::Island& island = islands->islands()[leaf.island];
      return json::source_of(*leaf.value, island.source, at, at + (to - from), island.base);
    }
  }
  return {};
}

}  // namespace gleaner::pattern
