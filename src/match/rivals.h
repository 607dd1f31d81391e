// From pairs judged alone to pairs judged together: rivals, one-to-one.
//
// A record usually has one match or none. So the matches are a matching of the graph of candidates: its
// weight is the product of k o over its pairs, where o are the odds of a pair alone and k the prior odds that
// a record has a match, found by EM. The probability of a pair under all matchings is found by passing
// messages between records (belief propagation for the monomer-dimer model, which always settles): a rival
// that has a better match elsewhere counts less. Records that are the same thing twice in one source (twins)
// do not compete, or as little as they are sure to be that. Cost: some thirty passes over the pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "match/candidates.h"

namespace gleaner::match {

// The pairs as a graph: ends(k) are numbers of records, left ones first; one table:
// the same numbers on both sides.
struct PairGraph {
  const std::vector<Candidate>* pairs = nullptr;
  size_t left = 0, right = 0;  // records
  bool one_table = false;
  size_t records() const { return one_table ? left : left + right; }
  uint32_t first(size_t k) const { return (*pairs)[k].left; }
  uint32_t second(size_t k) const { return uint32_t((one_table ? 0 : left) + (*pairs)[k].right); }
};

// The pairs of each record.
class Incidence {
 public:
  explicit Incidence(const PairGraph& graph);
  std::span<const uint32_t> of(uint32_t record) const {
    return {pairs_.data() + ends_[record], pairs_.data() + ends_[record + 1]};
  }

 private:
  std::vector<uint64_t> ends_;
  std::vector<uint32_t> pairs_;
};

// Best score among the other pairs of either record, and whether the pair is the best of both.
// Equal scores: the earlier pair.
struct Rank {
  std::vector<float> rival;
  std::vector<char> mutual;
};
Rank rank(const PairGraph& graph, const std::vector<float>& score);

// Two pairs of one record that do not exclude each other, since their other records are the same thing.
struct Twins {
  uint32_t pair = 0, other = 0;
  bool at_first = true;  // the record they share is the first one of `pair`
  float surely = 0;      // 0: they compete; 1: not at all
};

struct Together {
  std::vector<double> probability;
  std::vector<float> first,
      second;             // what the rivals at either record leave to the pair: factors of its odds
  double prior_odds = 1;  // that a record has a match
  double share = 0;       // records of the smaller side that have one
};
// A sample of the records, whose candidates are all there: for how many records each stands (0: it is not of
// the sample), and how many matches all records could have.
struct Census {
  std::vector<float> stands_for;
  double most = 1;
};
// `twins`: each direction on its own, sorted by pair. `census`: the pairs are those of a sample.
// `prior_odds`: that a record has a match, where they are known; 0: found by EM.
Together compete(const PairGraph& graph, const std::vector<double>& odds, const std::vector<Twins>& twins,
                 const Census* census = nullptr, double prior_odds = 0);

// Which pairs stay when every record may have one: greedily by probability, then by order.
std::vector<char> one_to_one(const PairGraph& graph, const std::vector<double>& probability,
                             double threshold);

}  // namespace gleaner::match
