// Candidates: the pairs that are compared at all. Each record's best 15 of the other side, both ways, by
// rare words and pieces in common; words in many records are passed over, so the work grows with the
// records and not with their square.
#pragma once

#include <cstdint>
#include <vector>

#include "match/pieces.h"
#include "match/records.h"

namespace gleaner::match {

struct Candidate {
  uint32_t left = 0, right = 0;  // records
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// Sorted, each once. One table: left < right. `also` are candidates in any case. `from`: whether a record
// looks for its best (left ones first, then right ones); empty: all do. False: the budget ran out.
bool find_candidates(const Records& records, const Pieces& pieces, size_t jobs,
                     const std::vector<Candidate>& also, const std::vector<char>& from,
                     std::vector<Candidate>& out);

// Records of one side that look alike: of each that is asked, its best `top` others of the same side.
struct Alike {
  uint32_t record = 0, other = 0;
};
std::vector<Alike> find_alike(const Records& records, const Pieces& pieces, bool right,
                              const std::vector<uint32_t>& asked, size_t top, size_t jobs);

}  // namespace gleaner::match
