// The meaning of a grammar, as slowly and plainly as possible: enumerate every path over the source, compare
// them as the paper says (section 4.1), take the best. For tests only: the number of paths is exponential.
//
// Enumeration runs in order of preference (earlier alternative, longer repetition first), so among paths of
// equal cost the first one found is the one to take. `prune` needs to know what else was alive at a position:
// every partial path is recorded, and a path is dropped at position j if a path that passed a prune there
// cost less up to j.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "grammar/fallback.h"
#include "grammar/program.h"
#include "grammar/scanner.h"

namespace gleaner::grammar {

class Reference {
 public:
  using Test = std::function<bool(uint32_t code, std::string_view text)>;

  Reference(const Grammar& grammar, uint32_t entry, std::string_view source, Test test = {})
      : grammar_(grammar), source_(source), test_(std::move(test)) {
    for (size_t at = 0; at < source.size();) {
      CodePoint c = code_point_at(source, at);
      characters_.push_back(c.value);
      offsets_.push_back(at);
      at += c.length;
    }
    offsets_.push_back(source.size());
    for (uint32_t i = 0; i < grammar.rules.size(); ++i) bodies_.push_back(add_fallbacks(grammar, i));
    run(entry);
  }

  bool too_many() const { return too_many_; }
  // Events of the best path; binding arguments are binding_code below. Nothing if no path matches.
  const std::optional<std::vector<Event>>& best() const { return best_; }
  size_t paths() const { return complete_.size(); }
  // Is there a path of the best one's cost with these events?
  bool as_good(const std::vector<Event>& events) const {
    return std::ranges::any_of(complete_,
                               [&](const Path& p) { return p.costs == best_costs_ && p.events == events; });
  }

  static uint32_t binding_code(uint32_t rule, uint32_t variable, bool append) {
    return rule << 16 | variable << 1 | uint32_t(append);
  }

 private:
  using Then = std::function<void()>;
  struct Path {
    std::vector<uint32_t> costs;
    std::vector<bool> prunes;  // the step to this position passed a prune
    std::vector<Event> events;
  };
  static constexpr size_t kMost = 20'000;

  void run(uint32_t entry) {
    Node skip;
    skip.kind = Node::Kind::fallback;
    const bool strict = !grammar_.rules[entry].skips;
    const Then end = [&] {
      if (at_ == characters_.size()) complete_.push_back(path_);
    };
    const Then after = [&] { strict ? end() : match(skip, 0, end); };
    const Then body = [&] { call(entry, after); };
    strict ? body() : match(skip, 0, body);
    choose();
  }

  void choose() {
    std::vector<std::optional<std::vector<uint32_t>>> limit(characters_.size() + 1);
    auto alive = [&](const std::vector<uint32_t>& costs, size_t length) {
      for (size_t k = 1; k <= length; ++k)
        if (limit[k] && std::vector<uint32_t>(costs.begin(), costs.begin() + ptrdiff_t(k)) > *limit[k])
          return false;
      return true;
    };
    for (size_t j = 1; j <= characters_.size(); ++j)
      for (const auto& costs : pruners_[j])
        if (alive(costs, j - 1) && (!limit[j] || costs < *limit[j])) limit[j] = costs;
    const Path* best = nullptr;
    for (const Path& path : complete_)
      if (alive(path.costs, path.costs.size()) && (!best || path.costs < best->costs)) best = &path;
    if (best) best_ = best->events, best_costs_ = best->costs;
  }

  void event(Op op, uint32_t argument, const Then& then) {
    path_.events.push_back({op, argument, offsets_[at_]});
    then();
    path_.events.pop_back();
  }

  void consume(uint32_t cost, const Then& then) {
    if (++work_ > kMost * 20 || complete_.size() > kMost) too_many_ = true;
    if (too_many_) return;
    const bool prune = prune_;
    path_.costs.push_back(cost);
    prune_ = false;
    ++at_;
    if (prune) pruners_[at_].push_back(path_.costs);
    then();
    --at_;
    prune_ = prune;
    path_.costs.pop_back();
  }

  void literal(const Node& node, size_t from, const Then& then) {
    if (from == node.text.size()) return then();
    if (at_ < characters_.size() && characters_[at_] == node.text[from])
      consume(1, [&, from] { literal(node, from + 1, then); });
  }

  void sequence(const Node& node, size_t from, uint32_t rule, const Then& then) {
    if (from == node.children.size()) return then();
    match(node.children[from], rule, [&, from] { sequence(node, from + 1, rule, then); });
  }

  void call(uint32_t rule, const Then& then) {
    event(Op::enter, rule, [&] { match(bodies_[rule], rule, [&] { event(Op::exit, rule, then); }); });
  }

  void repeat(const Node& node, uint32_t rule, const Then& then) {  // after at least one round
    Node skip;
    skip.kind = Node::Kind::fallback;
    const Then again = [&] { match(node.children[0], rule, [&] { repeat(node, rule, then); }); };
    node.between ? match(skip, rule, again) : again();
    then();
  }

  void skip(const Then& then) {  // the characters after the first of a fallback
    if (at_ < characters_.size()) consume(Program::kFallbackCost, [&] { skip(then); });
    event(Op::skip_end, 0, then);
  }

  void match(const Node& node, uint32_t rule, const Then& then) {
    if (too_many_) return;
    switch (node.kind) {
      case Node::Kind::set:
        if (at_ < characters_.size() && node.set.contains(characters_[at_])) consume(node.set.size(), then);
        return;
      case Node::Kind::literal: return literal(node, 0, then);
      case Node::Kind::sequence: return sequence(node, 0, rule, then);
      case Node::Kind::choice:
        for (const Node& child : node.children) match(child, rule, then);
        return;
      case Node::Kind::optional: match(node.children[0], rule, then); return then();
      case Node::Kind::star: match(node.children[0], rule, [&] { repeat(node, rule, then); }); return then();
      case Node::Kind::plus: return match(node.children[0], rule, [&] { repeat(node, rule, then); });
      case Node::Kind::call: return call(node.target, then);
      case Node::Kind::assign: {
        const uint32_t binding = binding_code(rule, node.variable, node.append);
        return event(Op::begin, binding,
                     [&] { match(node.children[0], rule, [&] { event(Op::end, binding, then); }); });
      }
      case Node::Kind::accept: {
        const size_t begin = offsets_[at_];
        return match(node.children[0], rule, [&, begin] {
          if (test_(node.code, source_.substr(begin, offsets_[at_] - begin))) then();
        });
      }
      case Node::Kind::code: return event(Op::code, node.code, then);
      case Node::Kind::prune: {
        const bool before = prune_;
        prune_ = true;
        then();
        prune_ = before;
        return;
      }
      case Node::Kind::fallback:
        if (at_ < characters_.size())
          event(Op::skip_begin, 0, [&] { consume(Program::kFallbackCost, [&] { skip(then); }); });
        return then();
    }
  }

  const Grammar& grammar_;
  std::string_view source_;
  Test test_;
  std::vector<uint32_t> characters_;
  std::vector<size_t> offsets_;
  std::vector<Node> bodies_;
  Path path_;
  size_t at_ = 0, work_ = 0;
  bool prune_ = false, too_many_ = false;
  std::vector<Path> complete_;
  std::map<size_t, std::vector<std::vector<uint32_t>>> pruners_;
  std::optional<std::vector<Event>> best_;
  std::vector<uint32_t> best_costs_;
};

}  // namespace gleaner::grammar
