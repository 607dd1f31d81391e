// See features.h. Names, texts and cells of a page, each read once for all candidates.
#include "pattern/match/features.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/unicode.h"
#include "html/names.h"
#include "html/tags.h"

namespace gleaner::pattern {

Features::Features(const Unit& unit, const TestSet& wanted)
    : unit_(unit),
      page_(unit.page()),
      tree_(page_.tree()),
      texts_(page_.texts()),
      wanted_(wanted),
      base_(unit.begin()) {
  const size_t size = unit.end() - base_;
  plain_.assign(unit.text_end() - unit.text_begin() + 1, 0);
  element_.assign(size, 1);
  for (int t = int(Test::own_id); t <= int(Test::below_tag); ++t) by_name_ |= wanted.has(Test(t));
  class_step_.assign(size, 0);
  path_.assign(size, 0);
  place_.assign(size, 0);
  if (wanted.any(Test::text_number, Test::text_from_end, Test::text_count)) count_own_texts();
  collect_names();
}

void Features::find_chain(const Candidate& c) {
  chain_.clear();
  for (NodeId a = c.node; unit_.inside(a) && chain_.size() <= weights::kNameLevels; a = tree_.parent(a))
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
    const NodeId parent = tree_.parent(n);
    const bool inside = unit_.inside(parent);
    path_[at] = mix(inside ? path_[parent - base_] : kPathStart, tag);
    place_[at] = mix(inside ? place_[parent - base_] : kPathStart, unit_.place_step(n));
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
      const auto list = words(classes);
      for (size_t i = 0; i < list.size() && i < weights::kClassWords; ++i)
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
    for (size_t i = 0; i < list.size() && i < weights::kClassWords; ++i) push("." + escape_name(list[i]));
  }
  if (html::Tags::all().is(tree_.tag(n), html::kTelling)) push(std::string(tree_.name(n)));
}

std::string Features::place_text(NodeId n) const {
  std::string out(tree_.name(n));
  if (unit_.total(n) > 1) out += fmt::format("[{}]", unit_.nth(n));
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
  for (; unit_.inside(n); n = tree_.parent(n)) up.push_back(n);
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
    plain_into(scratch, texts_[text].text);
    slot = hash_text(scratch);
  }
  return slot;
}

uint64_t Features::element_hash(NodeId n) {
  uint64_t& slot = element_[n - base_];
  if (slot != 1) return slot;
  const std::string text = texts_.joined(n, weights::kQuotedBytes);
  return slot = text.empty() || text.size() > weights::kSiblingBytes ? 0 : hash_text(plain(text));
}

uint64_t Features::head_hash(NodeId cell) {
  auto [at, fresh] = heads_.try_emplace(cell, 0);
  if (fresh) at->second = hash_text(element_text(cell));
  return at->second;
}

NodeId Features::find_cell(NodeId n) const {
  for (; unit_.inside(n); n = tree_.parent(n))
    if (html::is_cell(tree_.tag(n))) return n;
  return kNoNode;
}

void Features::count_own_texts() {
  std::unordered_map<NodeId, uint32_t> first;
  own_.resize(unit_.text_end() - unit_.text_begin());
  for (uint32_t i = 0; i < own_.size(); ++i) {
    auto [at, fresh] = first.try_emplace(texts_[i + unit_.text_begin()].element, i);
    own_[i] = {own_[at->second].count, at->second, 0};
    if (fresh) own_[i].index = 0;
    ++own_[at->second].count;
  }
}

// ---------------------------------------------------------------- conditions by group

// Tests of one kind stand one behind the other: of names by the kind of name, of paths by their length.
constexpr Test later(Test first, size_t by) { return Test(size_t(first) + by); }

template <class Sink>
void Features::emit(const Candidate& c, Sink&& sink) {
  if (c.form == Form::data) {
    emit_data(c, sink);
    return;
  }
  find_chain(c);
  emit_structure(c, sink);
  emit_neighbours(c, sink);
  emit_blocks(c, sink);
  emit_text(c, sink);
  if (wanted_.any(Test::attr, Test::attr_in, Test::header)) emit_attributes(c, sink);
  if (!wanted_.negated.empty()) emit_negations(c, sink);
}

template <class Sink>
void Features::emit_attributes(const Candidate& c, Sink& sink) {
  const auto add = adder(c, sink);
  const bool attributes = wanted_.any(Test::attr, Test::attr_in);
  for (size_t d = 0; d < chain_.size() && attributes; ++d) {
    const NodeId n = chain_[d];
    for (const Mark& mark : marks_of(n)) {
      if (mark.attribute < 0) continue;
      auto make = [&](Test test) { return Condition{test, attribute_text(n, mark.attribute), {}}; };
      if (d == 0) add(Test::attr, mix(0, mark.hash), [&] { return make(Test::attr); });
      add(Test::attr_in, mix(0, mark.hash), [&] { return make(Test::attr_in); });
    }
  }
  if (!wanted_.has(Test::header) || unit_.region().whole()) return;
  const NodeId td = find_cell(c.node);
  if (td == kNoNode) return;
  // Of the cells below a header of several columns the first is meant.
  NodeId before = html::previous_element(tree_, td);
  while (before != kNoNode && !html::is_cell(tree_.tag(before)))
    before = html::previous_element(tree_, before);
  if (const std::string& text = page_.headers().above(td);
      !text.empty() && (before == kNoNode || page_.headers().above(before) != text)) {
    const std::string words = plain(text);
    add(Test::header, mix(0, hash_text(words)), [&] { return Condition{Test::header, words, {}}; });
  }
}

template <class Sink>
void Features::emit_negations(const Candidate& c, Sink& sink) {
  for (const Negated& n : wanted_.negated) {
    const size_t levels = n.test == Test::not_in ? chain_.size() : std::min<size_t>(1, chain_.size());
    bool there = false;
    for (size_t d = 0; d < levels && !there; ++d)
      for (const Mark& mark : marks_of(chain_[d])) there |= mark.hash == n.name;
    if (!there)
      sink(n.test, hash_test(n.test, c.form_hash, mix(0, n.name)),
           [&] { return Condition{n.test, n.printed, {}}; });
  }
}

template <class Sink>
[[gnu::always_inline]] inline void Features::emit_names(const Candidate& c, size_t d, uint64_t path,
                                                        uint64_t place, Sink& sink) {
  const auto add = adder(c, sink);
  const NodeId a = chain_[d];
  const size_t from = name_from_[a - base_], to = name_from_[a - base_ + 1];
  for (size_t i = from; i < to; ++i) {
    const Name& name = names_[i];
    const uint64_t hash = mix(0, name.hash);
    auto printed = [&, i, from, a] {
      std::vector<std::pair<Name, std::string>> out;
      names_of(a, out);
      return out[i - from].second;
    };
    const Test own = later(Test::own_id, name.kind), in = later(Test::in_id, name.kind);
    if (d == 0) add(own, hash, [&] { return Condition{own, printed(), {}}; });
    add(in, hash, [&] { return Condition{in, printed(), {}}; });
    if (d == 0) continue;
    const Test under = later(Test::under_id, name.kind), below = later(Test::below_id, name.kind);
    add(under, mix(hash, path), [&] { return Condition{under, printed(), path_between(c.node, d, false)}; });
    if (name.kind != 4)
      add(below, mix(hash, place),
          [&] { return Condition{below, printed(), path_between(c.node, d, true)}; });
  }
}

template <class Sink>
[[gnu::always_inline]] inline void Features::emit_counts(const Candidate& c, Sink& sink) {
  const auto add = adder(c, sink);
  if (c.form == Form::text) {
    if (!wanted_.any(Test::text_number, Test::text_from_end, Test::text_count)) return;
    const OwnText& own = own_[c.text - unit_.text_begin()];
    const uint32_t x = own.index, count = own_[own.first].count;
    add(Test::text_number, mix(0, x), [&] { return Condition{Test::text_number, {}, {}, int32_t(x)}; });
    add(Test::text_from_end, mix(0, count - 1 - x),
        [&] { return Condition{Test::text_from_end, {}, {}, int32_t(count - 1 - x)}; });
    add(Test::text_count, mix(0, count), [&] { return Condition{Test::text_count, {}, {}, int32_t(count)}; });
  } else if (wanted_.has(Test::child_count)) {
    const uint32_t kids = page_.child_count(c.node);
    add(Test::child_count, mix(0, kids), [&] { return Condition{Test::child_count, {}, {}, int32_t(kids)}; });
  }
}

template <class Sink>
void Features::emit_structure(const Candidate& c, Sink& sink) {
  using weights::kPathLevels;
  const NodeId e = c.node;
  const auto add = adder(c, sink);
  uint64_t path = kPathStart, place = kPathStart, classes = kPathStart;
  for (size_t d = 0; d < chain_.size(); ++d) {
    NodeId a = chain_[d];
    if (by_name_) emit_names(c, d, path, place, sink);
    path = mix(path, page_.tag_hash(a));
    place = mix(place, unit_.place_step(a));
    if (d >= kPathLevels) continue;
    add(later(Test::path1, d), mix(0, path),
        [&] { return Condition{later(Test::path1, d), path_between(e, d + 1, false), {}}; });
    add(later(Test::place1, d), mix(0, place),
        [&] { return Condition{later(Test::place1, d), path_between(e, d + 1, true), {}}; });
    classes = mix(classes, class_step_[a - base_]);
    if (d > 0 || class_step_[a - base_] != mix(kNameStart, page_.tag_hash(a)))
      add(later(Test::classes1, d), mix(0, classes),
          [&] { return Condition{later(Test::classes1, d), class_path(e, d + 1), {}}; });
    uint64_t tag = mix(0, page_.tag_hash(a));
    add(later(Test::nth0, d), mix(tag, unit_.nth(a)), [&] {
      return Condition{later(Test::nth0, d), std::string(tree_.name(a)), {}, int32_t(unit_.nth(a))};
    });
    add(later(Test::last0, d), mix(tag, unit_.total(a) - unit_.nth(a)), [&] {
      return Condition{
          later(Test::last0, d), std::string(tree_.name(a)), {}, int32_t(unit_.total(a) - unit_.nth(a))};
    });
  }
  if (!chain_.empty()) {
    add(Test::path_all, mix(0, path_[e - base_]),
        [&] { return Condition{Test::path_all, path_from_top(e, false), {}}; });
    add(Test::place_all, mix(0, place_[e - base_]),
        [&] { return Condition{Test::place_all, path_from_top(e, true), {}}; });
  }
  emit_counts(c, sink);
}

template <class Sink>
void Features::emit_neighbours(const Candidate& c, Sink& sink) {
  const auto add = adder(c, sink);
  const uint32_t first = unit_.text_begin(), ti = c.text;
  for (uint32_t back = 1; back <= weights::kTextsBefore; ++back) {
    Test test = later(Test::after1, back - 1);
    if (ti < first + back || !wanted_.has(test)) continue;
    add(test, mix(0, plain_hash(ti - back)), [&] { return Condition{test, plain_text(ti - back), {}}; });
  }
  if (wanted_.has(Test::before)) {
    const uint32_t next = unit_.next_text(c);
    if (next < unit_.text_end() && next >= first)
      add(Test::before, mix(0, plain_hash(next)),
          [&] { return Condition{Test::before, plain_text(next), {}}; });
  }
  if (wanted_.any(Test::label, Test::label_off)) {
    const uint32_t label = texts_.label_before(ti, first);
    if (label != kNoNode) {
      uint64_t text = mix(0, plain_hash(label));
      add(Test::label, text, [&] { return Condition{Test::label, plain_text(label), {}}; });
      add(Test::label_off, mix(text, ti - label),
          [&] { return Condition{Test::label_off, plain_text(label), {}, int32_t(ti - label)}; });
    }
  }
  auto add_heading = [&](Test test, uint32_t heading) {
    const std::string_view tag = texts_.heading_tag(heading);
    const uint64_t text =
        heading >= first && heading < unit_.text_end() ? plain_hash(heading) : hash_text(plain_text(heading));
    add(test, mix(mix(0, hash_text(tag)), text),
        [&] { return Condition{test, std::string(tag), plain_text(heading)}; });
  };
  if (!wanted_.any(Test::heading, Test::section) || ti >= texts_.size()) return;
  const uint32_t heading = texts_.heading(ti);
  if (wanted_.has(Test::heading) && heading != kNoNode) add_heading(Test::heading, heading);
  if (wanted_.has(Test::section))
    for (uint32_t outer = heading; outer != kNoNode; outer = texts_.outer_heading(outer))
      add_heading(Test::section, outer);
}

template <class Sink>
void Features::emit_blocks(const Candidate& c, Sink& sink) {
  const auto add = adder(c, sink);
  const uint32_t ti = c.text;
  const bool blocks = wanted_.any(Test::block, Test::block_off, Test::block_up);
  const bool siblings = wanted_.any(Test::sibling, Test::sibling_path);
  uint64_t below = kPathStart;
  for (size_t d = 0; d < chain_.size() && d < weights::kBlockLevels && (blocks || siblings); ++d) {
    NodeId a = chain_[d];
    uint32_t s = texts_.begin(a);
    if (blocks && s < ti && texts_.end(a) - s < weights::kBlockTexts) {
      uint64_t text = plain_hash(s), tag = mix(0, page_.tag_hash(a));
      add(Test::block, mix(tag, text),
          [&] { return Condition{Test::block, std::string(tree_.name(a)), plain_text(s)}; });
      add(Test::block_off, mix(mix(tag, text), ti - s), [&] {
        return Condition{Test::block_off, std::string(tree_.name(a)), plain_text(s), int32_t(ti - s)};
      });
      add(Test::block_up, mix(mix(mix(0, text), ti - s), d),
          [&] { return Condition{Test::block_up, plain_text(s), {}, int32_t(ti - s), int32_t(d)}; });
    }
    if (siblings && d < weights::kSiblingLevels) {
      NodeId before = html::previous_element(tree_, a);
      if (before != kNoNode && unit_.holds(before)) {
        uint64_t text = element_hash(before);
        if (text) {
          add(Test::sibling, mix(mix(0, page_.tag_hash(a)), text),
              [&] { return Condition{Test::sibling, std::string(tree_.name(a)), element_text(before)}; });
          uint64_t path = d == 0 ? hash_path("") : below;
          add(Test::sibling_path, mix(mix(0, text), path), [&] {
            return Condition{Test::sibling_path, element_text(before),
                             d == 0 ? "" : path_between(c.node, d, false)};
          });
        }
      }
    }
    below = mix(below, page_.tag_hash(a));
  }
  if (wanted_.any(Test::row, Test::row_off, Test::column)) {
    NodeId td = find_cell(c.node);
    if (td != kNoNode) {
      const PageIndex::CellPlace& cell = page_.cell(td);
      if (cell.row_head != kNoNode) {
        const uint64_t row = head_hash(cell.row_head);
        add(Test::row, mix(0, row), [&] { return Condition{Test::row, element_text(cell.row_head), {}}; });
        add(Test::row_off, mix(mix(0, row), cell.index),
            [&] { return Condition{Test::row_off, element_text(cell.row_head), {}, int32_t(cell.index)}; });
      }
      if (cell.column_head != kNoNode)
        add(Test::column, mix(0, head_hash(cell.column_head)),
            [&] { return Condition{Test::column, element_text(cell.column_head), {}}; });
    }
  }
}

template <class Sink>
void Features::emit_text(const Candidate& c, Sink& sink) {
  const auto add = adder(c, sink);
  std::string_view text = unit_.text(c);
  auto add_text = [&](Test test, std::string_view argument) {
    add(test, mix(0, hash_text(argument)), [&] { return Condition{test, std::string(argument), {}}; });
  };
  if (wanted_.has(Test::shape)) add_text(Test::shape, shape_of(text));
  if (wanted_.has(Test::kind)) add_text(Test::kind, name_of(kind_of(text)));
  if (wanted_.has(Test::length)) {
    const size_t n = length_class(text);
    add(Test::length, mix(0, n), [&] { return Condition{Test::length, {}, {}, int32_t(n)}; });
  }
  if (wanted_.has(Test::starts)) add_text(Test::starts, leading(text));
  if (wanted_.any(Test::own_label, Test::no_own_label)) {
    std::string_view label = own_label(text);
    if (label.empty()) add(Test::no_own_label, 0, [] { return Condition{Test::no_own_label, {}, {}}; });
    else if (wanted_.has(Test::own_label)) add_text(Test::own_label, lower_text(label));
  }
  if (wanted_.has(Test::in_title) && !texts_.title().empty())
    add_text(Test::in_title, in_title(texts_.title(), text));
  if (wanted_.any(Test::link, Test::link_query)) {
    for (size_t d = 0; d < chain_.size() && d < weights::kLinkLevels; ++d) {
      auto href = tree_.attribute(chain_[d], "href");
      if (!href || href->empty()) continue;
      if (wanted_.has(Test::link)) add_text(Test::link, link_form(*href));
      if (wanted_.has(Test::link_query)) add_text(Test::link_query, query_form(*href));
      break;
    }
  }
}

template <class Sink>
void Features::emit_data(const Candidate& c, Sink& sink) {
  const html::IslandLeaf& leaf = unit_.islands->leaves()[c.extra];
  auto add_text = [&](Test test, std::string_view argument) {
    if (wanted_.has(test))
      sink(test, hash_test(test, c.form_hash, mix(0, hash_text(argument))),
           [&] { return Condition{test, std::string(argument), {}}; });
  };
  add_text(Test::data_path, leaf.path);
  add_text(Test::data_place, leaf.indexed_path);
  add_text(Test::data_key, last_keys(leaf.path, 1));
  add_text(Test::data_keys, last_keys(leaf.path, 2));
}

const std::vector<uint64_t>& Features::hashes(const Candidate& c) {
  hashes_.clear();
  emit(c, [&](Test, uint64_t hash, auto&&) { hashes_.push_back(hash); });
  return hashes_;
}

std::vector<Features::Hashed> Features::conditions(const Candidate& c) {
  std::vector<Hashed> out;
  emit(c, [&](Test, uint64_t hash, auto&& make) { out.push_back({hash, make()}); });
  return out;
}

}  // namespace gleaner::pattern
