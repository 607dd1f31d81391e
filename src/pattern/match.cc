// Matching: all rules of a plan over the candidates of a unit, in one walk. The idea stands in program.h.
//
// Two rounds of the same work: the first asks every candidate for an anchor and stops at the first it has;
// the second takes the few that have one through all conditions. Either goes up the elements that say
// something (found once an element, `Above`), along the last steps of the path while some condition goes on,
// and to the texts around. Every test here computes the hash that features.h computes, in the same order of
// parts.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "base/text.h"
#include "html/attributes.h"
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
  uint32_t parent = 0;    // index + 1; 0: the unit ends here
  uint32_t nearest = 0;   // index + 1 of the nearest that says something, itself included
  uint32_t level = 0;     // elements from the top of the unit, itself included
  NodeId cell = kNoNode;  // the table cell around it
  uint32_t names = 0, names_end = 0;
  uint64_t classes = 0;  // tag and classes as one step of a path; 0: the attributes are not read yet
  uint64_t sibling = 0;  // hash of the text of the element before it, when a condition quotes it
  bool bare = true;      // no class
  bool block = false;    // a condition quotes its first text
};

struct Name {
  uint64_t hash;
  uint8_t kind;
};

// What the class attribute of a tag comes to.
struct Classes {
  uint64_t key = 0, classes = 0;
  bool bare = true, named = false;
};

struct Row {
  uint64_t head = 0;           // hash of the first cell's text, 0: no condition quotes it
  NodeId first_row = kNoNode;  // of its table, when that is another
};

}  // namespace

class Matcher {
 public:
  Matcher(const Plan& plan, const Filter& filter, const Unit& unit)
      : plan_(plan),
        filter_(filter),
        unit_(unit),
        page_(unit.page()),
        tree_(page_.tree()),
        base_(unit.begin()),
        first_(unit.text_begin()),
        texts_(unit.text_end() - first_) {
    above_of_.assign(unit_.end() - base_, 0);
    above_.reserve((unit_.end() - base_) / 3 + 8);
    if (filter_.neighbours || filter_.blocks) plain_.assign(texts_ + 1, kUnknown);
    if (unit_.region().whole()) return;
    std::unordered_map<TagId, uint32_t> counts;
    for (NodeId n = unit_.region().first; n < unit_.end(); n = tree_.subtree_end(n))
      if (tree_.is_element(n)) run_[n] = {++counts[tree_.tag(n)], 0};
    for (auto& [n, place] : run_) place.second = counts[tree_.tag(n)];
  }

  // Candidates before `limit` that satisfy a condition of the filter.
  std::vector<uint32_t> anchored(size_t limit) {
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < limit; ++i) {
      hit_ = false;
      candidate(unit_.candidates[i], i);
      if (!hit_ && filter_.any_unknown) unknown(unit_.candidates[i]);
      if (hit_) out.push_back(i);
    }
    return out;
  }

  // All conditions of the given candidates.
  void match(const std::vector<uint32_t>& candidates, Matches& into) {
    out_ = &into;
    for (uint32_t i : candidates) {
      candidate(unit_.candidates[i], i);
      if (filter_.any_unknown) unknown(unit_.candidates[i]);
    }
  }

 private:
  static constexpr uint64_t kUnknown = 1;  // no hash, no "none"

  // ---------------------------------------------------------------- what is known of the page
  // Hash of the label form of a text of the unit (counted from its first), 0: no condition quotes it.
  uint64_t quoted_text(uint32_t x) {
    uint64_t& known = plain_[x];
    if (known == kUnknown) {
      std::string_view text = page_.texts()[first_ + x].text;
      known = filter_.starts.may_begin(text, false) ? quoted(plain_hash(text)) : 0;
    }
    return known;
  }

  // The nearest text before it that looks like a label.
  uint32_t label_before(uint32_t x) const {
    for (uint32_t back = 1; back < 8 && back <= x; ++back)
      if (label_like(first_ + x - back)) return x - back;
    return kNoNode;
  }
  // Is there a quoted text where a label could stand? Dearer questions can wait.
  bool quoted_before(uint32_t x) {
    for (uint32_t back = 1; back < 8 && back <= x; ++back)
      if (quoted_text(x - back)) return true;
    return false;
  }

  bool label_like(uint32_t text) const {
    const Text& t = page_.texts()[text];
    return t.text.size() <= 40 && (t.text.back() == ':' || (traits_[tree_.tag(t.element)] & kLabelling)) &&
           has_letter(t.text);
  }

  // Numbers the texts of an element, all at once.
  uint32_t count_own_texts(NodeId e) {
    if (own_count_.empty()) {
      own_count_.assign(unit_.end() - base_ + 1, 0);
      own_index_.resize(texts_);
    }
    // a run's own texts stand in the one parent of all
    uint32_t& count = own_count_[unit_.holds(e) ? e - base_ + 1 : 0];
    if (count) return count;
    const uint32_t end = std::min(page_.text_end(e), unit_.text_end());
    for (uint32_t i = std::max(page_.text_begin(e), first_); i < end; ++i)
      if (page_.texts()[i].element == e) own_index_[i - first_] = count++;
    return count;
  }

  uint64_t plain_hash(std::string_view text) {
    plain_into(scratch_, text);
    return hash_text(scratch_);
  }
  uint64_t quoted(uint64_t hash) const { return filter_.texts.contains(hash) ? hash : 0; }

  // Hash of an element's text, 0 when no rule quotes it.
  uint64_t element_text(NodeId n) {
    const uint32_t from = page_.text_begin(n), to = page_.text_end(n);
    if (from == to) return quoted(hash_text({}));
    if (!filter_.starts.may_begin(page_.texts()[from].text, to - from > 1)) return 0;
    return quoted(plain_hash(page_.text_of(n, kLabelBytes)));
  }
  uint64_t sibling_text(NodeId n) {
    const uint32_t from = page_.text_begin(n), to = page_.text_end(n);
    if (from == to || page_.texts()[from].text.size() > kSiblingBytes) return 0;
    if (!filter_.starts.may_begin(page_.texts()[from].text, to - from > 1)) return 0;
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
    above_.emplace_back();
    Above& a = above_.back();
    const uint32_t own = uint32_t(above_.size());
    a.node = n;
    a.parent = over;
    a.level = over ? above_[over - 1].level + 1 : 1;
    if (filter_.rows) a.cell = traits_[tree_.tag(n)] & kCell ? n : over ? above_[over - 1].cell : kNoNode;
    if (filter_.upward) {
      if (filter_.names_above) read_attributes(a);
      if (filter_.siblings) {
        NodeId before = page_.previous_element(n);
        if (before != kNoNode && unit_.holds(before)) a.sibling = sibling_text(before);
      }
      if (filter_.blocks) {
        uint32_t from = page_.text_begin(n);
        a.block =
            page_.text_end(n) - from < kBlockTexts && from < unit_.text_end() && quoted_text(from - first_);
      }
      const bool says = a.names != a.names_end || a.sibling || a.block;
      a.nearest = says ? own : over ? above_[over - 1].nearest : 0;
    }
    return above_of_[n - base_] = own;
  }

  void add_name(uint64_t hash, uint8_t kind) {
    if (filter_.names.contains(hash)) names_.push_back({hash, kind});
  }

  // Whether it looks generated is asked only where it matters.
  void read_id(std::string_view id) {
    if (id.empty()) return;
    const auto& kinds = filter_.name_kinds;
    const uint64_t plain = kinds[0] ? mix(kNameStart + 1, hash_text(id)) : 0;
    const bool quoted = plain && filter_.names.contains(plain);
    if (!quoted && !kinds[1]) return;
    if (looks_generated(id))
      add_name(mix(kNameStart + 2, hash_text(mask_digits(id))), 1);
    else if (quoted)
      names_.push_back({plain, 0});
  }
  void read_semantic(std::string_view name, std::string_view value) {
    if (!value.empty() && value.size() < weights::kNameBytes)
      add_name(mix(mix(kNameStart + 3, hash_text(name)), hash_text(value)), 2);
  }

  void read_attributes(Above& a) {
    if (a.classes) return;
    const NodeId n = a.node;
    const uint64_t tag = page_.tag_hash(n);
    const auto& kinds = filter_.name_kinds;
    a.names = a.names_end = uint32_t(names_.size());
    a.classes = mix(kNameStart, tag);
    if (filter_.names.empty() && filter_.classes.empty()) return;
    std::string_view classes;
    for (html::AttributeWalk at(tree_, n); !at.done(); at.next()) {
      switch (at.known()) {
        case html::KnownAttribute::class_names:
          classes = at.value();
          break;
        case html::KnownAttribute::id:
          read_id(at.value());
          break;
        case html::KnownAttribute::other:
          if (kinds[2] && semantic_attribute(at.name())) read_semantic(at.name(), at.value());
          break;
        default:
          break;
      }
    }
    if (!classes.empty()) {  // most classes come again
      const uint64_t key = mix(tag, hash_text(classes));
      Classes& seen = classes_[key & (classes_.size() - 1)];
      if (seen.key != key) {
        seen.key = key;
        const size_t before = names_.size();
        read_classes(classes, a);
        seen.classes = a.classes;
        seen.bare = a.bare;
        seen.named = names_.size() > before;
      } else if (seen.named) {
        read_classes(classes, a);
      } else {
        a.classes = seen.classes;
        a.bare = seen.bare;
      }
    }
    if (kinds[5] && (traits_[tree_.tag(n)] & kTelling)) add_name(mix(kNameStart + 5, tag), 5);
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
    if (filter_.name_kinds[3]) add_name(a.classes, 3);
    if (filter_.name_kinds[4])
      for (size_t w = 0; w < count && w < 6; ++w) add_name(mix(kNameStart + 4, words[w]), 4);
  }

  // ---------------------------------------------------------------- one candidate
  void found(uint64_t hash) {
    if (!out_) {
      hit_ |= filter_.conditions.contains(hash);
    } else if (ConditionId id = plan_.find(hash); id != Plan::kNone) {
      out_->add(id, at_);
    }
  }
  void test(Test test, uint64_t payload) { found(mix(mix(form_, uint64_t(test) + 1), payload)); }
  bool enough() const { return hit_; }  // the first round wants one

  void unknown(const Candidate& c) {
    if (!features_) features_ = std::make_unique<Features>(unit_, filter_.unknown);
    features_->emit(c, [&](Test, uint64_t hash, auto&&) { found(hash); });
  }

  void candidate(const Candidate& c, uint32_t number) {
    at_ = number;
    form_ = c.form_hash;
    if (c.form == Form::data) {
      data(c);
      return;
    }
    if (filter_.neighbours) neighbours(c);
    if (!enough() && inside(c.node)) {
      const uint32_t own = above(c.node);
      steps_ = 0;
      ends_of_path(own);
      if (!enough()) names_of(c, own);
      if (!enough()) whole_path(own);
      if (!enough() && filter_.rows && above_[own - 1].cell != kNoNode) cells(above_[own - 1].cell);
    }
    if (c.form == Form::text) {
      if (!enough() && filter_.own_texts) own_texts(c);
    } else if (filter_.tests.has(Test::child_count)) {
      uint32_t kids = 0;
      for (NodeId k = tree_.first_child(c.node); k != kNoNode && kids < 100; k = tree_.next_sibling(k))
        kids += tree_.is_element(k);
      test(Test::child_count, mix(0, kids));
    }
    for (size_t i = 0; i < filter_.of_text.size() && !enough(); ++i) of_text(filter_.of_text[i], c);
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

  void names_of(const Candidate& c, uint32_t own) {
    const uint32_t level = above_[own - 1].level;
    if (!filter_.names_above) names_at_known_levels(c, own);
    if (!filter_.upward) return;
    for (uint32_t k = above_[own - 1].nearest; k;
         k = above_[k - 1].parent ? above_[above_[k - 1].parent - 1].nearest : 0) {
      const size_t d = level - above_[k - 1].level;
      if (d > weights::kNameLevels || enough()) return;
      if (filter_.names_above) names_at(c.node, k, d);
      const Above& a = above_[k - 1];
      if (a.block && d < kBlockLevels) block(c, a.node, d);
      if (a.sibling && d < kSiblingLevels) {
        test(Test::sibling, mix(mix(0, page_.tag_hash(a.node)), a.sibling));
        if (filter_.tests.has(Test::sibling_path))
          test(Test::sibling_path,
               mix(mix(0, a.sibling), d == 0 ? hash_path("") : path_up(c.node, d, false)));
      }
    }
  }

  // Own names, and names above only where a path of the right length ends in the candidate's tag.
  void names_at_known_levels(const Candidate& c, uint32_t own) {
    if (filter_.own_names) names_at(c.node, own, 0);
    const uint64_t tag = page_.tag_hash(c.node) & 63;
    for (uint32_t levels = (filter_.under[tag] | filter_.below[tag]) >> 1, d = 1; levels; levels >>= 1, ++d) {
      own = above_[own - 1].parent;
      if (!own || d > weights::kNameLevels) return;
      if (levels & 1) names_at(c.node, own, d);
    }
  }

  // Names of the element d levels above e.
  void names_at(NodeId e, uint32_t k, size_t d) {
    read_attributes(above_[k - 1]);
    const uint32_t end = above_[k - 1].names_end;
    const uint64_t tag = page_.tag_hash(e) & 63;
    for (uint32_t i = above_[k - 1].names; i < end; ++i) {
      const Name name = names_[i];
      const uint64_t hash = mix(0, name.hash);
      if (d == 0) {
        test(Test(int(Test::own_id) + name.kind), hash);
        test(Test(int(Test::in_id) + name.kind), hash);
        continue;
      }
      test(Test(int(Test::in_id) + name.kind), hash);
      if (filter_.under[tag] >> d & 1)
        test(Test(int(Test::under_id) + name.kind), mix(hash, path_up(e, d, false)));
      if (name.kind != 4 && (filter_.below[tag] >> d & 1))
        test(Test(int(Test::below_id) + name.kind), mix(hash, path_up(e, d, true)));
    }
  }

  void block(const Candidate& c, NodeId a, size_t d) {
    const uint32_t from = page_.text_begin(a);
    if (from >= c.text) return;
    const uint64_t text = quoted_text(from - first_), tag = mix(0, page_.tag_hash(a)),
                   distance = c.text - from;
    test(Test::block, mix(tag, text));
    test(Test::block_off, mix(mix(tag, text), distance));
    test(Test::block_up, mix(mix(mix(0, text), distance), d));
  }

  void ends_of_path(uint32_t own) {
    uint64_t path = kPathStart, place = kPathStart, classes = kPathStart;
    bool on_path = !filter_.paths.empty(), on_place = !filter_.places.empty(),
         on_classes = !filter_.classes.empty();
    for (int d = 0; d < int(weights::kPathLevels) && own; ++d, own = above_[own - 1].parent) {
      Above& a = above_[own - 1];
      const uint64_t tag = page_.tag_hash(a.node);
      if (on_path || on_place) path = mix(path, tag);
      on_path = on_path && filter_.paths.contains(path);
      if (on_path) test(Test(int(Test::path1) + d), mix(0, path));
      on_place = on_place && filter_.place_paths.contains(path) &&
                 filter_.places.contains(place = mix(place, place_step(a.node)));
      if (on_place) test(Test(int(Test::place1) + d), mix(0, place));
      if (on_classes) {
        read_attributes(a);
        classes = mix(classes, a.classes);
        on_classes = filter_.classes.contains(classes);
        if (on_classes && (d > 0 || !a.bare)) test(Test(int(Test::classes1) + d), mix(0, classes));
      }
      if (filter_.nth_tags[size_t(d)] & Filter::bit(tag))
        test(Test(int(Test::nth0) + d), mix(mix(0, tag), nth(a.node)));
      if (filter_.last_tags[size_t(d)] & Filter::bit(tag))
        test(Test(int(Test::last0) + d), mix(mix(0, tag), total(a.node) - nth(a.node)));
      if (enough() || (!on_path && !on_place && !on_classes && d + 1 >= filter_.numbered_levels)) return;
    }
  }

  void whole_path(uint32_t own) {
    const Above& e = above_[own - 1];
    if (!(filter_.whole_steps & Filter::bit(e.level)) ||
        !(filter_.whole_tags & Filter::bit(page_.tag_hash(e.node))))
      return;
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
    const uint32_t count = count_own_texts(c.node), x = own_index_[c.text - first_];
    test(Test::text_number, mix(0, x));
    test(Test::text_from_end, mix(0, count - 1 - x));
    test(Test::text_count, mix(0, count));
  }

  void neighbours(const Candidate& c) {
    const uint32_t x = c.text - first_;
    for (uint32_t back = 1; back <= 3 && back <= x; ++back)
      if (uint64_t text = quoted_text(x - back)) test(Test(int(Test::after1) + int(back) - 1), mix(0, text));
    const uint32_t next = c.form == Form::text ? x + 1 : page_.text_end(c.node) - first_;
    if (next < texts_ && filter_.tests.has(Test::before))
      if (uint64_t text = quoted_text(next)) test(Test::before, mix(0, text));
    if (filter_.tests.any(Test::label, Test::label_off) && quoted_before(x)) {
      const uint32_t label = label_before(x);
      if (uint64_t text = label == kNoNode ? 0 : quoted_text(label)) {
        test(Test::label, mix(0, text));
        test(Test::label_off, mix(mix(0, text), x - label));
      }
    }
    if (filter_.tests.any(Test::heading, Test::section) && c.text < page_.texts().size())
      heading(page_.heading_of(c.text));
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

  // Of tag and text, 0 when no condition quotes it.
  uint64_t heading_hash(uint32_t text) {
    std::string_view words = page_.texts()[text].text;
    uint64_t hash = filter_.starts.may_begin(words, false) ? quoted(plain_hash(words)) : 0;
    return hash ? mix(mix(0, hash_text(page_.heading_tag(text))), hash) : 0;
  }

  void cells(NodeId td) {
    const NodeId row = tree_.parent(td);
    if (row == kNoNode) return;
    auto is_cell = [&](NodeId n) { return tree_.is_element(n) && cell_tag(tree_.tag(n)); };
    auto [at, fresh] = rows_.try_emplace(row);
    const bool columns = filter_.tests.has(Test::column);
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
    for (NodeId c = tree_.first_child(row); c != kNoNode && c != td; c = tree_.next_sibling(c))
      index += is_cell(c);
    if (r.head && index > 0) {
      test(Test::row, mix(0, r.head));
      test(Test::row_off, mix(mix(0, r.head), index));
    }
    if (r.first_row == kNoNode) return;
    auto [heads, new_heads] = heads_.try_emplace(r.first_row);
    if (new_heads)
      for (NodeId c = tree_.first_child(r.first_row); c != kNoNode; c = tree_.next_sibling(c))
        if (is_cell(c)) heads->second.push_back(element_text(c));
    if (index < heads->second.size() && heads->second[index])
      test(Test::column, mix(0, heads->second[index]));
  }

  void data(const Candidate& c) {
    const html::IslandLeaf& leaf = unit_.islands->leaves()[c.extra];
    std::string_view path = leaf.path;
    size_t dot = path.rfind('.');
    size_t second =
        dot == std::string_view::npos || dot == 0 ? std::string_view::npos : path.rfind('.', dot - 1);
    test(Test::data_path, mix(0, hash_text(path)));
    test(Test::data_place, mix(0, hash_text(leaf.indexed_path)));
    test(Test::data_key, mix(0, hash_text(dot == std::string_view::npos ? path : path.substr(dot + 1))));
    test(Test::data_keys,
         mix(0, hash_text(second == std::string_view::npos ? path : path.substr(second + 1))));
  }

  // ---------------------------------------------------------------- tests of the text itself
  void text_test(Test which, std::string_view argument) { test(which, mix(0, hash_text(argument))); }

  void of_text(Test which, const Candidate& c) {
    std::string_view text = unit_.text(c);
    switch (which) {
      case Test::length:
        test(which, mix(0, std::min<size_t>(6, text.size() / 15)));
        break;
      case Test::no_own_label:
        if (own_label(text).empty()) test(which, 0);
        break;
      case Test::own_label:
        if (std::string_view label = own_label(text); !label.empty()) text_test(which, lower_text(label));
        break;
      case Test::starts:
        text_test(which, leading(text));
        break;
      case Test::in_title:
        if (page_.title().empty()) break;
        text_test(which, text == page_.title()                                                   ? "eq"
                         : text.size() > 3 && page_.title().find(text) != std::string_view::npos ? "in"
                                                                                                 : "no");
        break;
      case Test::kind:
        text_test(which, name_of(kind_of(text)));
        break;
      case Test::shape:
        if (text.empty() || filter_.shape_starts[static_cast<unsigned char>(text[0])])
          text_test(which, shape_of(text));
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
      default:
        break;
    }
  }

  const Plan& plan_;
  const Filter& filter_;
  const Unit& unit_;
  const PageIndex& page_;
  const html::Tree& tree_;
  const TagTraits& traits_ = tag_traits();
  const NodeId base_;
  const uint32_t first_, texts_;  // texts of the unit
  Matches* out_ = nullptr;        // null: only hit_ is wanted
  bool hit_ = false;

  std::vector<uint32_t> above_of_;  // by node - base_: index + 1 into above_
  std::vector<Above> above_;
  std::vector<Name> names_;
  std::array<Classes, 128> classes_{};  // by hash; the last one of a place stays
  std::vector<NodeId> pending_;         // scratch
  std::vector<uint64_t> plain_;         // by text - first_, see quoted_text
  std::vector<uint32_t> own_count_;     // by node - base_ + 1, the unit's parent first; 0: not counted yet
  std::vector<uint32_t> own_index_;
  std::unordered_map<NodeId, std::pair<uint32_t, uint32_t>> run_;  // nth and total of the run's own siblings
  std::unordered_map<NodeId, Row> rows_;
  std::unordered_map<NodeId, std::vector<uint64_t>> heads_;  // of columns, by the first row
  std::unique_ptr<Features> features_;
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
  if (budget)
    for (size_t i = 0; i < limit; ++i)
      if (!budget->spend_steps(1)) limit = i;
  live_.assign(words_, 0);
  // not paid for: nothing more to learn
  for (size_t i = limit; i < unit.candidates.size(); ++i) live_[i >> 6] |= uint64_t{1} << (i & 63);
  complete(plan, program, unit, Matcher(plan, program.anchors, unit).anchored(limit));
}

void Matches::complete_group(const Plan& plan, const Program& program, const Unit& unit, uint32_t group) {
  std::vector<uint32_t> found = Matcher(plan, program.rest[group], unit).anchored(unit.candidates.size());
  std::erase_if(found, [&](uint32_t c) { return complete(c); });
  complete(plan, program, unit, found);
}

void Matches::complete(const Plan& plan, const Program& program, const Unit& unit,
                       const std::vector<uint32_t>& candidates) {
  if (candidates.empty()) return;
  if (!matcher_) matcher_ = std::make_shared<Matcher>(plan, program.all, unit);
  matcher_->match(candidates, *this);
  for (uint32_t c : candidates) live_[c >> 6] |= uint64_t{1} << (c & 63);
}

}  // namespace gleaner::pattern
