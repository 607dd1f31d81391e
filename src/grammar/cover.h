// Cover: may a reading be dropped because a better one can do whatever it can?
//
// Of two survivors one ranks above the other for ever: whatever follows, if both succeed, the better
// one wins. So the worse one is of use only for a continuation that the better one cannot read. If
// there is no such continuation (every text that leads from point B to success also leads from point A
// to success), B can be dropped at once. Fault tolerance makes this common: a rule whose parts can all
// be skipped keeps one reading for every part that might have been skipped earlier, and the reading
// that is furthest on covers them all.
//
// Inclusion of languages is hard to decide. Simulation is not, and implies it: A covers B if for each
// edge of B, and every byte class that the edge accepts, A has an edge that does the same to the stack
// and whose target covers B's target. A pair is looked at when it first comes up, together with all pairs
// it depends on, and the answer is kept. The largest relation that holds is found by striking out what
// does not (a fixpoint from above).
//
// What would take too long counts as not covered: dropping is never needed, it only saves work. Cost: at most
// `max_work` comparisons of edges over the life of the object (about 50 ns each). Oracle: reference_test.cc
// (same paths with and without).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "grammar/program.h"

namespace gleaner::grammar {

class Cover {
 public:
  // REQUIRES: the program outlives it.
  Cover(const Program& program, size_t max_work);

  // Does every success from `b` have one from `a`, with the same stack below?
  bool covers(uint32_t a, uint32_t b) {
    if (disabled_) return false;
    auto known = known_.find(uint64_t(a) << 32 | b);
    return known != known_.end() ? known->second : find(a, b);
  }

 private:
  struct Step {  // an edge with the points that only lead on taken out
    Edge::Kind kind;
    const std::bitset<256>* classes;
    uint32_t target, stack;
    bool tests;
  };
  struct Steps {
    bool ready = false, opaque = false;
    std::vector<Step> all;
  };
  const Steps& steps_of(uint32_t point);
  void gather(uint32_t point, uint32_t depth, Steps& into);
  bool find(uint32_t a, uint32_t b);
  bool holds(uint32_t a, uint32_t b);
  bool answered(const Step& theirs, const Steps& ours);
  bool assumed(uint32_t a, uint32_t b);

  const Program& program_;
  size_t max_work_;
  bool disabled_ = false;
  std::vector<Steps> steps_;
  std::unordered_map<uint64_t, bool> known_;
  std::unordered_map<uint64_t, bool> open_;  // pairs of the question being answered: still believed?
  std::vector<uint64_t> waiting_;
  size_t work_ = 0;
};

}  // namespace gleaner::grammar
