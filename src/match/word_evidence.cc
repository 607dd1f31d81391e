// See word_evidence.h.
#include "match/word_evidence.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "match/settings.h"

namespace gleaner::match {

constexpr size_t kFrequencies = 32;  // powers of two

WordEvidence::WordEvidence(const Records& records) : one_table_(records.one_table) {
  for (int s = 0; s < (one_table_ ? 1 : 2); ++s)
    counts_[s].resize(records.words()), of_kind_[s].resize(2 * kFrequencies);
  for (uint32_t word = 0; word < records.words(); ++word) {
    const uint32_t held = records.in_left[word] + (one_table_ ? 0 : records.in_right[word]);
    const size_t frequency = std::min(size_t(std::bit_width(held)), kFrequencies - 1);
    kinds_.push_back(uint8_t(2 * frequency + size_t(records.digit[word])));
  }
}

float WordEvidence::ratio(const Counts& counts, const Counts& kind) {
  double said = 0;
  for (const int match : {0, 1}) {
    const double usual = (kind.missing[match] + 0.5) / (double(kind.found[match]) + kind.missing[match] + 1);
    const double own = (counts.missing[match] + kKindStrength * usual) /
                       (double(counts.found[match]) + counts.missing[match] + kKindStrength);
    said += (match ? 1 : -1) * std::log(own / usual);
  }
  return float(said);
}

void WordEvidence::weigh() {
  for (int s = 0; s < (one_table_ ? 1 : 2); ++s) {
    for (uint32_t word = 0; word < kinds_.size(); ++word)
      for (const int match : {0, 1}) {
        of_kind_[s][kinds_[word]].found[match] += counts_[s][word].found[match];
        of_kind_[s][kinds_[word]].missing[match] += counts_[s][word].missing[match];
      }
    for (uint32_t word = 0; word < kinds_.size(); ++word)
      says_[s].push_back(ratio(counts_[s][word], of_kind_[s][kinds_[word]]));
  }
}

float WordEvidence::says_without(int side, uint32_t word, Counted as) const {
  const int s = one_table_ ? 0 : side;
  Counts counts = counts_[s][word];
  counts.missing[0] = std::max(0.f, counts.missing[0] - as.other);
  counts.missing[1] = std::max(0.f, counts.missing[1] - as.match);
  return ratio(counts, of_kind_[s][kinds_[word]]);
}

}  // namespace gleaner::match
