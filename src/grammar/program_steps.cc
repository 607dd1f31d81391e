// Stage 1 (see program_internal.h). Rules are inlined where they are called, unless they call themselves or
// the program would grow too large; those have one body, and a call pushes the point to come back to.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "grammar/fallback.h"
#include "grammar/program_internal.h"

namespace gleaner::grammar {
namespace {

using Kind = Node::Kind;

// E{n}, or several items of which one is so: a column.
bool is_padded(const Node& node) {
  return node.counted ||
         (node.kind == Kind::sequence &&
          std::ranges::any_of(node.children, [](const Node& child) { return child.counted; }));
}

class Builder {
 public:
  Builder(const Grammar& grammar, uint32_t entry, const ProgramOptions& options, Program& program)
      : grammar_(grammar), options_(options), program_(program), entry_(entry) {}

  Steps build() {
    find_shared();
    expanded_.resize(grammar_.rules.size());
    body_.assign(grammar_.rules.size(), kNone);
    const Rule& rule = grammar_.rules[entry_];
    rule_ = entry_;
    const uint32_t end = rule.end ? rule.end - 1 : 0;
    uint32_t next = add(Step::Kind::accept, 0, kNone, end);
    if (rule.skips) next = fallback(next, end);
    next = inlined(entry_, next);
    if (rule.skips) next = fallback(next, rule.offset);
    made_.start = next;
    build_bodies();
    tail_calls();
    return std::move(made_);
  }

 private:
  // Rules on a cycle of calls cannot be inlined; the others are, unless that makes the program too large.
  void find_shared() {
    const size_t n = grammar_.rules.size();
    std::vector<std::set<uint32_t>> calls(n);
    std::function<void(const Node&, std::set<uint32_t>&)> gather = [&](const Node& node,
                                                                       std::set<uint32_t>& out) {
      if (node.kind == Kind::call) out.insert(node.target);
      for (const Node& child : node.children) gather(child, out);
    };
    for (size_t i = 0; i < n; ++i) gather(grammar_.rules[i].body, calls[i]);
    shared_.assign(n, false);
    for (uint32_t i = 0; i < n; ++i) {
      std::vector<uint32_t> todo(calls[i].begin(), calls[i].end());
      std::vector<bool> seen(n, false);
      while (!todo.empty() && !shared_[i]) {
        uint32_t at = todo.back();
        todo.pop_back();
        if (at == i) shared_[i] = true;
        if (seen[at]) continue;
        seen[at] = true;
        todo.insert(todo.end(), calls[at].begin(), calls[at].end());
      }
    }
    std::vector<uint64_t> size(n, 0);
    if (inlined_size(entry_, size) <= options_.inline_points) return;
    for (uint32_t i = 0; i < n; ++i)
      if (size[i] > kSmall) shared_[i] = true;
  }

  static constexpr uint64_t kSmall = 64;  // points of a rule that is inlined in any case

  uint64_t inlined_size(uint32_t rule, std::vector<uint64_t>& size) {
    if (size[rule]) return size[rule];
    size[rule] = 1;  // recursive calls count as one
    size[rule] = 2 + node_size(grammar_.rules[rule].body, size);
    return size[rule];
  }
  uint64_t node_size(const Node& node, std::vector<uint64_t>& size) {
    uint64_t sum = 4 + node.text.size();
    if (node.kind == Kind::call) sum += shared_[node.target] ? 1 : inlined_size(node.target, size);
    for (const Node& child : node.children) sum += node_size(child, size);
    return std::min<uint64_t>(sum, 1u << 30);
  }

  void build_bodies() {
    while (!wanted_.empty()) {
      uint32_t rule = wanted_.back();
      wanted_.pop_back();
      rule_ = rule;
      body_[rule] = inlined(rule, add(Step::Kind::leave));
    }
    for (Step& one : made_.steps)
      if (one.kind == Step::Kind::call) one.ways = {body_[one.argument]};
  }

  // A call behind which only actions are left pushes nothing: the actions go along with the path.
  void tail_calls() {
    for (uint32_t i = 0; i < made_.steps.size(); ++i) {
      if (step(i).kind != Step::Kind::call) continue;
      Actions left;
      uint32_t at = step(i).next;
      for (; step(at).kind == Step::Kind::action; at = step(at).next) left.push_back(step(at).action);
      if (step(at).kind != Step::Kind::leave) continue;
      const uint32_t body = step(i).ways[0];
      program_.actions.push_back(std::move(left));
      step(i).kind = Step::Kind::action;
      step(i).action = {Op::tail_call, uint32_t(program_.actions.size() - 1)};
      step(i).next = body;
    }
  }

  Step& step(uint32_t number) { return made_.steps[number]; }
  uint32_t add(Step::Kind kind, uint32_t argument = 0, uint32_t next = kNone, uint32_t offset = 0) {
    made_.steps.push_back({kind, argument, {}, next, {}, rule_, offset});
    return uint32_t(made_.steps.size() - 1);
  }
  uint32_t act(Op op, uint32_t argument, uint32_t next, uint32_t offset) {
    const uint32_t s = add(Step::Kind::action, 0, next, offset);
    step(s).action = {op, argument};
    return s;
  }
  uint32_t split(std::vector<uint32_t> ways, uint32_t offset) {
    const uint32_t s = add(Step::Kind::split, 0, kNone, offset);
    step(s).ways = std::move(ways);
    return s;
  }
  uint32_t character(const CodeSet& set, uint32_t cost, uint32_t next, uint32_t offset) {
    SetUse use{set, cost};
    auto [at, fresh] = set_numbers_.try_emplace(use, uint32_t(made_.sets.size()));
    if (fresh) made_.sets.push_back(use);
    return add(Step::Kind::character, at->second, next, offset);
  }

  uint32_t fallback(uint32_t next, uint32_t offset) {
    const CodeSet any = CodeSet::any();
    const uint32_t leave = act(Op::skip_end, 0, next, offset);
    const uint32_t loop = split({}, offset);
    const uint32_t again = character(any, Program::kFallbackCost, loop, offset);
    step(loop).ways = {again, leave};
    const uint32_t first = character(any, Program::kFallbackCost, loop, offset);
    return split({act(Op::skip_begin, 0, first, offset), next}, offset);
  }

  const Node& expanded(uint32_t rule) {
    if (!expanded_[rule]) expanded_[rule] = std::make_unique<Node>(add_fallbacks(grammar_, rule));
    return *expanded_[rule];
  }

  uint32_t inlined(uint32_t rule, uint32_t next) {
    const uint32_t outer = rule_;
    rule_ = rule;
    const Rule& r = grammar_.rules[rule];
    next = act(Op::exit, rule, next, r.end ? r.end - 1 : 0);
    next = node(expanded(rule), next);
    next = act(Op::enter, rule, next, r.offset);
    rule_ = outer;
    return next;
  }

  uint32_t call(const Node& n, uint32_t next) {
    if (!shared_[n.target]) return inlined(n.target, next);
    if (body_[n.target] == kNone) {
      body_[n.target] = 0;
      wanted_.push_back(n.target);
    }
    program_.has_calls = true;
    return add(Step::Kind::call, n.target, next, n.offset);
  }

  uint32_t assign(const Node& n, uint32_t next) {
    const Node& child = n.children[0];
    Binding binding{rule_, n.variable, n.append, child.kind == Kind::call ? child.target : kNone,
                    is_padded(child)};
    program_.bindings.push_back(binding);
    const uint32_t number = uint32_t(program_.bindings.size() - 1);
    next = act(Op::end, number, next, n.offset);
    return act(Op::begin, number, node(child, next), n.offset);
  }

  uint32_t node(const Node& n, uint32_t next) {
    switch (n.kind) {
      case Kind::set: return character(n.set, n.set.size(), next, n.offset);
      case Kind::literal:
        for (size_t i = n.text.size(); i-- > 0;) next = character(CodeSet::of(n.text[i]), 1, next, n.offset);
        return next;
      case Kind::sequence:
        for (size_t i = n.children.size(); i-- > 0;) next = node(n.children[i], next);
        return next;
      case Kind::choice: {
        std::vector<uint32_t> ways;
        for (const Node& child : n.children) ways.push_back(node(child, next));
        return split(std::move(ways), n.offset);
      }
      case Kind::optional: return split({node(n.children[0], next), next}, n.offset);
      case Kind::star:
      case Kind::plus: {
        const uint32_t loop = split({}, n.offset);
        const uint32_t body = node(n.children[0], loop);
        step(loop).ways = {n.between ? fallback(body, n.offset) : body, next};
        return n.kind == Kind::star ? loop : body;
      }
      case Kind::call: return call(n, next);
      case Kind::assign: return assign(n, next);
      case Kind::accept: {
        program_.has_tests = true;
        const uint32_t end = add(Step::Kind::end_test, n.code, next, n.offset);
        const uint32_t begin = add(Step::Kind::begin_test, n.code, kNone, n.offset);
        const uint32_t body = node(n.children[0], end);
        step(begin).next = body;
        return begin;
      }
      case Kind::code: return act(Op::code, n.code, next, n.offset);
      case Kind::prune: return add(Step::Kind::prune, 0, next);
      case Kind::fallback: return fallback(next, n.offset);
    }
    return next;
  }

  const Grammar& grammar_;
  const ProgramOptions& options_;
  Program& program_;
  uint32_t entry_;
  Steps made_;
  uint32_t rule_ = kNone;
  std::vector<bool> shared_;
  std::vector<uint32_t> body_, wanted_;
  std::vector<std::unique_ptr<Node>> expanded_;
  std::map<SetUse, uint32_t> set_numbers_;
};

}  // namespace

Steps build_steps(const Grammar& grammar, uint32_t entry, const ProgramOptions& options, Program& program) {
  return Builder(grammar, entry, options, program).build();
}

}  // namespace gleaner::grammar
