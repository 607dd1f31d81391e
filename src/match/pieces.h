// Anchored pieces: runs of 3 to 24 characters of the squeezed title (no blanks, no dashes)
// that begin where a word begins.
//
// A piece that only one record of either side holds is nearly a key. It reads dsc-w300 = dscw300, rs 130 =
// rs130 and rxv663bk ~ rxv663 without a rule about model numbers.
//
// Counting all pieces would take hundreds for each record. Instead the places where words begin are sorted by
// the text that follows them. A piece is then a range of neighbours, and the pieces that are held twice are
// the nodes of a tree of ranges: the internal nodes of a suffix tree, cut at 24 characters. There are fewer
// nodes than words, about 40 bytes a word in all. To find the pieces that two records share, climb this tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "match/records.h"

namespace gleaner::match {

class Pieces {
 public:
  static bool build(const Records& records, size_t jobs, Pieces& out);  // false: the budget ran out

  static constexpr uint32_t kRoot = 0;
  struct Node {
    uint32_t begin = 0, end = 0;  // entries
    uint32_t parent = kRoot;
    uint32_t left = 0, right = 0;  // records that hold it
    uint8_t depth = 0;             // its length
    bool digit = false;
  };
  // Where a record's words stand among all, ascending.
  std::span<const uint32_t> places(int side, size_t record) const { return places_[side][record]; }
  // The longest piece that two places share; kRoot: none.
  uint32_t shared(uint32_t place, uint32_t other) const;
  const Node& node(uint32_t id) const { return nodes_[id]; }
  uint32_t deepest(uint32_t place) const { return leaf_[place]; }
  // Characters that a place shares with the one before.
  uint8_t common(uint32_t place) const { return common_[place]; }
  bool is_right(uint32_t place) const { return owner_[place] & 1; }
  uint32_t record(uint32_t place) const { return owner_[place] >> 1; }
  uint16_t start(uint32_t place) const { return start_[place]; }
  // How telling a piece is: 1 if one record of either side holds it, 0 if all do.
  double telling(const Node& node) const;

 private:
  bool sort(const Records& records, size_t jobs);
  void build_tree(const Records& records);
  void count(const Records& records);

  std::vector<uint32_t> owner_;  // record * 2 + is right
  std::vector<uint16_t> start_;
  std::vector<uint8_t> common_;
  std::vector<uint32_t> leaf_;
  std::vector<Node> nodes_;
  Lists<uint32_t> places_[2];
  double most_ = 1;
  bool one_table_ = false;
};

}  // namespace gleaner::match
