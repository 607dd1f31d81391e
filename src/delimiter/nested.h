// Left delimiters that depend on each other, with head and tail: N-LR and N-HLRT. Also, with every tuple
// taken as one attribute, l1 of LR and (h, t, l1) of HLRT.
//
// Left delimiter j is a suffix, of length x_j, of all gaps before attribute j. In such a gap no rival i may
// come first. The rival's first occurrence in the gap depends on x_i alone, and j comes first exactly when
// x_j reaches back far enough. So every condition has the form
//   x_j >= T_ij(x_i).
// If two solutions satisfy such constraints, so does the greater of them in every variable. For constraints
// of this kind (Jeavons and Cooper, "Tractable constraints on ordered domains", 1995) arc consistency
// decides: if no domain becomes empty, the greatest values left are a solution. So the paper's search,
// exponential in K, becomes polynomial.
//
// A tail t adds conditions on single x_j only, a head h on x_1 only. t is enumerated, as classes of texts
// that stand in the same places. Then arc consistency decides for the left delimiters, and h is a
// question of windows (windows.h). Cost: gaps x rivals x (gap + candidate length) for the tables; one
// search of the gaps for each candidate t.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "delimiter/example.h"
#include "delimiter/ranges.h"
#include "delimiter/windows.h"

namespace gleaner::delimiter {

struct NestedSolution {
  std::vector<std::string> left;
  std::string head, tail;
  // Lower bound on how many choices of the left delimiters fit, head and tail as they are
  uint64_t fitting = 0;
};

class NestedSolver {
 public:
  // REQUIRES: examples were made with nested = true and live as long as this.
  NestedSolver(const ExampleSet& examples, bool head_tail, Budget& budget);

  std::optional<NestedSolution> solve();
  // Why not. REQUIRES: solve() gave nothing.
  Reason reason() const { return reason_; }

 private:
  using Domain = std::vector<uint8_t>;  // domain[x]: length x is still possible
  struct Variable {
    Range range;
    std::optional<Suffixes> suffixes;
    Domain domain;
  };
  struct Threshold {  // x_winner >= least[x_rival]
    uint32_t rival, winner;
    std::vector<uint32_t> least;
    Gap hardest;
  };
  struct TailEnds {  // where rival i first ends in a tail, for each length
    uint32_t tail, rival;
    std::vector<uint32_t> first;
  };

  bool prepare();
  void add_thresholds(const Gap& gap);
  void forbid_in_tails();
  bool consistent(std::vector<Domain>& domains) const;
  std::vector<uint32_t> choose(std::vector<Domain>& domains, uint32_t first_length) const;
  uint64_t count(const std::vector<Domain>& domains) const;

  bool try_tail(std::string_view tail, bool any_head, NestedSolution& out);
  bool restrict_by_tail(std::string_view tail, std::vector<Domain>& domains) const;
  std::optional<std::string> find_head(uint32_t length, std::string_view tail, bool any_head);
  bool head_does_for_empty_pages(std::string_view head, size_t& shorter, std::string_view left,
                                 std::string_view tail) const;
  NestedSolution finish(const std::vector<uint32_t>& lengths) const;
  std::optional<NestedSolution> solve_with_any_tail();
  void explain_inconsistency();

  const ExampleSet& examples_;
  const bool head_tail_;
  Budget& budget_;
  std::vector<Variable> variables_;
  std::vector<Threshold> thresholds_;
  std::vector<TailEnds> tail_ends_;
  // a head: last end of l1 of each length before the right one
  std::vector<std::vector<uint32_t>> head_last_ends_;
  std::unordered_map<std::string, std::optional<std::string>> known_heads_;
  Reason reason_;
};

}  // namespace gleaner::delimiter
