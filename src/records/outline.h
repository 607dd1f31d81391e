// Outline: what of a page's tree the search for records looks at.
//
// Visible elements and non-blank texts in document order, the texts ("leaves") numbered, so that every node
// owns an interval of leaves and sizes, links and digits of any subtree are differences of prefix sums. Each
// node carries a polynomial hash of its tag path from the root; the hash of the path from any ancestor
// follows by one multiplication, so that no step here or above walks a path (pages may be 100,000 levels
// deep). Hashes are of names, so they agree between pages. Cost: one pass, 60 bytes a node. Immutable once
// built; needs the Tree to live.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/hash.h"
#include "base/text.h"
#include "html/tags.h"
#include "html/tree.h"

namespace gleaner::records {

inline constexpr uint32_t kNone = 0xffffffff;
inline constexpr uint16_t kInsideText = html::kStyling | html::kBreak;  // of elements: they part no text

struct OutlineNode {
  html::NodeId id;
  uint32_t parent, previous, end;  // outline numbers; [n, end) is the subtree
  uint32_t leaf_begin, leaf_end;
  uint32_t depth;
  uint32_t rank;             // place among the siblings of its tag that hold text
  uint32_t top;              // where a leaf below ends when it climbs out of inline markup
  uint32_t hard_before;      // blocks, br, images among the nodes before this one
  uint64_t path;             // hash of the tags from the root, own included
  std::string_view classes;  // class attribute as written
  html::TagId tag;           // 0: text
  bool mixed;                // has running text of its own
};

struct Leaf {
  uint32_t node;    // outline number
  uint32_t anchor;  // nearest a[href] around it, kNone
};

class Outline {
 public:
  // `hidden`: a flag a tree node that style rules hide (may be empty).
  Outline(const html::Tree& tree, const std::vector<bool>& hidden, Budget& budget);

  const html::Tree& tree() const { return tree_; }
  uint32_t size() const { return uint32_t(nodes_.size()); }
  const OutlineNode& operator[](uint32_t n) const { return nodes_[n]; }
  const std::vector<Leaf>& leaves() const { return leaves_; }

  bool is_text(uint32_t n) const { return nodes_[n].tag == 0; }
  bool has_text(uint32_t n) const { return nodes_[n].leaf_end > nodes_[n].leaf_begin; }
  uint32_t first_child(uint32_t n) const { return n + 1 < nodes_[n].end ? n + 1 : kNone; }
  uint32_t next_sibling(uint32_t n) const {
    uint32_t next = nodes_[n].end;
    return next < size() && nodes_[next].parent == nodes_[n].parent ? next : kNone;
  }
  bool contains(uint32_t ancestor, uint32_t n) const { return ancestor <= n && n < nodes_[ancestor].end; }

  // Sums over the leaves [from, to).
  uint64_t chars(uint32_t from, uint32_t to) const { return chars_[to] - chars_[from]; }
  uint64_t chars(uint32_t n) const { return chars(nodes_[n].leaf_begin, nodes_[n].leaf_end); }
  uint32_t links(uint32_t from, uint32_t to) const { return links_[to] - links_[from]; }
  uint32_t digits(uint32_t from, uint32_t to) const { return digits_[to] - digits_[from]; }
  // The first leaf inside a link in [from, to), kNone.
  uint32_t first_link(uint32_t from, uint32_t to) const;
  uint64_t target_hash(uint32_t anchor) const;

  // Hash of the tags from below `base` down to n. REQUIRES: base is kNone or a proper ancestor of n.
  uint64_t path_from(uint32_t base, uint32_t n) const;
  // "div/ul/li", for people.
  std::string path_words(uint32_t base, uint32_t n) const;

  std::string leaf_text(uint32_t leaf) const;                           // white space collapsed
  Span leaf_span(uint32_t leaf) const;                                  // without surrounding white space
  std::string text(uint32_t from, uint32_t to) const;                   // leaves [from, to) joined by blanks
  std::string_view attribute(uint32_t n, std::string_view name) const;  // "" if there is none

  bool partial() const { return partial_; }  // the budget ran out: the rest of the page is missing

 private:
  friend class OutlineBuilder;
  const html::Tree& tree_;
  std::vector<OutlineNode> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<uint64_t> chars_;
  std::vector<uint32_t> links_, digits_, next_link_;
  std::vector<uint64_t> powers_;
  bool partial_ = false;
};

// As base/hash.h does it, with the shift that follows in the finisher of MurmurHash3.
constexpr uint64_t mix(uint64_t hash, uint64_t value) {
  hash = gleaner::mix(hash, value);
  return hash ^ (hash >> 33);
}
// Of the first of an element's classes; 0: it has none.
inline uint64_t first_class_hash(std::string_view classes) {
  const std::vector<std::string_view> all = words(classes);
  return all.empty() ? 0 : stable_hash(all.front());
}

// First and last byte of the text that are no white space (U+00A0 and its like included), characters when
// collapsed.
struct Measured {
  size_t begin = 0, end = 0;
  uint32_t chars = 0;
  bool digit = false, word = false;  // holds a digit; a letter or digit
};
Measured measure(std::string_view text);

}  // namespace gleaner::records
