// See periods.h.
#include "records/periods.h"

#include <algorithm>

#include "records/weights.h"

namespace gleaner::records {
namespace {

using Nodes = std::vector<uint32_t>;

std::vector<Nodes> by_parent(const Outline& outline, const Nodes& nodes) {
  std::vector<Nodes> out;
  for (uint32_t n : nodes) {
    if (out.empty() || outline[out.back().front()].parent != outline[n].parent) out.emplace_back();
    out.back().push_back(n);
  }
  return out;
}

// How alike nodes are, by the paths to their texts or by the classes inside of them: nodes without any are
// like no other then.
class Alike {
 public:
  Alike(Signatures& signatures, bool classes) : signatures_(signatures), classes_(classes) {}
  bool by_classes() const { return classes_; }
  double operator()(uint32_t a, uint32_t b) const {
    if (!classes_) return signatures_.similarity(signatures_.fine(a), signatures_.fine(b), 0);
    const SetId one = signatures_.classed(a);
    return signatures_.size(one) ? signatures_.similarity(one, signatures_.classed(b), 0) : 0;
  }

 private:
  Signatures& signatures_;
  const bool classes_;
};

// Nodes `step` places apart: their mean likeness, and the share of them that are alike.
struct Likeness {
  double mean = 0, alike = 0;
  size_t pairs = 0;
};
Likeness likeness(const Alike& alike, const std::vector<Nodes>& groups, size_t step) {
  Likeness out;
  for (const Nodes& group : groups)
    for (size_t i = 0; i + step < group.size(); ++i, ++out.pairs) {
      const double one = alike(group[i], group[i + step]);
      out.mean += one;
      out.alike += one >= kFineThreshold;
    }
  if (out.pairs) out.mean /= double(out.pairs), out.alike /= double(out.pairs);
  return out;
}

// Do most of the nodes from `from` on, a period apart, begin with a link?
bool open_with_links(const Outline& outline, const Nodes& group, size_t from, size_t period) {
  size_t n = 0, links = 0;
  for (size_t i = from; i < group.size(); i += period, ++n)
    links += outline.leaves()[outline[group[i]].leaf_begin].anchor != kNone;
  return links * 2 > n;
}

// Where the first record begins in a group of siblings: past headers, which are unlike the node a period on;
// with the nodes that begin with a link, where only some do; and like the heads of other groups.
size_t beginning(const Outline& outline, const Alike& alike, const Nodes& group, size_t period,
                 uint32_t leader) {
  size_t from = 0;
  while (from < kEdgeRecords && from + period < group.size() &&
         alike(group[from], group[from + period]) < kPeriodHeader)
    ++from;
  size_t best = from;
  for (size_t i = from; i < group.size() && i < from + period; ++i) {
    if (leader == kNone) {
      if (open_with_links(outline, group, i, period)) return i;
    } else if (alike(group[i], leader) > alike(group[best], leader) + 1e-9) {
      best = i;
    }
  }
  return best;
}

// Do the nodes of a group follow each other, with no text between them? Where there is some, heads with what
// follows them (extend.cc) are the records.
bool are_adjacent(const Outline& outline, const std::vector<Nodes>& groups) {
  size_t pairs = 0, apart = 0;
  for (const Nodes& group : groups)
    for (size_t i = 0; i + 1 < group.size(); ++i, ++pairs)
      apart += outline[group[i]].leaf_end < outline[group[i + 1]].leaf_begin;
  return double(apart) <= (1 - kPeriodShare) * double(pairs);
}

}  // namespace

// Nodes that begin alike are records each, unless they alternate without exception: optional
// parts come in turn by accident.
static bool begin_alike(const Outline& outline, const Nodes& nodes) {
  return common_beginning(outline, nodes) != 0;
}

// By how much nodes are more like those a period on than like the next ones, 0 where they are no such list.
static double alternation_by(const Outline& outline, const Alike& alike, const Nodes& nodes, size_t* length) {
  const std::vector<Nodes> groups = by_parent(outline, nodes);
  const Likeness next = likeness(alike, groups, 1);
  const double unlike = alike.by_classes() ? kPeriodOtherClasses : kPeriodUnlike;
  if (!are_adjacent(outline, groups) || next.mean >= unlike || next.alike > 1 - kPeriodShare) return 0;
  const double least = begin_alike(outline, nodes) ? kPeriodPerfect : kFineThreshold;
  double best = 0;
  for (size_t period = 2; period <= kLongestPeriod; ++period) {
    const Likeness same = likeness(alike, groups, period);
    if (same.pairs < kPeriodPairs || same.mean < least || same.alike < kPeriodShare) continue;
    if (same.mean - next.mean <= best + kPeriodGain) continue;
    best = same.mean - next.mean;
    if (length) *length = period;
  }
  return best;
}

double alternation(const Outline& outline, Signatures& signatures, const Nodes& nodes, size_t* length) {
  const double by_paths = alternation_by(outline, {signatures, false}, nodes, length);
  return by_paths > 0 ? by_paths : alternation_by(outline, {signatures, true}, nodes, length);
}

std::optional<Candidate> find_periodic(const Outline& outline, Signatures& signatures, const Nodes& nodes) {
  size_t period = 0;
  const bool by_paths = alternation_by(outline, {signatures, false}, nodes, &period) > 0;
  if (!by_paths && alternation_by(outline, {signatures, true}, nodes, &period) <= 0) return std::nullopt;
  const Alike alike(signatures, !by_paths);
  std::vector<Nodes> groups = by_parent(outline, nodes);
  const auto largest =
      std::ranges::max_element(groups, [](const Nodes& a, const Nodes& b) { return a.size() < b.size(); });
  const uint32_t leader = (*largest)[beginning(outline, alike, *largest, period, kNone)];
  Candidate out;
  out.origin = Origin::periodic;
  for (const Nodes& group : groups) {
    for (size_t i = beginning(outline, alike, group, period, leader); i + period <= group.size();
         i += period) {
      if (alike(group[i], leader) < kCoarseThreshold) break;  // what closes the section
      out.heads.push_back(group[i]);
      out.whole.push_back({group[i], group[i + period - 1]});
    }
  }
  if (out.heads.size() < 2) return std::nullopt;
  out.in_phase = true;
  return out;
}

}  // namespace gleaner::records
