// Which nodes belong to a list where parts of its records are optional: none that is a record may be dropped
// or left out.
//
// Leaving out: a candidate that holds some of the like siblings only (those with the same optional parts) is
// a part of a list. Siblings of the heads' tag that have most of the core, or that begin as the heads do, are
// counted against it; so are like nodes at the heads' path under other parents (the other sections of the
// list). Where such siblings alternate strictly with the heads, they are second rows of records instead.
// Dropping: a member that lacks most of the core is a header or a pager, unless as many lack as much as
// independent optional parts would bring about, or it begins with the same link as the others. Cost: linear
// in the siblings of a candidate's heads; cousins are sampled.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "records/candidates.h"

namespace gleaner::records {
namespace {

uint64_t first_path(const Outline& outline, uint32_t node) {
  return outline.path_from(outline[node].parent, outline.leaves()[outline[node].leaf_begin].node);
}

bool begins_with(const Outline& outline, uint32_t node, uint64_t beginning) {
  return beginning != 0 && outline.has_text(node) && first_path(outline, node) == beginning;
}

class MissedMembers {
 public:
  MissedMembers(const Outline& outline, CoreFinder& cores, const Cousins& cousins, Candidate& candidate)
      : outline_(outline), cores_(cores), cousins_(cousins), candidate_(candidate), heads_(candidate.heads) {}

  void run() {
    const Core& core = cores_.find(heads_);
    if (core.size == 0 || candidate_.lines) return;
    least_ = uint32_t(std::ceil(kTrimShare * core.size));
    beginning_ = common_beginning(outline_, heads_);
    for (size_t from = 0; from < heads_.size();) {
      size_t to = from + 1;
      while (to < heads_.size() && outline_[heads_[to]].parent == outline_[heads_[from]].parent) ++to;
      among_siblings(from, to);
      from = to;
    }
    const bool one_parent = outline_[heads_.back()].parent == outline_[heads_[0]].parent;
    if (core.size >= 2 && one_parent) among_cousins();  // a lone link is like any other
  }

 private:
  bool is_like(uint32_t n) const {
    return cores_.held_by(n) >= least_ || begins_with(outline_, n, beginning_);
  }

  // The heads [from, to) are all of one parent's.
  void among_siblings(size_t from, size_t to) {
    const uint32_t parent = outline_[heads_[from]].parent;
    if (parent == kNone) return;
    uint32_t between = 0, around = 0, here = 0, usual = 0;
    size_t next = from;
    bool alternates = to - from >= kAlternating, begins = false;
    for (uint32_t n = outline_.first_child(parent); n != kNone; n = outline_.next_sibling(n)) {
      if (next < to && n == heads_[next]) {
        if (next == from + 1) usual = here;
        alternates = alternates && (next == from || here == usual);
        ++next;
        here = 0;
      } else if (outline_[n].tag == outline_[heads_[from]].tag && outline_.has_text(n) && is_like(n)) {
        ++here;
        ++(next > from && next < to ? between : around);
        begins = begins || begins_with(outline_, n, beginning_);
      }
    }
    if (alternates && !begins && usual > 0 && here <= usual) between = 0, around -= here;
    candidate_.like_between += between;
    candidate_.like_around += around;
  }

  void among_cousins() {
    size_t like = 0;
    for (uint32_t n : cousins_.sample) like += outline_[n].parent != outline_[heads_[0]].parent && is_like(n);
    if (like > 0)
      candidate_.like_around +=
          uint32_t(double(like) * double(cousins_.count) / double(cousins_.sample.size()));
  }

  const Outline& outline_;
  CoreFinder& cores_;
  const Cousins& cousins_;
  Candidate& candidate_;
  const std::vector<uint32_t>& heads_;
  uint32_t least_ = 0;
  uint64_t beginning_ = 0;
};

}  // namespace

bool Groups::is_group(uint32_t node) {
  if (known_[node] == 0) known_[node] = look(node) ? 2 : 1;
  return known_[node] == 2;
}

bool Groups::look(uint32_t node) const {
  const uint64_t chars = outline_.chars(node);
  std::vector<uint32_t> kids;
  for (int level = 0; level < kGroupLevels; ++level) {  // past wrappers of one child
    std::unordered_map<html::TagId, uint64_t> by_tag;
    html::TagId most = 0;
    kids.clear();
    for (uint32_t c = outline_.first_child(node); c != kNone; c = outline_.next_sibling(c)) {
      if (!outline_.has_text(c)) continue;
      if (kids.size() == kMaxGroupKids) break;
      kids.push_back(c);
      const html::TagId tag = outline_[c].tag;
      by_tag[tag] += outline_.chars(c);
      if (tag != 0 && (most == 0 || by_tag[tag] > by_tag[most])) most = tag;
    }
    if (most == 0) return false;
    std::erase_if(kids, [&](uint32_t c) { return outline_[c].tag != most; });
    if (kids.size() != 1) break;
    node = kids[0];
  }
  if (kids.size() < 2) return false;
  const uint64_t beginning = common_beginning(outline_, kids);
  uint64_t covered = 0, leaves = 0;
  for (uint32_t c : kids) {
    if (!begins_with(outline_, c, beginning) ||
        (outline_[c].mixed && !opens_with_link(outline_, c, beginning)))
      continue;
    covered += outline_.chars(c);
    leaves += outline_[c].leaf_end - outline_[c].leaf_begin;
  }
  return double(covered) >= kGroupCover * double(chars) && leaves >= 2 * kids.size();
}

bool opens_with_link(const Outline& outline, uint32_t node, uint64_t beginning) {
  return begins_with(outline, node, beginning) && outline.leaves()[outline[node].leaf_begin].anchor != kNone;
}

uint64_t common_beginning(const Outline& outline, const std::vector<uint32_t>& heads) {
  std::unordered_map<uint64_t, size_t> counts;
  for (uint32_t head : heads) {
    if (!outline.has_text(head)) continue;
    const uint64_t path = first_path(outline, head);
    if (double(++counts[path]) >= kCoreShare * double(heads.size())) return path;
  }
  return 0;
}

std::vector<uint32_t> grown(const Outline& outline, const std::vector<uint32_t>& heads) {
  const uint32_t parent = outline[heads[0]].parent;
  const uint64_t beginning = common_beginning(outline, heads);
  if (beginning == 0 || parent == kNone || outline[heads.back()].parent != parent) return {};
  std::vector<uint32_t> out;
  size_t next = 0;
  for (uint32_t n = outline.first_child(parent); n != kNone; n = outline.next_sibling(n)) {
    const bool is_head = next < heads.size() && n == heads[next];
    next += is_head;
    if (is_head || (outline[n].tag == outline[heads[0]].tag && opens_with_link(outline, n, beginning)))
      out.push_back(n);
  }
  return out.size() > heads.size() ? out : std::vector<uint32_t>();
}

void find_left_out(const Outline& outline, CoreFinder& cores, const Cousins& cousins, Candidate& candidate) {
  MissedMembers(outline, cores, cousins, candidate).run();
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
  auto poor = [&](size_t i) {
    return core.held[i] < least && !opens_with_link(outline, candidate.heads[i], beginning);
  };
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
