// LinkCells: what the links of a site are worth, by what came of links like them.
//
// Links are alike if their addresses have one shape (url_shapes.h) and they stand in the same place
// (page_scan.h) of pages of one group (similar skeletons): such links are a cell. What a cell is worth:
// - The share of candidates among the pages visited through it. It starts from what its shape and its place
//   alone have given elsewhere, both by their odds and by how well they are known.
// - What its pages lead to. Lists are no candidates, but bring links to them. This is a rate: the most
//   candidates among the visits from such a page on, its new links followed as long as they raise it, each by
//   the rate of its own cell. That is the index of a branching bandit (Weiss 1988) with cells as classes: for
//   each cell it is counted how many new links of which cells its pages brought. A list of twenty sure links
//   is worth 20 of 21, a year that names such lists hardly less, a list whose links are all known nothing.
// - A little for being unknown. Other versions of candidates (url_names.h) are worth less. Before the first
//   candidate all of it counts by how likely the place leads to another kind of page. First words of names
//   tell links of one cell apart (odds_by_head).
//
// Cost: a look at some cells a visit. Memory: bounded by kMostCells and kMostShapes.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "crawl/url_shapes.h"
#include "crawl/weights.h"

namespace gleaner::crawl {

struct Weights {
  double pattern = kPatternWeight, hub = kHubWeight, rank = kRankWeight, yield = kYieldWeight,
         fresh = kNewWeight, untried = kUntriedWeight, list = kListWeight;
};

// Why a page was chosen: each term with its weight.
struct Terms {
  double pattern = 0, hub = 0, rank = 0, yield = 0, fresh = 0;
  double sum() const { return pattern + hub + rank + yield + fresh; }
};

struct Way {
  uint32_t visits = 0, candidates = 0;
};

// Links to pages that nobody had seen, on the pages behind a cell: of which cell, how many.
struct Brought {
  uint32_t cell = 0;
  double links = 0;
};

struct Cell {
  ShapeId shape = kAnyShape;
  uint32_t place = 0, place_index = 0;
  Way way;
  float yield = 0;
  double looked = 0;  // visits, those long ago less
  std::vector<Brought> brought;
  // The first link that was tried on each page: pages differ more than the links of one. Those long ago count
  // less.
  double first_visits = 0, first_candidates = 0;
  uint32_t firsts = 0;    // the same, all alike
  uint32_t versions = 0;  // of its visits: other versions of candidates
  Way heads;              // the first page of each first word of names (UrlShapes::head_of)
  // Of words that surely lead to more candidates than the others the candidates, and of those that surely
  // lead to fewer the other pages.
  Way told;
  double share = 0;  // estimate: chance that the first link of a page leads to a candidate
  double rate = 0;   // of candidates among the visits from there on
  double time = 1;   // those visits
  Terms terms;       // as of the last look
  double score = 0;
  bool closed = false;
};

class LinkCells {
 public:
  explicit LinkCells(const Weights& weights) : weights_(weights) { closed_shapes_.resize(1); }

  // The shape of an address, learned from it.
  ShapeId take_shape(std::string_view url);
  const UrlShapes& shapes() const { return shapes_; }
  bool closed(ShapeId shape) const { return closed_shapes_[shape]; }

  uint32_t of(ShapeId shape, uint32_t place, uint32_t group);
  size_t size() const { return cells_.size(); }
  const Cell& operator[](uint32_t cell) const { return cells_[cell]; }
  bool usable(uint32_t cell) const { return !cells_[cell].closed && !closed_shapes_[cells_[cell].shape]; }

  // How many candidates there are. Told before what follows is.
  size_t candidates() const { return candidates_; }
  void note_candidate(int candidates) { candidates_ += size_t(candidates); }

  // A page that was visited through a cell.
  struct Page {
    uint32_t cell = 0;
    ShapeId shape = kAnyShape;
    uint32_t head = 0;  // first word of its name
    uint32_t group = 0;
  };
  void count_visit(const Page& page, bool candidate);
  // It was the first of the page that links to it.
  void count_first(uint32_t cell, bool candidate);
  // It is another version of a candidate; `further`: from the templates.
  void count_version(uint32_t cell, bool further);
  // It is a candidate after all (1), or none (-1); `of_first`: and so the first that the page which links to
  // it led to.
  void correct(const Page& page, int candidates, bool of_first);
  void add_yield(const Page& page, double more);
  // The links that a page behind the cell brought.
  void bring(uint32_t cell, const std::vector<Brought>& links);

  // Looks again at what a cell is worth; and at some others, in turns.
  void judge(uint32_t cell) { judge(cells_[cell]); }
  void judge_some(uint32_t touched);
  // Closes what leads to nothing.
  void close_if_fruitless(uint32_t cell, ShapeId shape);

  struct Outlook {
    double candidates = 0, visits = 1;
    double rate() const { return candidates / visits; }
  };
  // What may be had from a page on that has such links; those of cells with a rate below `least` are left
  // out.
  Outlook outlook(double candidates, std::vector<Brought> links, double least) const;
  // Of several links to one page the one that counts.
  bool comes_first(uint32_t one, uint32_t other) const;
  double worth_of_versions(const Cell& cell) const;
  double chance_of_new_kind(const Cell& cell) const;
  bool tells_heads(uint32_t cell) const;
  double odds_by_head(uint32_t cell, uint32_t head) const;

 private:
  struct Place {
    uint32_t list = 0;  // index of the place of all its list, or its own
    std::map<uint16_t, uint32_t>
        kinds;  // of the pages behind its links: groups, how many; until there is a candidate
    Way way;
    // Of its visits: versions of candidates, and of those further from the templates.
    uint32_t versions = 0, further = 0;
    double yield = 0;
  };
  struct Estimate {
    double candidates = 0, yield = 0;
  };
  struct Head {  // pages behind the links of a cell whose names begin with one word
    Way way;
    double odds = 1;  // as of the last of them
  };

  uint32_t place_of(uint32_t place);
  // Takes a place, and that of all its list.
  template <class Take>
  void each_place(uint32_t cell, Take take) {
    Place& place = places_[cells_[cell].place_index];
    take(place);
    if (Place& list = places_[place.list]; &list != &place) take(list);
  }
  Estimate estimate(const Place& place) const;
  double looks_at(ShapeId shape) const;
  uint32_t list_visits(const Cell& cell) const { return places_[places_[cell.place_index].list].way.visits; }
  double newness(const Cell& cell) const;
  void judge(Cell& cell);
  static double odds_of(const Cell& cell, const Way& like);
  void count_head(const Page& page, bool visit, int candidates);

  Weights weights_;
  UrlShapes shapes_;
  std::vector<bool> closed_shapes_;
  std::vector<Cell> cells_;
  std::unordered_map<uint64_t, uint32_t> cell_index_;
  std::unordered_map<uint32_t, uint32_t> place_index_;
  std::vector<Place> places_;
  std::unordered_map<uint64_t, Head> by_head_;  // by cell and head
  size_t candidates_ = 0, turn_ = 0;
};

}  // namespace gleaner::crawl
