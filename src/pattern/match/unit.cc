// See unit.h. The candidates by form, and the way from a candidate's text to its span.
#include "pattern/match/unit.h"

#include <algorithm>
#include <bit>

#include "base/collapsed.h"
#include "base/contains.h"
#include "base/text.h"
#include "html/tags.h"
#include "pattern/condition.h"
#include "pattern/forms.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
std::string RunTags::form() const {
  std::string out = "run:";
  for (const std::string& name : names) out += (out.back() == ':' ? "" : "+") + name;
  return out;
}

RunTags parse_run_tags(std::string_view form) {
  RunTags out;
  if (!form.starts_with("run:")) return out;
  for (std::string_view name : split(form.substr(4), '+'))
    if (!name.empty()) out.names.emplace_back(name);
  std::ranges::sort(out.names);
  return out;
}

Unit::Unit(const PageIndex& page, Region region, uint8_t forms, Budget* budget, Interned interned,
           const RunTags* runs)
    : page_(&page), region_(region), budget_(budget), interned_(interned), runs_(runs) {
  const html::Tree& tree = page.tree();
  end_ = region.whole() ? tree.size() : tree.subtree_end(region.last);
  text_begin_ = page.texts().begin(region.first);
  text_end_ = region.whole() ? uint32_t(page.texts().size()) : page.texts().end(region.last);
  if (!region.whole()) count_run();
  if (forms) grow_table(interned_ == Interned::all ? text_end_ - text_begin_ : 16);
  if (forms & kTexts) add_texts();
  if (forms & kElements) add_elements();
  if (forms & kAttributes) add_attributes();
  if ((forms & kData) && region.whole()) add_data();
  if (forms & kNodes) add_nodes();
  if ((forms & kRuns) && runs_ && !runs_->empty()) add_runs();
}

void Unit::count_run() {
  const html::Tree& tree = page_->tree();
  std::unordered_map<TagId, uint32_t> counts;
  for (NodeId n = region_.first; n < end_; n = tree.subtree_end(n))
    if (tree.is_element(n)) run_[n] = {++counts[tree.tag(n)], 0};
  for (auto& [n, place] : run_) place.total = counts[tree.tag(n)];
}

// Where the text stands in the table, or the free slot where it would.
size_t Unit::slot_of(uint64_t hash, std::string_view text) const {
  const size_t mask = table_.size() - 1;
  size_t at = hash & mask;
  while (table_[at] && (hashes_[table_[at] - 1] != hash || values[table_[at] - 1] != text))
    at = (at + 1) & mask;
  return at;
}

void Unit::grow_table(size_t count) const {
  table_.assign(std::bit_ceil(count * 2 + 16), 0);
  for (uint32_t v = 0; v < values.size(); ++v) table_[slot_of(hashes_[v], values[v])] = v + 1;
}

uint32_t Unit::intern(std::string_view text) const {
  if (values.size() * 2 >= table_.size()) grow_table(values.size() * 2);
  const uint64_t hash = hash_text(text);
  const size_t at = slot_of(hash, text);
  if (!table_[at]) {
    values.push_back(text);
    hashes_.push_back(hash);
    table_[at] = uint32_t(values.size());
  }
  return table_[at] - 1;
}

uint32_t Unit::looked_up(uint32_t candidate) const {
  const Candidate& c = candidates[candidate];
  return c.value = intern(text(c));
}

const std::vector<uint32_t>& Unit::places(uint32_t value) const {
  for (const auto& known : places_)
    if (known.first == value) return known.second;
  std::vector<uint32_t>& found = places_.emplace_back(value, std::vector<uint32_t>{}).second;
  const std::string_view wanted = values[value];
  for (uint32_t i = 0; i < candidates.size(); ++i) {
    const Candidate& c = candidates[i];
    if (c.value != kNoNode ? c.value == value : text(c) == wanted) found.push_back(i);
  }
  return found;
}

uint32_t Unit::find_value(std::string_view text) const {
  if (table_.empty()) return kNoNode;
  const uint32_t found = table_[slot_of(hash_text(text), text)];
  return found ? found - 1 : kNoNode;
}

void Unit::add(Form form, NodeId node, uint32_t text, uint32_t value, uint64_t form_hash, uint32_t extra) {
  Candidate& c = candidates.emplace_back();
  c.form = form;
  c.node = node;
  c.text = text;
  c.value = value;
  c.form_hash = form_hash;
  c.extra = extra;
}

void Unit::add_texts() {
  static const uint64_t kForm = hash_form("text");
  const bool all = interned_ == Interned::all;
  candidates.reserve(text_end_ - text_begin_);
  if (all) values.reserve(text_end_ - text_begin_), hashes_.reserve(text_end_ - text_begin_);
  for (uint32_t i = text_begin_; i < text_end_; ++i) {
    const html::Text& t = page_->texts()[i];
    add(Form::text, t.element, i, all ? intern(t.text) : kNoNode, kForm);
  }
}

void Unit::add_elements() {
  static const uint64_t kElementForm = hash_form("element"), kBlockForm = hash_form("block");
  const html::Tree& tree = page_->tree();
  const html::Tags& tags = html::Tags::all();
  std::string joined;
  for (NodeId n = region_.first; n < end_; ++n) {
    if (!tree.is_element(n) || page_->texts().skipped(n)) continue;
    TagId tag = tree.tag(n);
    if (tag == tags.html || tag == tags.body || tag == tags.head || tags.is(tag, html::kUnseen)) continue;
    uint32_t from = page_->texts().begin(n), to = page_->texts().end(n);
    if (to <= from || to - from >= weights::kElementTexts) continue;
    size_t bytes = 0;
    for (uint32_t i = from; i < to; ++i) bytes += page_->texts()[i].text.size();
    if (bytes >= weights::kElementBytes) continue;
    if (budget_ && !budget_->spend_steps(to - from)) return;
    std::string raw;
    for (NodeId t = n + 1; t < tree.subtree_end(n); ++t)
      if (tree.is_text(t) && !page_->texts().skipped(t)) raw += tree.text(t);
    raw = collapse(raw);
    std::string_view kept = page_->keep(raw);
    add(Form::element, n, from, intern(kept), kElementForm);
    joined.clear();
    for (uint32_t i = from; i < to; ++i) {
      std::string_view piece = page_->texts()[i].text;
      bool tight = joined.empty() || joined.back() == '(' || joined.back() == '[' ||
                   std::string_view(",.;:)]").find(piece.front()) != std::string_view::npos;
      if (!tight) joined += ' ';
      joined += piece;
    }
    add(Form::block, n, from, intern(joined == raw ? kept : page_->keep(joined)), kBlockForm);
  }
}

void Unit::add_attributes() {
  const html::Tree& tree = page_->tree();
  const TagId link = html::Tags::all().link;
  std::vector<html::Attribute> scratch;
  std::unordered_map<std::string_view, uint32_t> names;
  for (NodeId n = region_.first; n < end_; ++n) {
    if (!tree.is_element(n) || page_->texts().skipped(n) || tree.tag(n) == link) continue;
    for (const html::Attribute& a : tree.attributes_of(n, scratch)) {
      if (a.value.size() < 2 || a.value.size() >= weights::kAttributeBytes) continue;
      if (a.name == "class" || a.name == "id" || a.name == "style" || a.name.starts_with("on")) continue;
      std::string_view text = html::strip(a.value);
      if (!html::is_collapsed(text)) text = page_->keep(collapse(text));
      if (text.empty()) continue;
      auto [at, fresh] = names.try_emplace(a.name, uint32_t(attributes.size()));
      if (fresh) attributes.push_back(a.name);
      add(Form::attribute, n, page_->texts().begin(n), intern(text), hash_form("@" + std::string(a.name)),
          at->second);
    }
  }
}

void Unit::add_data() {
  static const uint64_t kForm = hash_form("data");
  islands = &page_->document().view<html::DataIslands>();
  for (uint32_t i = 0; i < islands->leaves().size(); ++i) {
    const html::IslandLeaf& leaf = islands->leaves()[i];
    if (leaf.text.empty()) continue;
    add(Form::data, islands->islands()[leaf.island].script, 0, intern(leaf.text), kForm, i);
  }
}

// Elements as such, for records.
void Unit::add_nodes() {
  static const uint64_t kForm = hash_form("node");
  const html::Tree& tree = page_->tree();
  const uint32_t none = intern("");
  for (NodeId n = region_.first; n < end_; ++n)
    if (tree.is_element(n) && !page_->texts().skipped(n))
      add(Form::node, n, page_->texts().begin(n), none, kForm);
}

// Of each element, and of the unit's own siblings.
void Unit::add_runs() {
  const uint64_t form = hash_form(runs_->form());
  const html::Tree& tree = page_->tree();
  if (!region_.whole()) add_runs_of(region_.first, form);
  for (NodeId n = region_.first; n < end_; ++n) {
    if (!tree.is_element(n) || page_->texts().skipped(n) || page_->texts().begin(n) == page_->texts().end(n))
      continue;
    if (budget_ && !budget_->spend_steps(1)) return;
    if (const NodeId child = tree.first_child(n); child != kNoNode) add_runs_of(child, form);
  }
}

void Unit::add_runs_of(NodeId first_child, uint64_t form) {
  const html::Tree& tree = page_->tree();
  const NodeId parent = page_->parent_element(first_child);
  if (parent == kNoNode) return;
  auto belongs = [&](NodeId n) {
    if (!tree.is_element(n)) return true;
    return contains(runs_->names, tree.name(n));
  };
  NodeId n = first_child;
  while (n != kNoNode && n < end_) {
    if (!belongs(n)) {
      n = tree.next_sibling(n);
      continue;
    }
    const uint32_t from = page_->texts().begin(n);
    uint32_t to = from;
    std::string raw;
    for (; n != kNoNode && n < end_ && belongs(n); n = tree.next_sibling(n)) {
      for (NodeId t = n; t < tree.subtree_end(n); ++t)
        if (tree.is_text(t) && !page_->texts().skipped(t)) raw += tree.text(t);
      to = page_->texts().end(n);
    }
    if (to <= from || raw.size() >= weights::kElementBytes) continue;
    raw = collapse(raw);
    if (!raw.empty()) add(Form::run, parent, from, intern(page_->keep(raw)), form, to);
  }
}

std::string_view Unit::raw(const Candidate& c) const {
  const html::Tree& tree = page_->tree();
  if (c.form == Form::text) return tree.text(page_->texts()[c.text].node);
  if (c.form == Form::attribute)
    return tree.attribute(c.node, attributes[c.extra]).value_or(std::string_view{});
  return {};
}

Span Unit::raw_span(const Candidate& c, size_t from, size_t to) const {
  const html::Tree& tree = page_->tree();
  if (c.form == Form::text) return tree.text_span(page_->texts()[c.text].node, from, to);
  if (c.form == Form::attribute)
    return tree.attribute_span(c.node, attributes[c.extra], from, to).value_or(tree.start_tag(c.node));
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
    case Form::run: return runs_->form();
  }
  return {};
}

Span Unit::outer_span(const Candidate& c, size_t from, size_t to) const {
  Span out = span(c, from, to);
  if (c.form != Form::element && c.form != Form::block && c.form != Form::run) return out;
  const html::Tree& tree = page_->tree();
  // The child of the candidate's element in which a text stands, where the text is the first (last) in it.
  auto child = [&](uint32_t text, bool first) {
    NodeId n = page_->texts()[text].node;
    while (tree.parent(n) != kNoNode && tree.parent(n) != c.node) n = tree.parent(n);
    const bool edge = (first ? page_->texts().begin(n) : page_->texts().end(n) - 1) == text;
    return tree.is_element(n) && edge ? n : kNoNode;
  };
  for (uint32_t i = c.text; i < next_text(c); ++i) {
    Span text = tree.text_span(page_->texts()[i].node);
    trim_range(tree.document().text(), text.begin, text.end);
    if (text.begin == out.begin)
      if (const NodeId n = child(i, true); n != kNoNode) out.begin = tree.span(n).begin;
    if (text.end == out.end)
      if (const NodeId n = child(i, false); n != kNoNode) out.end = tree.span(n).end;
  }
  return out;
}

// Bytes a..b of a text as it reads.
Span Unit::span_in_text(NodeId node, size_t a, size_t b) const {
  const html::Tree& tree = page_->tree();
  const Collapsed all(tree.text(node));
  const size_t size = all.text().size();
  if (!size) return tree.text_span(node);
  if (a >= std::min(b, size)) {
    const size_t at = all.begin_of(std::min(a, size - 1));
    return tree.text_span(node, at, at);
  }
  return tree.text_span(node, all.begin_of(a), all.end_of(std::min(b, size)));
}

// The part between the first and last text that hold it, found by aligning without white space.
Span Unit::span_over_texts(const Candidate& c, std::string_view all, size_t from, size_t to) const {
  size_t skip = 0, take = 0;
  for (size_t i = 0; i < to; ++i)
    if (all[i] != ' ') (i < from ? skip : take) += 1;
  std::optional<Span> hull;
  const uint32_t last = next_text(c);
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
    Span piece = span_in_text(page_->texts()[i].node, begin, end);
    hull = hull ? hull->hull(piece) : piece;
  }
  return hull.value_or(page_->tree().content(c.node));
}

Span Unit::span_in_attribute(const Candidate& c, size_t from, size_t to) const {
  const html::Tree& tree = page_->tree();
  std::string_view name = attributes[c.extra];
  const Collapsed all(tree.attribute(c.node, name).value_or(std::string_view{}));
  if (from >= all.text().size()) return tree.attribute_span(c.node, name).value_or(tree.start_tag(c.node));
  const size_t end = all.end_of(std::max<size_t>(1, std::min(to, all.text().size())));
  return tree.attribute_span(c.node, name, all.begin_of(from), end).value_or(tree.start_tag(c.node));
}

Span Unit::span_in_data(const Candidate& c, std::string_view all, size_t from, size_t to) const {
  const html::IslandLeaf& leaf = islands->leaves()[c.extra];
  if (from == 0 && to == all.size()) return leaf.span;
  if (!leaf.value || !leaf.value->is_string()) return leaf.span;
  size_t at = leaf.value->text.find(all.substr(from, to - from));
  if (at == std::string_view::npos) return leaf.span;
  const html::Island& island = islands->islands()[leaf.island];
  return json::source_of(*leaf.value, island.source, at, at + (to - from), island.base);
}

Span Unit::span(const Candidate& c, size_t from, size_t to) const {
  const std::string_view all = text(c);
  to = std::min(to, all.size());
  from = std::min(from, to);
  switch (c.form) {
    case Form::text: return span_in_text(page_->texts()[c.text].node, from, to);
    case Form::element:
    case Form::block:
    case Form::run: return span_over_texts(c, all, from, to);
    case Form::attribute: return span_in_attribute(c, from, to);
    case Form::node: return page_->tree().span(c.node);
    case Form::data: return span_in_data(c, all, from, to);
  }
  return {};
}

}  // namespace gleaner::pattern
