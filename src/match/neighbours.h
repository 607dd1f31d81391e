// Records of one source that look alike: what pairs look like that are no match, though much is the same.
//
// Where a source holds each thing once, two of its records that look alike are two things: they show
// which differences matter (the same title in another year). Those that look like seeds in every
// respect may be the same thing twice, and are left out. They also tell how many seeds are false: a
// record whose match is missing on the other side takes a neighbour of it for the match, and such
// neighbours stand in both sources alike.
#pragma once

#include <vector>

#include "match/features.h"
#include "match/regression.h"
#include "match/training.h"

namespace gleaner::match {

struct Neighbours {
  bool right = false;
  uint32_t record = 0, other = 0;
  float as_seeds = 0;  // how many false seeds of all there would be for it, had no record a match
};

// `seeds`: their rows, not yet scaled. Of each source some thousand records are asked.
std::vector<Neighbours> find_neighbours(const Records& records, const Pieces& pieces,
                                        const Features& features, const Examples& seeds, const Scale& scale,
                                        size_t jobs);

}  // namespace gleaner::match
