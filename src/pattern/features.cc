// See features.h. Names, texts and cells of a page, each read once for all candidates.
#include "pattern/features.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "html/names.h"
#include "html/tags.h"

namespace gleaner::pattern {
Features::Features(const Unit& unit, const TestSet& wanted)
    : unit_(unit), page_(unit.page()), tree_(page_.tree()), wanted_(wanted), base_(unit.begin()) {
  const size_t size = unit.end() - base_;
  plain_.assign(unit.text_end() - unit.text_begin() + 1, 0);
  element_.assign(size, 1);
  for (int t = int(Test::own_id); t <= int(Test::below_tag); ++t) by_name_ |= wanted.has(Test(t));
  if (!unit.region().whole()) {
    std::unordered_map<TagId, uint32_t> counts;
    for (NodeId n = unit.region().first; n < unit.end(); n = tree_.subtree_end(n))
      if (tree_.is_element(n)) run_[n] = {++counts[tree_.tag(n)], 0};
    for (auto& [n, place] : run_) place.second = counts[tree_.tag(n)];
  }
  class_step_.assign(size, 0);
  path_.assign(size, 0);
  place_.assign(size, 0);
  if (wanted.any(Test::text_number, Test::text_from_end, Test::text_count)) count_own_texts();
  collect_names();
}

void Features::find_chain(const Candidate& c) {
  chain_.clear();
  for (NodeId a = c.node;
       a != kNoNode && tree_.is_element(a) && unit_.holds(a) && chain_.size() <= weights::kNameLevels;
       a = tree_.parent(a))
    chain_.push_back(a);
}

namespace {

// Attributes whose values say how something is shown or laid out; not those that hold what is said.
bool may_teach(const html::Attribute& a) {
  for (std::string_view content : {"href", "src", "srcset", "alt", "title", "content", "value", "action",
                                   "name", "placeholder", "datetime", "summary", "for"})
    if (a.name == content) return false;
  return !a.name.starts_with("data-") && !a.name.starts_with("aria-") && !a.name.starts_with("on") &&
         !html::semantic_attribute(a.name) && a.value.size() < weights::kNameBytes &&
         !html::looks_generated(a.value);
}

}  // namespace

const std::vector<Features::Mark>& Features::marks_of(NodeId n) {
  auto [at, fresh] = marks_.try_emplace(n);
  if (!fresh) return at->second;
  std::vector<Mark>& out = at->second;
  const uint64_t tag = page_.tag_hash(n);
  out.push_back({mix(kNameStart + 5, tag)});
  std::vector<html::Attribute> scratch;
  const std::vector<html::Attribute>& attributes = tree_.attributes_of(n, scratch);
  for (size_t i = 0; i < attributes.size(); ++i) {
    const html::Attribute& a = attributes[i];
    if (a.name == "id") {
      out.push_back({mix(kNameStart + 1, hash_text(a.value))});
      out.push_back({mix(kNameStart + 2, hash_text(mask_digits(a.value)))});
    } else if (a.name == "class") {
      out.push_back({hash_class_step(tag, a.value)});
      for (std::string_view word : words(a.value)) out.push_back({mix(kNameStart + 4, hash_text(word))});
    } else {
      out.push_back(
          {mix(mix(kNameStart + 3, hash_text(a.name)), hash_text(a.value)), may_teach(a) ? int(i) : -1});
    }
  }
  return out;
}

std::string Features::attribute_text(NodeId n, int number) const {
  std::vector<html::Attribute> scratch;
  const html::Attribute& a = tree_.attributes_of(n, scratch)[size_t(number)];
  return fmt::format("@{}={}", a.name, a.value);
}

std::vector<Condition> Features::negations(const Candidate& c) {
  std::vector<Condition> out;
  find_chain(c);
  std::vector<html::Attribute> scratch;
  for (size_t d = 0; d < chain_.size(); ++d) {
    const NodeId n = chain_[d];
    std::vector<std::string> names = {std::string(tree_.name(n))};
    if (auto classes = tree_.attribute(n, "class"))
      for (std::string_view word : words(*classes)) names.push_back("." + escape_name(word));
    for (const Mark& mark : marks_of(n))
      if (mark.attribute >= 0) names.push_back(attribute_text(n, mark.attribute));
    for (const std::string& name : names) {
      if (d == 0) out.push_back({name.starts_with('@') ? Test::no_attr : Test::is_not, name, {}});
      else out.push_back({Test::not_in, name, {}});
    }
  }
  return out;
}

void Features::collect_names() {
  std::vector<html::Attribute> attributes;
  const size_t size = unit_.end() - base_;
  name_from_.resize(size + 1);
  for (NodeId n = base_; n < unit_.end(); ++n) {
    const size_t at = n - base_;
    name_from_[at] = uint32_t(names_.size());
    if (!tree_.is_element(n)) continue;
    const uint64_t tag = page_.tag_hash(n);
    NodeId parent = tree_.parent(n);
    bool inside = parent != kNoNode && parent >= base_ && unit_.holds(parent) && tree_.is_element(parent);
    path_[at] = mix(inside ? path_[parent - base_] : kPathStart, tag);
    place_[at] = mix(inside ? place_[parent - base_] : kPathStart, place_step(n));
    class_step_[at] = mix(kNameStart, tag);
    std::string_view classes;
    for (const html::Attribute& a : tree_.attributes_of(n, attributes)) {
      if (a.name == "id") {
        if (a.value.empty()) continue;
        if (html::looks_generated(a.value))
          names_.push_back({mix(kNameStart + 2, hash_text(mask_digits(a.value))), 1});
        else names_.push_back({mix(kNameStart + 1, hash_text(a.value)), 0});
      } else if (a.name == "class") {
        classes = a.value;
      } else if (html::semantic_attribute(a.name) && !a.value.empty() &&
                 a.value.size() < weights::kNameBytes) {
        names_.push_back({mix(mix(kNameStart + 3, hash_text(a.name)), hash_text(a.value)), 2});
      }
    }
    if (!classes.empty()) {
      class_step_[at] = hash_class_step(tag, classes);
      if (class_step_[at] != mix(kNameStart, tag)) names_.push_back({class_step_[at], 3});
      auto list = words(classes);
      if (!list.empty())
        for (size_t i = 0; i < list.size() && i < 6; ++i)
          names_.push_back({mix(kNameStart + 4, hash_text(list[i])), 4});
    }
    if (html::Tags::all().is(tree_.tag(n), html::kTelling)) names_.push_back({mix(kNameStart + 5, tag), 5});
  }
  name_from_[size] = uint32_t(names_.size());
}

// The same order as collect_names, with the printed form.
void Features::names_of(NodeId n, std::vector<std::pair<Name, std::string>>& out) const {
  std::vector<html::Attribute> attributes;
  std::string classes;
  std::string_view class_value;
  auto push = [&](std::string printed) { out.push_back({Name{0, 0}, std::move(printed)}); };
  for (const html::Attribute& a : tree_.attributes_of(n, attributes)) {
    if (a.name == "id") {
      if (a.value.empty()) continue;
      push(html::looks_generated(a.value) ? "#~" + mask_digits(a.value) : "#" + std::string(a.value));
    } else if (a.name == "class") {
      class_value = a.value;
    } else if (html::semantic_attribute(a.name) && !a.value.empty() && a.value.size() < weights::kNameBytes) {
      push(fmt::format("@{}={}", a.name, a.value));
    }
  }
  auto list = words(class_value);
  if (!list.empty()) {
    std::string printed(tree_.name(n));
    for (std::string_view w : list) printed += "." + escape_name(w);
    push(printed);
    if (!list.empty())
      for (size_t i = 0; i < list.size() && i < 6; ++i) push("." + escape_name(list[i]));
  }
  if (html::Tags::all().is(tree_.tag(n), html::kTelling)) push(std::string(tree_.name(n)));
}

uint32_t Features::nth(NodeId n) const {
  if (!run_.empty())
    if (auto at = run_.find(n); at != run_.end()) return at->second.first;
  return page_.nth(n);
}
uint32_t Features::total(NodeId n) const {
  if (!run_.empty())
    if (auto at = run_.find(n); at != run_.end()) return at->second.second;
  return page_.total(n);
}

std::string Features::place_text(NodeId n) const {
  std::string out(tree_.name(n));
  if (total(n) > 1) out += fmt::format("[{}]", nth(n));
  return out;
}

std::string Features::path_between(NodeId n, size_t steps, bool indexed) const {
  std::string out;
  for (size_t i = 0; i < steps; ++i, n = tree_.parent(n)) {
    std::string step = indexed ? place_text(n) : std::string(tree_.name(n));
    out = out.empty() ? step : step + "/" + out;
  }
  return out;
}

std::string Features::path_from_top(NodeId n, bool indexed) const {
  std::vector<NodeId> up;
  for (; n != kNoNode && tree_.is_element(n) && unit_.holds(n); n = tree_.parent(n)) up.push_back(n);
  std::string out;
  for (size_t i = up.size(); i-- > 0;)
    out += "/" + (indexed ? place_text(up[i]) : std::string(tree_.name(up[i])));
  return out;
}

std::string Features::class_path(NodeId n, size_t steps) const {
  std::string out;
  for (size_t i = 0; i < steps; ++i, n = tree_.parent(n)) {
    std::string step(tree_.name(n));
    if (auto value = tree_.attribute(n, "class"))
      for (std::string_view w : words(*value)) step += "." + escape_name(w);
    out = out.empty() ? step : step + "/" + out;
  }
  return out;
}

uint64_t Features::plain_hash(uint32_t text) {
  if (text < unit_.text_begin() || text >= unit_.text_end()) return hash_text(plain_text(text));
  uint64_t& slot = plain_[text - unit_.text_begin()];
  if (!slot) {
    thread_local std::string scratch;
    plain_into(scratch, page_.texts()[text].text);
    slot = hash_text(scratch);
  }
  return slot;
}

uint64_t Features::compute_element_hash(NodeId n, size_t limit) const {
  std::string text = page_.text_of(n, 60);
  if (text.empty() || text.size() > limit) return 0;
  return hash_text(plain(text));
}

uint64_t Features::element_hash(NodeId n, size_t limit) {
  uint64_t& slot = element_[n - base_];
  if (slot == 1) slot = compute_element_hash(n, limit);
  return slot;
}

NodeId Features::find_cell(NodeId n) const {
  for (; n != kNoNode && tree_.is_element(n) && unit_.holds(n); n = tree_.parent(n))
    if (html::is_cell(tree_.tag(n))) return n;
  return kNoNode;
}

const Features::Cell& Features::cell_of(NodeId td) {
  auto at = cells_.find(td);
  if (at != cells_.end()) return at->second;
  auto is_cell = [&](NodeId n) { return tree_.is_element(n) && html::is_cell(tree_.tag(n)); };
  NodeId row = tree_.parent(td);
  if (row == kNoNode) return cells_[td];
  NodeId table = tree_.parent(row), first_row = kNoNode;
  if (table != kNoNode)
    for (NodeId n = table + 1; n <= row; ++n)
      if (tree_.is_element(n) && tree_.tag(n) == html::Tags::all().tr) {
        first_row = n;
        break;
      }
  std::vector<NodeId> heads;  // of the columns
  if (first_row != kNoNode && first_row != row)
    for (NodeId c = tree_.first_child(first_row); c != kNoNode; c = tree_.next_sibling(c))
      if (is_cell(c)) heads.push_back(c);
  NodeId head = kNoNode;
  uint32_t index = 0;
  uint64_t head_hash = 0;
  for (NodeId c = tree_.first_child(row); c != kNoNode; c = tree_.next_sibling(c)) {
    if (!is_cell(c)) continue;
    Cell& cell = cells_[c];
    cell.index = index;
    if (index == 0) {
      head = c;
      head_hash = hash_text(element_text(c));
    } else {
      cell.row = head_hash;
      cell.row_cell = head;
    }
    if (index < heads.size()) {
      cell.column_cell = heads[index];
      cell.column = hash_text(element_text(heads[index]));
    }
    ++index;
  }
  return cells_[td];
}

bool Features::label_like(uint32_t text) const {
  const Text& t = page_.texts()[text];
  return t.text.size() <= 40 &&
         (t.text.back() == ':' || html::Tags::all().is(tree_.tag(t.element), html::kLabelling)) &&
         has_letter(t.text);
}

uint32_t Features::label_before(uint32_t text) const {
  for (uint32_t back = 1; back < 8 && text >= unit_.text_begin() + back; ++back)
    if (label_like(text - back)) return text - back;
  return kNoNode;
}

void Features::count_own_texts() {
  std::unordered_map<NodeId, uint32_t> first;
  own_.resize(unit_.text_end() - unit_.text_begin());
  for (uint32_t i = 0; i < own_.size(); ++i) {
    auto [at, fresh] = first.try_emplace(page_.texts()[i + unit_.text_begin()].element, i);
    own_[i] = {own_[at->second].count, at->second, 0};
    if (fresh) own_[i].index = 0;
    ++own_[at->second].count;
  }
}

}  // namespace gleaner::pattern
