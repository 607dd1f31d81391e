// Signatures of subtrees and the core of a list of nodes. See signature.h.
#include "records/signature.h"

#include <algorithm>
#include <cmath>

#include "base/lists.h"
#include "html/tags.h"
#include "records/weights.h"

namespace gleaner::records {
namespace {

constexpr SetId kUnset = 0xffffffff;

}  // namespace

Signatures::Signatures(const Outline& outline)
    : outline_(outline),
      fine_(outline.size(), kUnset),
      coarse_(outline.size(), kUnset),
      classed_(outline.size(), kUnset) {}

Key Signatures::intern_key(uint64_t path) {
  auto [at, added] = key_of_.try_emplace(path, Key(paths_.size()));
  if (added) paths_.push_back(path);
  return at->second;
}

SetId Signatures::intern_set() {
  sort_unique(scratch_);
  uint64_t hash = scratch_.size();
  for (Key key : scratch_) hash = mix(hash, key);
  std::vector<SetId>& same = set_of_[hash];
  for (SetId id : same) {
    std::span<const Key> other = keys(id);
    if (std::equal(other.begin(), other.end(), scratch_.begin(), scratch_.end())) return id;
  }
  SetId id = SetId(sets_.size());
  sets_.push_back({uint32_t(pool_.size()), uint32_t(scratch_.size())});
  pool_.insert(pool_.end(), scratch_.begin(), scratch_.end());
  same.push_back(id);
  return id;
}

SetId Signatures::fine(uint32_t node) {
  if (fine_[node] != kUnset) return fine_[node];
  const OutlineNode& top = outline_[node];
  const html::TagId img = html::Tags::all().img;
  scratch_.clear();
  uint64_t last = 0;  // most repeats are neighbours
  for (uint32_t n = node; n < top.end;) {
    const OutlineNode& at = outline_[n];
    const uint32_t depth = at.depth - top.depth;
    if (at.tag == 0 || (at.tag == img && n != node)) {
      uint64_t path = outline_.path_from(top.parent, n);
      if (path != last) scratch_.push_back(intern_key(path));
      last = path;
    }
    n = depth >= kFineDepth ? at.end : n + 1;
  }
  return fine_[node] = intern_set();
}

// Iterative: the walk keeps (path, level) for each open element.
void Signatures::collect_coarse(uint32_t node) {
  struct Open {
    uint32_t end;
    uint64_t path;
    uint32_t level;
  };
  const html::Tags& tags = html::Tags::all();
  const OutlineNode& top = outline_[node];
  scratch_.clear();
  auto own = [&](const OutlineNode& n) {
    return n.parent == kNone ? n.path : outline_.path_from(n.parent, uint32_t(&n - &outline_[0]));
  };
  scratch_.push_back(intern_key(mix(0x2e, own(top))));
  std::vector<Open> open = {{top.end, 0x63, 1}};
  for (uint32_t n = node + 1; n < top.end;) {
    while (open.back().end <= n) open.pop_back();
    const OutlineNode& at = outline_[n];
    const uint64_t path = open.back().path;
    const uint32_t level = open.back().level;
    const bool too_deep = at.depth - top.depth >= kCoarseReach;
    uint32_t next = n + 1;
    if (at.tag == 0) {
      scratch_.push_back(intern_key(mix(path, 0x23)));
    } else if (tags.is(at.tag, kInsideText)) {
      if (too_deep) next = at.end;
      else open.push_back({at.end, path, level});
    } else {
      uint64_t below = mix(path, own(at));
      scratch_.push_back(intern_key(below));
      if (level < kCoarseDepth && !too_deep) {
        open.push_back({at.end, below, level + 1});
      } else {
        if (outline_.has_text(n)) scratch_.push_back(intern_key(mix(below, 0x23)));
        next = at.end;
      }
    }
    n = next;
  }
}

SetId Signatures::coarse(uint32_t node) {
  if (coarse_[node] != kUnset) return coarse_[node];
  collect_coarse(node);
  return coarse_[node] = intern_set();
}

SetId Signatures::classed(uint32_t node) {
  if (classed_[node] != kUnset) return classed_[node];
  constexpr uint64_t kSeed = 0x636c6173;
  const OutlineNode& top = outline_[node];
  scratch_.clear();
  for (uint32_t n = node + 1; n < top.end;) {
    const OutlineNode& at = outline_[n];
    for (std::string_view token : words(at.classes))
      scratch_.push_back(intern_key(mix(mix(kSeed, at.tag), stable_hash(token))));
    n = at.depth - top.depth >= kFineDepth ? at.end : n + 1;
  }
  return classed_[node] = intern_set();
}

double Signatures::similarity(SetId a, SetId b, double threshold) const {
  if (a == b) return 1;
  std::span<const Key> x = keys(a), y = keys(b);
  if (x.size() > y.size()) std::swap(x, y);
  if (x.empty() || double(x.size()) < threshold * double(y.size())) return 0;
  const size_t both = common_count(x, y);
  return double(both) / double(x.size() + y.size() - both);
}

const Core& CoreFinder::find(std::span<const uint32_t> nodes) {
  core_.members.clear();
  for (uint32_t n : nodes) core_.members.push_back(signatures_.fine(n));
  set_count_.resize(signatures_.set_count(), 0);
  set_held_.resize(signatures_.set_count(), 0);
  key_count_.resize(signatures_.key_count(), 0);
  touched_sets_.clear();
  touched_keys_.clear();
  for (SetId set : core_.members)
    if (set_count_[set]++ == 0) touched_sets_.push_back(set);
  for (SetId set : touched_sets_)
    for (Key key : signatures_.keys(set)) {
      if (key_count_[key] == 0) touched_keys_.push_back(key);
      key_count_[key] += set_count_[set];
    }
  const double least = kCoreShare * double(nodes.size());
  core_.size = 0;
  core_.mass = 0;
  for (Key key : touched_keys_) core_.mass += std::pow(key_count_[key] / double(nodes.size()), kCoreMass);
  ++finds_;
  for (Key key : core_keys_) in_core_[key] = false;
  in_core_.resize(signatures_.key_count(), false);
  core_keys_.clear();
  core_shares_.clear();
  for (Key key : touched_keys_) {
    if (double(key_count_[key]) < least) continue;
    ++core_.size;
    core_keys_.push_back(key);
    core_shares_.push_back(key_count_[key] / double(nodes.size()));
    in_core_[key] = true;
  }
  core_.inside = core_.outside = 0;
  for (SetId set : touched_sets_) {
    uint32_t held = 0;
    for (Key key : signatures_.keys(set)) held += double(key_count_[key]) >= least;
    set_held_[set] = held;
    core_.inside += uint64_t(held) * set_count_[set];
    core_.outside += uint64_t(signatures_.size(set) - held) * set_count_[set];
  }
  core_.held.clear();
  for (SetId set : core_.members) core_.held.push_back(set_held_[set]);
  for (SetId set : touched_sets_) set_count_[set] = 0;
  for (Key key : touched_keys_) key_count_[key] = 0;
  return core_;
}

double CoreFinder::expected_below(double least) const {
  if (core_shares_.size() > kMaxOptional) return 0;
  std::vector<double> chance = {1};  // of holding 0, 1, ... of the paths looked at
  for (double share : core_shares_) {
    chance.push_back(0);
    for (size_t k = chance.size(); k-- > 0;)
      chance[k] = chance[k] * (1 - share) + (k ? chance[k - 1] * share : 0);
  }
  double sum = 0;
  for (size_t k = 0; double(k) < least; ++k) sum += chance[k];
  return sum * double(core_.members.size());
}

uint32_t CoreFinder::held_by(uint32_t node) {
  const SetId set = signatures_.fine(node);
  if (set >= known_.size()) known_.resize(signatures_.set_count(), {0, 0});
  auto& [find, held] = known_[set];
  if (find == finds_) return held;
  find = finds_, held = 0;
  for (Key key : signatures_.keys(set)) held += key < in_core_.size() && in_core_[key];
  return held;
}

std::vector<uint64_t> CoreFinder::paths() const {
  std::vector<uint64_t> out = mapped(core_keys_, [&](Key key) { return signatures_.path_of(key); });
  std::ranges::sort(out);
  return out;
}

}  // namespace gleaner::records
