// Frontier: which page of a site to visit next, of those that links lead to. No network, no files: told what
// came of each visit, it chooses.
//
// After Lixto, section 3.1: the page to go on from is the one with the highest weighted sum of page rank
// (navigating: central pages lead everywhere) and hub score (exploiting: it links to candidates). Beyond it,
// links are judged as well, by what came of links like them (link_cells.h), and a link counts for more or
// less by what the other pages that link to the same page have led to (a topic, an author). So a crawl tries
// one link of each kind, finds which lead to candidates, takes all of those, and goes back to the lists when
// they are used up.
//
// The choice depends on the calls alone, never on time: the same answers give the same order, also if the
// calls are repeated after a crash (next() may be replaced by taken()). Cost: a look at each cell, and at the
// links of one page. Memory: 75 bytes a known page, 1 to 2 a link.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/link_cells.h"
#include "crawl/link_graph.h"
#include "crawl/rank.h"
#include "crawl/url_names.h"
#include "crawl/weights.h"

namespace gleaner::crawl {

using PageId = uint32_t;
inline constexpr PageId kNoPage = 0xffffffff;

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
  // What came of a visit. Its links may be empty: a page that could not be had, or is there already under
  // another address (`copy`, which tells nothing of what else links lead to). `apart`: how far it is from the
  // templates.
  void visited(PageId page, bool candidate, uint32_t group, const std::vector<PlacedLink>& links,
               bool copy = false, uint32_t apart = 0);
  // A visited page turns out to be a candidate, by what was seen since.
  void promote(PageId page);
  // A candidate turns out to be none.
  void demote(PageId page);

  size_t pages() const { return state_.size(); }
  size_t visits() const { return visits_; }
  size_t candidates() const { return cells_.candidates(); }
  bool is_visited(PageId page) const { return state_[page] == State::visited; }
  bool is_candidate(PageId page) const { return candidate_[page]; }
  // The cell of the link that a page was visited for, and what came of the links of a cell.
  std::optional<uint32_t> cell_to(PageId page) const {
    return through_[page] ? std::optional(through_[page] - 1) : std::nullopt;
  }
  Way way(uint32_t cell) const { return cells_[cell].way; }
  // Was it visited for a link of those that mostly lead to candidates?
  bool is_kin(PageId page) const;
  double rank(PageId page) const;  // 0 to 1, of the highest
  uint32_t hub(PageId page) const {
    return page < hubs_.size() ? hubs_[page].candidates : 0;
  }  // candidates it links to
  const UrlShapes& shapes() const { return cells_.shapes(); }
  ShapeId shape(PageId page) const { return shape_[page]; }
  uint32_t group(PageId visited) const { return hubs_[visited].group; }
  // Pages like it led to nothing: its pattern is closed.
  bool closed(PageId page) const { return cells_.closed(shape_[page]); }
  std::vector<PageId> targets(PageId page) const;  // of its links, in order of number
  size_t bytes() const;                            // of the graph

 private:
  enum class State : uint8_t { known, taken, visited };
  struct Entry {  // links of one page in one cell, those that were looked at left out
    PageId page = kNoPage;
    LinkGraph::Cursor links;
  };
  struct Lists {  // with links of a cell, by whether a link of theirs was taken
    std::deque<Entry> untried, tried;
    bool active = false;
  };
  struct Hub {
    uint32_t visited = 0, candidates = 0;  // of the pages it links to
    uint16_t tried = 0;                    // of its links, because it was chosen for them
    uint16_t led = 0;                      // of those, to candidates
    float yield = 0;                       // as it was credited to the links like the one that led here
    // Of the pages it links to: candidates beyond what their cells say, the variance of that, and what both
    // tell of others.
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

  double hub_share(PageId page) const;
  double untried(PageId page) const;
  double expand_score(PageId page) const;
  double link_share(PageId page, uint32_t cell) const;
  double told_by_others(PageId page, PageId from) const;
  double log_odds_of_link(uint32_t cell, PageId from, PageId page) const;
  void tell_hub(PageId page, double surplus, double spread);
  void tell_hub_of_visit(PageId page, uint32_t cell, bool candidate);
  uint32_t count_visit(PageId page, bool candidate);
  uint32_t reached_through(PageId page);
  LinkCells::Page in_cell(PageId page);
  void correct(PageId page, bool candidate);
  void credit(PageId page, double yield);
  void discredit(PageId page);
  void add_yield(PageId page, double more);
  void see_versions(PageId page);
  void count_version(PageId page, uint32_t cell);
  void count_links(PageId page, const std::vector<GraphLink>& links);
  std::vector<Brought> new_links(const std::vector<GraphLink>& links, PageId first_new) const;
  void take_rank_snapshot();

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
  LinkCells cells_;
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
  std::vector<Lists> lists_;                 // by cell
  std::unordered_map<uint64_t, Way> tried_;  // links of one page in one cell
  std::vector<uint32_t> active_;             // cells with entries
  std::priority_queue<HeapEntry> heap_;
  std::vector<PageId> starts_;
  size_t next_start_ = 0;
  PageId last_from_ = kNoPage;  // the page whose link was visited last
  size_t visits_ = 0, next_snapshot_ = kFirstSnapshot, known_before_ = 0;
  double highest_rank_ = 0;
};

}  // namespace gleaner::crawl
