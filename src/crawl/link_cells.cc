// See link_cells.h.
#include "crawl/link_cells.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "crawl/page_scan.h"

namespace gleaner::crawl {
namespace {

constexpr double kLeastOdds = 0.005;    // no sign is surer
constexpr double kDoubt = 0.2;          // weight of a sign that no visit has shown
constexpr size_t kJudgedAtVisit = 256;  // cells that are looked at again after each visit, in turns

uint64_t head_key(uint32_t cell, uint32_t head) { return uint64_t(cell) << 32 | head; }

// A sign of where a link leads: a chance, and how many visits say so.
struct Sign {
  double share = 0, visits = 0;
  double log_odds() const {
    const double bounded = std::clamp(share, kLeastOdds, 1 - kLeastOdds);
    return std::log(bounded / (1 - bounded));
  }
  double weight() const { return kDoubt + visits / (visits + kStrength); }
};

// What two signs say together: the mean of their odds' logarithms, each by how well it is known. So an
// address that hardly ever led to a candidate is not made promising by the list it stands in, as the mean of
// their shares would make it, and an address of a new shape is judged by its list.
double both(const Sign& a, const Sign& b) {
  const double together = (a.log_odds() * a.weight() + b.log_odds() * b.weight()) / (a.weight() + b.weight());
  return 1 / (1 + std::exp(-together));
}

}  // namespace

ShapeId LinkCells::take_shape(std::string_view url) {
  const ShapeId shape = shapes_.take(url);
  closed_shapes_.resize(shapes_.size());
  return shape;
}

uint32_t LinkCells::of(ShapeId shape, uint32_t place, uint32_t group) {
  if (cells_.size() >= kMostCells) place = group = 0;
  const auto [at, fresh] =
      cell_index_.try_emplace(mix(mix(mix(0, shape), place), group), uint32_t(cells_.size()));
  if (!fresh) return at->second;
  const uint32_t place_index = place_of(place);
  Cell& cell = cells_.emplace_back();
  cell.shape = shape;
  cell.place = place;
  cell.place_index = place_index;
  judge(cell);
  return at->second;
}

uint32_t LinkCells::place_of(uint32_t place) {
  const auto [known, fresh] = place_index_.try_emplace(place, uint32_t(places_.size()));
  if (!fresh) return known->second;
  const uint32_t index = known->second;
  places_.emplace_back().list = index;
  if (const uint32_t list = list_of(place); list != place) places_[index].list = place_of(list);
  return index;
}

// What links of a place gave; before it what those of its whole list gave, and the site.
LinkCells::Estimate LinkCells::estimate(const Place& place) const {
  const Place& list = places_[place.list];
  const Estimate before =
      &list == &place ? Estimate{shapes_.candidates_estimate(kAnyShape), shapes_.yield_estimate(kAnyShape)}
                      : estimate(list);
  return {(place.way.candidates + kStrength * before.candidates) / (place.way.visits + kStrength),
          (place.yield + kStrength * before.yield) / (place.way.visits + kStrength)};
}

bool LinkCells::comes_first(uint32_t one, uint32_t other) const {
  const double rate = cells_[one].rate, against = cells_[other].rate;
  return rate != against ? rate > against : one < other;
}

// `candidates` of itself, then the links it brings, the best first, as long as they raise the rate of
// candidates among the visits. So a list is worth nearly as much as what it lists, and a page that leads to
// lists nearly as much as those; a pager that only leads to the next list of the same kind adds nothing.
LinkCells::Outlook LinkCells::outlook(double candidates, std::vector<Brought> links, double least) const {
  std::sort(links.begin(), links.end(),
            [this](const Brought& a, const Brought& b) { return comes_first(a.cell, b.cell); });
  Outlook out{candidates, 1};
  for (const Brought& link : links) {
    const Cell& to = cells_[link.cell];
    if (to.rate < least || to.rate <= out.rate()) break;
    out.candidates += link.links * to.rate * to.time;
    out.visits += link.links * to.time;
  }
  return out;
}

// The share of candidates: the cell's own visits, and before them what its shape and its place have given
// elsewhere.
void LinkCells::judge(Cell& cell) {
  const Estimate of_place = estimate(places_[cell.place_index]);
  const double before = both({shapes_.candidates_estimate(cell.shape), looks_at(cell.shape)},
                             {of_place.candidates, double(list_visits(cell))}),
               yield_before = (shapes_.yield_estimate(cell.shape) + of_place.yield) / 2;
  cell.share = (cell.first_candidates + kStrength * before) / (cell.first_visits + kStrength);
  std::vector<Brought> links = cell.brought;
  for (Brought& link : links) link.links /= cell.looked;
  const Outlook own = outlook(cell.share, std::move(links), 0);
  cell.rate =
      (own.rate() * cell.looked + kStrength * std::max(cell.share, yield_before)) / (cell.looked + kStrength);
  cell.time = std::min(own.visits, kLongestTime);
  const double versions = cell.versions / (cell.way.visits + 1.0);
  cell.terms.pattern = weights_.pattern * cell.share * (1 - versions * (1 - worth_of_versions(cell)));
  cell.terms.yield = weights_.yield * (cell.rate - cell.share);
  cell.terms.fresh = weights_.fresh * newness(cell);
  cell.score = chance_of_new_kind(cell) * cell.terms.sum();
}

void LinkCells::judge_some(uint32_t touched) {
  judge(cells_[touched]);
  for (size_t n = std::min(kJudgedAtVisit, cells_.size()); n > 0; --n) {
    if (++turn_ >= cells_.size()) turn_ = 0;
    judge(cells_[turn_]);
  }
}

// Versions of candidates that are there already, in another language or for printing, are worth less than
// other pages if they are further from the templates than those are: then it is not them that the templates
// show. Where links of one place lead to versions, most of them have to be.
double LinkCells::worth_of_versions(const Cell& cell) const {
  const Place& place = places_[cell.place_index];
  const double further = (place.further + kStrength / 2) / (place.versions + kStrength);
  return 1 - (1 - kVersionWorth) * std::max(0.0, 2 * further - 1);
}

// Visits that tell of a shape: its own, half of those that end alike, fewer of those above it.
double LinkCells::looks_at(ShapeId shape) const {
  double seen = std::max(double(shapes_.visits(shape)), 0.5 * shapes_.alike_visits(shape)), share = 0.25;
  for (ShapeId above = shapes_.above(shape); above != kAnyShape; above = shapes_.above(above), share /= 4)
    seen += share * shapes_.visits(above);
  return seen;
}

// A place that was not looked at counts as much as an address of a new shape; one whose beginning is known
// well is less new.
double LinkCells::newness(const Cell& cell) const {
  const double seen = looks_at(cell.shape);
  return (0.5 / (1.0 + list_visits(cell)) + 0.5 / (1.0 + seen)) / (1.0 + cell.way.visits);
}

// Before the first candidate: how likely the next page of the cell is of a kind that links of its place have
// not led to, by Good and Turing, those met once among all. What always leads to one kind of page that is not
// wanted says nothing more, whatever pages it stands on and however central they are.
double LinkCells::chance_of_new_kind(const Cell& cell) const {
  if (candidates_) return 1;
  double once = 0, all = 0;
  for (const auto& [group, pages] : places_[cell.place_index].kinds) once += pages == 1, all += pages;
  return std::min(1.0, (2 * once + 1) / (all + 1));
}

// How much likelier than others of its cell a link is to lead to a candidate, by the word that its name
// begins with: the odds of those that begin with it, or, of a word that is new, of the first ones of other
// words, by the odds of all; 1 as long as chance may have made the difference. So few visits tell /dr-* from
// /praxis-* in one list, and words that say nothing change nothing.
double LinkCells::odds_of(const Cell& cell, const Way& like) {
  const double share = double(cell.way.candidates) / cell.way.visits, expected = share * like.visits;
  if (std::abs(like.candidates - expected) <= kSurely * std::sqrt(expected * (1 - share)) + 0.5) return 1;
  const double here = (like.candidates + kStrength * share) / (like.visits + kStrength);
  return here / (1 - here) * (1 - share) / share;
}

double LinkCells::odds_by_head(uint32_t cell, uint32_t head) const {
  const auto known = by_head_.find(head_key(cell, head));
  return odds_of(cells_[cell], known != by_head_.end() ? known->second.way : cells_[cell].heads);
}

// Do first words tell links of the cell apart? Half of its candidates, or of its other pages, have to stand
// behind words that surely lead to more of them: one word in twenty looks so by chance.
bool LinkCells::tells_heads(uint32_t index) const {
  const Cell& cell = cells_[index];
  const uint32_t others = cell.way.visits - cell.way.candidates;
  return cell.way.candidates && others &&
         (2 * cell.told.candidates >= cell.way.candidates || 2 * cell.told.visits >= others);
}

// A visit, or a page that turns out to be a candidate, by the first word of its name.
void LinkCells::count_head(const Page& page, bool visit, int candidates) {
  Cell& cell = cells_[page.cell];
  Head& like = by_head_[head_key(page.cell, page.head)];
  if (like.odds > 1) cell.told.candidates -= like.way.candidates;
  if (like.odds < 1) cell.told.visits -= like.way.visits - like.way.candidates;
  if (visit && !like.way.visits) ++cell.heads.visits;
  if (like.way.visits == uint32_t(!visit)) cell.heads.candidates += uint32_t(candidates);
  like.way.visits += visit;
  like.way.candidates += uint32_t(candidates);
  like.odds = cell.way.candidates && cell.way.candidates < cell.way.visits ? odds_of(cell, like.way) : 1;
  if (like.odds > 1) cell.told.candidates += like.way.candidates;
  if (like.odds < 1) cell.told.visits += like.way.visits - like.way.candidates;
}

void LinkCells::count_visit(const Page& page, bool candidate) {
  Cell& cell = cells_[page.cell];
  ++cell.way.visits;
  cell.way.candidates += candidate;
  count_head(page, true, candidate);
  each_place(page.cell, [&](Place& place) {
    ++place.way.visits;
    place.way.candidates += candidate;
    if (!candidates_) ++place.kinds[uint16_t(page.group)];
  });
  shapes_.count(page.shape, candidate);
}

void LinkCells::count_first(uint32_t index, bool candidate) {
  Cell& cell = cells_[index];
  ++cell.firsts;
  cell.first_visits = cell.first_visits * kMemory + 1;
  cell.first_candidates = cell.first_candidates * kMemory + candidate;
}

void LinkCells::count_version(uint32_t cell, bool further) {
  Place& place = places_[cells_[cell].place_index];
  ++cells_[cell].versions;
  ++place.versions;
  place.further += further;
}

void LinkCells::correct(const Page& page, int candidates, bool of_first) {
  Cell& cell = cells_[page.cell];
  cell.way.candidates += uint32_t(candidates);
  if (candidates > 0) cell.closed = closed_shapes_[page.shape] = false;
  count_head(page, false, candidates);
  // How long ago the first was is not kept: it counts as much as those that were first do on average.
  if (of_first && cell.firsts)
    cell.first_candidates = std::clamp(cell.first_candidates + candidates * cell.first_visits / cell.firsts,
                                       0.0, cell.first_visits);
  each_place(page.cell, [&](Place& place) { place.way.candidates += uint32_t(candidates); });
  shapes_.count_candidate(page.shape, candidates);
}

void LinkCells::add_yield(const Page& page, double more) {
  cells_[page.cell].yield += float(more);
  each_place(page.cell, [&](Place& place) { place.yield += more; });
  shapes_.add_yield(page.shape, more);
}

void LinkCells::bring(uint32_t index, const std::vector<Brought>& links) {
  Cell& cell = cells_[index];
  cell.looked = cell.looked * kMemory + 1;
  for (Brought& one : cell.brought) one.links *= kMemory;
  for (const Brought& link : links) {
    const auto at = std::lower_bound(cell.brought.begin(), cell.brought.end(), link.cell,
                                     [](const Brought& one, uint32_t wanted) { return one.cell < wanted; });
    if (at != cell.brought.end() && at->cell == link.cell) at->links += link.links;
    else cell.brought.insert(at, link);
  }
  std::erase_if(cell.brought, [](const Brought& one) { return one.links < kFewLinks; });
}

void LinkCells::close_if_fruitless(uint32_t index, ShapeId shape) {
  if (!candidates_) return;
  Cell& cell = cells_[index];
  if (cell.way.visits >= kFruitlessPlace && !cell.way.candidates &&
      double(cell.yield) < kNoYield * cell.way.visits)
    cell.closed = true;
  if (shapes_.visits(shape) >= kFruitless && !shapes_.candidates(shape) &&
      shapes_.yields(shape) < kNoYield * shapes_.visits(shape))
    closed_shapes_[shape] = true;
}

}  // namespace gleaner::crawl
