// Stage 2 (see program_internal.h). From each point all ways to the next character are walked, in order of
// preference; what is met on the way (actions, calls, tests) goes along with the edge. Cost: the number of
// ways; a choice of many is a point of its own.
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "grammar/program_internal.h"

namespace gleaner::grammar {
namespace {

class Closer {
 public:
  Closer(const Steps& built, Program& program) : built_(built), p_(program) {
    for (uint32_t i = 0; i < p_.actions.size(); ++i) action_numbers_[p_.actions[i]] = i;
    p_.stack_ops.push_back({});
    stack_numbers_[{}] = 0;
  }

  std::vector<RawPoint> run() {
    p_.start = point_of(built_.start);
    for (size_t i = 0; i < points_.size(); ++i) close(i);
    return std::move(points_);
  }

 private:
  struct Path {
    Actions actions;
    std::vector<StackOp> stack;
    // return points pushed on this path and not popped; kNone: a test's beginning
    std::vector<uint32_t> pushed;
    bool prune = false;
  };

  uint32_t point_of(uint32_t step) {
    auto [at, fresh] = point_numbers_.try_emplace(step, uint32_t(points_.size()));
    if (fresh) points_.push_back({step});
    return at->second;
  }

  void close(size_t i) {
    closing_ = i;
    seen_.clear();
    ++round_;
    Path path;
    start_ = points_[i].step;
    walk(start_, path);
  }

  void walk(uint32_t s, Path& path) {
    for (;;) {
      const Step& step = built_.steps[s];
      if (step.kind == Step::Kind::split) {
        // A second way to the same step brings nothing new: same future, lower preference.
        if (!first_visit(s, path)) return;
        if (step.ways.size() >= kSharedWays && s != start_) return emit(Edge::Kind::jump, s, path);
        return walk_all(step.ways, path);
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

  void walk_all(const std::vector<uint32_t>& ways, Path& path) {
    if (!path.pushed.empty() || !path.stack.empty()) {
      for (uint32_t way : ways) {
        Path copy = path;
        walk(way, copy);
      }
      return;
    }
    const size_t actions = path.actions.size();  // nearly always: only the actions and the flag need undoing
    const bool prune = path.prune;
    for (uint32_t way : ways) {
      walk(way, path);
      path.actions.resize(actions);
      path.stack.clear();
      path.pushed.clear();
      path.prune = prune;
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
      raw.edge.target = point_of(step.next);
    }
    if (kind == Edge::Kind::jump) raw.edge.target = point_of(s);
    points_[closing_].edges.push_back(raw);
  }

  struct ActionsHash {
    size_t operator()(const Actions& actions) const {
      uint64_t h = actions.size();
      for (const Action& a : actions)
        h = (h ^ (uint64_t(a.op) << 32 | a.argument)) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
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

  const Steps& built_;
  Program& p_;
  std::unordered_map<Actions, uint32_t, ActionsHash> action_numbers_;
  std::map<std::vector<StackOp>, uint32_t> stack_numbers_;
  std::unordered_map<uint32_t, uint32_t> point_numbers_;  // step -> point
  std::vector<RawPoint> points_;
  std::set<std::tuple<uint32_t, std::vector<StackOp>, bool>> seen_;
  std::vector<uint32_t> visited_;  // the same for paths without stack: the round that saw the step
  uint32_t round_ = 0;
  size_t closing_ = 0;                      // the point whose edges are being made
  uint32_t start_ = 0;                      // ... and its step
  static constexpr size_t kSharedWays = 6;  // a choice of so many ways is a point of its own
};

}  // namespace

std::vector<RawPoint> close_steps(const Steps& built, Program& program) {
  return Closer(built, program).run();
}

}  // namespace gleaner::grammar
