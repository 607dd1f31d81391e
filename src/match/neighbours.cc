// See neighbours.h.
#include "match/neighbours.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/lists.h"
#include "match/settings.h"

namespace gleaner::match {
namespace {

// What seeds look like, to tell which pairs of one source look like them in every respect.
class Typical {
 public:
  Typical(const Examples& seeds, const Scale& scale)
      : scale_(scale), mean_(seeds.width, 0), spread_(seeds.width, 0) {
    double count = 0;
    for (size_t i = 0; i < seeds.rows(); ++i) {
      if (seeds.answers[i] < 0.5f) continue;
      ++count;
      for (size_t k = 0; k < seeds.width; ++k) mean_[k] += seeds.row(i)[k];
    }
    for (double& one : mean_) one /= std::max(count, 1.0);
    for (size_t i = 0; i < seeds.rows(); ++i)
      for (size_t k = 0; k < seeds.width && seeds.answers[i] >= 0.5f; ++k)
        spread_[k] += (seeds.row(i)[k] - mean_[k]) * (seeds.row(i)[k] - mean_[k]);
    for (double& one : spread_) one = std::sqrt(one / std::max(count, 1.0)) + kLeastSpread;
  }
  // Is there a feature in which seeds differ from candidates, and this one lies far
  // off on the candidates' side?
  bool unlike(const std::vector<float>& row) const {
    for (size_t k = 0; k < row.size(); ++k) {
      const double lead = mean_[k] - scale_.mean[k];
      if (std::fabs(lead) < kLead * scale_.spread[k]) continue;
      if ((mean_[k] - row[k]) / spread_[k] * (lead > 0 ? 1 : -1) >= kUnlikeSeeds) return true;
    }
    return false;
  }

 private:
  static constexpr double kLeastSpread = 0.02, kLead = 0.2;
  const Scale& scale_;
  std::vector<double> mean_, spread_;
};

// The likest of a record within its source, and by how much.
struct Likest {
  float best = -1, second = -1;
  uint32_t other = UINT32_MAX;
  bool leads() const { return best - std::max(second, 0.f) >= float(kSeedMargin); }
};
using LikestOf = std::unordered_map<uint32_t, Likest>;

void add_likest(const Features& features, bool right, const std::vector<Alike>& alike, LikestOf& into) {
  for (const Alike& pair : alike) {
    const float score = float(features.first_score_one_side(right, pair.record, pair.other));
    Likest& own = into[pair.record];
    if (score > own.best) own.second = own.best, own.best = score, own.other = pair.other;
    else own.second = std::max(own.second, score);
  }
}

}  // namespace

std::vector<Neighbours> find_neighbours(const Records& records, const Pieces& pieces,
                                        const Features& features, const Examples& seeds, const Scale& scale,
                                        size_t jobs) {
  const Typical typical(seeds, scale);
  std::vector<Neighbours> out;
  std::vector<float> row(features.size());
  Features::Scratch scratch;
  for (const bool right : {false, true}) {
    const size_t size = records.sides[right].size(), others = records.sides[!right].size();
    const size_t step = size / kAlikeRecords + 1;
    std::vector<uint32_t> asked, also;
    for (size_t i = 0; i < size; i += step) asked.push_back(uint32_t(i));
    const std::vector<Alike> alike = find_alike(records, pieces, right, asked, kAlikeTop, jobs);
    LikestOf likest;
    add_likest(features, right, alike, likest);
    for (const uint32_t record : asked)
      if (const auto own = likest.find(record); own != likest.end() && own->second.other % step)
        also.push_back(own->second.other);
    sort_unique(also);
    add_likest(features, right, find_alike(records, pieces, right, also, kAlikeTop, jobs), likest);
    // Each other's best by a margin, as seeds are. Such a pair comes up twice, once for each of its records;
    // and there are as many between the sources as there are within both, but for their sizes.
    const float each = 0.5f * float(step) * float(others) / float(size);
    for (const Alike& pair : alike) {
      features.of_one_side(right, pair.record, pair.other, row.data(), scratch);
      if (!typical.unlike(row)) continue;
      const Likest &own = likest[pair.record], &other = likest[pair.other];
      const bool seed = own.other == pair.other && other.other == pair.record && own.leads() && other.leads();
      out.push_back({right, pair.record, pair.other, seed ? each : 0});
    }
  }
  return out;
}

}  // namespace gleaner::match
