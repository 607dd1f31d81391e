// Which structure separates records? Three ways of reading the labelled places are tried, the one that
// explains them with the fewest regions to spare wins: the largest nodes that hold values of one record only,
// the smallest nodes that hold all values of a record, and runs of siblings that begin (or are separated) at
// a marked node. Rules are singles and pairs of structural conditions, joined by "or" where records come in
// variants. Cost: conditions of a few records, evaluated once a page and search; a
// rule is then an AND of rows.
#include <algorithm>
#include <map>
#include <set>

#include "base/lists.h"
#include "pattern/match/bits.h"
#include "pattern/match/features.h"
#include "pattern/records.h"
#include "pattern/weights.h"

namespace gleaner::pattern {
namespace {

TestSet make_structural_tests(bool attributes) {
  TestSet s;
  for (size_t t = 0; t < kTests; ++t) {
    Test test = Test(t);
    bool name = test <= Test::under_tag;
    bool path =
        (test >= Test::path1 && test <= Test::path_all) || (test >= Test::classes1 && test <= Test::classes4);
    if (name || path) s.add(test);
  }
  s.add(Test::child_count);
  if (attributes) s.add(Test::attr);
  return s;
}

// `attributes`: of any name, too.
const TestSet& structural_tests(bool attributes) {
  static const TestSet sets[] = {make_structural_tests(false), make_structural_tests(true)};
  return sets[attributes];
}

struct RecordFacts {
  const RecordPage* page;
  std::vector<std::pair<NodeId, int>> leaves;  // sorted: node, record
  std::vector<NodeId> common;                  // smallest element that holds the record's values
};

const html::Tree& tree_of(const RecordPage& page) { return page.unit->page().tree(); }

NodeId element_of(const html::Tree& tree, NodeId n) {
  while (n != kNoNode && !tree.is_element(n)) n = tree.parent(n);
  return n;
}

NodeId common_element(const html::Tree& tree, const std::vector<NodeId>& nodes) {
  NodeId a = nodes[0];
  for (NodeId n : nodes)
    while (a != kNoNode && !tree.contains(a, n)) a = tree.parent(a);
  return element_of(tree, a);
}

RecordFacts facts_of(const RecordPage& page) {
  RecordFacts f{&page, {}, {}};
  for (size_t r = 0; r < page.records.size(); ++r) {
    for (NodeId n : page.records[r]) f.leaves.push_back({n, int(r)});
    f.common.push_back(page.records[r].empty() ? kNoNode : common_element(tree_of(page), page.records[r]));
  }
  std::ranges::sort(f.leaves);
  return f;
}

// Does the subtree of n hold values of record r only?
bool exclusive(const RecordFacts& f, NodeId n, int r) {
  const html::Tree& tree = tree_of(*f.page);
  auto at = std::lower_bound(f.leaves.begin(), f.leaves.end(), std::pair<NodeId, int>{n, -1});
  for (; at != f.leaves.end() && at->first < tree.subtree_end(n); ++at)
    if (at->second != r) return false;
  return true;
}

NodeId topmost(const RecordFacts& f, int r) {
  const html::Tree& tree = tree_of(*f.page);
  NodeId n = f.common[size_t(r)], best = kNoNode;
  for (; n != kNoNode && tree.is_element(n) && f.page->unit->holds(n) && exclusive(f, n, r);
       n = tree.parent(n))
    best = n;
  return best;
}

uint64_t look(const RecordFacts& f, NodeId n) {
  const html::Tree& tree = tree_of(*f.page);
  return hash_class_step(f.page->unit->page().tag_hash(n),
                         tree.attribute(n, "class").value_or(std::string_view{}));
}
uint64_t tag_only(const RecordFacts& f, NodeId n) { return f.page->unit->page().tag_hash(n); }

using Chosen = std::vector<std::vector<NodeId>>;  // by page and record, kNoNode: none

// The largest nodes of one record, all of one look.
template <class Look>
Chosen largest_nodes(const std::vector<RecordFacts>& facts, Look&& look_of) {
  std::map<uint64_t, size_t> votes;
  for (const RecordFacts& f : facts)
    for (size_t r = 0; r < f.common.size(); ++r) {
      if (f.common[r] == kNoNode || (f.common.size() < 2 && facts.size() > 1)) continue;
      NodeId top = topmost(f, int(r));
      if (top != kNoNode) ++votes[look_of(f, top)];
    }
  uint64_t most = 0;
  size_t count = 0;
  for (auto& [l, n] : votes)
    if (n > count) most = l, count = n;
  Chosen out;
  for (const RecordFacts& f : facts) {
    out.emplace_back(f.common.size(), kNoNode);
    for (size_t r = 0; r < f.common.size(); ++r) {
      if (f.common[r] == kNoNode) continue;
      NodeId n = f.common[r], top = topmost(f, int(r));
      for (; n != kNoNode && top != kNoNode && n >= top; n = tree_of(*f.page).parent(n))
        if (look_of(f, n) == most) out.back()[r] = n;
    }
  }
  return out;
}

Chosen smallest_nodes(const std::vector<RecordFacts>& facts) {
  Chosen out;
  for (const RecordFacts& f : facts) {
    out.emplace_back(f.common.size(), kNoNode);
    for (size_t r = 0; r < f.common.size(); ++r)
      if (f.common[r] != kNoNode && f.page->unit->holds(f.common[r]) && exclusive(f, f.common[r], int(r)))
        out.back()[r] = f.common[r];
  }
  return out;
}

// ---------------------------------------------------------------- rules on nodes

// How well regions hold the labelled records.
struct Fit {
  size_t lost = 0;   // records in no region of their own
  size_t spare = 0;  // regions without a record, on complete pages
  double weight = 0;
  size_t terms = 0;
  bool better(const Fit& o) const {
    if (lost != o.lost) return lost < o.lost;
    if (spare != o.spare) return spare < o.spare;
    if (terms != o.terms) return terms < o.terms;
    return weight > o.weight;
  }
};

std::vector<int> assign(const RecordFacts& f, const std::vector<Region>& regions, Fit& fit) {
  const html::Tree& tree = tree_of(*f.page);
  std::vector<int> record_of(regions.size(), -1);
  std::vector<char> found(f.common.size(), 0);
  for (size_t i = 0; i < regions.size(); ++i) {
    auto at =
        std::lower_bound(f.leaves.begin(), f.leaves.end(), std::pair<NodeId, int>{regions[i].first, -1});
    NodeId end = tree.subtree_end(regions[i].last);
    int r = -1;
    bool mixed = false;
    size_t n = 0;
    for (; at != f.leaves.end() && at->first < end; ++at, ++n) {
      if (r >= 0 && at->second != r) mixed = true;
      r = at->second;
    }
    if (r < 0) {
      fit.spare += f.page->complete;
    } else if (!mixed && n == f.page->records[size_t(r)].size()) {
      record_of[i] = r;
      found[size_t(r)] = 1;
    }
  }
  for (size_t r = 0; r < found.size(); ++r) fit.lost += !found[r] && !f.page->records[r].empty();
  return record_of;
}

double weigh(const Plan& plan, const std::vector<ConditionId>& rule) {
  return rule_weight(rule, [&](ConditionId id) { return info(plan.condition(id).test).weight; }) -
         0.05 * double(rule.size() - 1);
}

class RuleSearch {
 public:
  RuleSearch(const std::vector<RecordFacts>& facts, Budget& budget) : facts_(facts), budget_(budget) {}

  // Seeds are nodes a rule may select; `runs`: they begin runs.
  std::optional<std::pair<LearnedRecords, Fit>> search(const Chosen& seeds, bool runs, bool attributes) {
    plan_ = Plan();
    matches_.clear();
    target_.clear();
    units_.clear();
    best_.reset();
    const std::set<Pair> pairs = pairs_of(seeds, attributes);
    if (pairs.empty()) return std::nullopt;
    plan_.finish();
    const std::vector<Quick> quick = quick_look(pairs, seeds);  // then the best are tried for real
    for (size_t i = 0; i < std::min(quick.size(), weights::kTried); ++i) consider({quick[i].rule}, runs);
    if (best_ && best_->second.lost > 0 && !runs) consider_variants(quick);
    return std::move(best_);
  }

 private:
  using Pair = std::pair<ConditionId, ConditionId>;
  using Rules = std::vector<std::vector<ConditionId>>;
  struct Quick {
    std::vector<ConditionId> rule;
    size_t hit, other;
    double weight;
  };

  // Some of the seeds stand for all.
  static std::set<NodeId> samples_of(const std::vector<NodeId>& seeds) {
    std::vector<NodeId> some;
    for (NodeId n : seeds)
      if (n != kNoNode) some.push_back(n);
    std::set<NodeId> out;
    for (size_t i = 0; i < some.size(); ++i)
      if (some.size() <= weights::kSamples + 1 || i % (some.size() / weights::kSamples) == 0 ||
          i + 1 == some.size())
        out.insert(some[i]);
    return out;
  }

  // Pairs of conditions that hold together of a seed; one alone is paired with itself.
  std::set<Pair> pairs_of(const Chosen& seeds, bool attributes) {
    std::set<Pair> out;
    const uint32_t form = plan_.form_number("node");
    for (size_t p = 0; p < facts_.size(); ++p) {
      units_.push_back(std::make_unique<Unit>(facts_[p].page->unit->page(), facts_[p].page->unit->region(),
                                              kNodes, &budget_));
      Features features(*units_.back(), structural_tests(attributes));
      const std::set<NodeId> wanted = samples_of(seeds[p]);
      for (const Candidate& c : units_.back()->candidates) {
        if (!wanted.contains(c.node)) continue;
        std::vector<ConditionId> ids;
        for (const auto& [hash, condition] : features.conditions(c))
          ids.push_back(plan_.add(hash, form, condition));
        sort_unique(ids);
        for (size_t i = 0; i < ids.size(); ++i)
          for (size_t j = i; j < ids.size(); ++j) out.insert({ids[i], ids[j]});
      }
    }
    return out;
  }

  // How many seeds and how many other nodes each rule selects; the best first.
  std::vector<Quick> quick_look(const std::set<Pair>& pairs, const Chosen& seeds) {
    for (size_t p = 0; p < facts_.size(); ++p) {
      matches_.emplace_back(plan_, *units_[p], &budget_);
      target_.emplace_back(units_[p]->candidates.size());
      const std::set<NodeId> seed(seeds[p].begin(), seeds[p].end());
      for (size_t i = 0; i < units_[p]->candidates.size(); ++i)
        if (seed.contains(units_[p]->candidates[i].node)) target_[p].set(i);
    }
    std::vector<Quick> out;
    for (auto [a, b] : pairs) {
      if (!budget_.spend_steps(1)) break;
      Quick q{a == b ? std::vector<ConditionId>{a} : std::vector<ConditionId>{a, b}, 0, 0, 0};
      for (size_t p = 0; p < facts_.size(); ++p) {
        const uint64_t *x = matches_[p].row(a), *y = matches_[p].row(b);
        if (!x || !y) continue;
        for (size_t w = 0; w < matches_[p].words(); ++w) {
          uint64_t both = x[w] & y[w];
          q.hit += size_t(std::popcount(both & target_[p].words[w]));
          if (facts_[p].page->complete) q.other += size_t(std::popcount(both & ~target_[p].words[w]));
        }
      }
      if (!q.hit) continue;
      q.weight = weigh(plan_, q.rule);
      out.push_back(std::move(q));
    }
    std::ranges::stable_sort(out, [](const Quick& a, const Quick& b) {
      auto cost = [](const Quick& q) { return double(q.hit) - 0.5 * double(q.other); };
      if (cost(a) != cost(b)) return cost(a) > cost(b);
      if (a.rule.size() != b.rule.size()) return a.rule.size() < b.rule.size();
      return a.weight > b.weight;
    });
    return out;
  }

  void consider(const Rules& rules, bool runs) {
    for (bool before : {false, true}) {
      if (before && !runs) continue;
      Fit fit;
      LearnedRecords made = build(rules, runs, before, fit);
      if (before) fit.weight -= 0.1;
      if (!best_ || fit.better(best_->second)) best_ = {std::move(made), fit};
    }
  }

  void add_matches(const std::vector<ConditionId>& rule, size_t page, Bits& into) const {
    const uint64_t *x = matches_[page].row(rule[0]), *y = matches_[page].row(rule.back());
    if (x && y)
      for (size_t w = 0; w < into.words.size(); ++w) into.words[w] |= x[w] & y[w];
  }

  // Variants: rules for the seeds that the best leaves out, each the one that adds most.
  void consider_variants(const std::vector<Quick>& quick) {
    Rules rules = {quick[0].rule};
    std::vector<Bits> have;
    for (const auto& unit : units_) {
      have.emplace_back(unit->candidates.size());
      add_matches(rules[0], have.size() - 1, have.back());
    }
    for (size_t more = 0; more < weights::kVariants; ++more) {
      size_t top = 0;
      double gain = 0;
      for (size_t i = 0; i < std::min(quick.size(), weights::kVariantsOf); ++i) {
        double fresh = 0, other = 0;
        for (size_t p = 0; p < facts_.size(); ++p) {
          Bits mine(units_[p]->candidates.size());
          add_matches(quick[i].rule, p, mine);
          mine.minus(have[p]);
          Bits good = mine;
          good &= target_[p];
          fresh += double(good.count());
          mine.minus(target_[p]);
          other += double(mine.count());
        }
        if (fresh - other > gain) gain = fresh - other, top = i;
      }
      if (gain <= 0) break;
      rules.push_back(quick[top].rule);
      for (size_t p = 0; p < have.size(); ++p) add_matches(rules.back(), p, have[p]);
      consider(rules, false);
    }
  }

  LearnedRecords build(const Rules& rules, bool runs, bool before_first, Fit& fit) const {
    LearnedRecords out;
    out.model.runs = runs;
    out.model.before_first = before_first;
    for (const auto& rule : rules) {
      std::vector<ConditionId> moved;
      for (ConditionId id : rule) moved.push_back(out.model.plan.add(plan_.form(id), plan_.condition(id)));
      std::ranges::sort(moved);
      out.model.rules.push_back(moved);
    }
    out.model.plan.finish();
    for (size_t p = 0; p < facts_.size(); ++p) {
      Bits on(units_[p]->candidates.size());
      for (const auto& rule : rules) add_matches(rule, p, on);
      std::vector<NodeId> selected;
      on.each([&](uint32_t c) { selected.push_back(units_[p]->candidates[c].node); });
      out.regions.push_back(regions_at(out.model, *facts_[p].page->unit, selected));
      out.record_of.push_back(assign(facts_[p], out.regions.back(), fit));
    }
    fit.terms = rules.size();
    for (const auto& rule : rules) fit.weight += weigh(plan_, rule) / double(rules.size());
    return out;
  }

  const std::vector<RecordFacts>& facts_;
  Budget& budget_;
  // of one search, by page
  Plan plan_;
  std::vector<std::unique_ptr<Unit>> units_;
  std::vector<Matches> matches_;
  std::vector<Bits> target_;  // the seeds
  std::optional<std::pair<LearnedRecords, Fit>> best_;
};

// Runs: the child of the shared parent in which each record begins, and other children before it that may
// serve as marks.
std::vector<Chosen> run_marks(const std::vector<RecordFacts>& facts) {
  Chosen starts, gaps, ends;
  for (const RecordFacts& f : facts) {
    const html::Tree& tree = tree_of(*f.page);
    std::set<NodeId> containers;
    for (size_t r = 0; r < f.common.size(); ++r)
      if (f.common[r] != kNoNode && !exclusive(f, f.common[r], int(r))) containers.insert(f.common[r]);
    starts.emplace_back(f.common.size(), kNoNode);
    gaps.emplace_back(f.common.size(), kNoNode);
    ends.emplace_back(f.common.size(), kNoNode);
    for (size_t r = 0; r < f.common.size(); ++r) {
      if (f.common[r] == kNoNode) continue;
      NodeId container = f.common[r];
      while (container != kNoNode && !containers.contains(container)) container = tree.parent(container);
      if (container == kNoNode) continue;
      auto child_of = [&](NodeId n) {
        while (n != kNoNode && tree.parent(n) != container) n = tree.parent(n);
        return n;
      };
      NodeId first = child_of(*std::ranges::min_element(f.page->records[r]));
      NodeId last = child_of(*std::ranges::max_element(f.page->records[r]));
      if (first == kNoNode || last == kNoNode) continue;
      if (tree.is_element(first)) starts.back()[r] = first;
      NodeId before = html::previous_element(f.page->unit->page().tree(), first);
      if (before != kNoNode && f.page->unit->holds(before)) gaps.back()[r] = before;
      NodeId after = tree.next_sibling(last);
      while (after != kNoNode && !tree.is_element(after)) after = tree.next_sibling(after);
      if (after != kNoNode) ends.back()[r] = after;
    }
  }
  return {starts, gaps, ends};
}

bool any(const Chosen& chosen) {
  for (const auto& page : chosen)
    for (NodeId n : page)
      if (n != kNoNode) return true;
  return false;
}

}  // namespace

std::optional<LearnedRecords> learn_records(const std::vector<RecordPage>& pages, Budget& budget) {
  std::vector<RecordFacts> facts = mapped(pages, facts_of);
  std::optional<std::pair<LearnedRecords, Fit>> best;
  RuleSearch search(facts, budget);
  auto consider = [&](const Chosen& seeds, bool runs, double bonus, bool attributes = false) {
    if (!any(seeds)) return;
    auto found = search.search(seeds, runs, attributes);
    if (!found) return;
    found->second.weight += bonus;
    if (!best || found->second.better(best->second)) best = std::move(found);
  };
  consider(largest_nodes(facts, look), false, 2.0);
  consider(largest_nodes(facts, tag_only), false, 2.0);
  consider(smallest_nodes(facts), false, 1.0);
  if (!best || best->second.lost > 0 || best->second.spare > 0) {
    std::vector<Chosen> marks = run_marks(facts);
    consider(marks[0], true, 0.5);
    consider(marks[1], true, 0.2);
    consider(marks[2], true, 0.0);
  }
  if (!best || best->second.lost > 0 || best->second.spare > 0)
    consider(largest_nodes(facts, tag_only), false, 1.5, true);
  if (!best) return std::nullopt;
  return std::move(best->first);
}

}  // namespace gleaner::pattern
