// Candidates: the lists of like nodes among which the records are, each extended to whole records and scored.
//
//  1. They are made from the children of each parent (alike by fine signature, by coarse signature, of one
//     tag, of one class), and from nodes with the same tag path anywhere (grids, lists cut into sections).
//  2. Members that lack the common core are trimmed off: headers, pagers, advertisements.
//  3. Members are extended where a record is several nodes.
//  4. Candidates are scored by the features of weights.h.
//
// Cost: linear in the page for any input (groups and class lists of a parent are capped, see weights.h).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "records/outline.h"
#include "records/signature.h"
#include "records/weights.h"

namespace gleaner::records {

using Features = std::array<double, kFeatures>;

enum class Origin : uint8_t { coarse, fine, tag, class_token, cousins, like_cousins, periodic };
std::string_view name_of(Origin origin);

// Siblings first..last of the outline, inclusive.
struct Stretch {
  uint32_t first = 0, last = 0;
};

struct Candidate {
  std::vector<uint32_t> heads;
  std::vector<Stretch> whole;  // the whole records; empty: a record is its head
  Origin origin = Origin::fine;
  bool trimmed = false;
  bool lines = false;     // the heads are the first of their lines; others like them stand there too
  bool shift = false;     // the heads are not where records begin
  bool in_phase = false;  // whole records surely begin where they are said to
  // siblings of the heads' tag with most of the core that are no heads
  uint32_t like_between = 0, like_around = 0;
  Features features{};
  double score = 0, rank = 0;
  uint32_t core = 0;

  Stretch record(size_t i) const { return whole.empty() ? Stretch{heads[i], heads[i]} : whole[i]; }
};

// How good a list is in itself; and beside others, among which lists of brief records are mostly menus.
double score_of(const Features& features);
double rank_of(const Features& features);

// The best candidates first, at most `keep`. Those that were not looked at when the budget ran out are
// missing.
std::vector<Candidate> find_candidates(const Outline& outline, Signatures& signatures, Budget& budget,
                                       size_t keep = kKeep);

// The path to the first text of most heads, 0 if there is none; does a node begin so, with a link?
uint64_t common_beginning(const Outline& outline, const std::vector<uint32_t>& heads);
bool opens_with_link(const Outline& outline, uint32_t node, uint64_t beginning);

// The heads and those of their siblings that begin with the same link; none if there are no such.
std::vector<uint32_t> grown(const Outline& outline, const std::vector<uint32_t>& heads);

// Counts the like siblings that a candidate leaves out between its first and last head, and around them.
// `cousins`: every kSampledCousins-th (at least) node at the heads' path; only of use where the heads have
// one parent.
struct Cousins {
  std::vector<uint32_t> sample;
  size_t count = 0, seen = 0;
};
void find_left_out(const Outline& outline, CoreFinder& cores, const Cousins& cousins, Candidate& candidate);

// Siblings that mostly stand on lines of their own, divided by br, but some lines hold several: the first of
// each line. Else none.
std::vector<uint32_t> first_of_lines(const Outline& outline, const std::vector<uint32_t>& heads);

// Records that go on after their head (dt dd, two rows, link text br): fills `whole` or sets `shift`.
void extend(const Outline& outline, Candidate& candidate);

// Is a node a group of records (a section, a row of a grid)? It has several children of one tag, none of one
// text or of running text, that begin alike and hold nearly all its text. Looks at each node once.
class Groups {
 public:
  explicit Groups(const Outline& outline) : outline_(outline), known_(outline.size(), 0) {}
  bool is_group(uint32_t node);

 private:
  bool look(uint32_t node) const;
  const Outline& outline_;
  std::vector<uint8_t> known_;
};

Features features_of(const Outline& outline, CoreFinder& cores, Groups& groups, const Candidate& candidate,
                     uint32_t* core_size);

// How much of the core a member must hold: `share` of it, or one path if so many hold less as independent
// optional parts would bring about.
double least_held(const CoreFinder& cores, const Core& core, double share);

// Drops up to kEdgeRecords records at each end that hold less than kEdgeShare of the core.
void trim_edges(const Outline& outline, CoreFinder& cores, Candidate& candidate);

}  // namespace gleaner::records
