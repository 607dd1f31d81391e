// Features: the hashes of all conditions that a candidate satisfies.
//
// emit(candidate, sink) calls sink(test, hash, make) for each condition, where make() builds the printable
// Condition. A learner asks for conditions of the labelled places; a matcher ignores make() and looks the
// hash up. Both run this one piece of code, so a rule means the same when it is learned and when it is used.
// Tests the sink does not want cost nothing. Cost: about 80 hashes a candidate when all tests are wanted.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "html/tags.h"
#include "pattern/condition.h"
#include "pattern/forms.h"
#include "pattern/unit.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

// A name that a candidate must lack: negations hold of too much to be listed, so those that are asked for are known.
struct Negated {
  Test test = Test::no_attr;
  uint64_t name = 0;  // hash_name(printed)
  std::string printed;
};

struct TestSet {
  std::array<bool, kTests> on{};
  std::vector<Negated> negated = {};
  void all() { on.fill(true); }
  void add(Test t) { on[size_t(t)] = true; }
  void remove(Test t) { on[size_t(t)] = false; }
  void add_negated(const Condition& c) { negated.push_back({c.test, hash_name(c.a), c.a}); }
  bool has(Test t) const { return on[size_t(t)]; }
  template <class... T>
  bool any(T... t) const {
    return (has(t) || ...);
  }
};

class Features {
 public:
  Features(const Unit& unit, const TestSet& wanted);

  template <class Sink>
  void emit(const Candidate& c, Sink&& sink);

  // The negations of all names that the candidate and the elements above it have: what others may lack.
  std::vector<Condition> negations(const Candidate& c);

 private:
  // A name of an element of any kind; of attributes that a rule may be learned from their number.
  struct Mark {
    uint64_t hash = 0;
    int attribute = -1;
  };
  struct Name {
    uint64_t hash;
    uint8_t kind;  // 0 id, 1 masked id, 2 semantic, 3 class, 4 class word, 5 tag
  };
  struct Cell {
    uint64_t row = 0, column = 0;  // hashes of texts, 0: none
    uint32_t index = 0;
    NodeId row_cell = kNoNode, column_cell = kNoNode;
  };

  struct OwnText {
    uint32_t index = 0, first = 0, count = 0;  // among the texts of its element; count is kept by the first
  };

  const std::vector<Mark>& marks_of(NodeId n);
  std::string attribute_text(NodeId n, int number) const;  // "@bgcolor=red"
  void find_chain(const Candidate& c);
  void collect_names();
  void names_of(NodeId n, std::vector<std::pair<Name, std::string>>& out) const;  // with printed forms
  uint32_t nth(NodeId n) const;
  uint32_t total(NodeId n) const;
  uint64_t place_step(NodeId n) const {
    uint64_t tag = page_.tag_hash(n);
    return total(n) > 1 ? mix(tag, nth(n)) : tag;
  }
  std::string place_text(NodeId n) const;
  std::string path_between(NodeId n, size_t steps, bool indexed) const;  // from n upwards
  std::string path_from_top(NodeId n, bool indexed) const;
  std::string class_path(NodeId n, size_t steps) const;
  uint64_t plain_hash(uint32_t text);
  std::string plain_text(uint32_t text) const { return plain(page_.texts()[text].text); }
  // Hash of an element's label form, 0 when it is no short text.
  uint64_t element_hash(NodeId n, size_t limit);
  uint64_t compute_element_hash(NodeId n, size_t limit) const;
  std::string element_text(NodeId n) const { return plain(page_.text_of(n, 60)); }
  const Cell& cell_of(NodeId td);
  NodeId find_cell(NodeId n) const;
  uint32_t label_before(uint32_t text) const;  // nearest label-like text before, or kNoNode
  bool label_like(uint32_t text) const;
  void count_own_texts();

  // The sink, for the tests that are wanted.
  template <class Sink>
  auto adder(const Candidate& c, Sink& sink) const {
    return [this, &c, &sink](Test test, uint64_t payload, auto&& make) {
      if (wanted_.has(test)) sink(test, hash_test(test, c.form_hash, payload), make);
    };
  }
  template <class Sink>
  void emit_structure(const Candidate& c, Sink& sink);
  // Of the ancestor `d` levels up, to which `path` and `place` lead.
  template <class Sink>
  void emit_names(const Candidate& c, size_t d, uint64_t path, uint64_t place, Sink& sink);
  template <class Sink>
  void emit_counts(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_neighbours(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_blocks(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_text(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_attributes(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_negations(const Candidate& c, Sink& sink);
  template <class Sink>
  void emit_data(const Candidate& c, Sink& sink);

  const Unit& unit_;
  const PageIndex& page_;
  const html::Tree& tree_;
  const TestSet& wanted_;
  NodeId base_;                      // first node of the unit
  std::vector<uint32_t> name_from_;  // by node - base_, into names_
  std::vector<Name> names_;
  std::vector<uint64_t> class_step_;    // by node - base_
  std::vector<uint64_t> path_, place_;  // from the top
  std::vector<uint64_t> plain_;         // by text - text_begin
  std::vector<uint64_t> element_;       // by node - base_, 1: not computed
  std::unordered_map<NodeId, Cell> cells_;
  std::unordered_map<NodeId, std::vector<Mark>> marks_;
  std::unordered_map<NodeId, std::pair<uint32_t, uint32_t>> run_;  // nth and total of the run's own siblings
  std::vector<OwnText> own_;                                       // by text - text_begin
  std::vector<NodeId> chain_;                                      // scratch: ancestors
  bool by_name_ = false;
};

// ---------------------------------------------------------------- templates

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
  NodeId before = page_.previous_element(td);
  while (before != kNoNode && !html::is_cell(tree_.tag(before))) before = page_.previous_element(before);
  if (const std::string& text = page_.column_header(td);
      !text.empty() && (before == kNoNode || page_.column_header(before) != text)) {
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
    uint32_t kids = 0;
    for (NodeId k = tree_.first_child(c.node); k != kNoNode && kids < 100; k = tree_.next_sibling(k))
      kids += tree_.is_element(k);
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
    place = mix(place, place_step(a));
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
    add(later(Test::nth0, d), mix(tag, nth(a)),
        [&] { return Condition{later(Test::nth0, d), std::string(tree_.name(a)), {}, int32_t(nth(a))}; });
    add(later(Test::last0, d), mix(tag, total(a) - nth(a)), [&] {
      return Condition{later(Test::last0, d), std::string(tree_.name(a)), {}, int32_t(total(a) - nth(a))};
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
  for (uint32_t back = 1; back <= 3; ++back) {
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
    uint32_t label = label_before(ti);
    if (label != kNoNode) {
      uint64_t text = mix(0, plain_hash(label));
      add(Test::label, text, [&] { return Condition{Test::label, plain_text(label), {}}; });
      add(Test::label_off, mix(text, ti - label),
          [&] { return Condition{Test::label_off, plain_text(label), {}, int32_t(ti - label)}; });
    }
  }
  auto add_heading = [&](Test test, uint32_t heading) {
    const std::string_view tag = page_.heading_tag(heading);
    const uint64_t text =
        heading >= first && heading < unit_.text_end() ? plain_hash(heading) : hash_text(plain_text(heading));
    add(test, mix(mix(0, hash_text(tag)), text),
        [&] { return Condition{test, std::string(tag), plain_text(heading)}; });
  };
  if (!wanted_.any(Test::heading, Test::section) || ti >= page_.texts().size()) return;
  const uint32_t heading = page_.heading_of(ti);
  if (wanted_.has(Test::heading) && heading != kNoNode) add_heading(Test::heading, heading);
  if (wanted_.has(Test::section))
    for (uint32_t outer = heading; outer != kNoNode; outer = page_.outer_heading(outer))
      add_heading(Test::section, outer);
}

template <class Sink>
void Features::emit_blocks(const Candidate& c, Sink& sink) {
  const auto add = adder(c, sink);
  const uint32_t ti = c.text;
  const bool blocks = wanted_.any(Test::block, Test::block_off, Test::block_up);
  const bool siblings = wanted_.any(Test::sibling, Test::sibling_path);
  uint64_t below = kPathStart;
  for (size_t d = 0; d < chain_.size() && d < 5 && (blocks || siblings); ++d) {
    NodeId a = chain_[d];
    uint32_t s = page_.text_begin(a);
    if (blocks && s < ti && page_.text_end(a) - s < 400) {
      uint64_t text = plain_hash(s), tag = mix(0, page_.tag_hash(a));
      add(Test::block, mix(tag, text),
          [&] { return Condition{Test::block, std::string(tree_.name(a)), plain_text(s)}; });
      add(Test::block_off, mix(mix(tag, text), ti - s), [&] {
        return Condition{Test::block_off, std::string(tree_.name(a)), plain_text(s), int32_t(ti - s)};
      });
      add(Test::block_up, mix(mix(mix(0, text), ti - s), d),
          [&] { return Condition{Test::block_up, plain_text(s), {}, int32_t(ti - s), int32_t(d)}; });
    }
    if (siblings && d < 4) {
      NodeId before = page_.previous_element(a);
      if (before != kNoNode && unit_.holds(before)) {
        uint64_t text = element_hash(before, 50);
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
      const Cell& cell = cell_of(td);
      if (cell.row) {
        add(Test::row, mix(0, cell.row),
            [&] { return Condition{Test::row, element_text(cell.row_cell), {}}; });
        add(Test::row_off, mix(mix(0, cell.row), cell.index),
            [&] { return Condition{Test::row_off, element_text(cell.row_cell), {}, int32_t(cell.index)}; });
      }
      if (cell.column)
        add(Test::column, mix(0, cell.column),
            [&] { return Condition{Test::column, element_text(cell.column_cell), {}}; });
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
    size_t n = std::min<size_t>(6, text.size() / 15);
    add(Test::length, mix(0, n), [&] { return Condition{Test::length, {}, {}, int32_t(n)}; });
  }
  if (wanted_.has(Test::starts)) add_text(Test::starts, leading(text));
  if (wanted_.any(Test::own_label, Test::no_own_label)) {
    std::string_view label = own_label(text);
    if (label.empty()) add(Test::no_own_label, 0, [] { return Condition{Test::no_own_label, {}, {}}; });
    else if (wanted_.has(Test::own_label)) add_text(Test::own_label, lower_text(label));
  }
  if (wanted_.has(Test::in_title) && !page_.title().empty())
    add_text(Test::in_title, text == page_.title()                                                   ? "eq"
                             : text.size() > 3 && page_.title().find(text) != std::string_view::npos ? "in"
                                                                                                     : "no");
  if (wanted_.any(Test::link, Test::link_query)) {
    for (size_t d = 0; d < chain_.size() && d < 3; ++d) {
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
  std::string_view path = leaf.path;
  add_text(Test::data_path, path);
  add_text(Test::data_place, leaf.indexed_path);
  size_t dot = path.rfind('.');
  add_text(Test::data_key, dot == std::string_view::npos ? path : path.substr(dot + 1));
  size_t second =
      dot == std::string_view::npos || dot == 0 ? std::string_view::npos : path.rfind('.', dot - 1);
  add_text(Test::data_keys, second == std::string_view::npos ? path : path.substr(second + 1));
}

}  // namespace gleaner::pattern
