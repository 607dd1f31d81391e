// What it says about a pair that a word of one title is missing in the other record.
// Learned for each word by itself.
//
// "upgrade" on one side only is nearly always another article; "retail" on one side only means nothing. How
// rare a word is does not tell such words apart. Pairs that are surely matches, or surely none, do: for every
// word the log likelihood ratio of "missing there" is counted (Fellegi and Sunter, a field for every word).
// What equally frequent words say is taken off, since other features know it already. A word that few pairs
// have says little. Cost: four counts for each word; a look for each missing word of a pair.
#pragma once

#include <cstdint>
#include <vector>

#include "match/records.h"

namespace gleaner::match {

class WordEvidence {
 public:
  // Nothing is counted: no word says anything.
  WordEvidence() = default;
  explicit WordEvidence(const Records& records);

  // How much a pair counts as a match and as none.
  struct Counted {
    float match = 0, other = 0;
  };
  // A word of the title of a record of `side`.
  void count(int side, uint32_t word, bool found, Counted as) {
    Counts& one = counts_[one_table_ ? 0 : side][word];
    auto& into = found ? one.found : one.missing;
    into[0] += as.other, into[1] += as.match;
  }
  // After all are counted.
  void weigh();
  bool ready() const { return !says_[0].empty(); }

  // What it adds to the log odds that the word is missing.
  float says(int side, uint32_t word) const { return says_[one_table_ ? 0 : side][word]; }
  // ... had one pair, in which it was missing, not been counted: what a pair says of
  // its own words is no news to it.
  float says_without(int side, uint32_t word, Counted as) const;

 private:
  struct Counts {
    float found[2] = {0, 0}, missing[2] = {0, 0};  // in pairs that are no matches, in matches
  };
  static float ratio(const Counts& counts, const Counts& kind);

  bool one_table_ = false;
  std::vector<uint8_t> kinds_;  // of each word: how frequent it is, and whether it has a digit
  std::vector<Counts> counts_[2], of_kind_[2];
  std::vector<float> says_[2];
};

}  // namespace gleaner::match
