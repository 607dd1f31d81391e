// Matching: all rules of a plan over the candidates of a unit, in one walk. The idea stands in program.h.
//
// Two rounds of the same work: the first asks every candidate for an anchor and stops at the first it has;
// the second takes the few that have one through all conditions. Either goes up the elements that say
// something (page_facts.h), along the last steps of the path while some condition goes on,
// and to the texts around. Every test here computes the hash that features.h computes, in the same order of
// parts.
#include <algorithm>
#include <iterator>
#include <memory>
#include <unordered_map>

#include "base/text.h"
#include "base/unicode.h"
#include "html/attributes.h"
#include "pattern/match/page_facts.h"
#include "pattern/weights.h"

namespace gleaner::pattern {

class Matcher {
 public:
  Matcher(const Plan& plan, const Filter& filter, const Unit& unit)
      : plan_(plan),
        filter_(filter),
        unit_(unit),
        page_(unit.page()),
        tree_(page_.tree()),
        first_(unit.text_begin()),
        texts_(unit.text_end() - first_),
        facts_(filter, unit) {}

  // Candidates before `limit` that satisfy a condition of the filter.
  std::vector<uint32_t> anchored(size_t limit) {
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < limit; ++i) {
      hit_ = false;
      candidate(unit_.candidates[i]);
      if (!hit_ && filter_.any_unknown) unknown(unit_.candidates[i]);
      if (hit_) out.push_back(i);
    }
    return out;
  }

  // All conditions of the given candidates, whose places begin there.
  void match(const std::vector<uint32_t>& candidates, uint32_t place, Matches& into) {
    out_ = &into;
    for (uint32_t i : candidates) {
      place_ = place++;
      candidate(unit_.candidates[i]);
      if (filter_.any_unknown) unknown(unit_.candidates[i]);
    }
  }

 private:
  void found(uint64_t hash) {
    if (!out_) {
      hit_ |= filter_.conditions.contains(hash);
    } else if (ConditionId id = plan_.find(hash); id != Plan::kNone) {
      out_->add(id, place_);
    }
  }
  void test(Test test, uint64_t payload) { found(mix(mix(form_, uint64_t(test) + 1), payload)); }
  bool enough() const { return hit_; }  // the first round wants one

  void unknown(const Candidate& c) {
    if (!features_) features_ = std::make_unique<Features>(unit_, filter_.unknown);
    for (uint64_t hash : features_->hashes(c)) found(hash);
  }

  void candidate(const Candidate& c) {
    form_ = c.form_hash;
    if (c.form == Form::data) {
      data(c);
      return;
    }
    if (filter_.neighbours) neighbours(c);
    if (!enough() && unit_.inside(c.node)) {
      const uint32_t own = facts_.above(c.node);
      steps_ = 0;
      ends_of_path(own);
      if (!enough()) names_of(c, own);
      if (!enough()) whole_path(own);
      if (!enough() && filter_.rows && facts_.element(own).cell != kNoNode) cells(facts_.element(own).cell);
    }
    if (c.form == Form::text) {
      if (!enough() && filter_.own_texts) own_texts(c);
    } else if (filter_.tests.has(Test::child_count)) {
      test(Test::child_count, mix(0, page_.child_count(c.node)));
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
      place_up_[steps_ + 1] = mix(place_up_[steps_], unit_.place_step(up_));
    }
    return indexed ? place_up_[d] : path_up_[d];
  }

  void names_of(const Candidate& c, uint32_t own) {
    const uint32_t level = facts_.element(own).level;
    if (!filter_.names_above) names_at_known_levels(c, own);
    if (!filter_.upward) return;
    for (uint32_t k = facts_.element(own).nearest; k;
         k = facts_.element(k).parent ? facts_.element(facts_.element(k).parent).nearest : 0) {
      const size_t d = level - facts_.element(k).level;
      if (d > weights::kNameLevels || enough()) return;
      if (filter_.names_above) names_at(c.node, k, d);
      const Above& a = facts_.element(k);
      if (a.block && d < weights::kBlockLevels) block(c, a.node, d);
      if (a.sibling && d < weights::kSiblingLevels) {
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
      own = facts_.element(own).parent;
      if (!own || d > weights::kNameLevels) return;
      if (levels & 1) names_at(c.node, own, d);
    }
  }

  // Names of the element d levels above e.
  void names_at(NodeId e, uint32_t k, size_t d) {
    const Above& a = facts_.named_element(k);
    const uint64_t tag = page_.tag_hash(e) & 63;
    for (uint32_t i = a.names; i < a.names_end; ++i) {
      const Name name = facts_.name(i);
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
    const uint32_t from = page_.texts().begin(a);
    if (from >= c.text) return;
    const uint64_t text = facts_.quoted_text(from - first_), tag = mix(0, page_.tag_hash(a)),
                   distance = c.text - from;
    test(Test::block, mix(tag, text));
    test(Test::block_off, mix(mix(tag, text), distance));
    test(Test::block_up, mix(mix(mix(0, text), distance), d));
  }

  void ends_of_path(uint32_t own) {
    uint64_t path = kPathStart, place = kPathStart, classes = kPathStart;
    bool on_path = !filter_.paths.empty(), on_place = !filter_.places.empty(),
         on_classes = !filter_.classes.empty();
    for (int d = 0; d < int(weights::kPathLevels) && own; ++d, own = facts_.element(own).parent) {
      const Above& a = on_classes ? facts_.named_element(own) : facts_.element(own);
      const uint64_t tag = page_.tag_hash(a.node);
      if (on_path || on_place) path = mix(path, tag);
      on_path = on_path && filter_.paths.contains(path);
      if (on_path) test(Test(int(Test::path1) + d), mix(0, path));
      on_place = on_place && filter_.place_paths.contains(path) &&
                 filter_.places.contains(place = mix(place, unit_.place_step(a.node)));
      if (on_place) test(Test(int(Test::place1) + d), mix(0, place));
      if (on_classes) {
        classes = mix(classes, a.classes);
        on_classes = filter_.classes.contains(classes);
        if (on_classes && (d > 0 || !a.bare)) test(Test(int(Test::classes1) + d), mix(0, classes));
      }
      if (filter_.nth_tags[size_t(d)] & Filter::bit(tag))
        test(Test(int(Test::nth0) + d), mix(mix(0, tag), unit_.nth(a.node)));
      if (filter_.last_tags[size_t(d)] & Filter::bit(tag))
        test(Test(int(Test::last0) + d), mix(mix(0, tag), unit_.total(a.node) - unit_.nth(a.node)));
      if (enough() || (!on_path && !on_place && !on_classes && d + 1 >= filter_.numbered_levels)) return;
    }
  }

  void whole_path(uint32_t own) {
    const Above& e = facts_.element(own);
    if (!(filter_.whole_steps & Filter::bit(e.level)) ||
        !(filter_.whole_tags & Filter::bit(page_.tag_hash(e.node))))
      return;
    pending_.clear();
    for (; own; own = facts_.element(own).parent) pending_.push_back(facts_.element(own).node);
    uint64_t path = kPathStart, place = kPathStart;
    for (size_t i = pending_.size(); i-- > 0;) {
      path = mix(path, page_.tag_hash(pending_[i]));
      place = mix(place, unit_.place_step(pending_[i]));
    }
    test(Test::path_all, mix(0, path));
    test(Test::place_all, mix(0, place));
  }

  void own_texts(const Candidate& c) {
    const uint32_t count = facts_.count_own_texts(c.node), x = facts_.own_index(c.text - first_);
    test(Test::text_number, mix(0, x));
    test(Test::text_from_end, mix(0, count - 1 - x));
    test(Test::text_count, mix(0, count));
  }

  void neighbours(const Candidate& c) {
    const uint32_t x = c.text - first_;
    for (uint32_t back = 1; back <= weights::kTextsBefore && back <= x; ++back)
      if (uint64_t text = facts_.quoted_text(x - back))
        test(Test(int(Test::after1) + int(back) - 1), mix(0, text));
    const uint32_t next = unit_.next_text(c) - first_;
    if (next < texts_ && filter_.tests.has(Test::before))
      if (uint64_t text = facts_.quoted_text(next)) test(Test::before, mix(0, text));
    if (filter_.tests.any(Test::label, Test::label_off) && facts_.quoted_before(x)) {
      const uint32_t label = page_.texts().label_before(c.text, first_);
      if (uint64_t text = label == html::kNoText ? 0 : facts_.quoted_text(label - first_)) {
        test(Test::label, mix(0, text));
        test(Test::label_off, mix(mix(0, text), c.text - label));
      }
    }
    if (filter_.tests.any(Test::heading, Test::section) && c.text < page_.texts().size())
      heading(page_.texts().heading(c.text));
  }

  // Most texts have the heading of the one before.
  void heading(uint32_t text) {
    if (text == kNoNode) return;
    if (text != heading_) {
      heading_ = text;
      heading_hash_ = heading_hash(text);
      sections_.clear();
      for (uint32_t above = text; above != kNoNode; above = page_.texts().outer_heading(above))
        if (uint64_t hash = heading_hash(above)) sections_.push_back(hash);
    }
    if (heading_hash_) test(Test::heading, heading_hash_);
    for (uint64_t section : sections_) test(Test::section, section);
  }

  // Of tag and text, 0 when no condition quotes it.
  uint64_t heading_hash(uint32_t text) {
    std::string_view words = page_.texts()[text].text;
    uint64_t hash = filter_.starts.may_begin(words, false) ? facts_.quoted(words) : 0;
    return hash ? mix(mix(0, hash_text(page_.texts().heading_tag(text))), hash) : 0;
  }

  void cells(NodeId td) {
    const PageIndex::CellPlace& cell = page_.cell(td);
    if (uint64_t head = head_text(cell.row_head)) {
      test(Test::row, mix(0, head));
      test(Test::row_off, mix(mix(0, head), cell.index));
    }
    if (filter_.tests.has(Test::column))
      if (uint64_t head = head_text(cell.column_head)) test(Test::column, mix(0, head));
  }

  // Of a cell at the head of a row or column, 0: no condition quotes it.
  uint64_t head_text(NodeId cell) {
    if (cell == kNoNode) return 0;
    auto [at, fresh] = heads_.try_emplace(cell, 0);
    if (fresh) at->second = facts_.element_text(cell);
    return at->second;
  }

  void data(const Candidate& c) {
    const html::IslandLeaf& leaf = unit_.islands->leaves()[c.extra];
    text_test(Test::data_path, leaf.path);
    text_test(Test::data_place, leaf.indexed_path);
    text_test(Test::data_key, last_keys(leaf.path, 1));
    text_test(Test::data_keys, last_keys(leaf.path, 2));
  }

  // ---------------------------------------------------------------- tests of the text itself
  void text_test(Test which, std::string_view argument) { test(which, mix(0, hash_text(argument))); }

  void of_text(Test which, const Candidate& c) {
    std::string_view text = unit_.text(c);
    switch (which) {
      case Test::length: test(which, mix(0, length_class(text))); break;
      case Test::no_own_label:
        if (own_label(text).empty()) test(which, 0);
        break;
      case Test::own_label:
        if (std::string_view label = own_label(text); !label.empty()) text_test(which, lower_text(label));
        break;
      case Test::starts: text_test(which, leading(text)); break;
      case Test::in_title:
        if (std::string_view title = page_.texts().title(); !title.empty())
          text_test(which, in_title(title, text));
        break;
      case Test::kind: text_test(which, name_of(kind_of(text))); break;
      case Test::shape:
        if (text.empty() || filter_.shape_starts[static_cast<unsigned char>(text[0])])
          text_test(which, shape_of(text));
        break;
      case Test::link:
      case Test::link_query: {
        NodeId n = c.node;
        for (size_t d = 0; d < weights::kLinkLevels && unit_.inside(n); ++d, n = tree_.parent(n)) {
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
  const Filter& filter_;
  const Unit& unit_;
  const PageIndex& page_;
  const html::Tree& tree_;
  const uint32_t first_, texts_;  // texts of the unit
  PageFacts facts_;
  Matches* out_ = nullptr;  // null: only hit_ is wanted
  bool hit_ = false;
  std::vector<NodeId> pending_;                 // scratch
  std::unordered_map<NodeId, uint64_t> heads_;  // cells at the head of rows and columns
  std::unique_ptr<Features> features_;
  uint32_t heading_ = kNoNode;
  uint64_t heading_hash_ = 0;
  std::vector<uint64_t> sections_;  // of the headings above

  // Of the candidate in work.
  uint32_t place_ = 0;
  uint64_t form_ = 0;
  size_t steps_ = 0;  // of the two hashes below that are computed
  NodeId up_ = kNoNode;
  std::array<uint64_t, weights::kNameLevels + 2> path_up_{}, place_up_{};
};

Matches::Matches(const Plan& plan, const Program& program, const Unit& unit, Budget* budget)
    : candidates_(unit.candidates.size()), compact_(true), slot_(plan.size(), kNoRow) {
  if (plan.size() == 0 || unit.candidates.empty()) return;
  size_t limit = unit.candidates.size();
  if (budget)
    for (size_t i = 0; i < limit; ++i)
      if (!budget->spend_steps(1)) limit = i;
  place_of_.assign(candidates_, kUnseen);
  std::fill(place_of_.begin() + std::ptrdiff_t(limit), place_of_.end(), kUnpaid);
  complete(plan, program, unit, Matcher(plan, program.anchors, unit).anchored(limit));
}

// Places for more candidates; rows that have become too short are written anew.
void Matches::make_room(const std::vector<uint32_t>& candidates) {
  in_order_ = in_order_ && (at_.empty() || at_.back() < candidates.front());
  for (uint32_t c : candidates) {
    place_of_[c] = uint32_t(at_.size());
    at_.push_back(c);
  }
  const size_t words = (at_.size() + 63) / 64;
  if (words <= words_) return;
  std::vector<uint64_t> wider(slots_ * words, 0);
  for (uint32_t row = 0; row < slots_; ++row)
    std::copy_n(rows_.begin() + std::ptrdiff_t(row * words_), words_,
                wider.begin() + std::ptrdiff_t(row * words));
  rows_ = std::move(wider);
  words_ = words;
}

void Matches::complete_group(const Plan& plan, const Program& program, const Unit& unit, uint32_t group) {
  complete(plan, program, unit, Matcher(plan, program.rest[group], unit).anchored(unit.candidates.size()));
}

void Matches::complete(const Plan& plan, const Program& program, const Unit& unit,
                       const std::vector<uint32_t>& candidates) {
  std::vector<uint32_t> unseen;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(unseen),
               [&](uint32_t c) { return !complete(c); });
  if (unseen.empty()) return;
  if (!matcher_) matcher_ = std::make_shared<Matcher>(plan, program.all, unit);
  const uint32_t first = uint32_t(at_.size());
  make_room(unseen);
  matcher_->match(unseen, first, *this);
}

}  // namespace gleaner::pattern
