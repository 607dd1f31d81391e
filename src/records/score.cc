// Features of a candidate and their sum. The weights and the words for each feature stand in weights.h.
#include <algorithm>
#include <cmath>
#include <map>

#include "records/candidates.h"
#include "records/tags.h"

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

double score_of(const Features& features) {
  double sum = 0;
  for (size_t i = 0; i < kFeatures; ++i) sum += kScore[i].weight * features[i];
  return sum;
}

namespace {

uint64_t first_path(const Outline& outline, uint32_t node) {
  return outline.path_from(outline[node].parent, outline.leaves()[outline[node].leaf_begin].node);
}

}  // namespace

bool begins_with(const Outline& outline, uint32_t node, uint64_t beginning) {
  return beginning != 0 && outline.has_text(node) && first_path(outline, node) == beginning;
}

bool opens_with_link(const Outline& outline, uint32_t node, uint64_t beginning) {
  return begins_with(outline, node, beginning) && outline.leaves()[outline[node].leaf_begin].anchor != kNone;
}

uint64_t common_beginning(const Outline& outline, const std::vector<uint32_t>& heads) {
  std::map<uint64_t, size_t> counts;
  for (uint32_t head : heads)
    if (outline.has_text(head)) ++counts[first_path(outline, head)];
  for (const auto& [path, count] : counts)
    if (double(count) >= kCoreShare * double(heads.size())) return path;
  return 0;
}

void find_left_out(const Outline& outline, CoreFinder& cores, const Cousins& cousins, Candidate& candidate) {
  const std::vector<uint32_t>& heads = candidate.heads;
  const Core& core = cores.find(heads);
  if (core.size == 0 || candidate.lines) return;
  const uint32_t least = uint32_t(std::ceil(kTrimShare * core.size));
  const uint64_t beginning = common_beginning(outline, heads);
  for (size_t from = 0; from < heads.size();) {
    const uint32_t parent = outline[heads[from]].parent;
    size_t to = from + 1;
    while (to < heads.size() && outline[heads[to]].parent == parent) ++to;
    size_t next = from;
    for (uint32_t n = parent == kNone ? kNone : outline.first_child(parent); n != kNone; n = outline.next_sibling(n)) {
      if (next < to && n == heads[next]) {
        ++next;
        continue;
      }
      if (outline[n].tag != outline[heads[from]].tag || !outline.has_text(n)) continue;
      if (cores.held_by(n) < least && !begins_with(outline, n, beginning)) continue;
      ++(next > from && next < to ? candidate.like_between : candidate.like_around);
    }
    from = to;
  }
  const uint32_t parent = outline[heads[0]].parent;
  if (core.size < 2 || cousins.sample.empty() || outline[heads.back()].parent != parent) return;
  size_t like = 0;
  for (uint32_t n : cousins.sample)
    like += outline[n].parent != parent && (cores.held_by(n) >= least || begins_with(outline, n, beginning));
  candidate.like_around += uint32_t(double(like) * double(cousins.count) / double(cousins.sample.size()));
}

Features features_of(const Outline& outline, CoreFinder& cores, const Candidate& candidate, uint32_t* core_size) {
  const Tags& tags = Tags::get();
  const std::vector<uint32_t>& heads = candidate.heads;
  const double n = double(heads.size());
  const Core& core = cores.find(heads);
  std::vector<uint64_t> chars, parents, targets;
  std::vector<uint32_t> leaves, whole;
  double with_link = 0, with_digit = 0, repetition = 0;
  for (size_t i = 0; i < heads.size(); ++i) {
    const OutlineNode& head = outline[heads[i]];
    chars.push_back(outline.chars(heads[i]));
    leaves.push_back(head.leaf_end - head.leaf_begin);
    whole.push_back(outline[candidate.record(i).last].leaf_end - outline[candidate.record(i).first].leaf_begin);
    parents.push_back(head.parent);
    with_digit += outline.digits(head.leaf_begin, head.leaf_end) > 0;
    // links of the whole record where it surely is one; else of the head, or records that begin with the second node would win
    const Stretch linked = candidate.in_phase ? candidate.record(i) : Stretch{heads[i], heads[i]};
    uint32_t link = outline.first_link(outline[linked.first].leaf_begin, outline[linked.last].leaf_end);
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

  Features f{};
  auto set = [&](Feature feature, double value) { f[size_t(feature)] = value; };
  set(Feature::log_volume, std::log(1 + volume));
  set(Feature::log_core, std::log(1 + core.mass));
  set(Feature::per_parent, std::log(n / parent_count));
  set(Feature::has_link, with_link / n);
  set(Feature::shift, candidate.shift ? 1 : 0);
  set(Feature::digits, with_digit / n);
  set(Feature::count, std::min(n, kCountCap) / kCountCap);
  set(Feature::cells, (tag == tags.td || tag == tags.th) && core.size < kRichCell ? 1 : 0);
  set(Feature::targets, double(distinct(targets)) / n);
  set(Feature::thin, upper_median(whole) <= 1 ? 1 : 0);
  set(Feature::repetition, repetition > 0 ? std::log(repetition / n) : 0);
  set(Feature::saved, std::log(1 + std::max(0.0, double(core.inside) - core.size - kUncommonCost * double(core.outside))));
  set(Feature::holes, std::log(1 + std::max(0.0, holes) / n));
  if (core_size) *core_size = core.size;
  return f;
}

double least_held(const CoreFinder& cores, const Core& core, double share) {
  const double least = share * core.size;
  size_t below = 0;
  for (uint32_t held : core.held) below += held < least && held > 0;
  return below > 0 && double(below) <= kByChance * cores.expected_below(least) ? 1 : least;
}

void trim_edges(const Outline& outline, CoreFinder& cores, Candidate& candidate) {
  const size_t n = candidate.heads.size();
  if (n < 4) return;
  const Core& core = cores.find(candidate.heads);
  if (core.size == 0) return;
  const double least = least_held(cores, core, kEdgeShare);
  const uint64_t beginning = common_beginning(outline, candidate.heads);
  auto poor = [&](size_t i) { return core.held[i] < least && !opens_with_link(outline, candidate.heads[i], beginning); };
  size_t from = 0, to = n;
  while (from < kEdgeRecords && poor(from)) ++from;
  while (n - to < kEdgeRecords && to > from && poor(to - 1)) --to;
  if (to - from < 3 || to - from == n) return;
  auto cut = [&](auto& list) {
    list.erase(list.begin() + std::ptrdiff_t(to), list.end());
    list.erase(list.begin(), list.begin() + std::ptrdiff_t(from));
  };
  cut(candidate.heads);
  if (!candidate.whole.empty()) cut(candidate.whole);
}

}  // namespace gleaner::records
