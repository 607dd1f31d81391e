// Features of a candidate and their sum. The weights and the words for each feature stand in weights.h.
#include <algorithm>
#include <cmath>

#include "base/sorted.h"
#include "html/tags.h"
#include "records/candidates.h"
#include "records/periods.h"

namespace gleaner::records {
namespace {

size_t distinct(std::vector<uint64_t>& values) {
  std::ranges::sort(values);
  return size_t(std::unique(values.begin(), values.end()) - values.begin());
}

}  // namespace

double rank_of(const Features& features) {
  double sum = 0;
  for (size_t i = 0; i < kFeatures; ++i) sum += kScore[i].weight * features[i];
  return sum;
}

double score_of(const Features& features) {
  const size_t brief = size_t(Feature::brief);
  return rank_of(features) - kScore[brief].weight * features[brief];
}

// What the nodes that follow the heads of a periodic list (periods.h) have in common adds to its core.
double mass_of_followers(const Outline& outline, CoreFinder& cores, const Candidate& candidate) {
  double mass = 0;
  std::vector<uint32_t> nodes = candidate.heads;
  while (true) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] == candidate.whole[i].last) return mass;
      do nodes[i] = outline.next_sibling(nodes[i]);
      while (nodes[i] != kNone && outline[nodes[i]].tag != outline[candidate.heads[i]].tag);
      if (nodes[i] == kNone || nodes[i] > candidate.whole[i].last) return mass;
    }
    mass += cores.find(nodes).mass;
  }
}

namespace {

// By how much a middle record of so many characters is brief, and what repetition
// beyond ten such records counted for.
double brevity(double chars, const Features& f) {
  if (chars >= kBriefChars) return 0;
  auto beyond = [&](Feature feature, double most) {
    return kScore[size_t(feature)].weight * std::max(0.0, f[size_t(feature)] - std::log(most));
  };
  const double repeated =
      beyond(Feature::per_parent, kBriefRecords) + beyond(Feature::saved, 1 + kBriefRecords);
  return std::log(kBriefChars / chars) - repeated / kScore[size_t(Feature::brief)].weight;
}

// What the records of a candidate have, counted over all of them.
struct RecordCounts {
  std::vector<uint64_t> chars, record_chars, parents, targets;  // by head, by whole record
  std::vector<uint32_t> whole;                                  // leaves
  double with_link = 0, with_digit = 0, repetition = 0, grouped = 0;

  double volume() const {
    const double cap = kVolumeCap * double(upper_median(chars));
    double out = 0;
    for (uint64_t c : chars) out += std::min(double(c), cap);
    return out;
  }
};

RecordCounts count_records(const Outline& outline, CoreFinder& cores, const Core& core, Groups& groups,
                           const Candidate& candidate) {
  RecordCounts out;
  for (size_t i = 0; i < candidate.heads.size(); ++i) {
    const uint32_t at = candidate.heads[i];
    const OutlineNode& head = outline[at];
    const Stretch record = candidate.record(i), alone{at, at};
    const uint32_t begin = outline[record.first].leaf_begin, end = outline[record.last].leaf_end;
    out.chars.push_back(outline.chars(at));
    out.record_chars.push_back(outline.chars(begin, end));
    out.whole.push_back(end - begin);
    out.parents.push_back(head.parent);
    out.grouped += groups.is_group(at);
    // links of the whole record where it surely is one; else of the head, or records that begin with the
    // second node would win
    const Stretch linked = candidate.in_phase ? record : alone;
    // ... and digits where that is certain
    const Stretch sure = candidate.origin == Origin::periodic ? record : alone;
    out.with_digit += outline.digits(outline[sure.first].leaf_begin, outline[sure.last].leaf_end) > 0;
    const uint32_t link = outline.first_link(outline[linked.first].leaf_begin, outline[linked.last].leaf_end);
    if (link != kNone) {
      ++out.with_link;
      out.targets.push_back(outline.target_hash(outline.leaves()[link].anchor));
    }
    out.repetition += double(head.leaf_end - head.leaf_begin) /
                      double(std::max<size_t>(1, cores.path_count(core.members[i])));
  }
  return out;
}

// Nodes like the records that are none of them.
double holes_of(const Outline& outline, const Candidate& candidate, bool one_parent) {
  double holes = 0;
  if (one_parent && candidate.whole.empty())
    holes = double(outline[candidate.heads.back()].rank - outline[candidate.heads.front()].rank) + 1 -
            double(candidate.heads.size());
  return std::max(holes, double(candidate.like_between)) + candidate.like_around;
}

}  // namespace

Features features_of(const Outline& outline, CoreFinder& cores, Groups& groups, const Candidate& candidate,
                     uint32_t* core_size) {
  const html::Tags& tags = html::Tags::all();
  const std::vector<uint32_t>& heads = candidate.heads;
  const double n = double(heads.size());
  const Core& core = cores.find(heads);
  RecordCounts counts = count_records(outline, cores, core, groups, candidate);
  const double parent_count = double(distinct(counts.parents));
  const double holes = holes_of(outline, candidate, parent_count == 1);
  const html::TagId tag = outline[heads[0]].tag;

  const uint32_t size = core.size;
  const double inside = double(core.inside), outside = double(core.outside);
  double mass = core.mass;
  if (candidate.origin == Origin::periodic)
    mass += mass_of_followers(outline, cores, candidate);  // ends `core`

  const double middle = std::max(1.0, double(upper_median(counts.record_chars)));
  Features f{};
  auto set = [&](Feature feature, double value) { f[size_t(feature)] = value; };
  set(Feature::log_volume, std::log(1 + counts.volume()));
  set(Feature::log_core, std::log(1 + mass));
  set(Feature::per_parent, std::log(n / parent_count));
  set(Feature::has_link, counts.with_link / n);
  set(Feature::shift, candidate.shift ? 1 : 0);
  set(Feature::digits, counts.with_digit / n);
  set(Feature::count, std::min(n, kCountCap) / kCountCap);
  set(Feature::cells, (tag == tags.td || tag == tags.th) && size < kRichCell ? 1 : 0);
  set(Feature::targets, double(distinct(counts.targets)) / n);
  set(Feature::thin, upper_median(counts.whole) <= 1 ? 1 : 0);
  set(Feature::repetition, counts.repetition > 0 ? std::log(counts.repetition / n) : 0);
  set(Feature::saved, std::log(1 + std::max(0.0, inside - size - kUncommonCost * outside)));
  set(Feature::holes, std::log(1 + std::max(0.0, holes) / n));
  set(Feature::groups, counts.grouped / n);
  set(Feature::alternating, alternation(outline, cores.signatures(), heads, nullptr));
  set(Feature::brief, brevity(middle, f));
  if (core_size) *core_size = size;
  return f;
}

}  // namespace gleaner::records
