#include "grammar/program.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "grammar/check.h"
#include "grammar/fallback.h"

namespace gleaner::grammar {
namespace {

using Kind = Node::Kind;

// --- stage 1: the tree with its epsilon moves (what Thompson's construction gives), built from the end backwards.
struct Step {
  enum class Kind : uint8_t { character, split, action, prune, begin_test, end_test, call, leave, accept };
  Kind kind;
  uint32_t argument = 0;  // character: set number; end_test: code; call: rule
  Action action{};
  uint32_t next = kNone;
  std::vector<uint32_t> ways = {};  // split, in order of preference
  uint32_t rule = kNone;
  uint32_t offset = 0;
};

struct SetUse {
  CodeSet set;
  uint32_t cost;
  auto operator<=>(const SetUse&) const = default;
};

class Builder {
 public:
  Builder(const Grammar& grammar, uint32_t entry, const ProgramOptions& options, Program& program)
      : grammar_(grammar), options_(options), program_(program), entry_(entry) {}

  std::vector<Step> steps;
  std::vector<SetUse> sets;
  uint32_t start = kNone;

  void build() {
    find_shared();
    expanded_.resize(grammar_.rules.size());
    body_.assign(grammar_.rules.size(), kNone);
    const Rule& rule = grammar_.rules[entry_];
    rule_ = entry_;
    uint32_t next = add({Step::Kind::accept});
    steps[next].offset = rule.end ? rule.end - 1 : 0;
    if (!rule.strict) next = fallback(next, rule.end ? rule.end - 1 : 0);
    next = inlined(entry_, next);
    if (!rule.strict) next = fallback(next, rule.offset);
    start = next;
    build_bodies();
    tail_calls();
  }

 private:
  // Rules on a cycle of calls cannot be inlined; the others are, unless that makes the program too large.
  void find_shared() {
    const size_t n = grammar_.rules.size();
    std::vector<std::set<uint32_t>> calls(n);
    std::function<void(const Node&, std::set<uint32_t>&)> gather = [&](const Node& node, std::set<uint32_t>& out) {
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

  static constexpr uint64_t kSmall = 64;

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
      uint32_t leave = add({Step::Kind::leave});
      body_[rule] = inlined(rule, leave);
    }
    for (Step& step : steps)
      if (step.kind == Step::Kind::call) step.ways = {body_[step.argument]};
  }

  // A call behind which only actions are left pushes nothing: the actions go along with the path.
  void tail_calls() {
    for (size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].kind != Step::Kind::call) continue;
      Actions left;
      uint32_t at = steps[i].next;
      for (; steps[at].kind == Step::Kind::action; at = steps[at].next) left.push_back(steps[at].action);
      if (steps[at].kind != Step::Kind::leave) continue;
      const uint32_t body = steps[i].ways[0];
      program_.actions.push_back(std::move(left));
      steps[i].kind = Step::Kind::action;
      steps[i].action = {Op::tail_call, uint32_t(program_.actions.size() - 1)};
      steps[i].next = body;
    }
  }

  uint32_t add(Step step) {
    step.rule = rule_;
    steps.push_back(std::move(step));
    return uint32_t(steps.size() - 1);
  }
  uint32_t act(Op op, uint32_t argument, uint32_t next, uint32_t offset) {
    uint32_t s = add({Step::Kind::action});
    steps[s].action = {op, argument};
    steps[s].next = next;
    steps[s].offset = offset;
    return s;
  }
  uint32_t split(std::vector<uint32_t> ways, uint32_t offset) {
    uint32_t s = add({Step::Kind::split});
    steps[s].ways = std::move(ways);
    steps[s].offset = offset;
    return s;
  }
  uint32_t character(const CodeSet& set, uint32_t cost, uint32_t next, uint32_t offset) {
    SetUse use{set, cost};
    auto [at, fresh] = set_numbers_.try_emplace(use, uint32_t(sets.size()));
    if (fresh) sets.push_back(use);
    uint32_t s = add({Step::Kind::character, at->second});
    steps[s].next = next;
    steps[s].offset = offset;
    return s;
  }

  uint32_t fallback(uint32_t next, uint32_t offset) {
    const CodeSet any = CodeSet::any();
    const uint32_t leave = act(Op::skip_end, 0, next, offset);
    const uint32_t loop = split({}, offset);
    const uint32_t again = character(any, Program::kFallbackCost, loop, offset);
    steps[loop].ways = {again, leave};
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
    uint32_t s = add({Step::Kind::call, n.target});
    steps[s].next = next;
    steps[s].offset = n.offset;
    return s;
  }

  uint32_t assign(const Node& n, uint32_t next) {
    const Node& child = n.children[0];
    Binding binding{rule_, n.variable, n.append, child.kind == Kind::call ? child.target : kNone};
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
      case Kind::star: case Kind::plus: {
        const uint32_t loop = split({}, n.offset);
        const uint32_t body = node(n.children[0], loop);
        steps[loop].ways = {n.between ? fallback(body, n.offset) : body, next};
        return n.kind == Kind::star ? loop : body;
      }
      case Kind::call: return call(n, next);
      case Kind::assign: return assign(n, next);
      case Kind::accept: {
        program_.has_tests = true;
        uint32_t end = add({Step::Kind::end_test, n.code});
        steps[end].next = next;
        uint32_t begin = add({Step::Kind::begin_test, n.code});
        const uint32_t body = node(n.children[0], end);
        steps[begin].next = body;
        steps[begin].offset = steps[end].offset = n.offset;
        return begin;
      }
      case Kind::code: return act(Op::code, n.code, next, n.offset);
      case Kind::prune: {
        uint32_t s = add({Step::Kind::prune});
        steps[s].next = next;
        return s;
      }
      case Kind::fallback: return fallback(next, n.offset);
    }
    return next;
  }

  const Grammar& grammar_;
  const ProgramOptions& options_;
  Program& program_;
  uint32_t entry_;
  uint32_t rule_ = kNone;
  std::vector<bool> shared_;
  std::vector<uint32_t> body_, wanted_;
  std::vector<std::unique_ptr<Node>> expanded_;
  std::map<SetUse, uint32_t> set_numbers_;
};

// --- stage 2: edges without epsilon moves.
class Closer {
 public:
  Closer(const Builder& built, Program& program) : built_(built), p_(program) {
    for (uint32_t i = 0; i < p_.actions.size(); ++i) action_numbers_[p_.actions[i]] = i;
    p_.stack_ops.push_back({});
    stack_numbers_[{}] = 0;
  }

  struct RawEdge {
    Edge edge;
    uint32_t set = kNone;
    uint32_t step = kNone;  // target
  };

  void run() {
    p_.start = point_of(built_.start);
    for (size_t i = 0; i < todo_.size(); ++i) close(i);
    finish();
  }

 private:
  struct Path {
    Actions actions;
    std::vector<StackOp> stack;
    std::vector<uint32_t> pushed;  // return points pushed on this path and not popped; kNone: a test's beginning
    bool prune = false;
  };

  uint32_t point_of(uint32_t step) {
    auto [at, fresh] = points_.try_emplace(step, uint32_t(todo_.size()));
    if (fresh) todo_.push_back(step);
    return at->second;
  }

  void close(size_t i) {
    raw_.emplace_back();
    seen_.clear();
    ++round_;
    Path path;
    start_ = todo_[i];
    walk(start_, path);
  }

  void walk(uint32_t s, Path& path) {
    for (;;) {
      const Step& step = built_.steps[s];
      if (step.kind == Step::Kind::split) {
        // A second way to the same step brings nothing new: same future, lower preference.
        if (!first_visit(s, path)) return;
        if (step.ways.size() >= kSharedWays && s != start_) return emit(Edge::Kind::jump, s, path);
        const size_t actions = path.actions.size();
        if (path.pushed.empty() && path.stack.empty()) {  // nearly always: only the actions and the flag need undoing
          const bool prune = path.prune;
          for (uint32_t way : step.ways) {
            walk(way, path);
            path.actions.resize(actions);
            path.stack.clear();
            path.pushed.clear();
            path.prune = prune;
          }
          return;
        }
        for (uint32_t way : step.ways) {
          Path copy = path;
          walk(way, copy);
        }
        return;
      }
      switch (step.kind) {
        case Step::Kind::action: path.actions.push_back(step.action); break;
        case Step::Kind::prune: path.prune = true; break;
        case Step::Kind::begin_test:
          path.stack.push_back({StackOp::Kind::begin_test, step.argument});
          path.pushed.push_back(kNone);
          break;
        case Step::Kind::end_test:
          if (!path.pushed.empty()) {  // nothing was consumed inside
            path.pushed.pop_back();
            drop_last(path.stack, StackOp::Kind::begin_test);
            path.stack.push_back({StackOp::Kind::empty_test, step.argument});
          } else {
            path.stack.push_back({StackOp::Kind::end_test, step.argument});
          }
          break;
        case Step::Kind::call:
          path.stack.push_back({StackOp::Kind::push, point_of(step.next)});
          path.pushed.push_back(step.next);
          s = step.ways[0];
          continue;
        case Step::Kind::leave:
          if (path.pushed.empty()) return emit(Edge::Kind::leave, s, path);
          s = path.pushed.back();
          path.pushed.pop_back();
          drop_last(path.stack, StackOp::Kind::push);
          continue;
        case Step::Kind::accept: return emit(Edge::Kind::accept, s, path);
        case Step::Kind::character: return emit(Edge::Kind::character, s, path);
        case Step::Kind::split: break;
      }
      s = step.next;
    }
  }

  bool first_visit(uint32_t s, const Path& path) {
    if (!path.stack.empty() || path.prune) return seen_.insert({s, path.stack, path.prune}).second;
    if (visited_.size() < built_.steps.size()) visited_.resize(built_.steps.size(), 0);
    if (visited_[s] == round_) return false;
    visited_[s] = round_;
    return true;
  }

  static void drop_last(std::vector<StackOp>& ops, StackOp::Kind kind) {
    for (size_t i = ops.size(); i-- > 0;) {
      if (ops[i].kind != kind) continue;
      ops.erase(ops.begin() + ptrdiff_t(i));
      return;
    }
  }

  void emit(Edge::Kind kind, uint32_t s, const Path& path) {
    const Step& step = built_.steps[s];
    RawEdge raw;
    raw.edge.kind = kind;
    raw.edge.prune = path.prune;
    raw.edge.actions = intern(action_numbers_, p_.actions, path.actions);
    raw.edge.stack = intern(stack_numbers_, p_.stack_ops, path.stack);
    if (kind == Edge::Kind::character) {
      raw.set = step.argument;
      raw.edge.cost = built_.sets[step.argument].cost;
      raw.edge.skips = raw.edge.cost == Program::kFallbackCost;
      raw.step = step.next;
      raw.edge.target = point_of(step.next);
    }
    if (kind == Edge::Kind::jump) raw.edge.target = point_of(s);
    raw_.back().push_back(raw);
  }

  struct ActionsHash {
    size_t operator()(const Actions& actions) const {
      uint64_t h = actions.size();
      for (const Action& a : actions) h = (h ^ (uint64_t(a.op) << 32 | a.argument)) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
      return size_t(h);
    }
  };

  template <class Map, class T>
  static uint32_t intern(Map& numbers, std::vector<T>& all, const T& value) {
    if (value.empty()) return 0;
    auto [at, fresh] = numbers.try_emplace(value, uint32_t(all.size()));
    if (fresh) all.push_back(value);
    return at->second;
  }

  // --- bytes
  using Bytes = std::bitset<256>;
  struct SetBytes {
    uint32_t number = 0;                  // of `whole` among the byte sets
    Bytes whole;                          // lead bytes that decide (ASCII, and all of the rest when the set has it)
    std::vector<ByteSequence> sequences;  // the rest when the set tells non-ASCII characters apart
  };

  static SetBytes bytes_of(const CodeSet& set) {
    SetBytes out;
    uint32_t beyond = 0;
    for (CodeRange r : set.ranges()) {
      for (uint32_t c = r.first; c <= std::min(r.last, 0x7Fu); ++c) out.whole.set(c);
      if (r.last > 0x7F) beyond += r.last - std::max(r.first, 0x80u) + 1;
    }
    if (beyond == CodeSet::kAll - 0x80) {
      for (uint32_t b = 0xC0; b <= 0xFF; ++b) out.whole.set(b);
      return out;
    }
    for (CodeRange r : set.ranges()) {
      if (r.last <= 0x7F) continue;
      auto more = utf8_sequences(std::max(r.first, 0x80u), r.last);
      out.sequences.insert(out.sequences.end(), more.begin(), more.end());
    }
    return out;
  }

  static Bytes range(uint8_t low, uint8_t high) {
    Bytes out;
    for (uint32_t b = low; b <= high; ++b) out.set(b);
    return out;
  }

  uint32_t bytes_number(const Bytes& bytes) {
    auto [at, fresh] = byte_numbers_.try_emplace(bytes.to_string(), uint32_t(byte_sets_.size()));
    if (fresh) byte_sets_.push_back(bytes);
    return at->second;
  }

  // The point inside a character from which the bytes `at`.. of the sequence lead to `target`.
  uint32_t middle(const ByteSequence& s, uint32_t at, uint32_t target) {
    if (at == s.length) return target;
    std::string key = fmt::format("{}", target);
    for (uint32_t i = at; i < s.length; ++i) key += fmt::format(",{}-{}", s.low[i], s.high[i]);
    auto known = middles_.find(key);
    if (known != middles_.end()) return known->second;
    const uint32_t next = middle(s, at + 1, target);
    const uint32_t number = uint32_t(todo_.size() + middle_edges_.size());
    Edge edge;
    edge.classes = bytes_number(range(s.low[at], s.high[at]));
    edge.target = next;
    middle_edges_.push_back(edge);
    middle_of_.push_back(target);
    middles_[key] = number;
    return number;
  }

  void finish() {
    std::vector<SetBytes> set_bytes;
    for (const SetUse& use : built_.sets) {
      set_bytes.push_back(bytes_of(use.set));
      if (set_bytes.back().whole.any()) set_bytes.back().number = bytes_number(set_bytes.back().whole);
    }
    p_.points.resize(todo_.size());
    for (size_t i = 0; i < todo_.size(); ++i) {
      Point& point = p_.points[i];
      point.first_edge = uint32_t(p_.edges.size());
      for (const RawEdge& raw : raw_[i]) add_edges(raw, set_bytes);
      point.edges = uint32_t(p_.edges.size()) - point.first_edge;
      point.rule = built_.steps[todo_[i]].rule;
      point.offset = built_.steps[todo_[i]].offset;
      point.sure_actions = common_actions(point);
    }
    for (size_t i = 0; i < middle_edges_.size(); ++i) {
      Point point = p_.points[middle_of_[i]];
      point.first_edge = uint32_t(p_.edges.size());
      point.edges = 1;
      point.inside_character = true;
      point.sure_actions = 0;
      p_.points.push_back(point);
      p_.edges.push_back(middle_edges_[i]);
    }
    make_classes();
    find_accepting_all();
  }

  void add_edges(const RawEdge& raw, const std::vector<SetBytes>& set_bytes) {
    Edge edge = raw.edge;
    if (edge.kind != Edge::Kind::character) {
      p_.edges.push_back(edge);
      return;
    }
    const SetBytes& bytes = set_bytes[raw.set];
    if (bytes.whole.any()) {
      edge.classes = bytes.number;
      p_.edges.push_back(edge);
    }
    for (const ByteSequence& s : bytes.sequences) {
      edge.classes = bytes_number(range(s.low[0], s.high[0]));
      edge.target = middle(s, 1, raw.edge.target);
      p_.edges.push_back(edge);
    }
  }

  uint32_t common_actions(const Point& point) {
    if (point.edges == 0) return 0;
    const Actions& first = p_.actions[p_.edges[point.first_edge].actions];
    size_t common = first.size();
    for (uint32_t e = point.first_edge; e < point.first_edge + point.edges; ++e) {
      const Actions& other = p_.actions[p_.edges[e].actions];
      size_t same = 0;
      while (same < common && same < other.size() && first[same] == other[same]) ++same;
      common = same;
    }
    for (size_t i = 0; i < common; ++i)
      if (first[i].op == Op::tail_call) common = i;
    return uint32_t(common);
  }

  // Bytes that the same sets hold are one class; continuation bytes never share one with others.
  void make_classes() {
    byte_sets_.push_back(range(0x80, 0xBF));
    std::map<std::vector<bool>, uint32_t> numbers;
    for (uint32_t b = 0; b < 256; ++b) {
      std::vector<bool> signature;
      for (const Bytes& set : byte_sets_) signature.push_back(set[b]);
      p_.class_of[b] = uint8_t(numbers.try_emplace(signature, uint32_t(numbers.size())).first->second);
    }
    p_.class_count = uint32_t(numbers.size());
    byte_sets_.pop_back();
    for (const Bytes& set : byte_sets_) {
      std::bitset<256> classes;
      for (uint32_t b = 0; b < 256; ++b)
        if (set[b]) classes.set(p_.class_of[b]);
      p_.classes.push_back(classes);
    }
    for (uint32_t b = 0x80; b <= 0xBF; ++b) p_.continuation.set(p_.class_of[b]);
  }

  // The greatest set of points that accept now and lead back into the set over every character.
  // With a `prune` anywhere nothing is sure: a better path may drop the one that would have succeeded, and then fail itself.
  void find_accepting_all() {
    for (const Edge& edge : p_.edges)
      if (edge.prune) return;
    for (Point& point : p_.points) point.accepts_all = !point.inside_character && accepts(point);
    for (bool changed = true; changed;) {
      changed = false;
      for (Point& point : p_.points) {
        if (!point.accepts_all) continue;
        const std::bitset<256> covered = p_.continuation | surely_accepted(point);
        if (covered.count() < p_.class_count) point.accepts_all = false, changed = true;
      }
    }
  }
  // The classes over which an edge leads to a point that accepts all.
  std::bitset<256> surely_accepted(const Point& point) const {
    std::bitset<256> covered;
    for (uint32_t e = point.first_edge; e < point.first_edge + point.edges; ++e) {
      const Edge& edge = p_.edges[e];
      if (edge.stack != 0) continue;
      if (edge.kind == Edge::Kind::character && p_.points[edge.target].accepts_all) covered |= p_.classes[edge.classes];
      if (edge.kind == Edge::Kind::jump) covered |= surely_accepted(p_.points[edge.target]);
    }
    return covered;
  }
  bool accepts(const Point& point) const {
    for (uint32_t e = point.first_edge; e < point.first_edge + point.edges; ++e) {
      const Edge& edge = p_.edges[e];
      if (edge.stack != 0) continue;
      if (edge.kind == Edge::Kind::accept) return true;
      if (edge.kind == Edge::Kind::jump && accepts(p_.points[edge.target])) return true;
    }
    return false;
  }

  const Builder& built_;
  Program& p_;
  std::unordered_map<Actions, uint32_t, ActionsHash> action_numbers_;
  std::map<std::vector<StackOp>, uint32_t> stack_numbers_;
  std::unordered_map<uint32_t, uint32_t> points_;   // step -> point
  std::vector<uint32_t> todo_;            // point -> step
  std::vector<std::vector<RawEdge>> raw_; // of each point
  std::set<std::tuple<uint32_t, std::vector<StackOp>, bool>> seen_;
  std::vector<uint32_t> visited_;         // the same for paths without stack: the round that saw the step
  uint32_t round_ = 0;
  uint32_t start_ = 0;                    // the step whose edges are being made
  static constexpr size_t kSharedWays = 6;  // a choice of so many ways is a point of its own
  std::map<std::string, uint32_t> byte_numbers_, middles_;
  std::vector<Bytes> byte_sets_;
  std::vector<Edge> middle_edges_;
  std::vector<uint32_t> middle_of_;
};

}  // namespace

Result<std::shared_ptr<const Program>> Program::compile(const Grammar& grammar, uint32_t entry,
                                                        const ProgramOptions& options) {
  auto program = std::make_shared<Program>();
  program->grammar = &grammar;
  program->entry = entry;
  program->actions.push_back({});
  Builder builder(grammar, entry, options, *program);
  builder.build();
  Closer(builder, *program).run();
  return std::shared_ptr<const Program>(std::move(program));
}

}  // namespace gleaner::grammar
