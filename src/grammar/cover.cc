// See cover.h. A search over pairs of points that assumes what it is still looking at.
#include "grammar/cover.h"

#include <algorithm>

namespace gleaner::grammar {

constexpr size_t kMaxPairs = 4'000;   // that one question may depend on
constexpr size_t kMaxEdges = 10'000;  // pairs of edges of one pair of points
constexpr uint32_t kMaxJumps = 64;

Cover::Cover(const Program& program, size_t max_work)
    : program_(program), max_work_(max_work), disabled_(max_work == 0), steps_(program.points.size()) {
  // A reading that passes a `prune` drops what ranks below it: it cannot be missed.
  for (const Edge& edge : program.edges) disabled_ |= edge.prune;
}

void Cover::gather(uint32_t point, uint32_t depth, Steps& into) {
  const Point& p = program_.points[point];
  if (depth > kMaxJumps) into.opaque = true;
  for (const Edge& edge : program_.edges_of(p)) {
    if (into.opaque) return;
    if (edge.kind == Edge::Kind::jump) {
      if (edge.stack) into.opaque = true;  // rare, and hard to compare
      else gather(edge.target, depth + 1, into);
      continue;
    }
    bool tests = false;
    for (const StackOp& op : program_.stack_ops[edge.stack]) tests |= op.kind != StackOp::Kind::push;
    into.all.push_back({edge.kind, &program_.classes[edge.classes], edge.target, edge.stack, tests});
  }
}

const Cover::Steps& Cover::steps_of(uint32_t point) {
  Steps& steps = steps_[point];
  if (steps.ready) return steps;
  steps.ready = true;
  // Between characters a point lets the rest of a character pass.
  if (!program_.points[point].inside_character)
    steps.all.push_back({Edge::Kind::character, &program_.continuation, point, 0, false});
  gather(point, 0, steps);
  return steps;
}

bool Cover::assumed(uint32_t a, uint32_t b) {
  if (a == b) return true;
  const uint64_t pair = uint64_t(a) << 32 | b;
  if (auto known = known_.find(pair); known != known_.end()) return known->second;
  auto [at, fresh] = open_.try_emplace(pair, true);
  if (fresh) waiting_.push_back(pair);
  return at->second;
}

// Has each class of that edge an edge of ours?
bool Cover::answered(const Step& theirs, const Steps& ours) {
  std::bitset<256> left;
  if (theirs.kind == Edge::Kind::character) left = *theirs.classes;
  for (const Step& step : ours.all) {
    ++work_;
    if (step.kind != theirs.kind || step.tests || step.stack != theirs.stack) continue;
    if (step.kind != Edge::Kind::character) return true;
    if ((left & *step.classes).none() || !assumed(step.target, theirs.target)) continue;
    left &= ~*step.classes;
    if (left.none()) return true;
  }
  return theirs.kind == Edge::Kind::character && left.none();
}

bool Cover::holds(uint32_t a, uint32_t b) {
  const Steps& theirs = steps_of(b);
  const Steps& ours = steps_of(a);
  if (theirs.opaque || ours.opaque || theirs.all.size() * ours.all.size() > kMaxEdges) return false;
  return std::ranges::all_of(theirs.all, [&](const Step& step) { return answered(step, ours); });
}

bool Cover::find(uint32_t a, uint32_t b) {
  if (a == b) return true;
  const uint64_t asked = uint64_t(a) << 32 | b;
  open_.clear();
  waiting_.clear();
  open_.emplace(asked, true);
  waiting_.push_back(asked);
  auto given_up = [&] {
    if (work_ >= max_work_) disabled_ = true;
    known_.emplace(asked, false);
    return false;
  };
  // Once a round strikes nothing, what is left holds together. A struck answer ends it: the other pairs may
  // come again.
  for (bool struck = true; struck && open_[asked];) {
    struck = false;
    for (size_t i = 0; i < waiting_.size() && open_[asked]; ++i) {  // grows while it is walked
      if (waiting_.size() > kMaxPairs || work_ >= max_work_) return given_up();
      const uint64_t pair = waiting_[i];
      if (!open_[pair] || holds(uint32_t(pair >> 32), uint32_t(pair))) continue;
      open_[pair] = false;
      struck = true;
    }
  }
  if (!open_[asked]) {
    for (const auto& [pair, holds_still] : open_)
      if (!holds_still) known_.emplace(pair, false);  // struck out is struck out
    return false;
  }
  known_.insert(open_.begin(), open_.end());
  return true;
}

}  // namespace gleaner::grammar
