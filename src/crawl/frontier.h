// Frontier: which page of a site to visit next, of those that links lead to. No network, no files: told what came of each visit, it chooses.
//
// After Lixto, section 3.1: the page to go on from is the one with the highest weighted sum of page rank (navigating: central pages lead everywhere) and hub
// score (exploiting: it links to candidates). Beyond it, links are judged as well, by what came of links like them. Links are alike if their addresses have
// one shape (url_shapes.h) and they stand in the same place (page_scan.h) of pages of one group (similar skeletons): such links are a cell. A cell is worth the share of candidates among the
// pages visited through it, which starts from what its shape and its place alone have given, and on one page from what the cell has given elsewhere; then what its pages lead to (lists are no
// candidates, but bring links to them), and a little for being unknown. What they lead to is a rate: the most candidates among the visits from such a page on, its new links followed as long as they raise it, each by the rate of its own cell. That is the index of a branching
// bandit (Weiss 1988), with cells as classes: for each cell it is counted how many new links of which cells its pages brought. A list of twenty sure links is worth 20 of 21, a year that names such lists hardly less, a list whose links are all known nothing. Links of a cell are told apart by the other pages that link to the same page, where those led to more candidates than their cells say, or to fewer (a topic, an author), and by first words of names. Other versions of a candidate (url_names.h) come later. Before the first candidate all of it counts by how likely the place leads to another kind of page. So a crawl tries one link of each kind, finds which lead to
// candidates, takes all of those, and goes back to the lists when they are used up.
//
// The choice depends on the calls alone, never on time: the same answers give the same order, also if the calls are repeated after a crash (next() may be
// replaced by taken()). Cost: a look at each cell, and at the links of one page. Memory: 75 bytes a known page, 1 to 2 a link.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/link_graph.h"
#include "crawl/rank.h"
#include "crawl/url_names.h"
#include "crawl/url_shapes.h"
#include "crawl/weights.h"

namespace gleaner::crawl {

using PageId = uint32_t;
inline constexpr PageId kNoPage = 0xffffffff;

struct Weights {
  double pattern = kPatternWeight, hub = kHubWeight, rank = kRankWeight, yield = kYieldWeight,
         fresh = kNewWeight, untried = kUntriedWeight, list = kListWeight;
};

// Why a page was chosen: each term with its weight.
struct Terms {
  double pattern = 0, hub = 0, rank = 0, yield = 0, fresh = 0;
  double sum() const { return pattern + hub + rank + yield + fresh; }
};

struct Choice {
  PageId page = kNoPage;
  PageId from = kNoPage;  // the visited page whose link it is
  uint32_t place = 0;     // of that link
  Terms terms;
};

struct PlacedLink {
  PageId target = kNoPage;
  uint32_t place = 0;
};

class Frontier {
 public:
  explicit Frontier(const Weights& weights = {}, uint64_t seed = 0);
  Frontier(const Frontier&) = delete;

  // Pages are numbered from 0.
  PageId add_page(std::string_view url);
  // A page that no link leads to: a start.
  void start_with(PageId page);
  // A visited page that is to be visited once more, before all others.
  void start_again(PageId page);

  // The page to visit next; it is taken then. Nothing: no page is left that is worth it.
  std::optional<Choice> next();
  // A page that is another address of a visited one: it is never chosen.
  void leave(PageId page) { state_[page] = State::taken; }
  // Instead of next(): that page was chosen.
  void taken(PageId page, PageId from, uint32_t place);
  // What came of a visit. Its links may be empty: a page that could not be had, or is there already under another address (`copy`, which tells nothing of what else links lead to).
  // `apart`: how far it is from the templates.
  void visited(PageId page, bool candidate, uint32_t group, const std::vector<PlacedLink>& links,
               bool copy = false, uint32_t apart = 0);
  // A visited page turns out to be a candidate, by what was seen since.
  void promote(PageId page);
  // A candidate turns out to be none.
  void demote(PageId page);

  size_t pages() const { return state_.size(); }
  size_t visits() const { return visits_; }
  size_t candidates() const { return candidates_; }
  bool is_visited(PageId page) const { return state_[page] == State::visited; }
  bool is_candidate(PageId page) const { return candidate_[page]; }
  // The cell of the link that a page was visited for, and what came of the links of a cell.
  std::optional<uint32_t> cell_to(PageId page) const {
    return through_[page] ? std::optional(through_[page] - 1) : std::nullopt;
  }
  struct Way {
    uint32_t visits = 0, candidates = 0;
  };
  Way way(uint32_t cell) const { return {cells_[cell].visits, cells_[cell].candidates}; }
  // Was it visited for a link of those that mostly lead to candidates?
  bool is_kin(PageId page) const;
  double rank(PageId page) const;  // 0 to 1, of the highest
  uint32_t hub(PageId page) const {
    return page < hubs_.size() ? hubs_[page].candidates : 0;
  }  // candidates it links to
  const UrlShapes& shapes() const { return shapes_; }
  ShapeId shape(PageId page) const { return shape_[page]; }
  uint32_t group(PageId visited) const { return hubs_[visited].group; }
  // Pages like it led to nothing: its pattern is closed.
  bool closed(PageId page) const { return closed_shapes_[shape_[page]]; }
  std::vector<PageId> targets(PageId page) const;  // of its links, in order of number
  size_t bytes() const;                            // of the graph

 private:
  enum class State : uint8_t { known, taken, visited };
  struct Entry {  // links of one page in one cell, those that were looked at left out
    PageId page = kNoPage;
    LinkGraph::Cursor links;
  };
  using Kinds = std::map<uint16_t, uint32_t>;  // groups of pages, how many of each
  struct Place {
    uint32_t list = 0;  // index of the place of all its list, or its own
    Kinds kinds;        // of the pages behind its links, as long as there is no candidate
    uint32_t visits = 0, candidates = 0;
    uint32_t versions = 0,
             further = 0;  // of its visits: versions of candidates, and of those further from the templates
    double yield = 0;
  };
  struct Estimate {
    double candidates = 0, yield = 0;
  };
  struct
      Brought {  // links to pages that nobody had seen, on the pages behind a cell: of which cell, how many
    uint32_t cell = 0;
    double links = 0;
  };
  struct Cell {
    ShapeId shape = kAnyShape;
    uint32_t place = 0, place_index = 0;
    uint32_t visits = 0, candidates = 0;
    float yield = 0;
    double looked = 0;  // visits, those long ago less
    std::vector<Brought> brought;
    // The first link that was tried on each page: pages differ more than the links of one. Those long ago count less.
    double first_visits = 0, first_candidates = 0;
    uint32_t firsts = 0;    // the same, all alike
    uint32_t versions = 0;  // of its visits: other versions of candidates
    Way heads;              // the first page of each first word of names (UrlShapes::head_of)
    Way told;  // of words that surely lead to more candidates, or to fewer, than the others: the latter's other pages, the former's candidates
    double share = 0;  // estimate: chance that the first link of a page leads to a candidate
    double rate = 0;   // of candidates among the visits from there on (rate_of)
    double time = 1;   // those visits
    Terms terms;       // as of the last look
    double score = 0;
    bool closed = false, active = false;
    std::deque<Entry> untried, tried;  // by whether a link of theirs was taken
  };
  struct Head {  // pages behind the links of a cell whose names begin with one word
    Way way;
    double odds = 1;  // as of the last of them
  };
  struct Tried {  // links of one page in one cell
    uint32_t visits = 0, candidates = 0;
  };
  struct Hub {
    uint32_t visited = 0, candidates = 0;  // of the pages it links to
    uint16_t tried = 0;                    // of its links, because it was chosen for them
    uint16_t led = 0;                      // of those, to candidates
    float yield = 0;                       // as it was credited to the links like the one that led here
    // Of the pages it links to: candidates beyond what their cells say, the variance of that, and what both tell of others.
    float surplus = 0, spread = 0, told = 0;
    uint16_t group = 0, depth = 0, apart = 0;
  };
  struct HeapEntry {
    double score = 0;
    PageId page = kNoPage;
    bool operator<(const HeapEntry& other) const {
      return score != other.score ? score < other.score : page > other.page;
    }
  };

  uint32_t cell_of(ShapeId shape, uint32_t place, uint32_t group);
  uint32_t place_of(uint32_t place);
  Estimate estimate(const Place& place) const;
  double looks_at(ShapeId shape) const;
  uint32_t list_visits(const Cell& cell) const { return places_[places_[cell.place_index].list].visits; }
  double newness(const Cell& cell) const;
  double worth_of_versions(const Cell& cell) const;
  double chance_of_new_kind(const Cell& cell) const;
  struct Outlook {
    double candidates = 0, visits = 1;
    double rate() const { return candidates / visits; }
  };
  Outlook outlook(double candidates, std::vector<Brought> links, double least) const;
  void judge(Cell& cell);
  void judge_some(uint32_t touched);
  void close_if_fruitless(uint32_t cell, ShapeId shape);
  double hub_share(PageId page) const;
  double untried(PageId page) const;
  double expand_score(PageId page) const;
  double link_share(PageId page, uint32_t cell) const;
  double told_by_others(PageId page, PageId from) const;
  double log_odds_of_link(uint32_t cell, PageId from, PageId page) const;
  void tell_hub(PageId page, double surplus, double spread);
  void tell_hub_of_visit(PageId page, uint32_t cell, bool candidate);
  static double odds_of(const Cell& cell, const Way& like);
  double odds_by_head(uint32_t cell, uint32_t head) const;
  bool tells_heads(uint32_t cell) const;
  void count_head(uint32_t cell, uint32_t head, bool visit, int candidates);
  uint32_t count_visit(PageId page, bool candidate);
  uint32_t reached_through(PageId page);
  void credit(PageId page, double yield);
  void discredit(PageId page);
  void add_yield(PageId page, double more);
  void see_versions(PageId page);
  void count_version(PageId page, uint32_t cell);
  void count_links(PageId page, const std::vector<GraphLink>& links);
  std::vector<Brought> new_links(const std::vector<GraphLink>& links, PageId first_new) const;
  static void bring(Cell& cell, const std::vector<Brought>& links);
  void take_rank_snapshot();
  bool usable(uint32_t cell) const { return !cells_[cell].closed && !closed_shapes_[cells_[cell].shape]; }

  std::optional<Choice> from_cell(uint32_t cell);
  void look_through(uint32_t cell, std::deque<Entry>& entries, std::optional<Choice>& best) const;
  std::vector<uint32_t> best_cells();
  bool better(uint32_t a, uint32_t b) const;
  std::optional<Choice> from_hub();
  std::optional<Choice> from_page(PageId page) const;
  std::optional<PageId> first_open(LinkGraph::Cursor& links) const;
  std::optional<Choice> best_open(uint32_t cell, PageId from, LinkGraph::Cursor links) const;
  Choice chosen(uint32_t cell, PageId from, PageId page, uint32_t links) const;

  Weights weights_;
  uint64_t seed_;
  UrlShapes shapes_;
  UrlNames names_;
  LinkGraph graph_;
  PageRank rank_;
  // by page
  std::vector<State> state_;
  std::vector<ShapeId> shape_;
  std::vector<uint32_t> name_;                      // what its address has that few others have
  std::vector<PageId> version_of_;                  // the candidate that it is another version of
  std::vector<uint32_t> head_;                      // first word of its name
  std::vector<std::array<PageId, 8>> linked_from_;  // the first ones
  std::vector<uint32_t> through_;                   // cell it was taken through, plus 1
  std::vector<PageId> from_;                        // page it was taken for
  std::vector<Hub> hubs_;                           // of visited pages
  std::vector<float> snapshot_;                     // of ranks
  std::vector<bool> candidate_, copy_;
  // by shape
  std::vector<bool> closed_shapes_;

  std::vector<Cell> cells_;
  std::unordered_map<uint64_t, uint32_t> cell_index_;
  std::unordered_map<uint32_t, uint32_t> place_index_;
  std::vector<Place> places_;
  std::unordered_map<uint64_t, Tried> tried_;   // by page and cell
  std::unordered_map<uint64_t, Head> by_head_;  // by cell and head
  std::vector<uint32_t> active_;                // cells with entries
  std::priority_queue<HeapEntry> heap_;
  std::vector<PageId> starts_;
  size_t next_start_ = 0;
  PageId last_from_ = kNoPage;  // the page whose link was visited last
  size_t visits_ = 0, candidates_ = 0, next_snapshot_ = kFirstSnapshot, known_before_ = 0, turn_ = 0;
  double highest_rank_ = 0;
};

}  // namespace gleaner::crawl
