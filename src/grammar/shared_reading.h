// SharedReading: the best reading of a source by rules that call themselves, in polynomial time.
//
// The scanner keeps a stack of its own for every reading. Where a rule that calls itself can begin in two
// ways (`card() | box() | .`, both with '<div'), the stacks double with each level. Here readings share their
// work. The source must be known whole; it is passed three times:
//
//  1. Forward, without stacks: at which points of the program can a reading stand, at each
//     position? A rule that ends may go on behind any of its calls. That allows too much, but it is
//     a plain automaton of few states.
//  2. Backward: for each of these points, at which positions can the call around it end? The answers are sets
//     of positions. Few of them differ, so each is kept once and has a number. To skip over a call, look up
//     what stands behind it at each position where it can end.
//  3. Forward, with stacks: of the ways to go on only the cheapest are kept. Calls of the same rule from the
//     same position share one frame that lists its callers (a graph-structured stack: Tomita 1986). A path
//     goes on from each caller when the rule ends. If this pass comes to nothing, it is made again with
//     foresight: from the callers of a frame follows at which of its ends a caller reaches the end of the
//     source, and only what leads there is kept.
//
// Readings are ordered as in the scanner: costs compared from the left, then what was written first. One
// thing is looser. Two readings may cost the same, character by character, while a shared call ends at
// different places in them: then the one that ended first is preferred, even if its caller was written later.
//
// Cost: positions x points that can be stood on there, times the ends of a call in the worst case; memory 4
// bytes for each such point. Not for predicates or `prune`, which speak about one reading among all. Oracle:
// reference_test.cc, which reads everything this way too.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "grammar/number_sets.h"
#include "grammar/program.h"

namespace gleaner::grammar {

class SharedReading {
 public:
  struct Step {
    uint64_t position;
    uint32_t actions;  // of the program
  };
  enum class Kind : uint8_t { matched, failed, out_of_budget };
  struct Reading {
    Kind kind = Kind::failed;
    std::vector<Step> steps;  // in source order
    uint64_t reached = 0;     // failed: how far any reading came
    uint32_t point = 0;       // ... and where one stood there
  };

  static bool can_read(const Program& program);

  // REQUIRES: can_read(program), which outlives this.
  explicit SharedReading(const Program& program);

  // Reads `source` from a point on; `returns` is its stack, the innermost call last.
  Reading read(std::string_view source, uint32_t point, const std::vector<uint32_t>& returns, Budget& budget);

 private:
  struct Caller {
    uint32_t point, frame, path;  // where it goes on, the frame that it lies in, what it did until the call
  };
  struct Frame {
    std::vector<Caller> callers;
    uint32_t ends = 0;        // where it can end
    uint32_t kind = 0;        // ... in the numbers of this kind of calls
    uint32_t viable = kNone;  // ... and a caller goes on to the end of the source; kNone: not asked for yet
  };
  struct Stretch {
    uint32_t first, set;  // from this number of an end on
  };
  struct Path {  // what happened, back to the beginning of a frame: a step, or a call that was left
    uint32_t previous, inner;
    uint64_t position;
    uint32_t actions;
  };
  struct Item {
    uint32_t point, frame, path;
  };
  struct Reached {
    Item item;
    uint32_t cost;
  };

  // --- once for the program
  void find_returns();
  const std::vector<uint32_t>& leaves_of(uint32_t root);
  uint32_t find_kind(uint32_t point) const;
  uint32_t kind_of_call(uint32_t root);
  std::vector<uint32_t> pushes_of(const Edge& edge) const;

  // --- pass 1
  bool find_points(uint32_t start, Budget& budget, Reading& reading);
  void stand_on(uint32_t point, std::vector<uint32_t>& points);
  uint32_t state_of(std::vector<uint32_t> points);
  uint32_t next_state(uint32_t state, uint32_t byte_class);

  // --- pass 2
  bool find_ends(Budget& budget);
  uint32_t ends_of(uint32_t point);  // in the column that is being filled
  uint32_t ends_of_edge(uint32_t point, const Edge& edge);
  uint32_t ends_at(uint32_t point, uint64_t position) const;  // in a column that is
  uint32_t behind_call(uint32_t ends, uint32_t kind, uint32_t point);
  uint32_t end_here(uint32_t point);
  size_t row_of(uint32_t point, uint64_t position) const;

  // --- pass 3
  bool follow(Budget& budget, Reading& reading);
  void expand(const Item& item);
  void expand_edge(const Item& item, const Edge& edge);
  void leave(const Item& item);
  void go_back(const Caller& caller, uint32_t inner);
  void choose(std::vector<Item>& items);
  bool call(const Item& item, const Edge& edge, uint32_t path, uint32_t& frame);
  void enter(uint32_t point, const std::vector<uint32_t>& returns);
  bool viable(const Item& item);
  uint32_t viable_ends_of(uint32_t frame);
  uint32_t viable_ends(uint32_t ends, uint32_t kind, uint32_t point, uint32_t outer);
  const std::vector<Stretch>& stretches_of(uint32_t kind, uint32_t point);
  bool find_accept(const Item& item, Item& end, uint32_t depth);
  uint32_t path_step(uint32_t previous, uint32_t actions);
  void collect(uint32_t path, std::vector<Step>& steps) const;
  uint32_t class_at(uint64_t position) const { return program_.class_of[uint8_t(source_[position])]; }
  bool waits(uint32_t point, uint64_t position) const;

  const Program& program_;
  std::vector<std::vector<uint32_t>> returns_;  // point with a leave edge -> where its rule's calls go on
  std::unordered_map<uint32_t, std::vector<uint32_t>> leaves_;
  std::vector<uint32_t> kind_;  // a forest: see find_kind

  std::string_view source_;
  uint64_t position_ = 0;
  std::vector<std::vector<uint32_t>> states_;  // sorted points
  std::unordered_map<uint64_t, std::vector<uint32_t>> state_numbers_;
  std::unordered_map<uint64_t, uint32_t> moves_;
  std::vector<uint32_t> state_at_;
  std::vector<uint64_t> first_row_;
  std::vector<uint32_t> ends_;  // row -> set of ends
  std::vector<uint8_t> mark_;   // of the column that is being filled
  bool circular_ = false;       // this look at a position came back to a point that it was still at
  bool changed_ = false;        // ... and something was found that was not known before it

  NumberSets sets_;
  std::vector<std::vector<uint64_t>> end_positions_;  // kind -> number in sets -> position, from the right
  std::unordered_map<uint64_t, std::unordered_map<uint64_t, uint32_t>> behind_;
  bool filled_ = false;  // all columns

  std::vector<Frame> frames_;
  std::vector<Path> paths_;
  std::vector<Reached> candidates_;
  uint32_t depth_ = 0;
  bool too_deep_ = false;
  std::unordered_map<uint64_t, std::vector<Stretch>> stretches_;
  bool foresight_ = false;
  uint64_t looks_ = 0;
  std::unordered_map<uint64_t, bool> passed_;                 // (point, frame) in this step
  std::unordered_map<uint32_t, std::vector<uint32_t>> left_;  // frame -> the paths that left it in this step
  std::unordered_map<uint64_t, uint32_t> called_;             // hash of a call -> frame in this step
};

}  // namespace gleaner::grammar
