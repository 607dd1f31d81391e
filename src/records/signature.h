// Signatures: what two subtrees are compared by.
//
// Fine (the important one): the set of full tag paths from the node to its texts and images, formatting kept,
// no classes, no positions, to depth kFineDepth. Coarse: the set of tag paths to depth kCoarseDepth,
// formatting passed through. Similarity is Jaccard's of the sets; tree edit distance was tried and brought
// nothing. Classed: the classes of the elements inside, for rows that are built alike and hold other things.
// Sets are interned (equal sets have equal numbers), so that long lists of like siblings cost an
// integer comparison each. Cost: kFineDepth visits a node at most, whatever the page. One thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "records/outline.h"

namespace gleaner::records {

using SetId = uint32_t;
using Key = uint32_t;  // an interned path

class Signatures {
 public:
  explicit Signatures(const Outline& outline);

  SetId fine(uint32_t node);
  SetId coarse(uint32_t node);
  SetId classed(uint32_t node);
  std::span<const Key> keys(SetId set) const { return {pool_.data() + sets_[set].begin, sets_[set].size}; }
  size_t size(SetId set) const { return sets_[set].size; }

  // Jaccard similarity if it is at least `threshold`, else a number below it. Sets of very different size
  // cost nothing.
  double similarity(SetId a, SetId b, double threshold) const;

  // The path behind a key, as a hash that agrees between pages.
  uint64_t path_of(Key key) const { return paths_[key]; }
  size_t key_count() const { return paths_.size(); }
  size_t set_count() const { return sets_.size(); }

 private:
  struct Set {
    uint32_t begin, size;
  };
  Key intern_key(uint64_t path);
  SetId intern_set();  // of scratch_
  void collect_coarse(uint32_t node);

  const Outline& outline_;
  std::vector<SetId> fine_, coarse_, classed_;
  std::vector<Key> pool_, scratch_;
  std::vector<Set> sets_;
  std::vector<uint64_t> paths_;
  std::unordered_map<uint64_t, Key> key_of_;
  std::unordered_map<uint64_t, std::vector<SetId>> set_of_;
};

// The paths that at least kCoreShare of the members have, and how the members hold them.
struct Core {
  std::vector<SetId> members;        // fine signature of each node given
  std::vector<uint32_t> held;        // how many core paths each member has
  uint32_t size = 0;                 // of the core
  double mass = 0;                   // paths weighed by how many have them
  uint64_t inside = 0, outside = 0;  // members' paths in the core, and not
};

class CoreFinder {
 public:
  CoreFinder(Signatures& signatures) : signatures_(signatures) {}
  const Core& find(std::span<const uint32_t> nodes);
  Signatures& signatures() const { return signatures_; }
  size_t path_count(SetId set) const { return signatures_.size(set); }
  // Members that would hold fewer than `least` paths of the core if its paths came and went independently of
  // each other, as optional parts do. Headers and pagers lack them together.
  double expected_below(double least) const;
  // How many paths of the core that find() gave last a node has.
  uint32_t held_by(uint32_t node);
  // The core's own paths after find(), sorted hashes that agree between pages.
  std::vector<uint64_t> paths() const;

 private:
  Signatures& signatures_;
  Core core_;
  std::vector<uint32_t> key_count_, set_count_;
  std::vector<uint32_t> set_held_;
  std::vector<Key> touched_keys_;
  std::vector<SetId> touched_sets_;
  std::vector<Key> core_keys_;
  std::vector<double> core_shares_;  // of the members, a core key
  std::vector<bool> in_core_;        // a key
  // a set: the find() it was counted for, and how many it holds
  std::vector<std::pair<uint32_t, uint32_t>> known_;
  uint32_t finds_ = 0;
};

}  // namespace gleaner::records
