// Features of a candidate and their sum. The weights and the words for each feature stand in weights.h.
#include <algorithm>
#include <cmath>

#include "html/tags.h"
#include "records/candidates.h"
#include "records/periods.h"

namespace gleaner::records {
namespace {

template <class T>
T upper_median(std::vector<T> values) {
  auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

size_t distinct(std::vector<uint64_t>& values) {
  std::sort(values.begin(), values.end());
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

// By how much a middle record of so many characters is brief, and what repetition beyond ten such records counted for.
double brevity(double chars, const Features& f) {
  if (chars >= kBriefChars) return 0;
  auto beyond = [&](Feature feature, double most) {
    return kScore[size_t(feature)].weight * std::max(0.0, f[size_t(feature)] - std::log(most));
  };
  const double repeated =
      beyond(Feature::per_parent, kBriefRecords) + beyond(Feature::saved, 1 + kBriefRecords);
  return std::log(kBriefChars / chars) - repeated / kScore[size_t(Feature::brief)].weight;
}

}  // namespace

Features features_of(const Outline& outline, CoreFinder& cores, Groups& groups, const Candidate& candidate,
                     uint32_t* core_size) {
  const html::Tags& tags = html::Tags::all();
  const std::vector<uint32_t>& heads = candidate.heads;
  const double n = double(heads.size());
  const Core& core = cores.find(heads);
  std::vector<uint64_t> chars, record_chars, parents, targets;
  std::vector<uint32_t> leaves, whole;
  double with_link = 0, with_digit = 0, repetition = 0, grouped = 0;
  for (size_t i = 0; i < heads.size(); ++i) {
    const OutlineNode& head = outline[heads[i]];
    chars.push_back(outline.chars(heads[i]));
    record_chars.push_back(outline.chars(outline[candidate.record(i).first].leaf_begin,
                                         outline[candidate.record(i).last].leaf_end));
    leaves.push_back(head.leaf_end - head.leaf_begin);
    whole.push_back(outline[candidate.record(i).last].leaf_end -
                    outline[candidate.record(i).first].leaf_begin);
    parents.push_back(head.parent);
    grouped += groups.is_group(heads[i]);
    // links of the whole record where it surely is one; else of the head, or records that begin with the
    // second node would win
    const Stretch linked = candidate.in_phase ? candidate.record(i) : Stretch{heads[i], heads[i]};
    const uint32_t from = outline[linked.first].leaf_begin, to = outline[linked.last].leaf_end;
    // ... and digits where that is certain
    const Stretch sure =
        candidate.origin == Origin::periodic ? candidate.record(i) : Stretch{heads[i], heads[i]};
    with_digit += outline.digits(outline[sure.first].leaf_begin, outline[sure.last].leaf_end) > 0;
    uint32_t link = outline.first_link(from, to);
    if (link != kNone) {
      ++with_link;
      targets.push_back(outline.target_hash(outline.leaves()[link].anchor));
    }
    repetition += double(leaves.back()) / double(std::max<size_t>(1, cores.path_count(core.members[i])));
  }
  const double cap = kVolumeCap * double(upper_median(chars));
  double volume = 0;
  for (uint64_t c : chars) volume += std::min(double(c), cap);
  const double parent_count = double(distinct(parents));
  double holes = 0;
  if (parent_count == 1 && candidate.whole.empty())
    holes = double(outline[heads.back()].rank - outline[heads.front()].rank) + 1 - n;
  holes = std::max(holes, double(candidate.like_between)) + candidate.like_around;
  const html::TagId tag = outline[heads[0]].tag;

  const uint32_t size = core.size;
  const double inside = double(core.inside), outside = double(core.outside);
  double mass = core.mass;
  if (candidate.origin == Origin::periodic)
    mass += mass_of_followers(outline, cores, candidate);  // ends `core`

  const double middle = std::max(1.0, double(upper_median(record_chars)));
  Features f{};
  auto set = [&](Feature feature, double value) { f[size_t(feature)] = value; };
  set(Feature::log_volume, std::log(1 + volume));
  set(Feature::log_core, std::log(1 + mass));
  set(Feature::per_parent, std::log(n / parent_count));
  set(Feature::has_link, with_link / n);
  set(Feature::shift, candidate.shift ? 1 : 0);
  set(Feature::digits, with_digit / n);
  set(Feature::count, std::min(n, kCountCap) / kCountCap);
  set(Feature::cells, (tag == tags.td || tag == tags.th) && size < kRichCell ? 1 : 0);
  set(Feature::targets, double(distinct(targets)) / n);
  set(Feature::thin, upper_median(whole) <= 1 ? 1 : 0);
  set(Feature::repetition, repetition > 0 ? std::log(repetition / n) : 0);
  set(Feature::saved, std::log(1 + std::max(0.0, inside - size - kUncommonCost * outside)));
  set(Feature::holes, std::log(1 + std::max(0.0, holes) / n));
  set(Feature::groups, grouped / n);
  set(Feature::alternating, alternation(outline, cores.signatures(), heads, nullptr));
  set(Feature::brief, brevity(middle, f));
  if (core_size) *core_size = size;
  return f;
}

}  // namespace gleaner::records
