// Matching: all rules of a plan over the candidates of a unit, in one walk. The idea stands in program.h.
//
// Order of work: texts that the plan quotes are marked; then each candidate is taken through the elements above it that say something
// (found once an element, `Above`), through the last steps of its path while some rule goes on, and through its marked neighbours;
// last come the tests of the text itself, where the rules still need them.
// Every test here computes the hash that features.h computes, in the same order of parts.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/text.h"
#include "html/attributes.h"
#include "pattern/bits.h"
#include "pattern/markup.h"
#include "pattern/program.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

constexpr size_t kBlockLevels = 5, kSiblingLevels = 4, kLinkLevels = 3;
constexpr uint32_t kBlockTexts = 400;
constexpr size_t kSiblingBytes = 50, kLabelBytes = 60;

// What an element says to the candidates in it.
struct Above {
  NodeId node = kNoNode;
  uint32_t parent = 0;       // index + 1; 0: the unit ends here
  uint32_t nearest = 0;      // index + 1 of the nearest that says something, itself included
  uint32_t level = 0;        // elements from the top of the unit, itself included
  NodeId cell = kNoNode;     // the table cell around it
  uint32_t names = 0, names_end = 0;
  uint64_t classes = 0;      // tag and classes as one step of a path
  uint64_t sibling = 0;      // hash of the text of the element before it, when a rule quotes it
  bool bare = true;          // no class
  bool block = false;        // a rule quotes its first text
};

struct Name {
  uint64_t hash;
  uint8_t kind;
};

struct Row {
  uint64_t head = 0;         // hash of the first cell's text, 0: no rule quotes it
  NodeId first_row = kNoNode;  // of its table, when that is another
};

}  // namespace

class Matcher {
 public:
  Matcher(const Plan& plan, const Program& program, const Unit& unit, size_t limit, Matches& out)
      : plan_(plan), program_(program), unit_(unit), page_(unit.page()), tree_(page_.tree()), limit_(limit), out_(out), base_(unit.begin()) {}

  void run() {
    prepare();
    const size_t size = std::min(limit_, unit_.candidates.size());
    for (uint32_t i = 0; i < size; ++i) {
      at_ = i;
      candidate(unit_.candidates[i]);
    }
    for (const Program::Late& step : program_.late) late(step, size);
    if (!program_.any_unknown) return;
    Features features(unit_, program_.unknown);
    for (uint32_t i = 0; i < size; ++i) {
      at_ = i;
      features.emit(unit_.candidates[i], [&](Test, uint64_t hash, auto&&) { found(plan_.find(hash)); });
    }
  }

 private:
  // ---------------------------------------------------------------- what is known of the page
  void prepare() {
    above_of_.assign(unit_.end() - base_, 0);
    above_.reserve(above_of_.size() / 4);
    const uint32_t first = unit_.text_begin(), count = unit_.text_end() - first;
    if (program_.neighbours || program_.blocks) mark_texts(first, count);
    if (plan_.tests().any(Test::label, Test::label_off)) mark_labels(first, count);
    if (program_.own_texts) count_own_texts(first, count);
    if (unit_.region().whole()) return;
    std::unordered_map<TagId, uint32_t> counts;
    for (NodeId n = unit_.region().first; n < unit_.end(); n = tree_.subtree_end(n))
      if (tree_.is_element(n)) run_[n] = {++counts[tree_.tag(n)], 0};
    for (auto& [n, place] : run_) place.second = counts[tree_.tag(n)];
  }

  void mark_texts(uint32_t first, uint32_t count) {
    plain_.assign(count + 1, 0);
    for (uint32_t i = 0; i < count; ++i) {
      std::string_view text = page_.texts()[first + i].text;
      if (program_.starts.may_begin(text, false)) plain_[i] = quoted(plain_hash(text));
    }
  }

  // For each text, the nearest text before it that looks like a label, when a rule quotes that one.
  void mark_labels(uint32_t first, uint32_t count) {
    label_.assign(count + 1, kNoNode);
    for (uint32_t i = 0; i < count; ++i) {
      if (!plain_[i] || !label_like(first + i)) continue;
      for (uint32_t j = i + 1; j <= count && j < i + 8; ++j) {
        label_[j] = i;
        if (j < count && label_like(first + j)) break;
      }
    }
  }

  bool label_like(uint32_t text) const {
    const Text& t = page_.texts()[text];
    return t.text.size() <= 40 && (t.text.back() == ':' || labelling_tag(tree_.tag(t.element))) && has_letter(t.text);
  }

  void count_own_texts(uint32_t first, uint32_t count) {
    own_count_.clear();
    own_index_.resize(count);
    for (uint32_t i = 0; i < count; ++i) own_index_[i] = own_count_[page_.texts()[first + i].element]++;
  }

  uint64_t plain_hash(std::string_view text) {
    plain_into(scratch_, text);
    return hash_text(scratch_);
  }
  uint64_t quoted(uint64_t hash) const { return program_.texts.contains(hash) ? hash : 0; }

  // Hash of an element's text, 0 when no rule quotes it.
  uint64_t element_text(NodeId n) {
    const uint32_t from = page_.text_begin(n), to = page_.text_end(n);
    if (from == to) return quoted(hash_text({}));
    if (!program_.starts.may_begin(page_.texts()[from].text, to - from > 1)) return 0;
    return quoted(plain_hash(page_.text_of(n, kLabelBytes)));
  }
  uint64_t sibling_text(NodeId n) {
    const uint32_t from = page_.text_begin(n), to = page_.text_end(n);
    if (from == to || page_.texts()[from].text.size() > kSiblingBytes) return 0;
    if (!program_.starts.may_begin(page_.texts()[from].text, to - from > 1)) return 0;
    std::string text = page_.text_of(n, kLabelBytes);
    return text.size() > kSiblingBytes ? 0 : quoted(plain_hash(text));
  }

  uint32_t nth(NodeId n) const {
    if (!run_.empty())
      if (auto at = run_.find(n); at != run_.end()) return at->second.first;
    return page_.nth(n);
  }
  uint32_t total(NodeId n) const {
    if (!run_.empty())
      if (auto at = run_.find(n); at != run_.end()) return at->second.second;
    return page_.total(n);
  }
  uint64_t place_step(NodeId n) const {
    uint64_t tag = page_.tag_hash(n);
    return total(n) > 1 ? mix(tag, nth(n)) : tag;
  }

  bool inside(NodeId n) const { return n != kNoNode && tree_.is_element(n) && unit_.holds(n); }

  // Index + 1 of what is known of an element. REQUIRES: inside(n).
  uint32_t above(NodeId n) {
    if (uint32_t known = above_of_[n - base_]) return known;
    pending_.clear();
    while (inside(n) && !above_of_[n - base_]) {
      pending_.push_back(n);
      n = tree_.parent(n);
    }
    uint32_t over = inside(n) ? above_of_[n - base_] : 0;
    while (!pending_.empty()) {
      over = learn_element(pending_.back(), over);
      pending_.pop_back();
    }
    return over;
  }

  uint32_t learn_element(NodeId n, uint32_t over) {
    Above a;
    a.node = n;
    a.parent = over;
    a.level = over ? above_[over - 1].level + 1 : 1;
    a.cell = cell_tag(tree_.tag(n)) ? n : over ? above_[over - 1].cell : kNoNode;
    read_names(n, a);
    if (program_.siblings) {
      NodeId before = page_.previous_element(n);
      if (before != kNoNode && unit_.holds(before)) a.sibling = sibling_text(before);
    }
    if (program_.blocks) {
      uint32_t from = page_.text_begin(n);
      a.block = page_.text_end(n) - from < kBlockTexts && from < unit_.text_end() && plain_[from - unit_.text_begin()];
    }
    above_.push_back(a);
    const uint32_t own = uint32_t(above_.size());
    const bool says = a.names != a.names_end || a.sibling || a.block;
    above_.back().nearest = says ? own : over ? above_[over - 1].nearest : 0;
    return above_of_[n - base_] = own;
  }

  void add_name(uint64_t hash, uint8_t kind) {
    if (program_.names.contains(hash)) names_.push_back({hash, kind});
  }

  void read_names(NodeId n, Above& a) {
    const uint64_t tag = page_.tag_hash(n);
    const auto& kinds = program_.name_kinds;
    a.names = a.names_end = uint32_t(names_.size());
    a.classes = mix(kNameStart, tag);
    if (program_.names.empty() && program_.classes.empty()) return;
    std::string_view classes;
    for (html::AttributeWalk at(tree_, n); !at.done(); at.next()) {
      std::string_view value = at.value();
      if (value.empty()) continue;
      if (at.known() == html::KnownAttribute::class_names) {
        classes = value;
      } else if (at.known() == html::KnownAttribute::id) {
        if (!kinds[0] && !kinds[1]) continue;
        if (looks_generated(value)) add_name(mix(kNameStart + 2, hash_text(mask_digits(value))), 1);
        else add_name(mix(kNameStart + 1, hash_text(value)), 0);
      } else if (kinds[2] && value.size() < weights::kNameBytes) {
        std::string_view name = at.name();
        if (semantic_attribute(name)) add_name(mix(mix(kNameStart + 3, hash_text(name)), hash_text(value)), 2);
      }
    }
    if (!classes.empty()) read_classes(classes, a);
    if (kinds[5] && telling_tag(tree_.tag(n))) add_name(mix(kNameStart + 5, tag), 5);
    a.names_end = uint32_t(names_.size());
  }

  void read_classes(std::string_view classes, Above& a) {
    uint64_t words[6];
    size_t count = 0, i = 0;
    while (i < classes.size()) {
      while (i < classes.size() && is_space(classes[i])) ++i;
      size_t from = i;
      while (i < classes.size() && !is_space(classes[i])) ++i;
      if (i == from) break;
      uint64_t word = hash_text(classes.substr(from, i - from));
      a.classes = mix(a.classes, word);
      if (count < 6) words[count] = word;
      ++count;
    }
    if (!count) return;
    a.bare = false;
    if (program_.name_kinds[3]) add_name(a.classes, 3);
    if (program_.name_kinds[4])
      for (size_t w = 0; w < count && w < 6; ++w) add_name(mix(kNameStart + 4, words[w]), 4);
  }

  // ---------------------------------------------------------------- one candidate
  void found(ConditionId id) {
    if (id != Plan::kNone) out_.add(id, at_);
  }
  void test(Test test, uint64_t payload) { found(plan_.find(mix(mix(form_, uint64_t(test) + 1), payload))); }

  void candidate(const Candidate& c) {
    form_ = c.form_hash;
    if (c.form == Form::data) {
      data(c);
      return;
    }
    if (inside(c.node)) {
      const uint32_t own = above(c.node);
      steps_ = 0;
      names_and_blocks(c, own);
      ends_of_path(own);
      whole_path(own);
      if (program_.rows && above_[own - 1].cell != kNoNode) cells(above_[own - 1].cell);
    }
    if (c.form == Form::text) {
      if (program_.own_texts) own_texts(c);
    } else if (plan_.tests().has(Test::child_count)) {
      uint32_t kids = 0;
      for (NodeId k = tree_.first_child(c.node); k != kNoNode && kids < 100; k = tree_.next_sibling(k)) kids += tree_.is_element(k);
      test(Test::child_count, mix(0, kids));
    }
    if (program_.neighbours) neighbours(c);
  }

  // Hashes of the first d steps of the path up from the candidate's element.
  uint64_t path_up(NodeId e, size_t d, bool indexed) {
    if (steps_ == 0) {
      path_up_[0] = place_up_[0] = kPathStart;
      up_ = e;
    }
    for (; steps_ < d; ++steps_, up_ = tree_.parent(up_)) {
      path_up_[steps_ + 1] = mix(path_up_[steps_], page_.tag_hash(up_));
      place_up_[steps_ + 1] = mix(place_up_[steps_], place_step(up_));
    }
    return indexed ? place_up_[d] : path_up_[d];
  }

  void names_and_blocks(const Candidate& c, uint32_t own) {
    const uint32_t level = above_[own - 1].level;
    for (uint32_t k = above_[own - 1].nearest; k; k = above_[k - 1].parent ? above_[above_[k - 1].parent - 1].nearest : 0) {
      const Above& a = above_[k - 1];
      const size_t d = level - a.level;
      if (d > weights::kNameLevels) break;
      for (uint32_t i = a.names; i < a.names_end; ++i) name(c.node, names_[i], d);
      if (a.block && d < kBlockLevels) block(c, a.node, d);
      if (a.sibling && d < kSiblingLevels) {
        test(Test::sibling, mix(mix(0, page_.tag_hash(a.node)), a.sibling));
        test(Test::sibling_path, mix(mix(0, a.sibling), d == 0 ? hash_path("") : path_up(c.node, d, false)));
      }
    }
  }

  void name(NodeId e, const Name& name, size_t d) {
    const uint64_t hash = mix(0, name.hash);
    if (d == 0) {
      test(Test(int(Test::own_id) + name.kind), hash);
      test(Test(int(Test::in_id) + name.kind), hash);
      return;
    }
    auto wanted = [&](Test first) { return plan_.tests().has(Test(int(first) + name.kind)); };
    test(Test(int(Test::in_id) + name.kind), hash);
    if (wanted(Test::under_id)) test(Test(int(Test::under_id) + name.kind), mix(hash, path_up(e, d, false)));
    if (name.kind != 4 && wanted(Test::below_id)) test(Test(int(Test::below_id) + name.kind), mix(hash, path_up(e, d, true)));
  }

  void block(const Candidate& c, NodeId a, size_t d) {
    const uint32_t from = page_.text_begin(a);
    if (from >= c.text) return;
    const uint64_t text = plain_[from - unit_.text_begin()], tag = mix(0, page_.tag_hash(a)), distance = c.text - from;
    test(Test::block, mix(tag, text));
    test(Test::block_off, mix(mix(tag, text), distance));
    test(Test::block_up, mix(mix(mix(0, text), distance), d));
  }

  void ends_of_path(uint32_t own) {
    uint64_t path = kPathStart, place = kPathStart, classes = kPathStart;
    bool on_path = !program_.paths.empty(), on_place = !program_.places.empty(), on_classes = !program_.classes.empty();
    for (int d = 0; d < int(weights::kPathLevels) && own; ++d, own = above_[own - 1].parent) {
      const Above& a = above_[own - 1];
      const uint64_t tag = page_.tag_hash(a.node);
      if (on_path && (on_path = program_.paths.contains(path = mix(path, tag)))) test(Test(int(Test::path1) + d), mix(0, path));
      if (on_place && (on_place = program_.places.contains(place = mix(place, place_step(a.node)))))
        test(Test(int(Test::place1) + d), mix(0, place));
      if (on_classes && (on_classes = program_.classes.contains(classes = mix(classes, a.classes))) && (d > 0 || !a.bare))
        test(Test(int(Test::classes1) + d), mix(0, classes));
      if (program_.nth_tags[size_t(d)] & Program::bit(tag)) test(Test(int(Test::nth0) + d), mix(mix(0, tag), nth(a.node)));
      if (program_.last_tags[size_t(d)] & Program::bit(tag))
        test(Test(int(Test::last0) + d), mix(mix(0, tag), total(a.node) - nth(a.node)));
    }
  }

  void whole_path(uint32_t own) {
    const Above& e = above_[own - 1];
    if (!(program_.whole_steps & Program::bit(e.level)) || !(program_.whole_tags & Program::bit(page_.tag_hash(e.node)))) return;
    pending_.clear();
    for (; own; own = above_[own - 1].parent) pending_.push_back(above_[own - 1].node);
    uint64_t path = kPathStart, place = kPathStart;
    for (size_t i = pending_.size(); i-- > 0;) {
      path = mix(path, page_.tag_hash(pending_[i]));
      place = mix(place, place_step(pending_[i]));
    }
    test(Test::path_all, mix(0, path));
    test(Test::place_all, mix(0, place));
  }

  void own_texts(const Candidate& c) {
    const uint32_t x = own_index_[c.text - unit_.text_begin()], count = own_count_[c.node];
    test(Test::text_number, mix(0, x));
    test(Test::text_from_end, mix(0, count - 1 - x));
    test(Test::text_count, mix(0, count));
  }

  void neighbours(const Candidate& c) {
    const uint32_t first = unit_.text_begin(), x = c.text - first, count = unit_.text_end() - first;
    for (uint32_t back = 1; back <= 3 && back <= x; ++back)
      if (plain_[x - back]) test(Test(int(Test::after1) + int(back) - 1), mix(0, plain_[x - back]));
    const uint32_t next = c.form == Form::text ? x + 1 : page_.text_end(c.node) - first;
    if (next < count && plain_[next]) test(Test::before, mix(0, plain_[next]));
    if (!label_.empty() && label_[x] != kNoNode) {
      const uint64_t text = mix(0, plain_[label_[x]]);
      test(Test::label, text);
      test(Test::label_off, mix(text, x - label_[x]));
    }
    if (plan_.tests().any(Test::heading, Test::section) && c.text < page_.texts().size()) heading(page_.heading_of(c.text));
  }

  // Most texts have the heading of the one before.
  void heading(uint32_t text) {
    if (text == kNoNode) return;
    if (text != heading_) {
      heading_ = text;
      heading_hash_ = heading_hash(text);
      sections_.clear();
      for (uint32_t above = text; above != kNoNode; above = page_.outer_heading(above))
        if (uint64_t hash = heading_hash(above)) sections_.push_back(hash);
    }
    if (heading_hash_) test(Test::heading, heading_hash_);
    for (uint64_t section : sections_) test(Test::section, section);
  }

  // Of tag and text, 0 when no rule quotes it.
  uint64_t heading_hash(uint32_t text) {
    std::string_view words = page_.texts()[text].text;
    uint64_t hash = program_.starts.may_begin(words, false) ? quoted(plain_hash(words)) : 0;
    return hash ? mix(mix(0, hash_text(page_.heading_tag(text))), hash) : 0;
  }

  void cells(NodeId td) {
    const NodeId row = tree_.parent(td);
    if (row == kNoNode) return;
    auto is_cell = [&](NodeId n) { return tree_.is_element(n) && cell_tag(tree_.tag(n)); };
    auto [at, fresh] = rows_.try_emplace(row);
    const bool columns = plan_.tests().has(Test::column);
    if (fresh) {
      for (NodeId c = tree_.first_child(row); c != kNoNode && !at->second.head; c = tree_.next_sibling(c))
        if (is_cell(c)) {
          at->second.head = element_text(c);
          break;
        }
      NodeId table = tree_.parent(row);
      if (columns && table != kNoNode)
        for (NodeId n = table + 1; n <= row; ++n)
          if (tree_.is_element(n) && row_tag(tree_.tag(n))) {
            if (n != row) at->second.first_row = n;
            break;
          }
    }
    const Row& r = at->second;
    if (!r.head && r.first_row == kNoNode) return;
    uint32_t index = 0;
    for (NodeId c = tree_.first_child(row); c != kNoNode && c != td; c = tree_.next_sibling(c)) index += is_cell(c);
    if (r.head && index > 0) {
      test(Test::row, mix(0, r.head));
      test(Test::row_off, mix(mix(0, r.head), index));
    }
    if (r.first_row == kNoNode) return;
    auto [heads, new_heads] = heads_.try_emplace(r.first_row);
    if (new_heads)
      for (NodeId c = tree_.first_child(r.first_row); c != kNoNode; c = tree_.next_sibling(c))
        if (is_cell(c)) heads->second.push_back(element_text(c));
    if (index < heads->second.size() && heads->second[index]) test(Test::column, mix(0, heads->second[index]));
  }

  void data(const Candidate& c) {
    const html::IslandLeaf& leaf = unit_.islands->leaves()[c.extra];
    std::string_view path = leaf.path;
    size_t dot = path.rfind('.');
    size_t second = dot == std::string_view::npos || dot == 0 ? std::string_view::npos : path.rfind('.', dot - 1);
    test(Test::data_path, mix(0, hash_text(path)));
    test(Test::data_place, mix(0, hash_text(leaf.indexed_path)));
    test(Test::data_key, mix(0, hash_text(dot == std::string_view::npos ? path : path.substr(dot + 1))));
    test(Test::data_keys, mix(0, hash_text(second == std::string_view::npos ? path : path.substr(second + 1))));
  }

  // ---------------------------------------------------------------- tests of the text itself
  void late(const Program::Late& step, size_t size) {
    auto make = [&](uint32_t i) {
      const Candidate& c = unit_.candidates[i];
      if (c.form == Form::data) return;
      at_ = i;
      form_ = c.form_hash;
      late_test(step.test, c);
    };
    if (step.everywhere) {
      for (uint32_t i = 0; i < size; ++i) make(i);
      return;
    }
    Bits needed(unit_.candidates.size());
    for (const auto& behind : step.behind) {
      const uint64_t* rows[3];
      size_t count = 0;
      bool never = false;
      for (ConditionId id : behind) {
        const uint64_t* row = out_.row(id);
        never |= !row;
        if (count < 3) rows[count++] = row;  // more would only narrow it further
      }
      if (never) continue;
      for (size_t w = 0; w < out_.words(); ++w) {
        uint64_t all = rows[0][w];
        for (size_t r = 1; r < count; ++r) all &= rows[r][w];
        needed.words[w] |= all;
      }
    }
    needed.each(make);
  }

  void text_test(Test which, std::string_view argument) { test(which, mix(0, hash_text(argument))); }

  void late_test(Test which, const Candidate& c) {
    std::string_view text = unit_.text(c);
    switch (which) {
      case Test::length: test(which, mix(0, std::min<size_t>(6, text.size() / 15))); break;
      case Test::no_own_label:
        if (own_label(text).empty()) test(which, 0);
        break;
      case Test::own_label:
        if (std::string_view label = own_label(text); !label.empty()) text_test(which, lower_text(label));
        break;
      case Test::starts: text_test(which, leading(text)); break;
      case Test::in_title:
        if (page_.title().empty()) break;
        text_test(which, text == page_.title() ? "eq"
                         : text.size() > 3 && page_.title().find(text) != std::string_view::npos ? "in" : "no");
        break;
      case Test::kind: text_test(which, name_of(kind_of(text))); break;
      case Test::shape:
        if (text.empty() || program_.shape_starts[static_cast<unsigned char>(text[0])]) text_test(which, shape_of(text));
        break;
      case Test::link:
      case Test::link_query: {
        NodeId n = c.node;
        for (size_t d = 0; d < kLinkLevels && inside(n); ++d, n = tree_.parent(n)) {
          auto href = html::find_attribute(tree_, n, html::KnownAttribute::href);
          if (!href || href->empty()) continue;
          text_test(which, which == Test::link ? link_form(*href) : query_form(*href));
          break;
        }
        break;
      }
      default: break;
    }
  }

  const Plan& plan_;
  const Program& program_;
  const Unit& unit_;
  const PageIndex& page_;
  const html::Tree& tree_;
  const size_t limit_;
  Matches& out_;
  const NodeId base_;

  std::vector<uint32_t> above_of_;  // by node - base_: index + 1 into above_
  std::vector<Above> above_;
  std::vector<Name> names_;
  std::vector<NodeId> pending_;     // scratch
  std::vector<uint64_t> plain_;     // by text - text_begin: hash of its label form, 0: no rule quotes it
  std::vector<uint32_t> label_;     // by text - text_begin
  std::unordered_map<NodeId, uint32_t> own_count_;
  std::vector<uint32_t> own_index_;
  std::unordered_map<NodeId, std::pair<uint32_t, uint32_t>> run_;  // nth and total of the run's own siblings
  std::unordered_map<NodeId, Row> rows_;
  std::unordered_map<NodeId, std::vector<uint64_t>> heads_;        // of columns, by the first row
  std::string scratch_;
  uint32_t heading_ = kNoNode;
  uint64_t heading_hash_ = 0;
  std::vector<uint64_t> sections_;  // of the headings above

  // Of the candidate in work.
  uint32_t at_ = 0;
  uint64_t form_ = 0;
  size_t steps_ = 0;  // of the two hashes below that are computed
  NodeId up_ = kNoNode;
  std::array<uint64_t, weights::kNameLevels + 2> path_up_{}, place_up_{};
};

Matches::Matches(const Plan& plan, const Program& program, const Unit& unit, Budget* budget)
    : words_((unit.candidates.size() + 63) / 64), slot_(plan.size(), kNoRow) {
  if (plan.size() == 0 || unit.candidates.empty()) return;
  size_t limit = unit.candidates.size();
  if (budget)  // what is not paid for is not looked at
    for (size_t i = 0; i < limit; ++i)
      if (!budget->spend_steps(1)) limit = i;
  Matcher(plan, program, unit, limit, *this).run();
}

}  // namespace gleaner::pattern
